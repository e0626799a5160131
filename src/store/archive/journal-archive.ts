/**
 * The older batches of an order that several nodes share, in PostgreSQL for good: the order itself keeps the newest
 * alone. A batch that is there already must be the same; none is ever changed or deleted, which the database refuses.
 *
 * Beside them are the generations of the order, by whose names a database is told from another exchange's, states to
 * begin from, and small files that go from one node to the next with a role.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { openDatabase } from '../database/open-database.ts';
import type { Tables } from '../schema/tables.ts';
import { KeptSnapshots, SNAPSHOT_TABLES } from './kept-snapshots.ts';

const READ_TOGETHER = 256;
/** Of the lock under which nodes that start at once make the tables: "outa". */
const MAKING = 0x6f757461;

/** A generation of the order; `continues` says where it goes on from, the first one's is null. */
export interface BegunGeneration {
  readonly generation: number;
  readonly id: string;
  readonly continues: {
    readonly generation: number;
    readonly revision: number;
    readonly sequence: number;
    readonly timeMs: number;
    readonly chain: string;
    readonly core: number;
  } | null;
}

export interface ArchivedRow {
  readonly revision: number;
  readonly place: number;
  readonly gateway: string;
  readonly n: number;
  readonly body: Uint8Array;
  /** Over all batches up to it. */
  readonly chain: string;
  /** The commands it led to; the first is after the last where there are none. */
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Of the order after it. */
  readonly timeMs: number;
  /** The place of a replica after it, as JSON; with one now and then, so that the archive can be gone on with. */
  readonly mark: string | null;
}

/** A batch in the archive is not the one that should be there. */
export class ArchiveDiffers extends Error {
  constructor(revision: number) {
    super(
      `the archive holds another batch at revision ${revision} than the order: it is of another exchange, or forked`,
    );
    this.name = 'ArchiveDiffers';
  }
}

export class JournalArchive {
  /** `last`, `read` and `put` are of its batches. */
  generation = 1;
  readonly snapshots: KeptSnapshots;
  readonly #database: ReturnType<typeof openDatabase>;

  /**
   * @param url `postgres://…`
   * @param isShared false: for one who has the database alone, once it is held
   */
  constructor(url: string, isShared = true) {
    this.#database = openDatabase(url, isShared);
    this.snapshots = new KeptSnapshots(
      () => this.#on,
      (work) => this.#write(work),
    );
  }

  /** @throws DatabaseTaken when nodes, or an exchange without nodes, have the database */
  async hold(): Promise<void> {
    // Whatever is written after it is lost is refused by the database.
    await this.#database.hold(() => undefined);
  }

