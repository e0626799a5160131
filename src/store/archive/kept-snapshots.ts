/**
 * The states that a node with an empty folder begins from, in the database of the archive: the newest two, each in
 * parts, as a row holds 1 GiB at most. One is there once all of its parts are; none is ever changed.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Tables } from '../schema/tables.ts';

/** A damaged one is passed over, and the one before it used. */
const KEPT = 2;

export interface KeptSnapshot {
  readonly generation: number;
  /** Of the last command in the state. */
  readonly sequence: number;
  /** Of the state; 64 hex digits. */
  readonly hash: string;
  /** Its parts have the same. */
  readonly id: string;
  readonly parts: number;
  /** For its reader, as JSON. */
  readonly about: string;
}

type Write = (work: (on: Transaction<Tables>) => Promise<unknown>) => Promise<void>;

export class KeptSnapshots {
  readonly #on: () => Kysely<Tables>;
  readonly #write: Write;

  /** @param write runs a transaction that is durable when it resolves */
  constructor(on: () => Kysely<Tables>, write: Write) {
    this.#on = on;
    this.#write = write;
  }

  /** Newest first. */
  async all(): Promise<readonly KeptSnapshot[]> {
    const { rows } = await sql<KeptSnapshot>`
      SELECT generation, sequence, hash, id, parts, about FROM snapshot
      ORDER BY sequence DESC, generation DESC`.execute(this.#on());
    return rows;
  }

  /** @throws Error when it is not there any more: a newer one took its place */
  async part({ id }: Pick<KeptSnapshot, 'id'>, part: number): Promise<Buffer> {
    const { rows } = await sql<{ body: Buffer }>`
      SELECT body FROM snapshot_part WHERE id = ${id} AND part = ${part}`.execute(this.#on());
    const body = rows[0]?.body;
    if (body === undefined) throw new Error(`part ${part} of snapshot ${id} is not in the archive any more`);
    return body;
  }

  /** Nobody finds it before `put`. */
  async putPart(id: string, part: number, body: Uint8Array): Promise<void> {
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    await this.#write((on) =>
      sql`INSERT INTO snapshot_part (id, part, body) VALUES (${id}, ${part}, ${bytes})`.execute(on),
    );
  }

  /**
   * Makes one known whose parts are there, and lets all but the newest two go. Another node's of the same sequence
   * stays instead.
   * @throws Error when parts are missing
   */
  async put({ generation, sequence, hash, id, parts, about }: KeptSnapshot): Promise<void> {
    await this.#write(async (on) => {
      // Two that put at once would take each other's parts for what is left over.
      await sql`LOCK TABLE snapshot IN EXCLUSIVE MODE`.execute(on);
      const { rows } = await sql<{ there: number }>`
        SELECT COUNT(*) AS there FROM snapshot_part WHERE id = ${id}`.execute(on);
      const there = rows[0]?.there;
      if (there !== parts) throw new Error(`snapshot ${id} has ${there} of its ${parts} parts in the archive`);
      await sql`INSERT INTO snapshot (generation, sequence, hash, id, parts, about)
        VALUES (${generation}, ${sequence}, ${hash}, ${id}, ${parts}, ${about}) ON CONFLICT DO NOTHING`.execute(on);
      await sql`DELETE FROM snapshot WHERE id NOT IN
        (SELECT id FROM snapshot ORDER BY sequence DESC, generation DESC LIMIT ${KEPT})`.execute(on);
      await sql`DELETE FROM snapshot_part WHERE id NOT IN (SELECT id FROM snapshot)`.execute(on);
    });
  }
}

export const SNAPSHOT_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS snapshot (generation BIGINT NOT NULL, sequence BIGINT NOT NULL, hash TEXT NOT NULL,
    id TEXT NOT NULL, parts BIGINT NOT NULL, about TEXT NOT NULL, PRIMARY KEY (generation, sequence))`,
  `CREATE TABLE IF NOT EXISTS snapshot_part (id TEXT NOT NULL, part BIGINT NOT NULL, body BYTEA NOT NULL,
    PRIMARY KEY (id, part))`,
  // It is compressed already.
  'ALTER TABLE snapshot_part ALTER COLUMN body SET STORAGE EXTERNAL',
  ...['snapshot', 'snapshot_part'].map(
    (table) => `CREATE OR REPLACE TRIGGER ${table}_refuse_rows BEFORE UPDATE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION refuse_batch_change()`,
  ),
];
