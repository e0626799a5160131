/**
 * Asks the administration of the running exchange: its address and its token lie in the data folder, which only its
 * owner can read.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VerbFailed } from './verb.ts';

/** An answer of the administration that isn't a success: `{code, msg}`. */
interface AdminError {
  readonly code?: unknown;
  readonly msg?: unknown;
  readonly message?: unknown;
}

const TIMEOUT_MS = 10_000;

/** History has not caught up; asking again will do. */
export class NotYet extends VerbFailed {
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * The answer to a request, as parsed JSON.
 * @throws VerbFailed when no exchange runs on the folder, or it says no; the message is what it said
 */
export async function askAdmin<Answer>(
  data: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  const url = readFrom(data, 'admin-url');
  const response = await send(`${url}${path}`, data, {
    method,
    headers: { authorization: `Bearer ${readFrom(data, 'admin-token')}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    const { code, msg, message } = errorOf(text);
    const reason = [msg, message].find((one) => typeof one === 'string');
    if (code === 'behind' && typeof msg === 'string')
      throw new NotYet(msg, Number(response.headers.get('retry-after') ?? 1));
    throw new VerbFailed(reason ?? `the administration answered ${response.status} ${response.statusText}`);
  }
  return JSON.parse(text) as Answer;
}

async function send(url: string, data: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new VerbFailed(
      `the exchange on ${data} does not answer at ${new URL(url).origin} (${cause}); is it running?`,
    );
  }
}

function readFrom(data: string, name: string): string {
  try {
    return readFileSync(join(data, name), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new VerbFailed(
      `no exchange runs on the data folder ${data} (${name} is not there); start it, or name its folder with --data`,
    );
  }
}

function errorOf(text: string): AdminError {
  try {
    return JSON.parse(text) as AdminError;
  } catch {
    return {};
  }
}
