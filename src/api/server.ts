/**
 * The HTTP server: one port for the API, the operations endpoints and the reference; a second one on loopback for
 * administration.
 *
 * fastify routes, and `front.ts` does everything else for calls of the API. Bodies are never parsed by the framework:
 * methods count as bodyless for it and the front reads the raw bytes, because they are what is signed. Limits and
 * time-outs are those of docs/api.md, Sizes and times.
 */
import { createServer as createHttpServer, type IncomingMessage, METHODS } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { createAdmin } from './admin/server.ts';
import { addAgents } from './agents.ts';
import { type BrokenRequests, createBrokenRequests } from './front/checks/broken-request.ts';
import { limitConnections } from './front/checks/connections.ts';
import type { AdminDeps } from './admin/deps.ts';
import { renderError } from './words/errors.ts';
import { createFront, type Front } from './front/front.ts';
import { readAgain } from './front/read-again.ts';
import { MAX_HEADERS, MAX_REQUEST_LINE, PARSER_TIMES, SERVER_TIMES } from './front/limits/http-limits.ts';
import { addMcp, type McpDeps } from './mcp.ts';
import { addTraces, type TracesDeps } from './traces.ts';
import { addPages, otherMethod } from './pages.ts';
import type { Route } from './call/route.ts';
import { stopConnections } from './front/checks/stop-connections.ts';
import { routedTarget } from './front/checks/target.ts';
import { DOORS } from './push/dialects.ts';
import { Push, type PushParts } from './push/push.ts';
import type { PushSources } from './push/sources.ts';
import { notAHandshake } from './push/upgrade.ts';
import { addLog } from './log/serve-log.ts';
import { noop } from './v2/noop.ts';
import { V2 } from './v2/dialect.ts';
import { ROUTES } from './v2/index.ts';
import { CHECKUP_ROUTES } from './v2/rehearsal-checkup.ts';
import { rehearsalRoutes } from './v2/rehearsal.ts';
import { V3 } from './v3/dialect.ts';
import { ROUTES_V3 } from './v3/index.ts';
import { isLostPerson, sendLost } from './app/lost-page.ts';
import { addWebApp } from './app/public-app.ts';
import { addServiceGauges } from './ops/service-gauges.ts';

/** All that the HTTP surface is handed. */
export interface ApiDeps extends AdminDeps {
  /** Absent: no MCP is served. */
  readonly mcp?: McpDeps['mcp'];
  /** Absent: no spans are taken. */
  readonly takeTraces?: TracesDeps['traces'];
  /** The channels of the WebSockets. */
  readonly push: PushSources;
}

export interface ServerUrls {
  readonly url: string;
  readonly adminUrl: string;
  /** Address that callers on this machine put before a path. */
  readonly baseUrl: string;
}

export interface Server {
  /** Opens both ports. @throws Error when one is taken */
  listen(): Promise<ServerUrls>;
  /** Answers what is under way, in a second at most, then closes both. Can be called again. */
  close(): Promise<void>;
}

/** Room above the wire's own limits, so that the front can tell 414 from 431 with the whole head in hand. */
/** The first answers for paths that belong to none. */
const DIALECTS = [V2, V3] as const;

const PARSER_HEAD_BYTES = 2 * (MAX_REQUEST_LINE + MAX_HEADERS);

