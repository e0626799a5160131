/** Reads a database row by row, whichever kind it is, and never changes it. */
import type { DatabaseKind } from '../database/db.ts';

/** Answers a query with its rows; integers may be of any type. */
export type Ask = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export interface Reader {
  readonly kind: DatabaseKind;
  readonly ask: Ask;
  close(): Promise<void>;
}
