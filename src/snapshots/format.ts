/**
 * The lines of a snapshot, one file of text compressed with Zstandard:
 *
 *   head     `["outcry snapshot", FORMAT, {…}, SHA-256 of the object's JSON]`: what it is of, in its first bytes
 *   parts    `{"part": NAME, "version": …}`, then that part's lines, each a JSON list; the state comes first
 *   trailer  `{"end": {lines, stateHash, sha256}}`: how many lines, the state's hash, the SHA-256 of all before it
 *
 * A file that does not end with its trailer, or in which one bit is another, is recognised; so is one whose state or
 * parts this version writes otherwise, by its head.
 */
import { hash } from 'node:crypto';
import { stateFormat } from '../core/state/codec.ts';
import type { Json } from '../core/state/kinds.ts';
import type { Mark } from '../sequencer/journal/record.ts';

const FORMAT = 2;
const WORD = 'outcry snapshot';

/** The part that is the state; its version says which fields, in which order. */
export const STATE_PART = 'state';
export const STATE_VERSION: string = hash('sha256', stateFormat().join('\n'));

/** A part that has its own form in a snapshot. */
export interface PartForm {
  readonly name: string;
  readonly version: number;
}

/** The journal it was made from, as far as only the journal's beginning says it. */
export interface JournalWords {
  /** Verifier key of the AI log it opened; '' while there was none. */
  readonly exchange: string;
  /** Its author, in the words of the judge of data folders. */
  readonly beginning: string;
}

export interface SnapshotHead extends JournalWords {
  /** Of the last command in it. */
  readonly position: Mark;
  /** By the machine's clock. */
  readonly takenMs: number;
  readonly state: string;
  readonly parts: readonly PartForm[];
}

export interface Trailer {
  readonly lines: number;
  readonly stateHash: string;
  readonly sha256: string;
}

/** It can't be resumed from; the message says what was found. */
export class SnapshotUnfit extends Error {}

export function headLine(head: SnapshotHead): string {
  return JSON.stringify([WORD, FORMAT, head, hash('sha256', JSON.stringify(head))]);
}

/** @throws SnapshotUnfit */
export function readHeadLine(line: string): SnapshotHead {
  const json = parse(line);
  const [word, format, head, digest] = Array.isArray(json) ? (json as readonly Json[]) : [];
  if (word !== WORD) throw new SnapshotUnfit(`it begins with ${JSON.stringify(line.slice(0, 40))} and is no snapshot`);
  if (format !== FORMAT)
    throw new SnapshotUnfit(`it has format ${JSON.stringify(format)}, this version reads format ${FORMAT}`);
  if (hash('sha256', JSON.stringify(head)) !== digest) throw new SnapshotUnfit('its head is damaged');
  return head as unknown as SnapshotHead;
}

/** The line before a part. */
export function partLine(part: string, version: string | number): string {
  return JSON.stringify({ part, version });
}

/** The part that a line begins, or null when it is a line of one. */
export function partBegun(line: string): string | null {
  if (!line.startsWith('{')) return null;
  const { part } = parse(line) as { part?: string };
  if (part === undefined)
    throw new SnapshotUnfit(`it is damaged: it has the line ${line.slice(0, 80)}, which begins no part`);
  return part;
}

const TRAILER_BEGINS = '{"end":';

export function trailerLine(end: Trailer): string {
  return JSON.stringify({ end });
}

/** Offset of the trailer in whole lines of text; −1 when it is not there. */
export function findTrailer(text: string): number {
  const at = text.lastIndexOf(TRAILER_BEGINS);
  return at > 0 && text[at - 1] !== '\n' ? -1 : at;
}

export function readTrailer(line: string): Trailer {
  return (parse(line) as unknown as { end: Trailer }).end;
}

function parse(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch {
    throw new SnapshotUnfit(`it is damaged: it has the line ${JSON.stringify(line.slice(0, 80))}, which is no JSON`);
  }
}