export async function createServer(deps: ApiDeps): Promise<Server> {
  const ours = [
    ...(deps.rehearsal === undefined ? [] : rehearsalRoutes(ROUTES)),
    ...(deps.checkups === undefined ? [] : CHECKUP_ROUTES),
  ];
  const bench = deps.config.benchRoutes === true ? [noop] : [];
  const routes: readonly Route[] = [...ROUTES, ...ROUTES_V3, ...ours, ...bench];
  const front = createFront(deps, routes, DIALECTS);
  deps.rehearsal?.keep('limits', front.limits);
  deps.node?.onOthers((command) => front.limits.countElsewhere(command));
  deps.rehearsal?.faults.readBy((account, target) => readAgain(front.state, account, target));
  const { basePath } = deps.config.http;
  const broken = createBrokenRequests({
    refuse: (request, response, error) => front.refuse(request, response, error),
    body: (error) => renderError(error, 'en', front.state.nowMs()),
  });
  const targetOf: PushParts['targetOf'] = (raw) => routedTarget(raw, basePath);
  let closing: Promise<void> | null = null;
  const app = createHttp(targetOf, front, broken, (raw) => push.isOurs(raw));
  const connections = limitConnections(app.server, deps.config.http, front.state.nowMs);
  const push = new Push({ state: front.state, sources: deps.push, connections, broken, routes, targetOf });
  push.serve(app.server);
  addServiceGauges(deps, front, connections);
  for (const route of routes) addCall(app, route, front);
  for (const { path } of DOORS)
    app.get(path, (request, reply) => {
      reply.hijack();
      front.refuse(request.raw, reply.raw, front.refusedPage(request.raw, 1, 'call') ?? notAHandshake());
    });
  await app.register(async (pages) => addPages(pages, deps, front));
  await app.register((log) => addLog(log, deps, front));
  await app.register((web) => addWebApp(web, deps, front));
  addAgents(app, deps, front);
  if (deps.mcp !== undefined) addMcp(app, { config: deps.config, mcp: deps.mcp }, front);
  if (deps.takeTraces !== undefined) addTraces(app, { config: deps.config, traces: deps.takeTraces }, front);
  const programs = new Set(['ailog', ...[...routes, ...DOORS].map(({ path }) => path.split('/')[1]!)]);
  app.setNotFoundHandler((request, reply) => {
    const { method, url } = request;
    const path = url.split('?', 1)[0] as string;
    const isPage = method !== 'OPTIONS' && app.hasRoute({ method: 'HEAD', url: path });
    const isLost = !isPage && isLostPerson(request, programs);
    const refused = isPage ? otherMethod(method) : isLost ? front.refusedPage(request.raw, 1, 'page') : null;
    if (isLost && refused === null) return sendLost(request, reply, deps.webApp, 'index.html');
    reply.hijack();
    if (refused !== null) front.refuse(request.raw, reply.raw, refused);
    else front.serveUnknown(request.raw, reply.raw);
    return undefined;
  });
  // An address that means all of this machine isn't one that a browser goes to.
  const base = (): string => urlOf(app).replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:') + basePath;
  const admin = createAdmin(deps, base);
  const stops = [stopConnections(app.server), stopConnections(admin.server)];
  const close = async (): Promise<void> => {
    // Nothing new is taken before what is there is looked at.
    const closed = [push.close(), app.close(), admin.close()];
    await Promise.all([...closed, ...stops.map((stop) => stop())]);
  };
  return {
    async listen() {
      await listenOn(app, deps.config.host, deps.config.port, '--port');
      await listenOn(admin, '127.0.0.1', deps.config.adminPort, '--admin-port');
      return { url: urlOf(app), adminUrl: urlOf(admin), baseUrl: base() };
    },
    close: () => (closing ??= close()),
  };
}

/** A call is one by its path letter by letter, which the framework would also find under percent signs. */
function addCall(app: FastifyInstance, route: Route, front: Front): void {
  app.route({
    method: route.method,
    url: route.path,
    exposeHeadRoute: false,
    handler({ raw }, reply) {
      reply.hijack();
      if (raw.url?.split('?', 1)[0] === route.path) front.serve(raw, reply.raw, route);
      else front.serveUnknown(raw, reply.raw);
    },
  });
}

function createHttp(
  targetOf: PushParts['targetOf'],
  front: Front,
  broken: BrokenRequests,
  isPush: (raw: IncomingMessage) => boolean,
): FastifyInstance {
  const app = fastify({
    logger: false,
    exposeHeadRoutes: true,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { querystringParser: () => NO_QUERY },
    rewriteUrl: targetOf,
    clientErrorHandler: broken.answer,
    frameworkErrors: (_, request, reply) => {
      reply.hijack();
      front.serveUnknown(request.raw, reply.raw);
    },
    serverFactory: (others) =>
      createHttpServer(
        {
          ...SERVER_TIMES,
          ...PARSER_TIMES,
          maxHeaderSize: PARSER_HEAD_BYTES,
          // The front says so in its own shape (request-form.ts).
          requireHostHeader: false,
          // Any other upgrade (h2c, which some programs offer with each connection) is a request like others.
          shouldUpgradeCallback: isPush,
        },
        others,
      ),
  });
  for (const method of METHODS) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  broken.watch(app.server);
  return app;
}

/** The front reads queries itself; nothing is parsed twice. */
const NO_QUERY = {};

async function listenOn(app: FastifyInstance, host: string, port: number, flag: string): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE'
        ? 'something else listens there'
        : code === 'EACCES'
          ? 'this user may not listen there'
          : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
            ? `${host} is no address of this machine`
            : null;
    if (reason === null) throw error;
    throw new Error(
      `${host.includes(':') ? `[${host}]` : host}:${port} can't be listened on: ${reason} (${code}); choose another with ${flag}, 0 takes a free one`,
      {
        cause: error,
      },
    );
  }
}

function urlOf(app: FastifyInstance): string {
  const { address, family, port } = app.server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
