/**
 * Looks at a read store in PostgreSQL without changing it, over its own connection. The database keeps its pages sound
 * by itself, so nothing is checked here but what the tables say.
 */
import pg from 'pg';
import { shownAddress, splitSchema } from '../database/address.ts';
import { holderOf } from '../database/postgres-guard.ts';
import { TABLE_NAMES } from '../schema/schema.ts';
import { NO_STORE, type StoreFacts } from './facts.ts';
import { type LookOptions, readFacts } from './read-facts.ts';
import type { Ask, Reader } from './reader.ts';

const CONNECT_MS = 10_000;

export async function lookAtPostgres(url: string, options: LookOptions): Promise<StoreFacts> {
  const nothing = { ...NO_STORE, database: 'postgres', place: shownAddress(url) } as const;
  const client = clientOf(url);
  try {
    const ask = await begin(client, url);
    const tables = (await ask(TABLE_NAMES.postgres)).map(({ name }) => String(name));
    const facts = await readFacts(ask, tables, options);
    return { ...nothing, ...facts, inUseBy: (await holderOf(client)) ?? '' };
  } catch (error) {
    return { ...nothing, state: 'unreadable', problem: problemOf(error) };
  } finally {
    await client.end().catch(() => {});
  }
}

/** @throws Error when it can't be reached */
export async function readPostgres(url: string): Promise<Reader> {
  const client = clientOf(url);
  try {
    const ask = await begin(client, url);
    return { kind: 'postgres', ask, close: () => client.end() };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

function clientOf(url: string): pg.Client {
  const { connectionString, schema } = splitSchema(url);
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_MS,
    ...(schema === null ? {} : { options: `-c search_path=${schema}` }),
  });
  client.on('error', () => {});
  return client;
}

/** One moment of the database, in which nothing can be changed. */
async function begin(client: pg.Client, url: string): Promise<Ask> {
  await client.connect();
  await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await mustHaveSchema(client, splitSchema(url).schema);
  return async (text) => (await client.query<Record<string, unknown>>(text)).rows;
}

async function mustHaveSchema(client: pg.Client, schema: string | null): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>('SELECT current_schema() AS name');
  if (rows[0]?.name === null) throw new Error(`the schema ${schema ?? 'public'} does not exist; create it first`);
}

/** A host with several addresses fails once for each. */
function problemOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(problemOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
