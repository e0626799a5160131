/**
 * A caller's keep-alive connection: one socket, one signed request at a time, the body's bytes exactly as given. A
 * request whose socket breaks before the whole answer is there rejects: nobody knows what became of it.
 */
import { createHmac } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Account } from '../cli/process.ts';
import { ownStamp } from '../stamps.ts';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The answer as parsed JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every route
  readonly body: any;
}

export interface Connection {
  /** @throws Error when the connection breaks first */
  send(who: Account, method: 'GET' | 'POST', target: string, body?: string): Promise<Reply>;
  close(): void;
}

/** @param localAddress the address it comes from, where that matters */
export function connect(url: string, localAddress?: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ...(localAddress === undefined ? {} : { localAddress }) });
  return {
    send(who, method, target, body = '') {
      const timestamp = ownStamp(who.apiKey, method, target, body);
      const sign = createHmac('sha256', who.secret).update(`${timestamp}${method}${target}${body}`).digest('base64');
      const headers: Record<string, string> = {
        'ACCESS-KEY': who.apiKey,
        'ACCESS-PASSPHRASE': who.passphrase,
        'ACCESS-TIMESTAMP': timestamp,
        'ACCESS-SIGN': sign,
      };
      if (method === 'POST') headers['Content-Type'] = 'application/json';
      return exchange(new URL(target, url), { agent, method, headers }, body);
    },
    close: () => agent.destroy(),
  };
}

function exchange(
  url: URL,
  options: { agent: Agent; method: string; headers: Record<string, string> },
  body: string,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', reject);
      response.on('close', () => {
        if (!response.complete) reject(new Error('the answer was cut off'));
        else resolve({ status: response.statusCode ?? 0, headers: response.headers, body: JSON.parse(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
