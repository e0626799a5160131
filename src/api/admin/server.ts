/**
 * The administration: its own listener on loopback, with a bearer token from the data folder. Accounts, keys, the
 * allowlist, and what the exchange says about itself. JSON in, JSON out; a refusal is `{code, msg}` with HTTP 400 and
 * says what is needed.
 *
 * Changes to the exchange go through the sequencer like everything else; keys and labels are the store's. Before the
 * exchange is ready, the only requests answered are those that help when it does not get ready: to stop, and about the
 * clock.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { scanObject, UPLOAD_LIMITS } from '../../core/text/scan.ts';
import { tokenHash } from '../../store/keys/token-hash.ts';
import { NotExecuted } from '../../sequencer/refusals.ts';
import { createBrokenRequests } from '../front/checks/broken-request.ts';
import { isLostPerson, sendLost } from '../app/lost-page.ts';
import { addApp, APP_PATHS } from '../app/serve-app.ts';
import type { AdminDeps } from './deps.ts';
import { PARSER_TIMES, SERVER_TIMES } from '../front/limits/http-limits.ts';
import { JSON_UTF8 } from '../front/answer/reply.ts';
import { formError } from '../front/checks/request-form.ts';
import type { ApiError } from '../words/errors.ts';
import { notJsonText } from '../words/json-hints.ts';
import { accountRoutes } from './accounts.ts';
import { AdminRefusal, type AdminRoute, type Body, bodyOf, mayAsk, OPERATOR } from './body.ts';
import { refusedAtDoor } from './door.ts';
import { refusalOf } from './refusal.ts';
import { draftRoutes } from './contest-draft.ts';
import { registerRoutes } from './register-teams.ts';
import { addSessions, LOGIN_PATH, tokenOf } from './session-routes.ts';
import { createSessions, type Holder, type Sessions } from './sessions.ts';
import { brandRoutes } from './brand.ts';
import { caseRoutes } from './cases.ts';
import { contestRoutes } from './contests.ts';
import { queueRoutes } from './queue.ts';
import { noticeRoutes } from './notices.ts';
import { tableRoutes } from './tables.ts';
import { templateRoutes } from './templates.ts';
import { addGaugeLines, overviewRoutes } from './overview.ts';
import { checkupRoutes } from './rehearsal-checkup.ts';
import { rehearsalRoutes } from './rehearsal.ts';
import { planRoutes } from './rehearsal-plans.ts';
import { branchRoutes } from './rehearsal-branches.ts';
import { roleRoutes } from './roles.ts';
import { allowlistRoutes } from './allowlist.ts';
import { CLOCK_PATHS, clockRoutes } from './clock.ts';
import { contractRoutes } from './contracts.ts';
import { copyRoutes } from './copy.ts';
import { evidenceRoutes } from './evidence.ts';
import { exchangeRoutes, STOP_PATH } from './exchange.ts';
import { keyRoutes } from './keys.ts';
import { seatRoutes } from './seats.ts';
import { logRoutes } from './log.ts';
import { marketRoutes } from './market.ts';
import { moneyRoutes } from './money.ts';
import { machine } from '../../time/machine.ts';

const BODY_BYTES = 64 * 1024;
const BYTES = 'application/octet-stream';
/** The paths needed most while the exchange isn't getting ready. */
const BEFORE_READY: ReadonlySet<string> = new Set([STOP_PATH, ...CLOCK_PATHS]);

/** First parts of the paths that programs ask for. */
const PROGRAMS: ReadonlySet<string> = new Set(['admin']);

/** Senders of requests, by the raw request, once it is let in. */
type Holders = WeakMap<object, Holder>;

/** @param pages where the page for everybody is */
export function createAdmin(deps: AdminDeps, pages: () => string): FastifyInstance {
  const app = openListener();
  const holders: Holders = new WeakMap();
  const sessions = createSessions(machine.steadyMs);
  addDoor(app, deps, sessions, holders);
  const closing = Promise.withResolvers<never>();
  closing.promise.catch(() => undefined);
  app.addHook('preClose', async () => closing.reject(new NotExecuted('stopping')));
  addRefusals(app, deps);
  for (const route of routesOf(app, deps, pages, closing.promise)) addRoute(app, route, holders);
  addSessions(app, sessions, (request) => holders.get(request.raw)!);
  addApp(app, deps.webApp, 'admin.html', (request, reply) =>
    isLostPerson(request)
      ? sendLost(request, reply, deps.webApp, 'admin.html')
      : reply.code(404).send({ code: 'notFound', msg: 'no such file' }),
  );
  return app;
}

/** A listener that reads bodies as JSON objects, and answers what can't be read. */
function openListener(): FastifyInstance {
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
  const asJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const scanned = scanObject(body, UPLOAD_LIMITS);
    if (scanned.ok) void asJson(request, body.toString(), done);
    else done(new AdminRefusal(`the body is no JSON object: ${notJsonText(body, scanned)}`));
  });
  return app;
}

