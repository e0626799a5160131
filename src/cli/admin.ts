/**
 * Asks the exchange: its administration, whose address and token lie in the data folder, which only its owner can read;
 * or what it shows to everybody, at an address that is given, or that of the folder.
 */
import { createWriteStream, readFileSync, statSync } from 'node:fs';
import { type IncomingMessage, request, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { readCaller, USUAL_URL } from '../app/settings/config.ts';
import { failing, Unanswered, Unreachable, UsageError, VerbFailed } from './told.ts';
import type { Call } from './verb.ts';

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

/** Address of the administration, and the caller. */
export interface Asking {
  readonly adminUrl: string;
  readonly token: string;
}

/** The operator, by what is in the data folder. @throws VerbFailed when no exchange runs on it */
export function asOperator(data: string): Asking {
  return askingAs(data, readFrom(data, 'admin-token'));
}

/** A person, by a token of their own. @throws VerbFailed when no exchange runs on the folder */
export function askingAs(data: string, token: string): Asking {
  return { adminUrl: readFrom(data, 'admin-url'), token };
}

/**
 * The answer to a request, as parsed JSON.
 * @param from a data folder: the operator asks; or who else
 * @throws VerbFailed when no exchange runs on the folder, or it says no; the message is what it said
 */
export async function askAdmin<Answer>(
  from: string | Asking,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  const response = await ask(from, method, path, body, timeoutMs);
  return JSON.parse(await textOf(response, method)) as Answer;
}

/** An answer that is a file, written where it is wanted; its size. A body goes with POST. The same refusals. */
export async function askAdminFile(
  from: string | Asking,
  path: string,
  file: string,
  timeoutMs: number,
  body?: object,
): Promise<number> {
  const response = await ask(from, body === undefined ? 'GET' : 'POST', path, body, timeoutMs);
  await failing(() => pipeline(response, createWriteStream(file, { mode: 0o600 })), `${file} can't be written: `);
  return statSync(file).size;
}

async function ask(
  from: string | Asking,
  method: 'GET' | 'POST',
  path: string,
  body: unknown,
  timeoutMs: number,
): Promise<IncomingMessage> {
  const { adminUrl, token } = typeof from === 'string' ? asOperator(from) : from;
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${token}`, ...type };
  const options = { method, headers, agent: false, signal: AbortSignal.timeout(timeoutMs) };
  const response = await send(`${adminUrl}${path}`, options, body === undefined ? undefined : JSON.stringify(body));
  const { statusCode = 0, statusMessage } = response;
  if (statusCode >= 200 && statusCode < 300) return response;
  const { code, msg, message } = errorOf(await textOf(response, method));
  const reason = [msg, message].find((one) => typeof one === 'string');
  if (code === 'behind' && typeof msg === 'string') throw new NotYet(msg, Number(response.headers['retry-after'] ?? 1));
  throw new VerbFailed(reason ?? `the administration answered ${statusCode} ${statusMessage}`);
}

/** By the runtime's own client of HTTP: what `fetch` loads first takes longer than all else that a verb does. */
function send(url: string, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, resolve);
    let isSent = false;
    outgoing.on('socket', (socket) => socket.once('connect', () => (isSent = true)));
    outgoing.on('error', (error) => {
      const why = `the exchange does not answer at ${new URL(url).origin} (${reasonOf(error)})`;
      reject(isSent ? lost(`${why}; is it running?`, options.method) : new Unreachable(`${why}; is it running?`));
    });
    outgoing.end(body);
  });
}

async function textOf(response: IncomingMessage, method: string): Promise<string> {
  try {
    return await text(response);
  } catch (error) {
    throw lost(`the exchange broke off its answer (${reasonOf(error as Error)}); is it still running?`, method);
  }
}

/** Whoever only reads may ask again; what changes something may have been done. */
function lost(why: string, method: string | undefined): Error {
  return method === 'GET' ? new Unreachable(why) : new Unanswered(`${why} What was asked may have been done`);
}

/** A time-out is the cause of an error that says less. */
function reasonOf(error: Error): string {
  return (error.cause instanceof Error ? error.cause : error).message;
}

function readFrom(data: string, name: string): string {
  const found = noted(data, name);
  if (found !== null) return found;
  throw new Unreachable(
    `no exchange runs on the data folder ${data} (${name} is not there); start it, or name its folder with --data`,
  );
}

/** A running exchange's notes in its folder; null when it has not. */
function noted(data: string, name: string): string | null {
  try {
    return readFileSync(join(data, name), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Public address of the exchange, without a slash at its end: what `--url` says, else the folder that `--data`
 * names, else OUTCRY_URL, else the usual folder when an exchange runs on it, else the usual address.
 */
export function publicUrl({ options, data }: Call): string {
  const { url, data: named } = options;
  if (url !== undefined) return webAddress(url, '--url');
  if (named !== undefined) return readFrom(data, 'url');
  const { url: fromEnvironment } = readCaller();
  if (fromEnvironment !== undefined) return webAddress(fromEnvironment, 'OUTCRY_URL');
  return noted(data, 'url') ?? USUAL_URL;
}

function webAddress(text: string, name: string): string {
  if (/^https?:\/\/[^/]/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '');
  throw new UsageError(`${name} is '${text}', needs an address such as ${USUAL_URL}`);
}

/** The answer of a public endpoint as JSON, whatever its status. @throws Unreachable when none came */
export async function askPublic<Answer>(url: string, path: string): Promise<Answer> {
  try {
    const response = await fetch(url + path, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return (await response.json()) as Answer;
  } catch (error) {
    const cause = error instanceof Error ? reasonOf(error) : String(error);
    throw new Unreachable(`no exchange answers at ${url} (${cause}); name it with --url or --data`);
  }
}

function errorOf(text: string): AdminError {
  try {
    return JSON.parse(text) as AdminError;
  } catch {
    return {};
  }
}
