/**
 * Asks a read store's tables for what both databases answer the same way: how far its rows go, whose it is, what it
 * holds. Reads only, judges nothing.
 */
import { alteredPayloads, lostPayloads } from './named-payloads.ts';
import { MIGRATION_NAMES } from '../migrations/names.ts';
import type { StoreFacts } from './facts.ts';
import type { Ask } from './reader.ts';

export interface LookOptions {
  /** An exchange may be writing to it at the same time. */
  readonly isRunning?: boolean;
  /** How long the database's own check may take; without limit when not given. */
  readonly checkMs?: number;
}

/** How many logs are checked for their bodies when time is limited. */
const NEWEST_LOGS = 100_000;
const NAMED_LOGS = 20;

/** The facts in the tables. `tables` are those that are there. */
export async function readFacts(
  ask: Ask,
  tables: ReadonlySet<string>,
  { checkMs }: LookOptions,
): Promise<Partial<StoreFacts> & Pick<StoreFacts, 'state'>> {
  if (!tables.has('projection_state') && !tables.has('payload')) return { state: 'empty' };
  const from = async (table: string, text: string) => (tables.has(table) ? ((await ask(text))[0] ?? {}) : {});
  const count = async (table: string) => Number((await from(table, `SELECT COUNT(*) AS n FROM ${table}`))['n'] ?? 0);
  const end = await from(
    'projection_state',
    "SELECT last_sequence, last_time_ms FROM projection_state WHERE name = 'journal'",
  );
  const owner = await from('owner', 'SELECT exchange, changes FROM owner');
  const key = await from('api_key', 'SELECT id, secret FROM api_key ORDER BY created_at DESC LIMIT 1');
  const hasLeaves = tables.has('tlog_leaf');
  const hasLogs = tables.has('ailog') && tables.has('payload');
  return {
    state: 'there',
    sequence: Number(end['last_sequence'] ?? 0),
    timeMs: Number(end['last_time_ms'] ?? 0),
    owner: typeof owner['exchange'] === 'string' ? owner['exchange'] : '',
    changes: Number(owner['changes'] ?? 0),
    keys: await count('api_key'),
    accounts: await count('account'),
    bodies: await count('payload'),
    sealed: 'id' in key ? { id: String(key['id']), secret: key['secret'] as Uint8Array } : null,
    bodiless: hasLogs ? await bodilessLogs(ask, checkMs) : [],
    lostPayloads: hasLeaves ? await lostPayloads(ask, tables) : [],
    alteredPayloads: hasLeaves && checkMs === undefined ? await alteredPayloads(ask, tables) : [],
    erased: hasLogs ? await erasedBodies(ask) : 0,
    unknownMigrations: tables.has('kysely_migration') ? await unknownMigrations(ask) : [],
  };
}

async function bodilessLogs(ask: Ask, checkMs: number | undefined): Promise<number[]> {
  const newest = checkMs === undefined ? '' : `ORDER BY log_index DESC LIMIT ${NEWEST_LOGS}`;
  const rows = await ask(`SELECT log_index FROM (SELECT log_index, h FROM ailog ${newest}) AS log
    WHERE NOT EXISTS (SELECT 1 FROM payload WHERE payload.h = log.h AND (body IS NOT NULL OR erased_at IS NOT NULL))
    ORDER BY log_index LIMIT ${NAMED_LOGS}`);
  return rows.map((row) => Number(row['log_index']));
}

async function erasedBodies(ask: Ask): Promise<number> {
  const rows = await ask('SELECT COUNT(*) AS n FROM payload WHERE erased_at IS NOT NULL');
  return Number(rows[0]?.['n'] ?? 0);
}

async function unknownMigrations(ask: Ask): Promise<string[]> {
  const names = (await ask('SELECT name FROM kysely_migration')).map(({ name }) => String(name));
  const known: readonly string[] = MIGRATION_NAMES;
  return names.filter((name) => !known.includes(name));
}
