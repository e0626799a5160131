/**
 * A caller's side of the wire: one keep-alive socket on which several signed requests go out in one write (HTTP
 * pipelining) and are answered in turn. So requests of many accounts meet in one batch of the journal, in an order that
 * the seed decides and no scheduler. The signature is the client's own (`src/client/sign.ts`). A request whose socket
 * breaks before its whole answer is there is `lost`.
 */
import { connect, type Socket } from 'node:net';
import { type Credentials, signedHeaders } from '../../../src/client/sign.ts';

export interface WireRequest {
  readonly method: 'GET' | 'POST';
  /** Path and `?query`. */
  readonly target: string;
  readonly body: string;
  /** None for public paths. */
  readonly signedBy: Credentials | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `lost`: the connection ended first, nobody knows what became of the request. */
export type WireAnswer =
  | {
      readonly lost: false;
      readonly status: number;
      readonly headers: ReadonlyMap<string, string>;
      readonly body: unknown;
    }
  | { readonly lost: true };

export interface Connection {
  /** Sends all in one write; one answer for each, in turn. */
  send(requests: readonly WireRequest[], timestampMs: number): Promise<WireAnswer[]>;
  /** Breaks the connection; what waits is lost. */
  destroy(): void;
}

export function openConnection(url: string): Connection {
  const { host, hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const answers = new AnswerReader(socket);
  return {
    async send(requests, timestampMs) {
      const texts = await Promise.all(requests.map((request) => requestText(request, timestampMs, host)));
      const waiting = requests.map(() => answers.next());
      socket.write(texts.join(''));
      return Promise.all(waiting);
    },
    destroy: () => socket.destroy(),
  };
}

async function requestText(
  { method, target, body, signedBy, headers }: WireRequest,
  timestampMs: number,
  host: string,
): Promise<string> {
  const [path = '', query = ''] = target.split('?');
  const toSign = { timestamp: String(timestampMs), method, path, query, body };
  const lines = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, 'locale: en-US'];
  if (signedBy !== null)
    for (const [name, value] of Object.entries(await signedHeaders(signedBy, toSign))) lines.push(`${name}: ${value}`);
  for (const [name, value] of Object.entries(headers ?? {})) lines.push(`${name}: ${value}`);
  if (method === 'POST') lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Cuts the socket's bytes into answers. */
class AnswerReader {
  #bytes: Buffer = Buffer.alloc(0);
  readonly #waiting: ((answer: WireAnswer) => void)[] = [];
  #closed = false;

  constructor(socket: Socket) {
    socket.on('data', (chunk: Buffer) => {
      this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
      while (this.#takeOne());
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#closed = true;
      for (const resolve of this.#waiting.splice(0)) resolve({ lost: true });
    });
  }

  next(): Promise<WireAnswer> {
    if (this.#closed) return Promise.resolve({ lost: true });
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** False when the bytes do not hold a whole answer. */
  #takeOne(): boolean {
    const end = this.#bytes.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const [status = '', ...lines] = this.#bytes.toString('latin1', 0, end).split('\r\n');
    const headers = new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    );
    const from = end + 4;
    const to = from + Number(headers.get('content-length') ?? '0');
    if (this.#bytes.length < to) return false;
    const text = this.#bytes.toString('utf8', from, to);
    this.#bytes = this.#bytes.subarray(to);
    const resolve = this.#waiting.shift();
    if (resolve === undefined) throw new Error(`an answer nobody waits for: ${status} ${text}`);
    resolve({
      lost: false,
      status: Number(status.split(' ')[1]),
      headers,
      body: text === '' ? null : JSON.parse(text),
    });
    return true;
  }
}
