/**
 * The AI log for everybody (docs/ai-log.md 15): C2SP tlog-tiles under `/ailog`. No signature, no account; a weight of 1
 * from the budget that pages have. Only what the newest checkpoint covers is served, and that never changes, so it may
 * be cached for ever.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isWithin, parseTilePath } from '../../core/log/tiles.ts';
import { StoreAway, StoreBehind } from '../../store/errors.ts';
import type { CallDeps } from '../call/deps.ts';
import type { Front } from '../front/front.ts';
import { asksForGzip, GZIP_FROM, pack } from '../front/answer/gzip.ts';
import { TEXT_UTF8 } from '../front/answer/reply.ts';

const LOG_PATH = '/ailog';
const WEIGHT = 1;
const BYTES = 'application/octet-stream';
const FOR_EVER = 'public, max-age=31536000, immutable';
const AWAY_SECONDS = 5;

export async function addLog(app: FastifyInstance, deps: CallDeps, front: Front): Promise<void> {
  const { publishedLog, store } = deps;
  app.addHook('onRequest', (request, reply, done) => {
    const refused = front.refusedPublic(request.raw, WEIGHT);
    if (refused !== null) {
      reply.hijack();
      return front.refuse(request.raw, reply.raw, refused);
    }
    reply.header('Access-Control-Allow-Origin', '*').header('X-Content-Type-Options', 'nosniff');
    done();
  });
  app.get(`${LOG_PATH}/checkpoint`, (_, reply) => {
    const newest = publishedLog.newest();
    if (newest === null) return notThere(reply);
    return reply.type(TEXT_UTF8).header('Cache-Control', 'max-age=1').send(newest.note);
  });
  app.get(`${LOG_PATH}/policy`, (_, reply) =>
    reply.type(TEXT_UTF8).header('Cache-Control', 'max-age=60').send(publishedLog.policy()),
  );
  app.get(`${LOG_PATH}/*`, async (request, reply) => {
    const tile = parseTilePath((request.params as { '*': string })['*']);
    const newest = publishedLog.newest();
    if (tile === null || newest === null || !isWithin(tile, newest.size)) return notThere(reply);
    try {
      const bytes = await store.ask('logTile', tile, 0);
      if (bytes === null) return notThere(reply);
      reply.type(BYTES).header('Cache-Control', FOR_EVER).header('Vary', 'Accept-Encoding');
      if (tile.level !== 'entries' || bytes.length < GZIP_FROM || !asksForGzip(request.raw)) return reply.send(bytes);
      return reply.header('Content-Encoding', 'gzip').send(await pack(Buffer.from(bytes)));
    } catch (error) {
      if (!(error instanceof StoreAway || error instanceof StoreBehind)) throw error;
      return reply.code(503).header('Retry-After', String(AWAY_SECONDS)).header('Cache-Control', 'no-store').send();
    }
  });
}

/** Answers a path that is beyond the newest checkpoint, or names nothing. */
function notThere(reply: FastifyReply): FastifyReply {
  return reply.code(404).type(TEXT_UTF8).header('Cache-Control', 'no-store').send('not there\n');
}
