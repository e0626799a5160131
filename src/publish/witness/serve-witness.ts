/**
 * A witness over HTTP (C2SP tlog-witness): `POST add-checkpoint`, and at `/` what it is called and has seen. Requests
 * are small and answered immediately; any other is cut off.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { stopConnections } from '../../api/front/checks/stop-connections.ts';
import type { Witness } from './witness.ts';

/** A note and 63 hashes are below 8 kB. */
const MOST_BYTES = 65_536;
const WITHIN_MS = 10_000;
const MOST_CONNECTIONS = 256;
const TEXT = 'text/plain; charset=utf-8';
/** Of a 409: the body is a size. */
const SIZE_TEXT = 'text/x.tlog.size';

export interface ServedWitness {
  readonly url: string;
  /** Answers what arrived whole, and ends all connections. */
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly type?: string;
}

export async function serveWitness(
  witness: Witness,
  log: Pick<Logger, 'error' | 'info'>,
  place: { readonly host: string; readonly port: number },
): Promise<ServedWitness> {
  const server = createServer({ requestTimeout: WITHIN_MS, headersTimeout: WITHIN_MS, keepAliveTimeout: WITHIN_MS });
  server.maxConnections = MOST_CONNECTIONS;
  const stop = stopConnections(server);
  server.on('request', (request, response) => {
    answerTo(witness, log, request).then(
      (answer) => send(response, answer),
      (error: unknown) => {
        log.error({ error }, 'a checkpoint could not be cosigned');
        send(response, { status: 500, text: 'not cosigned: what was seen could not be remembered\n' });
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.port, place.host, resolve);
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async stop() {
      server.close();
      await stop();
    },
  };
}

async function answerTo(witness: Witness, log: Pick<Logger, 'info'>, request: IncomingMessage): Promise<Answer> {
  const { method, url = '' } = request;
  const [path = ''] = url.split('?');
  if (path.endsWith('/add-checkpoint')) {
    if (method !== 'POST') return { status: 405, text: 'needs POST\n' };
    const body = await bodyOf(request);
    return body === null ? { status: 413, text: `at most ${MOST_BYTES} bytes are read\n` } : add(witness, log, body);
  }
  if (path !== '/' || method !== 'GET')
    return { status: 404, text: 'POST /add-checkpoint is what a witness answers\n' };
  const seen = [...witness.sizes()].map(([origin, size]) => `${origin} ${size}\n`);
  return { status: 200, text: `${witness.vkey}\n${seen.join('')}` };
}

async function add(witness: Witness, log: Pick<Logger, 'info'>, body: string): Promise<Answer> {
  const answer = await witness.add(body);
  if (answer.status === 200) return { status: 200, text: answer.line };
  if (answer.status === 409) return { status: 409, text: `${answer.size}\n`, type: SIZE_TEXT };
  log.info({ status: answer.status, why: answer.why }, 'a checkpoint was not cosigned');
  return { status: answer.status, text: `${answer.why}\n` };
}

/** Null when it is too long. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, { status, text, type = TEXT }: Answer): void {
  const close = status === 413 ? { connection: 'close' } : {};
  response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff', ...close });
  response.end(text);
}
