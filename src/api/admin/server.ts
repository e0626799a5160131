/**
 * The administration: a listener of its own on loopback, with a bearer token from the data folder. Accounts, keys, the allowlist, and what
 * the exchange says about itself. JSON in, JSON out; a refusal is `{code, msg}` with HTTP 400 and says what is needed.
 *
 * What changes the exchange goes through the sequencer like everything else; keys and labels are the store's. Nothing is answered before
 * the exchange is ready, but the request to stop: it may be what is wanted most when it does not get ready.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { StoreRefusal } from '../../store/errors.ts';
import { NotExecuted } from '../../sequencer/refusals.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiError, messageOf } from '../errors.ts';
import { accountRoutes } from './accounts.ts';
import { AdminRefusal, type Body, bodyOf } from './body.ts';
import { allowlistRoutes } from './allowlist.ts';
import { contractRoutes } from './contracts.ts';
import { copyRoutes } from './copy.ts';
import { exchangeRoutes, STOP_PATH } from './exchange.ts';
import { keyRoutes } from './keys.ts';
import { marketRoutes } from './market.ts';
import { moneyRoutes } from './money.ts';

const BODY_BYTES = 64 * 1024;

export function createAdmin(deps: ApiDeps): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: BODY_BYTES, exposeHeadRoutes: false, forceCloseConnections: 'idle' });
  const expected = hash('sha256', `Bearer ${deps.adminToken}`, 'buffer');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const given = hash('sha256', request.headers.authorization ?? '', 'buffer');
    if (!timingSafeEqual(expected, given)) {
      return reply
        .code(401)
        .send({ code: 'unauthorized', msg: 'send Authorization: Bearer with the token from admin-token in the data folder' });
    }
    const { ready, reason } = deps.readiness();
    if (!ready && request.url !== STOP_PATH)
      return reply
        .code(503)
        .header('Retry-After', '1')
        .send({ code: 'unavailable', msg: `not ready: ${reason}` });
    return undefined;
  });
  app.setErrorHandler((error, request, reply) => {
    const { status, code, msg } = refusalOf(error);
    if (status === 500) deps.log.error({ err: error, path: request.url }, 'fault in the administration');
    return reply.code(status).send({ code, msg });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ code: 'notFound', msg: `no such path: ${request.method} ${request.url}` }),
  );
  for (const { method, path, answer } of [
    ...accountRoutes(deps),
    ...moneyRoutes(deps),
    ...copyRoutes(deps),
    ...keyRoutes(deps),
    ...allowlistRoutes(deps),
    ...contractRoutes(deps),
    ...exchangeRoutes(deps),
    ...marketRoutes(deps),
  ]) {
    const handler = (request: FastifyRequest): Promise<object> =>
      answer(method === 'GET' ? (request.query as Body) : bodyOf(request.body));
    app.route({ method, url: path, handler });
  }
  return app;
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly msg: string;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof AdminRefusal) return { status: 400, code: 'invalid', msg: error.message };
  if (error instanceof StoreRefusal) return { status: 400, code: error.reason, msg: error.message };
  if (error instanceof ApiError) {
    const msg = messageOf(error, 'en');
    return { status: error.http, code: String(error.code), msg: error.hint === undefined ? msg : `${msg}: ${error.hint.en}` };
  }
  if (error instanceof NotExecuted) return { status: 503, code: 'unavailable', msg: error.message };
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { status: statusCode, code: 'invalid', msg: message ?? '' };
  return { status: 500, code: 'fault', msg: 'internal error; see the log' };
}
