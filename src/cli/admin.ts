/**
 * Asks the administration of the running exchange: its address and its token lie in the data folder, which only its owner can read.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VerbFailed } from './verb.ts';

/** An answer of the administration that is no success: `{code, msg}`. */
interface AdminError {
  readonly msg?: unknown;
  readonly message?: unknown;
}

const TIMEOUT_MS = 10_000;
/** What walks the whole state takes longer on a large exchange. */
export const SWEEP_TIMEOUT_MS = 300_000;

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
  if (!response.ok)
    throw new VerbFailed(reasonOf(text) ?? `the administration answered ${response.status} ${response.statusText}`);
  return JSON.parse(text) as Answer;
}

async function send(url: string, data: string, options: RequestInit): Promise<Response> {
  try {
    return await fetch(url, options);
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new VerbFailed(`the exchange on ${data} does not answer at ${new URL(url).origin} (${cause}); is it running?`);
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

function reasonOf(text: string): string | null {
  try {
    const { msg, message } = JSON.parse(text) as AdminError;
    return typeof msg === 'string' ? msg : typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}
