/**
 * Who is signed in. The secret at once becomes a key that can't be read out again and its text is dropped; "keep in
 * this tab" puts the three parts into sessionStorage, and nothing else ever does.
 */
import { signal } from '@preact/signals';
import { OutcryError } from '../../client/errors.ts';
import { type Client, createClient } from '../../client/client.ts';
import { importSecret } from '../../client/sign.ts';
import { exchangeUrl, sendWithLocale } from '../live/connection.ts';
import { wallMs } from '../live/clock.ts';
import { app } from './app-json.ts';

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
/** The exchange's word that this key is no longer valid. */
const OVER = ['40006', '40012', '40753'];

export const session = signal<Session | null>(null);
/** A key is there, and the exchange has not answered yet. */
export const isSigningIn = signal(false);
/** Why the visitor was signed out without asking for it. */
export const signedOutWhy = signal<string | null>(null);
/** Over plain HTTP browsers let only the machine's own pages sign. */
export const canSign = signal(typeof crypto === 'object' && crypto.subtle !== undefined);

/** Signs in. @throws OutcryError when the exchange knows no such key */
export async function signIn(parts: KeyParts, isKept: boolean): Promise<void> {
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
  const key = await client.apiKey();
  if (isKept) sessionStorage.setItem(KEPT, JSON.stringify(parts));
  signedOutWhy.value = null;
  const { uid, label, permission } = key;
  session.value = { uid: String(uid), label, canTrade: permission !== 'read', client };
}

export function signOut(why: string | null = null): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // Nothing was kept.
  }
  signedOutWhy.value = why;
  session.value = null;
}

/** Signs out when the exchange says that the key is over; else does nothing. */
export function signOutIfOver(error: unknown): void {
  if (error instanceof OutcryError && OVER.includes(error.code)) signOut(error.message);
}

/** At the start: the key this tab keeps, or the first demo account where the exchange offers one. */
export async function startSession(): Promise<void> {
  const kept = keptParts();
  const [demo] = app.value.demo ?? [];
  const parts = kept ?? demo;
  if (!canSign.value || parts === undefined) return;
  isSigningIn.value = true;
  try {
    await signIn(parts, kept !== null);
  } catch (error) {
    signOut(error instanceof Error ? error.message : null);
  } finally {
    isSigningIn.value = false;
  }
}

function keptParts(): KeyParts | null {
  try {
    const text = sessionStorage.getItem(KEPT);
    return text === null ? null : (JSON.parse(text) as KeyParts);
  } catch {
    return null;
  }
}
