/**
 * Pages that are neither API nor administration: operations endpoints and the reference. They need no signature and
 * cost no weight of the API's; but for the two probes they have their own budget per address (decision 0010).
 *
 * Answers that stay the same while the process lives are kept as they are sent, compressed too, and a reader who has it
 * is told so (`ETag`). What changes is compressed as the API's answers are.
 */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addOperations } from './ops/operations.ts';
import { V2 } from './v2/dialect.ts';
import { ROUTES } from './v2/index.ts';
import { CHECKUP_ROUTES } from './v2/rehearsal-checkup.ts';
import { rehearsalRoutes } from './v2/rehearsal.ts';
import { V3 } from './v3/dialect.ts';
import { ROUTES_V3 } from './v3/index.ts';
import { CODE_ROWS } from './v3/words/codes.ts';
import { ApiError, CODES } from './words/errors.ts';
import type { Described } from './reference/openapi.ts';
import { addReference, REFERENCE } from './reference/reference.ts';
import type { OpsDeps } from './ops/deps.ts';
import type { Front } from './front/front.ts';
import { asksForGzip, GZIP_FROM, pack } from './front/answer/gzip.ts';

/** By path; a probe costs nothing, so that a monitor is never told to wait. */
const WEIGHTS: Readonly<Record<string, number>> = {
  '/healthz': 0,
  '/readyz': 0,
  [`${REFERENCE}/js/scalar.js`]: 50,
};
const USUAL_WEIGHT = 10;
/** Paths whose answer is another at each request. */
const CHANGING = ['/healthz', '/readyz', '/metrics'];

const DIALECTS: readonly [Described, ...Described[]] = [
  // Those that only a rehearsal serves are marked so.
  {
    dialect: V2,
    routes: [...ROUTES, ...rehearsalRoutes(ROUTES), ...CHECKUP_ROUTES],
    codes: Object.keys(CODES),
    misspelt: ['BTCUSDT', 'cmt_btcusdt'],
  },
  {
    dialect: V3,
    routes: ROUTES_V3,
    codes: [...new Set(CODE_ROWS.map(({ code }) => code))],
    misspelt: ['BTC-USDT', 'BTCUSDT'],
  },
];

interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly packed: Buffer;
  readonly etag: string;
}

export function addPages(app: FastifyInstance, deps: OpsDeps, front: Front): void {
  const files = new Map<string, Promise<PageFile>>();
  app.addHook('onRequest', (request, reply, done) => {
    const path = pathOf(request);
    const refused = front.refusedPage(
      request.raw,
      WEIGHTS[path] ?? USUAL_WEIGHT,
      path.startsWith(REFERENCE) ? 'page' : 'call',
    );
    if (refused === null) return done();
    reply.hijack();
    front.refuse(request.raw, reply.raw, refused);
  });
  app.addHook('preHandler', async (request, reply) => {
    const file = await files.get(pathOf(request));
    return file === undefined ? undefined : reply.type(file.type).send(file.bytes);
  });
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (reply.statusCode !== 200 || !(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    const path = pathOf(request);
    if (CHANGING.includes(path)) return packed(request, reply, payload, () => pack(payload));
    let made = files.get(path);
    if (made === undefined) files.set(path, (made = fileOf(String(reply.getHeader('content-type')), payload)));
    return sendFile(request, reply, await made, deps.web.corsOrigin);
  });
  addOperations(app, deps);
  addReference(app, deps, DIALECTS);
}

/** The path as it was routed, so that a query makes no new file. */
function pathOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? '';
}

async function fileOf(type: string, payload: string | Buffer): Promise<PageFile> {
  const bytes = Buffer.from(payload);
  return { type, bytes, packed: await pack(bytes), etag: `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` };
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: PageFile, corsOrigin: string | null): unknown {
  reply.removeHeader('Access-Control-Allow-Origin').removeHeader('Access-Control-Allow-Methods');
  if (corsOrigin !== null) reply.header('Access-Control-Allow-Origin', corsOrigin);
  reply.header('ETag', file.etag);
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-cache');
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim()) ?? [];
  if (!known.includes(file.etag) && !known.includes('*'))
    return packed(request, reply, file.bytes, () => Promise.resolve(file.packed));
  reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length');
  return null;
}

/** The payload as this caller takes it. */
async function packed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  pack: () => Promise<Buffer>,
): Promise<string | Buffer> {
  if (payload.length < GZIP_FROM) return payload;
  reply.header('Vary', 'Accept-Encoding');
  if (!asksForGzip(request.raw)) return payload;
  reply.header('Content-Encoding', 'gzip').removeHeader('Content-Length');
  return pack();
}

/** 405 for a path that is only read. */
export function otherMethod(method: string): ApiError {
  const hint = { en: 'it is read with GET', zh: '请使用GET' };
  return new ApiError(405, { fill: { method }, hint, headers: ['Allow', 'GET, HEAD'] });
}
