/**
 * How far the store's thread is, and what follows from it: whether a question can be answered soon, and if not, when.
 * Estimates only; answers never depend on them.
 */

/** A proof of the whole state (read/prove.ts) or its writing (upkeep/snapshots.ts): no command is applied meanwhile. */
export interface Proving {
  readonly what: 'stateHash' | 'audit' | 'snapshot';
  /** The part that is done, 0 to 1. */
  readonly part: number;
  /** How much longer it will take; null while that can't be said. */
  readonly seconds: number | null;
}

export interface Progress {
  /** Rows are stored up to this sequence. */
  readonly projected: number;
  /** The thread's engine has applied the journal up to this sequence; below `projected` while it starts. */
  readonly applied: number;
  /** Commands per second, while it has a backlog to work off. */
  readonly perSecond: number | null;
  readonly proving: Proving | null;
}

/** As `readyz` and the administration show it. */
export interface History {
  /** Everything up to this sequence can be read. */
  readonly sequence: number;
  /** Commands the thread has yet to go through. */
  readonly behind: number;
  /** About how long until all of it can be read; null while that can't be said. */
  readonly seconds: number | null;
}

/** A caller that would wait longer is told to come back. */
const PATIENCE_SECONDS = 5;
/** Even the best of exchanges lags by this many commands now and then. */
const LIVE_LAG = 3_000;

/** How long until everything up to `sequence` can be read; null when that can't be said. */
export function secondsUntil({ projected, applied, perSecond, proving }: Progress, sequence: number): number | null {
  if (sequence <= projected) return 0;
  const held = proving === null ? 0 : proving.seconds;
  if (perSecond === null || perSecond <= 0) return proving === null ? null : held;
  return held === null ? null : held + (sequence - applied) / perSecond;
}

/** Whether a question about `sequence` would wait too long. */
export function isFarBehind(progress: Progress, sequence: number): boolean {
  return (secondsUntil(progress, sequence) ?? 0) > PATIENCE_SECONDS;
}

export function historyOf(progress: Progress, sequence: number): History {
  const { projected, applied } = progress;
  const behind = Math.max(0, sequence - Math.min(projected, applied));
  const seconds = behind === 0 ? 0 : secondsUntil(progress, sequence);
  return { sequence: projected, behind, seconds: seconds === null ? null : Math.ceil(seconds) };
}

/** Whether questions are answered now rather than refused. */
export function canBeRead(history: History): boolean {
  return history.seconds === null ? history.behind <= LIVE_LAG : history.seconds <= PATIENCE_SECONDS;
}