/** The checks before any route: form, door, token, readiness. */
function addDoor(app: FastifyInstance, deps: AdminDeps, sessions: Sessions, holders: Holders): void {
  const expected = hash('sha256', `Bearer ${deps.adminToken}`, 'buffer');
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Cache-Control', 'no-store');
    const malformed = formError(request.raw);
    if (malformed !== null)
      return reply.header('Connection', 'close').code(malformed.http).type(JSON_UTF8).send(bodyText(malformed));
    const refused = refusedAtDoor(request.raw, deps.config.admin.hosts);
    if (refused !== null) return reply.code(refused.status).send({ code: refused.code, msg: refused.msg });
    const path = request.routeOptions.url ?? '';
    if (APP_PATHS.has(path) && request.method !== 'POST') return undefined;
    if (path === '' && isLostPerson(request, PROGRAMS)) return undefined;
    const { ready, reason } = deps.readiness();
    const given = hash('sha256', request.headers.authorization ?? '', 'buffer');
    const holder = timingSafeEqual(expected, given)
      ? OPERATORS
      : ready
        ? await holderOf(deps, sessions, request)
        : null;
    if (holder === null && path !== LOGIN_PATH)
      return reply.code(401).send({
        code: 'unauthorized',
        msg: 'send Authorization: Bearer with the token from admin-token in the data folder',
      });
    if (holder !== null) holders.set(request.raw, holder);
    if (!ready && !BEFORE_READY.has(request.url))
      return reply
        .code(503)
        .header('Retry-After', '1')
        .send({ code: 'unavailable', msg: `not ready: ${reason}` });
    return undefined;
  });
}

function addRefusals(app: FastifyInstance, { log, webApp }: AdminDeps): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, code, msg, retryAfterSeconds } = refusalOf(error);
    if (retryAfterSeconds !== undefined) reply.header('Retry-After', String(retryAfterSeconds));
    if (status === 500) log.error({ err: error, path: request.url }, 'fault in the administration');
    return reply.code(status).send({ code, msg });
  });
  app.setNotFoundHandler((request, reply) =>
    isLostPerson(request, PROGRAMS)
      ? sendLost(request, reply, webApp, 'admin.html')
      : reply.code(404).send({ code: 'notFound', msg: `no such path: ${request.method} ${request.originalUrl}` }),
  );
}

/** @param closing rejects when the listener closes */
function routesOf(
  app: FastifyInstance,
  deps: AdminDeps,
  pages: () => string,
  closing: Promise<never>,
): readonly AdminRoute[] {
  return [
    ...accountRoutes(deps),
    ...moneyRoutes(deps),
    ...copyRoutes(deps),
    ...keyRoutes(deps),
    ...seatRoutes(deps, pages),
    ...allowlistRoutes(deps),
    ...logRoutes(deps),
    ...contractRoutes(deps),
    ...clockRoutes(deps),
    ...exchangeRoutes(deps, closing),
    ...marketRoutes(deps),
    ...rehearsalRoutes(deps),
    ...branchRoutes(deps),
    ...planRoutes(deps),
    ...checkupRoutes(deps),
    ...roleRoutes(deps, pages),
    ...contestRoutes(deps),
    ...draftRoutes(deps),
    ...registerRoutes(deps),
    ...caseRoutes(deps),
    ...evidenceRoutes(deps),
    ...queueRoutes(deps),
    ...noticeRoutes(deps),
    ...tableRoutes(deps),
    ...brandRoutes(deps, pages),
    ...templateRoutes(deps),
    ...overviewRoutes(deps, addGaugeLines(app, deps)),
  ];
}

function addRoute(app: FastifyInstance, route: AdminRoute, holders: Holders): void {
  const { method, path, answer, bodyBytes } = route;
  const handler = (request: FastifyRequest, reply: FastifyReply): Promise<object> => {
    const { person } = holders.get(request.raw)!;
    if (mayAsk(route, person))
      return answer(method === 'GET' ? (request.query as Body) : bodyOf(request.body), person).then((answered) => {
        // No browser may make a page of bytes that somebody sent.
        if (answered instanceof Readable) reply.type(BYTES).header('X-Content-Type-Options', 'nosniff');
        return answered;
      });
    const msg = `${person.name} is ${person.role}; this needs ${(route.roles ?? ['the operator']).join(' or ')}`;
    reply.code(403);
    return Promise.resolve({ code: 'forbidden', msg });
  };
  app.route({ method, url: path, handler, ...(bodyBytes === undefined ? {} : { bodyLimit: bodyBytes }) });
}

/** The operator, by the token of the data folder. */
const OPERATORS: Holder = { person: OPERATOR, credential: null };

/**
 * The holder of the credential or session that was sent: looked up each time, so that a revocation takes effect at
 * once.
 */
async function holderOf({ store }: AdminDeps, sessions: Sessions, request: FastifyRequest): Promise<Holder | null> {
  const token = tokenOf(request);
  const session = token.startsWith('os_') ? sessions.holderOf(token) : null;
  if (session !== null && session.credential === null) return session;
  const credential = session?.credential ?? (token.startsWith('oc_') ? tokenHash(token) : null);
  const person = credential === null ? null : await store.ask('credentialOf', { hash: credential }, 0);
  return person === null ? null : { person, credential };
}

/** The target, or one that no route has where its path isn't percent-encoded text. */
function readablePath(target: string): string {
  try {
    decodeURIComponent(target.split('?', 1)[0] as string);
    return target;
  } catch {
    return '/unreadable';
  }
}

/** The body of a refusal that no handler writes. */
function bodyText(error: ApiError): string {
  const { code, msg } = refusalOf(error);
  return JSON.stringify({ code, msg });
}
