/**
 * The read store's one handle, whichever database is in use: `node:sqlite` in a file, or PostgreSQL, with kysely's
 * portable types.
 *
 * It knows which database it is and how durable a commit must be; no query does. On both, integers are read without
 * loss into the one form of core `Money`. Amounts go in and come out as integers of 1e-8, never as floats or text.
 */
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../schema/tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/**
 * How much a commit must survive. `durable`: the loss of power, before it is answered; for data that exists nowhere
 * else. `rebuildable`: a killed process; what a power cut loses is read from the journal again.
 */
export type Durability = 'durable' | 'rebuildable';

/** Answers a query with its rows; integers may be of any type. */
export type Ask = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export interface Database {
  readonly kind: DatabaseKind;
  /** Other nodes of the same exchange may have it open and write into it as well (nodes.ts). */
  readonly isShared: boolean;
  readonly sql: Kysely<Tables>;
  /**
   * Takes the database for this process alone, or when it is shared for the nodes of one exchange, unless it has it;
   * `onLost` is called once when that ends. A SQLite file is guarded by the lock on its folder.
   * @param onNotice called when another node, or this one, has changed keys or accounts
   * @throws DatabaseTaken when another process has it
   */
  hold(onLost: (error: Error) => void, onNotice?: () => void): Promise<void>;
  /**
   * Runs `work` in one transaction. Inside it use only the handle given to it: the connection is taken. A durable one
   * is certain: when it rejects because the database is away (away.ts), nothing was done.
   */
  transaction<Result>(
    durability: Durability,
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}
