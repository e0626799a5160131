/**
 * Whether the log is still the one this browser saw before: the last checkpoint that was verified is kept for each
 * origin, and every newer one has to extend it. One that doesn't, or two of the same size that differ, mean another
 * history, and every page says so until the tab is closed. Loaded when the first checkpoint is there.
 */
import { keepNote, type KeptNote, lastNote } from '../base/settings.ts';
import { wallMs } from '../base/clock.ts';
import { fork, history } from './log-fork.ts';
import type { Head, Verdict, Verifier } from './verifier.ts';

const KEEP_EVERY_MS = 30_000;

/** The newest checkpoint that was compared with the one before it. */
let verified: Head | null = null;
let keptAtMs = Number.NEGATIVE_INFINITY;

/**
 * Compares the first checkpoint of this page with the one from the last visit, and does nothing once that is done.
 * @returns the one from the last visit when it is the newer: then this one says nothing yet, since it may be a stale
 * copy, and the next one is the first; otherwise null
 */
export async function beginHistory(checker: Verifier, newer: Head, nowMs: number): Promise<Head | null> {
  if (verified !== null) return null;
  const kept = lastNote(newer.origin);
  const last = kept === null ? null : await openedOf(checker, kept);
  if (last !== null && newer.size < last.size) return last;
  verified = newer;
  if (kept !== null) await compareWith(checker, kept, { last, newer });
  keep(newer, nowMs);
  return null;
}

/** Null: a note of another key; this log started over under the same name, as its first leaf says. */
async function openedOf(checker: Verifier, { note }: KeptNote): Promise<Head | null> {
  try {
    return (await checker.open(note)).head;
  } catch {
    return null;
  }
}

interface Compared {
  readonly last: Head | null;
  readonly newer: Head;
}

async function compareWith(checker: Verifier, { note, atMs }: KeptNote, { last, newer }: Compared): Promise<void> {
  const said = { older: note, newer: newer.note, atMs };
  const unknown: Verdict = { is: 'unknown' };
  const verdict = last === null ? unknown : await checker.extends(last, newer).catch(() => unknown);
  history.value = { ...said, olderSize: last?.size ?? 0, verdict };
  if (verdict.is === 'wrong') fork.value = { ...said, why: verdict.why };
}

/** A newer checkpoint on a page that has one: every half minute it is verified that the tree only grew. */
export async function goOnWithHistory(checker: Verifier, newer: Head, nowMs: number): Promise<void> {
  const before = verified;
  if (before === null || fork.value !== null) return;
  const isSameSize = before.size === newer.size;
  if (!isSameSize && nowMs - keptAtMs < KEEP_EVERY_MS) return;
  const verdict = isSameSize ? sameRoot(before, newer) : await checker.extends(before, newer);
  if (verdict.is === 'wrong') {
    fork.value = { older: before.note, newer: newer.note, why: verdict.why };
    return;
  }
  verified = newer;
  keep(newer, nowMs);
}

/** A checkpoint that is older than the one before it, twice: the log has gone back. */
export function goneBack(older: Head, newer: Head): void {
  const why = `the log had ${older.size} leaves and has ${newer.size}`;
  fork.value ??= { older: older.note, newer: newer.note, why };
}

function sameRoot(before: Head, newer: Head): Verdict {
  const isSame = before.root.every((byte, place) => byte === newer.root[place]);
  return isSame ? { is: 'right' } : { is: 'wrong', why: `two checkpoints of ${newer.size} leaves differ` };
}

/** Keeps a verified checkpoint for the next visit, but not one of another history. */
function keep({ origin, note }: Head, nowMs: number): void {
  if (fork.value !== null) return;
  keptAtMs = nowMs;
  keepNote(origin, note, wallMs());
}
