// Reads a leaf's entry as anybody may: it is JCS of one of the two shapes and of a kind that exists, or it isn't an
// entry of this log (docs/ai-log.md 4).
import { fromBase64 } from '../text/bytes.ts';
import { type Canonical, canonicalText } from '../text/canonical.ts';
import type { PublicKind } from './entry.ts';
import type { BlindedKind } from './header.ts';
import { HASH_BYTES } from './merkle.ts';

const BLINDED: readonly BlindedKind[] = ['ailog', 'order', 'account', 'minute', 'case', 'change'];
const PUBLIC: readonly PublicKind[] = ['key', 'ruleset', 'contest', 'team', 'outage', 'report', 'verdict', 'notice'];

export type ReadEntry = {
  /** Epoch ms of the command. */
  readonly t: number;
} & (
  | { readonly kind: BlindedKind; readonly h: string }
  | { readonly kind: PublicKind; readonly payload: { readonly [name: string]: Canonical } }
);

/** The entry that a text holds, or null. */
export function readEntry(text: string): ReadEntry | null {
  const value = canonical(text);
  if (value === null) return null;
  const { h, k, p, t, v } = value;
  if (v !== 1 || typeof t !== 'number' || t < 0 || Object.keys(value).length !== 4) return null;
  const blinded = BLINDED.find((kind) => kind === k);
  if (blinded !== undefined)
    return typeof h === 'string' && fromBase64(h)?.length === HASH_BYTES ? { kind: blinded, t, h } : null;
  const open = PUBLIC.find((kind) => kind === k);
  const isObject = typeof p === 'object' && p !== null && !Array.isArray(p);
  return open !== undefined && isObject
    ? { kind: open, t, payload: p as { readonly [name: string]: Canonical } }
    : null;
}

/** The object that a text holds, if it is written as JCS. */
export function canonical(text: string): { readonly [name: string]: Canonical } | null {
  try {
    const value = JSON.parse(text) as Canonical;
    if (typeof value !== 'object' || value === null || Array.isArray(value) || canonicalText(value) !== text)
      return null;
    return value as { readonly [name: string]: Canonical };
  } catch {
    return null;
  }
}
