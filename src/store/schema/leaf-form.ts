/**
 * How a leaf of the log is stored in `tlog_leaf`: its header packed, and of a blinded entry only what does not follow
 * from the leaf's kind and time, the 32 bytes of its commitment.
 */
import { blindedEntry } from '../../core/log/entry.ts';
import type { BlindedKind } from '../../core/log/header.ts';
import { type RawBuilder, sql } from 'kysely';
import type { LeafTable } from './log-tables.ts';
import { packText, unpackText } from './packed-text.ts';

/** A leaf with its texts: JCS of the header, where anyone may open it, and of the entry. */
export type LeafTexts = Omit<LeafTable, 'header' | 'entry'> & {
  readonly header: string | null;
  readonly entry: string;
};

/** Bytes of a commitment. No other stored entry has this length. */
const COMMITMENT_BYTES = 32;
/** Start and end of the commitment's base64 in a blinded entry, after `{"h":"`. */
const H_FROM = 6;
const H_TO = 50;
/** Announces no bytes of UTF-8, which says nothing and makes a text longer. */
const NOTHING = [1, 0];

export function leafRow({ header, entry, ...leaf }: LeafTexts): LeafTable {
  return { ...leaf, header: header === null ? null : packText(header), entry: entryBytes(leaf.kind, leaf.t, entry) };
}

function entryBytes(kind: string, timeMs: number, entry: string): Uint8Array {
  const commitment = Buffer.from(entry.startsWith('{"h":"') ? entry.slice(H_FROM, H_TO) : '', 'base64');
  if (commitment.length === COMMITMENT_BYTES && entryOfCommitment(kind, timeMs, commitment) === entry)
    return commitment;
  const packed = packText(entry);
  return packed.length === COMMITMENT_BYTES ? Uint8Array.from([...NOTHING, ...packed]) : packed;
}

function entryOfCommitment(kind: string, timeMs: number, commitment: Uint8Array): string {
  const { buffer, byteOffset, length } = commitment;
  return blindedEntry(kind as BlindedKind, Buffer.from(buffer, byteOffset, length).toString('base64'), timeMs);
}

/** JCS of a leaf's header; null where nobody may open it. */
export function headerOf({ header }: Pick<LeafTable, 'header'>): string | null {
  return header === null ? null : unpackText(header);
}

/** JCS of a leaf's entry. */
export function entryOf({ kind, t, entry }: Pick<LeafTable, 'kind' | 't' | 'entry'>): string {
  return entry.length === COMMITMENT_BYTES ? entryOfCommitment(kind, t, entry) : unpackText(entry);
}

/** Contents of a public leaf's entry. */
export function payloadOf<Payload>(leaf: Parameters<typeof entryOf>[0]): Payload {
  return (JSON.parse(entryOf(leaf)) as { readonly p: Payload }).p;
}

/**
 * The leaves in the index over kinds: those of logs and orders are most, and found by their own tables. Must be word
 * for word the same in the queries, or the index can't be used.
 */
export const IN_KIND_INDEX = `kind NOT IN ('ailog', 'order')`;

/** The leaves of kinds that are in the index, as a condition that it answers. */
export function ofKind(...kinds: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`kind IN (${sql.join(kinds)}) AND ${sql.raw(IN_KIND_INDEX)}`;
}
