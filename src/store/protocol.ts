/**
 * The messages between the main thread and the store's thread. Plain data; errors cross as data too (errors.ts).
 */
import type { ErrorData } from './errors.ts';
import type { Progress } from './progress.ts';
import type { Question, Questions } from './questions.ts';

/** The thread's arguments at its start. */
export interface ThreadData {
  /** A file path, or `postgres://…`. */
  readonly databaseUrl: string;
  readonly journalPath: string;
  readonly keyFilePath: string;
  /** Rebuild the projected tables from the journal's start. */
  readonly rebuild: boolean;
  /** Bodies of AI logs may be missing: their loss was accepted. Otherwise a log without one is a fault. */
  readonly mayLackBodies: boolean;
  /** The file in which the folder remembers what the store has seen; null without a folder. */
  readonly markPath: string | null;
}

export type ToThread =
  | { readonly kind: 'durable'; readonly sequence: number }
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly question: Question;
      readonly args: Questions[Question]['args'];
      readonly afterSequence: number;
    }
  | { readonly kind: 'stop' };

export type FromThread =
  | { readonly kind: 'ready'; readonly sequence: number }
  | { readonly kind: 'progress'; readonly progress: Progress }
  /** The database is away, and why; null: it is back. */
  | { readonly kind: 'away'; readonly reason: string | null }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorData }
  /** The thread can't go on; final: nor could another one that takes its place. */
  | { readonly kind: 'fault'; readonly error: ErrorData; readonly isFinal: boolean };
