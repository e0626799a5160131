/**
 * The session. The secret at once becomes a key that can't be read out again and its text is dropped; "keep in
 * this tab" puts the three parts into sessionStorage, and nothing else ever does.
 *
 * An identity that was chosen stays: after a reload a tab is whoever it was, or nobody and asks. It becomes the first
 * demo account only where nobody chose anything.
 */
import { signal } from '@preact/signals';
import { OutcryError } from '../../client/errors.ts';
import { type Client, createClient } from '../../client/client.ts';
import { importSecret } from '../../client/sign.ts';
import { machine } from '../../time/machine.ts';
import { againAfterMs } from './again.ts';
import { exchangeUrl, sendWithLocale } from './rest.ts';
import { wallMs } from './clock.ts';
import { app, type DemoKey } from './app-json.ts';
import { keepOwn, lastOwn } from './settings.ts';

export interface KeyParts {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface Session {
  readonly uid: string;
  readonly label: string;
  readonly canTrade: boolean;
  readonly client: Client;
}

const KEPT = 'outcry.key';
/** The tab's account, or none. */
const CHOSEN = 'outcry.account';
const NOBODY = '-';
/** The exchange's word that this key is no longer valid. */
const OVER = ['40006', '40012', '40753'];

export const session = signal<Session | null>(null);
/** A key is there, and the exchange has not answered yet. */
export const isSigningIn = signal(false);
/** Why the visitor was signed out without asking for it. */
export const signedOutWhy = signal<Error | null>(null);
/** The account whose key is needed again, because this tab or this browser was signed in as it; null: none. */
export const askedFor = signal<string | null>(null);
/** Rises with each sign-in that is begun and each sign-out: what was begun before that comes to nothing. */
let turn = 0;
/** Over plain HTTP browsers let only the machine's own pages sign. */
export const canSign = signal(typeof crypto === 'object' && crypto.subtle !== undefined);

/** Signs in, because the visitor wants to. @throws OutcryError when the exchange knows no such key */
export async function signIn(parts: KeyParts, isKept: boolean): Promise<void> {
  const entered = await enter(parts);
  if (entered === null) return;
  const { uid } = entered;
  // One that was kept before would come back with a reload.
  keepInTab(KEPT, isKept ? JSON.stringify(parts) : null);
  keepInTab(CHOSEN, uid);
  if (!isDemo(uid)) keepOwn(uid);
}

async function enter(parts: KeyParts): Promise<Session | null> {
  const mine = ++turn;
  const { apiKey, passphrase } = parts;
  const secret = await importSecret(parts.secret);
  const client = createClient({
    url: exchangeUrl,
    apiKey,
    secret,
    passphrase,
    nowMs: wallMs,
    fetch: sendWithLocale,
    retries: 1,
  });
  const { uid, label, permission } = await client.apiKey();
  if (mine !== turn) return null;
  [signedOutWhy.value, askedFor.value] = [null, null];
  return (session.value = { uid: String(uid), label, canTrade: permission !== 'read', client });
}

/** @param why the exchange's refusal, which says that it is over; null: the visitor wants it, and stays nobody */
export function signOut(why: Error | null = null): void {
  turn++;
  keepInTab(KEPT, null);
  if (why === null) {
    keepInTab(CHOSEN, NOBODY);
    keepOwn(null);
    askedFor.value = null;
  }
  signedOutWhy.value = why;
  session.value = null;
}

/** Whether it is an account whose key everybody on this machine has. */
export function isDemo(uid: string): boolean {
  return demoKey(uid) !== undefined;
}

function demoKey(uid: string): DemoKey | undefined {
  return app.value.demo?.find((demo) => String(demo.uid) === uid);
}

/** Signs out when the exchange says that the key is over; else does nothing. */
export function signOutIfOver(error: unknown): void {
  if (isOver(error)) signOut(error as Error);
}

function isOver(error: unknown): boolean {
  return error instanceof OutcryError && OVER.includes(error.code);
}

/**
 * At the start, and whenever the exchange is back: the key this tab keeps; the demo account it chose, or the first one
 * where nobody chose anything. Whoever has a key of their own is asked for it.
 * @param failed attempts before this one
 */
export async function startSession(failed = 0): Promise<void> {
  const kept = keptParts();
  const chosen = inTab(CHOSEN);
  const [first] = app.value.demo ?? [];
  // In a new tab of a browser that has an own account, the demo would be a surprise.
  const who = chosen ?? (first === undefined ? null : lastOwn());
  const parts = kept ?? (who === null ? first : demoKey(who));
  askedFor.value = parts === undefined && who !== NOBODY ? who : null;
  if (!canSign.value || parts === undefined) return;
  isSigningIn.value = true;
  const before = turn;
  try {
    await enter(parts);
  } catch (error) {
    // A key is given up only when the exchange says so: one that is away knows it again when it is back.
    if (turn !== before + 1) return;
    if (isOver(error)) return signOut(error as Error);
    signedOutWhy.value = error instanceof Error ? error : null;
    // Unless somebody signs in or out meanwhile, or it is begun again because the exchange is back.
    const afterMs = againAfterMs(error, failed);
    if (afterMs !== null) machine.after(afterMs, () => (turn === before + 1 ? startSession(failed + 1) : null));
  } finally {
    isSigningIn.value = false;
  }
}

function keptParts(): KeyParts | null {
  try {
    return JSON.parse(inTab(KEPT) ?? 'null') as KeyParts | null;
  } catch {
    return null;
  }
}

function inTab(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Null: it is forgotten. */
function keepInTab(name: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  } catch {
    // A browser that keeps nothing: it holds until the next reload.
  }
}
