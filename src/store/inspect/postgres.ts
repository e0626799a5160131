/**
 * Reads PostgreSQL over its own connection. The database keeps its pages sound by itself, so nothing is checked here
 * but whether somebody else has it open.
 */
import pg from 'pg';
import { splitSchema } from '../database/address.ts';
import { holderOf } from '../database/postgres-guard.ts';
import type { Reader } from './reader.ts';

const CONNECT_MS = 10_000;

/** One moment of the database, in which nothing can be changed. @throws Error when it can't be reached */
export async function readPostgres(url: string): Promise<Reader> {
  const { connectionString, schema } = splitSchema(url);
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    ...(schema === null ? {} : { options: `-c search_path=${schema}` }),
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ name: string | null }>('SELECT current_schema() AS name');
    if (rows[0]?.name === null) throw new Error(`the schema ${schema ?? 'public'} does not exist; create it first`);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return {
    kind: 'postgres',
    ask: async (text) => (await client.query<Record<string, unknown>>(text)).rows,
    check: async () => ({ inUseBy: (await holderOf(client)) ?? '' }),
    close: () => client.end(),
  };
}
