// WebSockets for tests, real ones of the `ws` client: one that keeps every message it got, so that a test can wait for
// the next one it is looking for.
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { WebSocket } from 'ws';
import { PATIENCE_MS } from '../patience.ts';
import { ownStamp } from '../stamps.ts';
import type { TestAccount } from '../api/kit.ts';

// Whatever the server sent; tests look into it.
export type Message = any;

export interface TestSocket {
  readonly ws: WebSocket;
  /** All messages so far. */
  readonly got: Message[];
  send(message: object | string): void;
  /** The first message at or after the last one awaited that fits. */
  next(fits: (message: Message) => boolean): Promise<Message>;
  /** Any message that fits, of those that came and those to come. */
  ever(fits: (message: Message) => boolean): Promise<Message>;
  /** Subscribes and waits for the answer, which may be an error. */
  subscribe(channel: string): Promise<Message>;
  /** Waits for the end: its close code. */
  closed(): Promise<number>;
  close(): void;
}

export const PRIVATE = '/v2/ws/private';
export const PUBLIC = '/v2/ws/public';

/** Handshake headers of an account, good once. */
export function handshakeOf(
  account: TestAccount,
  timestamp = ownStamp(account.apiKey),
  path = PRIVATE,
): Record<string, string> {
  return {
    'ACCESS-KEY': account.apiKey,
    'ACCESS-PASSPHRASE': account.passphrase,
    'ACCESS-TIMESTAMP': timestamp,
    'ACCESS-SIGN': createHmac('sha256', account.secret)
      .update(timestamp + path)
      .digest('base64'),
  };
}

export interface ConnectOptions {
  readonly headers?: Record<string, string>;
  readonly protocols?: string[];
}

/** Connects; rejects with the HTTP answer of a handshake that failed. */
export function connect(url: string, path: string, { headers = {}, protocols = [] }: ConnectOptions = {}) {
  return new Promise<TestSocket>((resolve, reject) => {
    const ws = new WebSocket(url.replace('http', 'ws') + path, protocols, { headers });
    const socket = watched(ws);
    ws.once('open', () => resolve(socket));
    ws.once('unexpected-response', (_, response) => void readRefusal(response).then(reject, reject));
    ws.on('error', reject);
  });
}

/** Connects as an account. */
export function connectAs(url: string, account: TestAccount): Promise<TestSocket> {
  return connect(url, PRIVATE, { headers: handshakeOf(account) });
}

/** The answer to a handshake that failed. */
export class Refusal extends Error {
  readonly status: number;
  readonly json: Message;
  readonly headers: IncomingMessage['headers'];
  constructor(response: IncomingMessage, text: string) {
    super(`${response.statusCode} ${text}`);
    this.status = response.statusCode ?? 0;
    this.json = JSON.parse(text);
    this.headers = response.headers;
  }
}

/** What a handshake that must fail was answered. */
export async function refusalOf(connecting: Promise<TestSocket>): Promise<Refusal> {
  const answer = await connecting.then(
    (socket) => {
      socket.close();
      return null;
    },
    (error: unknown) => error,
  );
  if (answer instanceof Refusal) return answer;
  throw new Error(`the handshake should have failed: ${String(answer)}`);
}

async function readRefusal(response: IncomingMessage): Promise<Refusal> {
  let text = '';
  for await (const part of response) text += String(part);
  return new Refusal(response, text);
}

function watched(ws: WebSocket): TestSocket {
  const got: Message[] = [];
  let seen = 0;
  let wake = (): void => undefined;
  let end: number | null = null;
  ws.on('message', (data) => {
    got.push(JSON.parse(String(data)));
    wake();
  });
  ws.on('close', (code) => {
    end = code;
    wake();
  });
  const until = async <T>(what: string, look: () => T | undefined): Promise<T> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`${what} did not come; got ${JSON.stringify(got.slice(-5))}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, 1_000);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const socket: TestSocket = {
    ws,
    got,
    send: (message) => ws.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: (fits) =>
      until('the message', () => {
        while (seen < got.length) {
          const message = got[seen++];
          if (fits(message)) return message;
        }
        if (end !== null) throw new Error(`closed with ${end} before the message came`);
        return undefined;
      }),
    ever: (fits) => until('a message', () => got.find(fits)),
    async subscribe(channel) {
      socket.send({ event: 'subscribe', channel });
      return socket.next(
        ({ event, channel: named }) => (event === 'subscribed' || event === 'error') && named === channel,
      );
    },
    closed: () => until('the end', () => end ?? undefined),
    close: () => ws.terminate(),
  };
  return socket;
}