  /** Whether an exchange keeps its keys in this database. */
  async isOfExchange(): Promise<boolean> {
    const { rows } = await sql<{ found: string | null }>`SELECT to_regclass('owner')::text AS found`.execute(this.#on);
    return rows[0]?.found !== null;
  }

  /** Makes its tables, where they are missing. */
  async open(): Promise<void> {
    await this.#write(async (on) => {
      await sql`SELECT pg_advisory_xact_lock(${MAKING}, hashtext(current_schema()))`.execute(on);
      for (const statement of TABLES) await sql.raw(statement).execute(on);
    });
  }

  /** The last command whose rows are in the read store beside it; 0: there is none. */
  async projected(): Promise<number> {
    const { rows: tables } = await sql<{ found: string | null }>`
      SELECT to_regclass('projection_state')::text AS found`.execute(this.#on);
    if (tables[0]?.found === null) return 0;
    const { rows } = await sql<{ last: number }>`
      SELECT COALESCE(MAX(last_sequence), 0) AS last FROM projection_state WHERE name = 'journal'`.execute(this.#on);
    return rows[0]?.last ?? 0;
  }

  /** All that were begun, the first one first. */
  async generations(): Promise<readonly BegunGeneration[]> {
    const { rows } = await sql<{ generation: number; id: string; continues: string | null }>`
      SELECT generation, id, continues FROM journal_order ORDER BY generation`.execute(this.#on);
    return rows.map(({ generation, id, continues }) => ({
      generation,
      id,
      continues: continues === null ? null : (JSON.parse(continues) as BegunGeneration['continues']),
    }));
  }

  /** Writes a generation down, unless it is there. Resolves with the name of the one that is there. */
  async begin({ generation, id, continues }: BegunGeneration): Promise<string> {
    await this.#write((on) =>
      sql`INSERT INTO journal_order (generation, id, continues)
        VALUES (${generation}, ${id}, ${continues === null ? null : JSON.stringify(continues)})
        ON CONFLICT DO NOTHING`.execute(on),
    );
    return (await this.generations()).find((one) => one.generation === generation)?.id ?? id;
  }

  /** The chain up to the batch at a revision; null when it is not there. */
  async chainAt(generation: number, revision: number): Promise<string | null> {
    const { rows } = await sql<{ chain: string }>`
      SELECT chain FROM journal_batch WHERE generation = ${generation} AND revision = ${revision}`.execute(this.#on);
    return rows[0]?.chain ?? null;
  }

  /** The last revision in it; 0: there is none. */
  async last(): Promise<number> {
    const { rows } = await sql<{ last: number }>`
      SELECT COALESCE(MAX(revision), 0) AS last FROM journal_batch WHERE generation = ${this.generation}`.execute(
      this.#on,
    );
    return rows[0]?.last ?? 0;
  }

  /**
   * The newest mark of a replica that is at least so much older than the last batch, in whichever generation; null:
   * there is none.
   */
  async markBefore(ms: number): Promise<{ readonly generation: number; readonly mark: string } | null> {
    const { rows } = await sql<{ generation: number; mark: string }>`
      SELECT generation, mark FROM journal_batch WHERE mark IS NOT NULL AND time_ms <=
        (SELECT time_ms FROM journal_batch ORDER BY generation DESC, revision DESC LIMIT 1) - ${ms}
      ORDER BY generation DESC, revision DESC LIMIT 1`.execute(this.#on);
    return rows[0] ?? null;
  }

  /** Those behind `after`, in order. */
  read(after: number): AsyncGenerator<ArchivedRow, void, undefined> {
    return this.readOf(this.generation, after);
  }

  /** Those of a generation. */
  async *readOf(generation: number, after: number): AsyncGenerator<ArchivedRow, void, undefined> {
    for (let from = after; ; ) {
      const { rows } = await sql<StoredRow>`
        SELECT * FROM journal_batch WHERE generation = ${generation} AND revision > ${from}
        ORDER BY revision LIMIT ${READ_TOGETHER}`.execute(this.#on);
      yield* rows.map(rowOf);
      const last = rows.at(-1);
      if (last === undefined || rows.length < READ_TOGETHER) return;
      from = last.revision;
    }
  }

  /**
   * Adds those that are not there.
   * @throws ArchiveDiffers when one is there and is another; what the database says when it is away
   */
  async put(rows: readonly ArchivedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const { generation } = this;
    await this.#write(async (on) => {
      const values = sql.join(rows.map((row) => valuesOf(generation, row)));
      await sql`INSERT INTO journal_batch (generation, revision, place, gateway, n, first_sequence, last_sequence, time_ms,
        chain, body, mark) VALUES ${values} ON CONFLICT DO NOTHING`.execute(on);
      const revisions = sql.join(rows.map(({ revision }) => revision));
      const { rows: found } = await sql<{ revision: number; chain: string }>`
        SELECT revision, chain FROM journal_batch WHERE generation = ${generation} AND revision IN (${revisions})`.execute(
        on,
      );
      const chains = new Map(found.map(({ revision, chain }) => [revision, chain]));
      for (const { revision, chain } of rows) if (chains.get(revision) !== chain) throw new ArchiveDiffers(revision);
    });
  }

  /** A file that goes with a role; null: there is none of that name. */
  async file(name: string): Promise<string | null> {
    const { rows } = await sql<{ content: string }>`SELECT content FROM role_file WHERE name = ${name}`.execute(
      this.#on,
    );
    return rows[0]?.content ?? null;
  }

  async putFile(name: string, content: string): Promise<void> {
    await this.#write((on) =>
      sql`INSERT INTO role_file (name, content) VALUES (${name}, ${content})
        ON CONFLICT (name) DO UPDATE SET content = excluded.content`.execute(on),
    );
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  get #on(): Kysely<Tables> {
    return this.#database.sql;
  }

  async #write(work: (on: Transaction<Tables>) => Promise<unknown>): Promise<void> {
    await this.#database.transaction('durable', work);
  }
}

interface StoredRow {
  readonly revision: number;
  readonly place: number;
  readonly gateway: string;
  readonly n: number;
  readonly first_sequence: number;
  readonly last_sequence: number;
  readonly time_ms: number;
  readonly chain: string;
  readonly body: Buffer;
  readonly mark: string | null;
}

function rowOf(row: StoredRow): ArchivedRow {
  const { revision, place, gateway, n, body, chain, first_sequence, last_sequence, time_ms, mark } = row;
  const sequences = { firstSequence: first_sequence, lastSequence: last_sequence };
  return { revision, place, gateway, n, body, chain, ...sequences, timeMs: time_ms, mark };
}

function valuesOf(generation: number, row: ArchivedRow) {
  const { revision, place, gateway, n, firstSequence, lastSequence, timeMs, chain, body, mark } = row;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return sql`(${sql.join([generation, revision, place, gateway, n, firstSequence, lastSequence, timeMs, chain, bytes, mark])})`;
}

const REFUSE = `CREATE OR REPLACE FUNCTION refuse_batch_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION '%: what was written is never changed or deleted', TG_TABLE_NAME; END $$`;

const TABLES: readonly string[] = [
  'CREATE TABLE IF NOT EXISTS journal_order (generation BIGINT PRIMARY KEY, id TEXT NOT NULL)',
  'ALTER TABLE journal_order ADD COLUMN IF NOT EXISTS continues TEXT',
  `CREATE TABLE IF NOT EXISTS journal_batch (generation BIGINT NOT NULL, revision BIGINT NOT NULL, place BIGINT NOT NULL,
    gateway TEXT NOT NULL, n BIGINT NOT NULL, first_sequence BIGINT NOT NULL, last_sequence BIGINT NOT NULL,
    time_ms BIGINT NOT NULL, chain TEXT NOT NULL, body BYTEA NOT NULL, mark TEXT, PRIMARY KEY (generation, revision))`,
  'CREATE INDEX IF NOT EXISTS journal_batch_mark ON journal_batch (generation, revision) WHERE mark IS NOT NULL',
  'CREATE TABLE IF NOT EXISTS role_file (name TEXT PRIMARY KEY, content TEXT NOT NULL)',
  REFUSE,
  ...['journal_batch', 'journal_order'].flatMap((table) => [
    `CREATE OR REPLACE TRIGGER ${table}_refuse_rows BEFORE UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION refuse_batch_change()`,
    `CREATE OR REPLACE TRIGGER ${table}_refuse_truncate BEFORE TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_batch_change()`,
  ]),
  ...SNAPSHOT_TABLES,
];
