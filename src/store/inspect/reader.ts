/** Reads a database, whichever kind it is, and never changes it: no file, table or row is made. */
import type { Ask, DatabaseKind } from '../database/db.ts';
import type { StoreFacts } from './facts.ts';

export interface Reader {
  readonly kind: DatabaseKind;
  readonly ask: Ask;
  /** The database's facts of itself besides its rows. */
  readonly check: (tables: readonly string[]) => Promise<Partial<Pick<StoreFacts, 'damage' | 'unchecked' | 'inUseBy'>>>;
  close(): Promise<void>;
}

export interface ReadOptions {
  /** An exchange may be writing to it at the same time. */
  readonly isRunning?: boolean;
  /** How long the database's own check may take; without limit when not given. */
  readonly checkMs?: number;
}
