// Leaves: the entry the public sees, and the hash that goes into the tree (docs/ai-log.md 4).
//
//   blinded  {"h":"<base64, 32 bytes>","k":"<kind>","t":<ms>,"v":1}        public
//   {"k":"<kind>","p":{…},"t":<ms>,"v":1}
//
// Both are JCS. The entry of a blinded leaf shows only that something of this kind happened and when. An entry fits in
// 65 535 bytes because the tiles give its length 16 bits. Whether a leaf is due is decided where it is appended.
import type { Sha256 } from '../text/bytes.ts';
import type { Canonical } from '../text/canonical.ts';
import { canonicalBytes, canonicalText } from '../text/canonical.ts';
import { commit } from './commit.ts';
import type { BlindedHeader, BlindedKind } from './header.ts';
import { leafHash } from './merkle.ts';
import { encodeUtf8 } from '../text/utf8.ts';

export type PublicKind = 'key' | 'ruleset' | 'contest' | 'team' | 'outage' | 'report' | 'verdict' | 'notice';

/** Longest entry and longest public payload, in bytes of their JCS. */
const MAX_ENTRY_BYTES = 65_535;
export const MAX_PAYLOAD_BYTES = 60_000;

/** Payload of a `key` leaf, the first of a log; `previous` names the log that had to be abandoned. */
export type KeyPayload = {
  readonly origin: string;
  readonly vkey: string;
  readonly previous?: { readonly origin: string; readonly root: string; readonly size: number };
};

/** An entry as JCS, and the hash of its leaf (32 bytes). */
export interface Leaf {
  readonly entry: string;
  readonly hash: Uint8Array;
}

/** A header as JCS, and `h` = C("header", header) under its leaf's salt. */
export interface SealedHeader {
  readonly header: string;
  readonly h: string;
}

/** Seals a header. The salt stays with its maker. */
export function sealHeader<Header extends BlindedHeader & Canonical>(
  sha256: Sha256,
  salt: Uint8Array,
  header: Header,
): SealedHeader {
  const text = canonicalText(header);
  return { header: text, h: commit(sha256, salt, 'header', encodeUtf8(text)) };
}

/** The leaf of a sealed header, appended by a command at `timeMs`. */
export function blindedLeaf(sha256: Sha256, kind: BlindedKind, h: string, timeMs: number): Leaf {
  return leafOf(sha256, blindedValue(kind, h, timeMs));
}

/** The entry of a blinded leaf, as JCS. */
export function blindedEntry(kind: BlindedKind, h: string, timeMs: number): string {
  return canonicalText(blindedValue(kind, h, timeMs));
}

function blindedValue(kind: BlindedKind, h: string, timeMs: number) {
  return { h, k: kind, t: timeMs, v: 1 } as const;
}

/** The leaf of a public payload. Throws RangeError for one that does not fit: ask payloadFits before. */
export function publicLeaf(sha256: Sha256, kind: PublicKind, payload: Canonical, timeMs: number): Leaf {
  if (!payloadFits(payload)) throw new RangeError(`The payload of a ${kind} leaf is above ${MAX_PAYLOAD_BYTES} bytes`);
  return leafOf(sha256, { k: kind, p: payload, t: timeMs, v: 1 });
}

/** Whether a payload may become a public leaf; a command with one that may not is refused. */
export function payloadFits(payload: Canonical): boolean {
  return canonicalBytes(payload).length <= MAX_PAYLOAD_BYTES;
}

function leafOf(sha256: Sha256, value: Canonical): Leaf {
  const entry = canonicalText(value);
  const bytes = encodeUtf8(entry);
  if (bytes.length > MAX_ENTRY_BYTES)
    throw new RangeError(`An entry has ${bytes.length} bytes; at most ${MAX_ENTRY_BYTES} are allowed`);
  return { entry, hash: leafHash(sha256, bytes) };
}
