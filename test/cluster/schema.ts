/** A schema of a PostgreSQL that is there, for nodes to share, and dropped afterwards. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

const CANDIDATES = ['postgres://root@127.0.0.1:5432/test', 'postgres://postgres@127.0.0.1:5432/test'];

/** One that does not answer by then is none; one that has answered may be busy. */
const LOOK_MS = 2_000;
const BUSY_MS = 30_000;

export interface Schema {
  readonly url: string;
  /** The rows of a statement in it. */
  ask(statement: string): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** A database that answers; null: none does. */
export async function findPostgres(): Promise<string | null> {
  const given = process.env['OUTCRY_STORE'];
  for (const url of given === undefined ? CANDIDATES : [given])
    try {
      await run(url, 'SELECT 1', LOOK_MS);
      return url;
    } catch {
      // The next one, or none.
    }
  return null;
}

export async function freshSchema(base: string): Promise<Schema> {
  const schema = `outcry_nodes_${randomBytes(6).toString('hex')}`;
  await run(base, `CREATE SCHEMA ${schema}`);
  const url = new URL(base);
  url.searchParams.set('schema', schema);
  return {
    url: url.toString(),
    ask: (statement) => run(base, `SET search_path = ${schema}; ${statement}`),
    drop: async () => void (await run(base, `DROP SCHEMA ${schema} CASCADE`)),
  };
}

async function run(
  url: string,
  statement: string,
  connectionTimeoutMillis = BUSY_MS,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis });
  try {
    await client.connect();
    const found = (await client.query<Record<string, unknown>>(statement)) as unknown;
    // Of several statements the last one's.
    const last = (Array.isArray(found) ? found.at(-1) : found) as pg.QueryResult<Record<string, unknown>>;
    return last.rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
