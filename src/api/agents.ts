/**
 * Services for agents beside the API: `POST /seat`, by which a demo gives whoever asks an account with money and a
 * key of its own. Requests are charged to the address like pages, and a browser may send them from the exchange's own
 * pages alone.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AdminRefusal, type Body } from './admin/body.ts';
import type { AdminDeps } from './admin/deps.ts';
import { makeSeat, SEAT_MONEY, usualLimits } from './admin/seats.ts';
import { ownAddress } from './app/own-address.ts';
import { tooLong } from './front/checks/head.ts';
import { asApiError, type Front } from './front/front.ts';
import { readBody } from './front/body/body.ts';
import { JSON_UTF8 } from './front/answer/reply.ts';
import { ApiError, invalid, malformed, same } from './words/errors.ts';

const SEAT_PATH = '/seat';
const SEAT_WEIGHT = 100;
const SEAT_BYTES = 4 * 1024;
/** A demo that is left open must not grow for ever. */
const MOST_SEATS = 1_000;

export function addAgents(app: FastifyInstance, deps: AdminDeps, front: Front): void {
  app.post(SEAT_PATH, (request, reply) =>
    answered(front, request, reply, SEAT_WEIGHT, async () => {
      if (deps.webApp.identity.kind !== 'demo') throw noSeats();
      const { name = 'agent' } = objectOf(await bodyOf(front, request, reply, SEAT_BYTES));
      if (typeof name !== 'string') throw invalid('name', same('needs text'));
      const entered = await deps.store.ask('accountList', null, 0);
      if (entered.length >= MOST_SEATS) throw noMoreSeats();
      const wanted = { name, money: SEAT_MONEY, limits: usualLimits(SEAT_MONEY), actor: 'outcry start' };
      const address = ownAddress(request.raw, front.state.trusted) + deps.config.http.basePath;
      return makeSeat(deps, { ...wanted, address });
    }),
  );
}

/**
 * Checks who asks; answers with JSON that nobody keeps, with a response that is made already, or with the refusal in
 * the shape of all of them.
 */
export async function answered(
  front: Front,
  { raw }: FastifyRequest,
  reply: FastifyReply,
  weight: number,
  answer: () => Promise<object>,
): Promise<unknown> {
  const refuse = (error: ApiError): void => {
    reply.hijack();
    front.refuse(raw, reply.raw, error);
  };
  const refused = front.refusedPage(raw, weight, 'own');
  if (refused !== null) return refuse(refused);
  try {
    const made = await answer();
    reply.header('Cache-Control', 'no-store').header('X-Content-Type-Options', 'nosniff');
    return made instanceof Response ? reply.send(made) : reply.type(JSON_UTF8).send(made);
  } catch (error) {
    return refuse(asRefusal(front, error));
  }
}

function asRefusal({ state }: Front, error: unknown): ApiError {
  if (error instanceof AdminRefusal) return malformed(same(error.message));
  return asApiError({ deps: state.deps, route: null }, error);
}

/** The body, at most so long. @throws ApiError 413; nothing when the connection is cut, which needs no answer */
export function bodyOf(front: Front, { raw }: FastifyRequest, reply: FastifyReply, most: number): Promise<Buffer> {
  const { bodyDeadline } = front.state;
  return new Promise((resolve, reject) => {
    const done = (kept: Buffer, bytes: number): void => (bytes > most ? reject(tooLong()) : resolve(kept));
    const cut = (): void => reject(new ApiError(503));
    readBody(raw, reply.raw, most, { take: () => true, done, cut }, bodyDeadline, null);
  });
}

function objectOf(body: Buffer): Body {
  if (body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  } catch {
    // The one answer to what is no object.
  }
  throw malformed({ en: 'the body must be a JSON object', zh: '请求体须为JSON对象' }, undefined, 'json');
}

function noSeats(): ApiError {
  const en = 'only a demo gives seats to whoever asks; here its operator does, with `outcry seat NAME`: ask them';
  const zh = '仅演示服务可自行领取席位；请向运营者索取（`outcry seat NAME`）';
  return new ApiError(404, { fill: { method: 'POST', path: SEAT_PATH }, hint: { en, zh } });
}

function noMoreSeats(): ApiError {
  const en = `this demo has given its ${MOST_SEATS} seats; its own keys, which it printed, still work`;
  return new ApiError(429, { hint: { en, zh: `演示席位已满（${MOST_SEATS}）` }, headers: ['Retry-After', '3600'] });
}
