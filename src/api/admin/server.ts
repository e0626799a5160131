/**
 * The administration: its own listener on loopback, with a bearer token from the data folder. Accounts, keys, the
 * allowlist, and what the exchange says about itself. JSON in, JSON out; a refusal is `{code, msg}` with HTTP 400 and
 * says what is needed.
 *
 * Changes to the exchange go through the sequencer like everything else; keys and labels are the store's. Nothing is
 * answered before the exchange is ready but the requests that help when it does not get ready: to stop, and about the
 * clock.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { tokenHash } from '../../store/token-hash.ts';
import { StoreAway, StoreBehind, StoreRefusal } from '../../store/errors.ts';
import { CommandMalformed, NotExecuted } from '../../sequencer/refusals.ts';
import { createBrokenRequests } from '../front/broken-request.ts';
import type { ApiDeps } from '../front/deps.ts';
import { PARSER_TIMES, SERVER_TIMES } from '../front/http-limits.ts';
import { JSON_UTF8 } from '../front/reply.ts';
import { formError } from '../front/request-form.ts';
import { ApiError, messageOf } from '../words/errors.ts';
import { accountRoutes } from './accounts.ts';
import { AdminRefusal, type AdminRoute, type Body, bodyOf, mayAsk, OPERATOR, type Person } from './body.ts';
import { caseRoutes } from './cases.ts';
import { contestRoutes } from './contests.ts';
import { roleRoutes } from './roles.ts';
import { allowlistRoutes } from './allowlist.ts';
import { CLOCK_PATHS, clockRoutes } from './clock.ts';
import { contractRoutes } from './contracts.ts';
import { copyRoutes } from './copy.ts';
import { exchangeRoutes, STOP_PATH } from './exchange.ts';
import { keyRoutes } from './keys.ts';
import { logRoutes } from './log.ts';
import { marketRoutes } from './market.ts';
import { moneyRoutes } from './money.ts';

const BODY_BYTES = 64 * 1024;
/** The paths wanted most while the exchange does not get ready. */
const BEFORE_READY: ReadonlySet<string> = new Set([STOP_PATH, ...CLOCK_PATHS]);

export function createAdmin(deps: ApiDeps): FastifyInstance {
  const broken = createBrokenRequests({
    refuse(_, response, error) {
      const text = bodyText(error);
      const headers = [
        'Content-Type',
        JSON_UTF8,
        'Content-Length',
        String(Buffer.byteLength(text)),
        'Connection',
        'close',
      ];
      response.writeHead(error.http, headers).end(text);
    },
    body: bodyText,
  });
  const app = fastify({
    logger: false,
    bodyLimit: BODY_BYTES,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    ...SERVER_TIMES,
    clientErrorHandler: broken.answer,
    // A path that can't be read is treated like all others: the token first, then 404.
    rewriteUrl: (raw) => readablePath(raw.url ?? '/'),
    http: { requireHostHeader: false, ...PARSER_TIMES },
  });
  broken.watch(app.server);
  const people = new WeakMap<object, Person>();
  const expected = hash('sha256', `Bearer ${deps.adminToken}`, 'buffer');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const malformed = formError(request.raw);
    if (malformed !== null)
      return reply.header('Connection', 'close').code(malformed.http).type(JSON_UTF8).send(bodyText(malformed));
    const { ready, reason } = deps.readiness();
    const given = hash('sha256', request.headers.authorization ?? '', 'buffer');
    const person = timingSafeEqual(expected, given) ? OPERATOR : ready ? await personOf(deps, request) : null;
    if (person === null)
      return reply.code(401).send({
        code: 'unauthorized',
        msg: 'send Authorization: Bearer with the token from admin-token in the data folder',
      });
    people.set(request.raw, person);
    if (!ready && !BEFORE_READY.has(request.url))
      return reply
        .code(503)
        .header('Retry-After', '1')
        .send({ code: 'unavailable', msg: `not ready: ${reason}` });
    return undefined;
  });
  const closing = Promise.withResolvers<never>();
  closing.promise.catch(() => undefined);
  app.addHook('preClose', async () => closing.reject(new NotExecuted('stopping')));
  app.setErrorHandler((error, request, reply) => {
    const { status, code, msg, retryAfterSeconds } = refusalOf(error);
    if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds));
    if (status === 500) deps.log.error({ err: error, path: request.url }, 'fault in the administration');
    return reply.code(status).send({ code, msg });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ code: 'notFound', msg: `no such path: ${request.method} ${request.originalUrl}` }),
  );
  const routes: readonly AdminRoute[] = [
    ...accountRoutes(deps),
    ...moneyRoutes(deps),
    ...copyRoutes(deps),
    ...keyRoutes(deps),
    ...allowlistRoutes(deps),
    ...logRoutes(deps),
    ...contractRoutes(deps),
    ...clockRoutes(deps),
    ...exchangeRoutes(deps, closing.promise),
    ...marketRoutes(deps),
    ...roleRoutes(deps),
    ...contestRoutes(deps),
    ...caseRoutes(deps),
  ];
  for (const route of routes) {
    const { method, path, answer } = route;
    const handler = (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
      const person = people.get(request.raw)!;
      if (mayAsk(route, person))
        return answer(method === 'GET' ? (request.query as Body) : bodyOf(request.body), person);
      const msg = `${person.name} is ${person.role}; this needs ${(route.roles ?? ['the operator']).join(' or ')}`;
      reply.code(403);
      return Promise.resolve({ code: 'forbidden', msg });
    };
    app.route({ method, url: path, handler });
  }
  return app;
}

/** Whose credential was sent: asked each time, so that one that was revoked is none at once. */
async function personOf({ store }: ApiDeps, request: FastifyRequest): Promise<Person | null> {
  const token = /^Bearer (oc_[A-Za-z0-9_-]{43})$/.exec(request.headers.authorization ?? '')?.[1];
  return token === undefined ? null : store.ask('credentialOf', { hash: tokenHash(token) }, 0);
}

/** The target, with everything that isn't a percent-encoding turned into one. */
function readablePath(target: string): string {
  try {
    decodeURI(target);
    return target;
  } catch {
    return target.replaceAll('%', '%25');
  }
}

/** A refusal that no handler writes. */
function bodyText(error: ApiError): string {
  const { code, msg } = refusalOf(error);
  return JSON.stringify({ code, msg });
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly msg: string;
  readonly retryAfterSeconds?: number;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof AdminRefusal) return { status: 400, code: 'invalid', msg: error.message };
  if (error instanceof StoreRefusal) return { status: 400, code: error.reason, msg: error.message };
  if (error instanceof ApiError) {
    const msg = messageOf(error, 'en');
    return {
      status: error.http,
      code: String(error.code),
      msg: error.hint === undefined ? msg : `${msg}: ${error.hint.en}`,
    };
  }
  if (error instanceof CommandMalformed) return { status: 400, code: 'invalid', msg: error.message };
  if (error instanceof StoreBehind)
    return { status: 503, code: 'behind', msg: error.message, retryAfterSeconds: error.retryAfterSeconds };
  if (error instanceof StoreAway)
    return { status: 503, code: 'unavailable', msg: `nothing was done: ${error.message}`, retryAfterSeconds: 5 };
  if (error instanceof NotExecuted)
    return { status: 503, code: 'unavailable', msg: error.message, retryAfterSeconds: error.retryAfterSeconds };
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, code: 'invalid', msg: message ?? '' };
  return { status: 500, code: 'fault', msg: 'internal error; see the log' };
}
