/**
 * The session of the administration, and the one way to ask it. The code of a link leaves the address before
 * anything else happens; the token it is traded for is in this module's memory alone, and nowhere else.
 */
import { signal } from '@preact/signals';
import { NoAnswer, OutcryError } from '../../client/errors.ts';
import { base, path } from './router.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

type Role = 'owner' | 'judge' | 'auditor';

export interface Person {
  /** Null: the operator, who came with the token of the data folder. */
  readonly name: string | null;
  readonly role: Role;
}

interface Entered {
  readonly token: string;
  readonly expiresInMs: number;
  readonly name: string;
  readonly role: Role;
}

const OPERATOR = '-';

/** The person signed in; null: no one. */
export const person = signal<Person | null>(null);
/** The answer when someone who came, or was in, isn't in any more. */
export const refusedWhy = signal<string | null>(null);

let token = '';
let end: Timer | undefined;

/** Takes the code out of the address, now and whenever another link is opened here; resolves when it was traded. */
export async function startSession(): Promise<void> {
  addEventListener('hashchange', () => void enter());
  await enter();
}

async function enter(): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (code === null) return;
  history.replaceState(null, '', location.pathname + location.search);
  try {
    const entered = await write<Entered>('/admin/v1/login', { code });
    token = entered.token;
    end?.cancel();
    end = machine.after(entered.expiresInMs, () => forget(null));
    refusedWhy.value = null;
    person.value = { name: entered.name === OPERATOR ? null : entered.name, role: entered.role };
  } catch (error) {
    forget(error instanceof Error ? error.message : null);
  }
}

/** Ends the session, here and there. */
export async function signOut(): Promise<void> {
  const gone = write('/admin/v1/logout', {});
  forget(null);
  await gone.catch(() => undefined);
}

function forget(why: string | null): void {
  token = '';
  end?.cancel();
  refusedWhy.value = why;
  person.value = null;
}

/**
 * Reads from the administration.
 * @throws OutcryError what it said; one that says that the token isn't valid signs out
 * @throws NoAnswer when there was none
 */
export function read<Answer>(where: string, query: Readonly<Record<string, string | number>> = {}): Promise<Answer> {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return ask('GET', given.length === 0 ? where : `${where}?${new URLSearchParams(given)}`, null);
}

/** Changes something through the administration; throws as `read` does. */
export function write<Answer>(where: string, body: object): Promise<Answer> {
  return ask('POST', where, JSON.stringify(body));
}

/** Reads bytes that someone sent; throws as `read` does. */
export async function readBytes(where: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await askFor('GET', where, null)).arrayBuffer());
}

/** Sends what is needed for a file, and reads it; throws as `read` does. */
export async function writeForBytes(where: string, body: object): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await (await askFor('POST', where, JSON.stringify(body))).arrayBuffer());
}

async function ask<Answer>(method: 'GET' | 'POST', where: string, body: string | null): Promise<Answer> {
  return (await (await askFor(method, where, body)).json()) as Answer;
}

async function askFor(method: 'GET' | 'POST', where: string, body: string | null): Promise<Response> {
  const who: Record<string, string> = token === '' ? {} : { Authorization: `Bearer ${token}` };
  const init: RequestInit =
    body === null ? { headers: who } : { method, headers: { ...who, 'Content-Type': 'application/json' }, body };
  let response: Response;
  try {
    response = await fetch(base + where.slice(1), { ...init, cache: 'no-store' });
  } catch (error) {
    throw new NoAnswer(`${method} ${where}`, body !== null, error);
  }
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const { code, msg } = (answer ?? {}) as { readonly code?: string; readonly msg?: string };
  const refusal = new OutcryError(response, { ...(code === undefined ? {} : { code }), msg: msg ?? '' });
  if (response.status === 401 && token !== '') forget(refusal.message);
  throw refusal;
}

/** First page of this role. */
function homeOf({ role }: Person): string {
  return role === 'owner' ? '/ops' : '/judge';
}

/** The page that is shown: the one that was asked for, or where the person begins. */
export function shownPath(who: Person): string {
  return path.value === '/' ? homeOf(who) : path.value;
}
