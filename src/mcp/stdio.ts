/** MCP over standard input and output, for a client that starts this as its own process. */
import type { Client } from '../client/client.ts';
import { textAt } from './http.ts';
import { serverMaker } from './server.ts';
import { toolsOf } from './tools/index.ts';

export interface StdioParts {
  readonly client: Client;
  readonly hasKey: boolean;
  /** Base address of the exchange. */
  readonly address: string;
  readonly modules: string;
  readonly version: string;
  /** Told what can't go to standard output, which is the protocol's. */
  readonly onError: (error: Error) => void;
}

const KEY_HINT =
  'set OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE where this server is started; `outcry seat NAME` prints them';

/** Serves until its input ends. */
export async function serveMcp({ client, hasKey, address, modules, version, onError }: StdioParts): Promise<void> {
  const tools = toolsOf(modules);
  const sdk = await import('./sdk.ts');
  const make = serverMaker(sdk, tools, version);
  const text = (path: string): Promise<string> => textAt(fetch, address + path);
  sdk.serveStdio(() => make({ client, hasKey, keyHint: KEY_HINT, text }), { onerror: onError });
  await new Promise<void>((resolve) => {
    process.stdin.once('close', () => resolve()).once('end', () => resolve());
  });
}
