/**
 * How a person gets from a shell into the administration's page: a code in a link, which is good once, for a minute, is
 * traded for a token that the page keeps in memory. Both live in this process only, and end with it. A session is its
 * person's: when their credential is revoked, so is it.
 */
import { randomBytes } from 'node:crypto';
import { tokenHash } from '../../store/keys/token-hash.ts';
import type { Person } from './body.ts';

/** Holder of a code or token. */
export interface Holder {
  readonly person: Person;
  /** Hash of the credential it was made with; null: the operator's token. */
  readonly credential: string | null;
}

export interface Sessions {
  /** A new code. */
  code(holder: Holder): { readonly code: string; readonly expiresInMs: number };
  /** Trades a code for a token; null when it isn't one, or no longer is. */
  login(code: string): (Holder & { readonly token: string; readonly expiresInMs: number }) | null;
  /** The token's holder; null when it has none. */
  holderOf(token: string): Holder | null;
  /** Ends the session. */
  logout(token: string): void;
}

const CODE_MS = 60_000;
const SESSION_MS = 12 * 3_600_000;
/** When there are more, the oldest is dropped. */
const MOST = 100;

interface Kept extends Holder {
  readonly untilMs: number;
}

/** @param monotonicMs a clock that never runs backwards */
export function createSessions(monotonicMs: () => number): Sessions {
  const codes = new Map<string, Kept>();
  const tokens = new Map<string, Kept>();

  /** By its hash, so that how long the search takes says nothing about what is there. */
  const keep = (among: Map<string, Kept>, holder: Holder, forMs: number): string => {
    for (const [key, { untilMs }] of among) if (untilMs <= monotonicMs() || among.size >= MOST) among.delete(key);
    const secret = `os_${randomBytes(32).toString('base64url')}`;
    among.set(tokenHash(secret), { ...holder, untilMs: monotonicMs() + forMs });
    return secret;
  };
  const find = (among: Map<string, Kept>, secret: string): Kept | null => {
    const kept = among.get(tokenHash(secret));
    return kept !== undefined && kept.untilMs > monotonicMs() ? kept : null;
  };

  return {
    code: (holder) => ({ code: keep(codes, holder, CODE_MS), expiresInMs: CODE_MS }),
    login(code) {
      const kept = find(codes, code);
      if (kept === null) return null;
      codes.delete(tokenHash(code));
      const { person, credential } = kept;
      return { person, credential, token: keep(tokens, { person, credential }, SESSION_MS), expiresInMs: SESSION_MS };
    },
    holderOf: (token) => find(tokens, token),
    logout: (token) => void tokens.delete(tokenHash(token)),
  };
}
