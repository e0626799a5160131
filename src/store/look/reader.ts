/** Reads a database row by row, whichever of the two it is, and never changes it. */
import type { DatabaseKind } from '../db.ts';
import type { Ask } from './read-facts.ts';

export interface Reader {
  readonly kind: DatabaseKind;
  readonly ask: Ask;
  close(): Promise<void>;
}
