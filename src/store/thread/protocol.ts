/**
 * The messages between the main thread and the store's thread. Plain data; errors cross as data too (errors.ts).
 */
import type { JournalWords } from '../../snapshots/format.ts';
import type { SnapshotMade } from '../../snapshots/write.ts';
import type { ErrorData } from '../errors.ts';
import type { Keep } from '../upkeep/keep.ts';
import type { SnapshotRhythm } from '../upkeep/snapshots.ts';
import type { KeysNews } from '../keys/follow-keys.ts';
import type { LoopDelays } from './loop-delay.ts';
import type { Progress } from '../progress.ts';
import type { Question, Questions } from '../questions.ts';

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
  /** How long rows are kept. */
  readonly keep: Keep;
  /** The snapshots, written to and resumed from; null: neither. */
  readonly snapshots: SnapshotPlace | null;
  /** The name of this node, where nodes share the database; null where one process has it. */
  readonly node: string | null;
}

export interface SnapshotPlace {
  readonly folder: string;
  readonly rhythm: SnapshotRhythm;
  /** The known facts of the journal's beginning, which may not be there any more. */
  readonly words: JournalWords;
}

export type ToThread =
  | { readonly kind: 'durable'; readonly sequence: number; readonly timeMs: number }
  | {
      readonly kind: 'ask';
      readonly id: number;
      readonly question: Question;
      readonly args: Questions[Question]['args'];
      readonly afterSequence: number;
    }
  /** Whether this node writes before the others. */
  | { readonly kind: 'writesFirst'; readonly isFirst: boolean }
  /** Requests are checked with the keys of this version. */
  | { readonly kind: 'keysSeen'; readonly version: number }
  | { readonly kind: 'stop' };

export type FromThread =
  /** Rows are stored up to `sequence`; the engine resumed from `applied`. */
  | { readonly kind: 'ready'; readonly sequence: number; readonly applied: number }
  | { readonly kind: 'progress'; readonly progress: Progress }
  /** How long its event loop was held up in the last second. */
  | { readonly kind: 'delays'; readonly delays: LoopDelays }
  /** The database is away, and why; null: it is back. */
  | { readonly kind: 'away'; readonly reason: string | null }
  /** A snapshot can't be used to resume from. */
  | { readonly kind: 'passedOver'; readonly name: string; readonly why: string }
  | { readonly kind: 'snapshot'; readonly made: SnapshotMade }
  /** The keys were looked at, and these have changed. */
  | { readonly kind: 'keys'; readonly news: KeysNews }
  | { readonly kind: 'noSnapshot'; readonly error: ErrorData }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorData }
  /** The thread can't go on; final: nor could another one that takes its place. */
  | { readonly kind: 'fault'; readonly error: ErrorData; readonly isFinal: boolean };
