/**
 * MCP over HTTP (streamable, without sessions): each request stands alone and carries its own key, so there is no
 * session that could be fixed, stolen or left behind. Both revisions of the protocol go through the official handler.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createClient } from '../client/client.ts';
import { serverMaker } from './server.ts';
import { MORE_MODULES, toolsOf } from './tools/index.ts';

/** A request as the exchange has let it in. */
export interface McpRequest {
  readonly request: Request;
  readonly key: { readonly apiKey: string; readonly secret: string; readonly passphrase: string } | null;
  /** `?modules=` of the address; '' for the usual tools. */
  readonly modules: string;
  /** Base address of the exchange, and how it is asked: as the caller, from inside. */
  readonly address: string;
  readonly fetch: typeof fetch;
}

export type McpDoor = (request: McpRequest) => Promise<Response>;

/** Streams that stay open are for changes of lists, which there are none of here. */
const MOST_STREAMS = 16;
const KEY_HINT =
  'send Authorization: Bearer with OUTCRY_TOKEN, which `outcry seat NAME` prints; on a demo POST /seat gives one';

export async function createMcpDoor(version: string): Promise<McpDoor> {
  const sdk = await import('./sdk.ts');
  /** The request being answered: the handler of the older revision makes a new one of it. */
  const present = new AsyncLocalStorage<McpRequest>();
  const handlers = new Map<string, Promise<McpDoor>>();
  const handlerOf = async (modules: string): Promise<McpDoor> => {
    const make = serverMaker(sdk, toolsOf(modules), version);
    const handler = sdk.createMcpHandler(
      () => {
        const { request, key, address, fetch } = present.getStore()!;
        const client = createClient({ url: address, fetch, retries: 0, ...key });
        const text = async (path: string): Promise<string> => textAt(fetch, address + path);
        const traceparent = request.headers.get('traceparent');
        return make({ client, hasKey: key !== null, keyHint: KEY_HINT, text, traceparent });
      },
      { responseMode: 'json', maxSubscriptions: MOST_STREAMS },
    );
    return (asked) => present.run(asked, () => handler.fetch(asked.request));
  };
  return async (asked) => {
    const names = asked.modules.split(',').filter((one) => one === 'all' || MORE_MODULES.includes(one));
    const modules = [...new Set(names)].toSorted().join(',');
    let handler = handlers.get(modules);
    if (handler === undefined) handlers.set(modules, (handler = handlerOf(modules)));
    return (await handler)(asked);
  };
}

export async function textAt(send: typeof fetch, url: string): Promise<string> {
  const answer = await send(url);
  if (!answer.ok) throw new Error(`${new URL(url).pathname} is not there (${answer.status})`);
  return answer.text();
}
