/**
 * Whether this log is still the one this browser saw before, as every page shows it; `log-history.ts` finds out.
 */
import { signal } from '@preact/signals';
import type { Verdict } from './verifier.ts';

export interface History {
  /** The log of the last visit. */
  readonly older: string;
  readonly newer: string;
  readonly olderSize: number;
  /** When that visit was, epoch ms; null: it wasn't recorded. */
  readonly atMs: number | null;
  readonly verdict: Verdict;
}

export interface Fork {
  readonly older: string;
  readonly newer: string;
  readonly why: string;
}

/** Compared with the last visit; null before that was checked, or at the first visit. */
export const history = signal<History | null>(null);
/** Two checkpoints of this log that can't both belong to one tree. */
export const fork = signal<Fork | null>(null);
