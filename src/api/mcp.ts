/**
 * `/mcp`: the Model Context Protocol over HTTP. Its tools ask the exchange as any caller does: each of their requests
 * is signed with the key of the MCP request, comes from its address, passes all the checks of the front, and counts in
 * the same budgets. What serves the protocol is handed in, and loaded with the first request.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answered, bodyOf } from './agents.ts';
import { ownAddress } from './app/own-address.ts';
import { peerOf } from './front/checks/open-call.ts';
import type { Front } from './front/front.ts';
import { MAX_UPLOAD_BODY } from './front/limits/http-limits.ts';
import { ApiError, same, unavailable } from './words/errors.ts';
import { keyOfToken, type KeyParts } from './words/seat-words.ts';

/** A request of MCP that was let in. */
export interface McpAsked {
  /** Without its credentials. */
  readonly request: Request;
  readonly key: KeyParts | null;
  /** `?modules=` of the address. */
  readonly modules: string;
  /** Base address of the exchange, and how it is asked from inside, as the caller. */
  readonly address: string;
  readonly fetch: typeof fetch;
}

export type McpDoor = (asked: McpAsked) => Promise<Response>;

const PATH = '/mcp';
const WEIGHT = 2;
const METHODS = ['GET', 'POST', 'DELETE'] as const;
/** The envelope of a call around the largest log. */
const MOST_BYTES = MAX_UPLOAD_BODY + 16 * 1024;
const PASSED_ON = /^(accept|content-type|traceparent|mcp-[a-z-]{1,40})$/;
const TOKEN_HINT = same('Authorization needs Bearer and an OUTCRY_TOKEN, as `outcry seat NAME` or POST /seat gives it');

export interface McpDeps {
  readonly config: { readonly http: { readonly basePath: string } };
  readonly mcp: () => Promise<McpDoor>;
}

export function addMcp(app: FastifyInstance, { config, mcp }: McpDeps, front: Front): void {
  let loading: Promise<McpDoor> | null = null;
  const door = (): Promise<McpDoor> => {
    loading ??= mcp().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  app.route({
    method: [...METHODS],
    url: PATH,
    exposeHeadRoute: false,
    handler: (request, reply) =>
      answered(front, request, reply, WEIGHT, async () => {
        const { raw } = request;
        const key = keyIn(request);
        const peer = peerOf(front.state, raw);
        const body = raw.method === 'POST' ? await bodyOf(front, request, reply, MOST_BYTES) : null;
        const bytes = body?.length ?? 0;
        if (front.room.take(peer.countedAs, 0, bytes) !== null) throw noRoom();
        try {
          const address = ownAddress(raw, front.state.trusted) + config.http.basePath || 'http://localhost';
          const asking = { address, fetch: inside(app, raw.headers.host ?? 'localhost', peer.address) };
          const modules = new URLSearchParams((raw.url ?? '').split('?')[1]).get('modules') ?? '';
          return await (await door())({ request: requestOf(request, address, body), key, modules, ...asking });
        } finally {
          front.room.release(peer.countedAs, bytes);
        }
      }),
  });
}

/** The key of a request; null when it has none. @throws ApiError for one that can't be read */
export function keyIn({ headers }: FastifyRequest): KeyParts | null {
  const { authorization } = headers;
  if (authorization === undefined) return null;
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? [];
  const key = keyOfToken(token);
  if (key === null) throw new ApiError(40006, { hint: TOKEN_HINT });
  return key;
}

function requestOf({ raw }: FastifyRequest, address: string, body: Buffer | null): Request {
  const given = Object.entries(raw.headers).flatMap(([name, value]): [string, string][] =>
    PASSED_ON.test(name) && typeof value === 'string' ? [[name, value]] : [],
  );
  const method = raw.method ?? 'GET';
  return new Request(address + PATH, {
    method,
    headers: given,
    ...(body === null ? {} : { body: new Uint8Array(body) }),
  });
}

/** Requests of a caller to the exchange that never leave the process. */
export function inside(app: FastifyInstance, host: string, remoteAddress: string): typeof fetch {
  return async (target, init = {}) => {
    const { pathname, search } = new URL(target instanceof Request ? target.url : target);
    const { body } = init;
    const { statusCode, headers, rawPayload } = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: { ...(init.headers as Record<string, string> | undefined), host },
      remoteAddress,
      ...(body === undefined || body === null ? {} : { payload: Buffer.from(body as string) }),
    });
    const told = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(new Uint8Array(rawPayload), { status: statusCode, headers: told });
  };
}

export function noRoom(): ApiError {
  return unavailable({ en: 'too many large requests at once', zh: '同时的大请求过多' }, 1);
}
