/**
 * What the main thread and the store's thread say to each other. Plain data; errors cross as data too (errors.ts).
 */
import type { ErrorData } from './errors.ts';
import type { Question, Questions } from './questions.ts';

/** What the thread is started with. */
export interface ThreadData {
  /** A file path, or `postgres://…`. */
  readonly databaseUrl: string;
  readonly journalPath: string;
  readonly keyFilePath: string;
  /** The time of the start, for what is done once then. */
  readonly startedMs: number;
  /** Build the projected tables anew from the journal's start. */
  readonly rebuild: boolean;
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
  | { readonly kind: 'projected'; readonly sequence: number }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly error: ErrorData }
  | { readonly kind: 'fault'; readonly error: ErrorData };
