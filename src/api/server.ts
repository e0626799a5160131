/**
 * The HTTP server: one port for the API, the operations endpoints and the reference; a second one on loopback for administration.
 *
 * fastify routes; `front.ts` does everything for `/capi`. Bodies are never parsed by the framework: methods count as bodyless for it and
 * the front reads the raw bytes, because they are what is signed. Limits and time-outs are those of wire 9.
 */
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { createAdmin } from './admin/server.ts';
import { answerBrokenRequest } from './broken-request.ts';
import type { ApiDeps } from './deps.ts';
import { createFront, type Front } from './front.ts';
import { BODY_TIMEOUT_MS, HEADER_TIMEOUT_MS, KEEP_ALIVE_MS, MAX_HEADERS, MAX_REQUEST_LINE } from './http-limits.ts';
import { addOperations } from './operations.ts';
import { addReference } from './reference.ts';
import type { AnyRoute } from './route.ts';
import { noop } from './routes/noop.ts';
import { ROUTES } from './routes/index.ts';
import { addServiceGauges } from './service-gauges.ts';

export interface ServerUrls {
  readonly url: string;
  readonly adminUrl: string;
}

export interface Server {
  /** Opens both ports. @throws Error when one is taken */
  listen(): Promise<ServerUrls>;
  /** Answers what is under way, then closes both. Can be called again. */
  close(): Promise<void>;
}

/** Room above the wire's own limits, so that the front can tell 414 from 431 with the whole head in hand. */
const PARSER_HEAD_BYTES = 2 * (MAX_REQUEST_LINE + MAX_HEADERS);
const CHECK_INTERVAL_MS = 1_000;

export async function createServer(deps: ApiDeps): Promise<Server> {
  const routes: readonly AnyRoute[] = deps.config.benchRoutes === true ? [...ROUTES, noop] : ROUTES;
  const front = createFront(deps, routes);
  const app = createHttp(deps, front);
  addServiceGauges(deps, front.limits);
  for (const route of routes) {
    app.route({
      method: route.method,
      url: route.path,
      handler: (request, reply) => {
        reply.hijack();
        front.serve(request.raw, reply.raw, route);
      },
    });
  }
  addOperations(app, deps);
  await addReference(app, deps, ROUTES);
  app.setNotFoundHandler((request, reply) => {
    reply.hijack();
    front.serveUnknown(request.raw, reply.raw);
  });
  const admin = createAdmin(deps);
  let closing: Promise<void> | null = null;
  return {
    async listen() {
      await listenOn(app, deps.config.host, deps.config.port, '--port');
      await listenOn(admin, '127.0.0.1', deps.config.adminPort, '--admin-port');
      return { url: urlOf(app), adminUrl: urlOf(admin) };
    },
    close: () => (closing ??= Promise.all([app.close(), admin.close()]).then(() => undefined)),
  };
}

function createHttp(deps: ApiDeps, front: Front): FastifyInstance {
  const { basePath } = deps.config.http;
  const app = fastify({
    logger: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: HEADER_TIMEOUT_MS + BODY_TIMEOUT_MS,
    routerOptions: { querystringParser: () => NO_QUERY },
    rewriteUrl: (raw) => routedUrl(raw.url ?? '/', basePath),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
    frameworkErrors: (_, request, reply) => {
      reply.hijack();
      front.serveUnknown(request.raw, reply.raw);
    },
    http: {
      maxHeaderSize: PARSER_HEAD_BYTES,
      headersTimeout: HEADER_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
    },
  });
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  return app;
}

/** The front reads queries itself; nothing is parsed twice. */
const NO_QUERY = {};

const SLASH = 47;

/** The request target as it is routed and signed: host and base path taken off, leading slashes one (wire 1.1). */
export function routedUrl(target: string, basePath: string): string {
  let url = target;
  if (url.charCodeAt(0) !== SLASH) {
    const host = url.indexOf('://');
    const path = host < 0 ? -1 : url.indexOf('/', host + 3);
    url = path < 0 ? `/${url}` : url.slice(path);
  }
  url = collapsed(url);
  if (basePath === '') return url;
  if (!url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  return rest === '' || rest.charCodeAt(0) === SLASH || rest.startsWith('?')
    ? collapsed(rest.startsWith('/') ? rest : `/${rest}`)
    : url;
}

function collapsed(url: string): string {
  if (url.charCodeAt(1) !== SLASH) return url;
  let start = 1;
  while (url.charCodeAt(start) === SLASH) start++;
  return url.slice(start - 1);
}

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
      `${host}:${port} can't be listened on: ${reason} (${code}); choose another with ${flag}, 0 takes a free one`,
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
