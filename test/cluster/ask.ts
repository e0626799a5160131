/** One signed request to one node, which is not sent again. */
import { type Account, signedHeaders } from '../cli/process.ts';
import { ownStamp } from '../stamps.ts';

export interface Reply {
  readonly status: number;
  // Whatever the node sent; tests look into it.
  readonly body: any;
  /** How far the node was. */
  readonly sequence: number;
}

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** When it was signed; now when not given. */
  readonly timestamp?: string;
  /** Milliseconds after which it is given up. */
  readonly withinMs?: number;
}

export async function ask(
  url: string,
  account: Account,
  method: 'GET' | 'POST',
  target: string,
  fields?: object,
  { headers = {}, timestamp: given, withinMs = 20_000 }: AskOptions = {},
): Promise<Reply> {
  const text = fields === undefined ? '' : JSON.stringify(fields);
  const timestamp = given ?? ownStamp(account.apiKey, method, target, text);
  const response = await fetch(url + target, {
    method,
    headers: { ...signedHeaders(account, method, target, text, timestamp), ...headers },
    signal: AbortSignal.timeout(withinMs),
    ...(text === '' ? {} : { body: text }),
  });
  const sequence = Number(response.headers.get('x-outcry-sequence'));
  return { status: response.status, body: await response.json(), sequence };
}
