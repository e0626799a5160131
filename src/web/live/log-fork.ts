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
  /** When that visit was, epoch ms; null: nobody wrote it down. */
  readonly atMs: number | null;
  readonly verdict: Verdict;
}

export interface Fork {
  readonly older: string;
  readonly newer: string;
  readonly why: string;
}

/** Against the last visit; null before it was asked, or at the first visit. */
export const history = signal<History | null>(null);
/** Two checkpoints of this log that can't both be of one tree. */
export const fork = signal<Fork | null>(null);
