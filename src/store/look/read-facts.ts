/**
 * Asks a read store's tables for what both databases answer the same way: how far its rows go, whose it is, what it
 * holds. Reads only, judges nothing.
 */
import { alteredPayloads, lostPayloads } from './named-payloads.ts';
import { SCHEMA_VERSION, versionOf } from '../schema/schema.ts';
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
  tables: readonly string[],
  { checkMs }: LookOptions,
): Promise<Partial<StoreFacts> & Pick<StoreFacts, 'state'>> {
  const version = await versionOf(tables, ask);
  if (version === null) return { state: 'empty' };
  // What stands in tables of another version is not guessed.
  if (version !== SCHEMA_VERSION) return { state: 'there', version };
  const first = async (text: string) => (await ask(text))[0] ?? {};
  const count = async (table: string) => Number((await first(`SELECT COUNT(*) AS n FROM ${table}`))['n'] ?? 0);
  const end = await first("SELECT last_sequence, last_time_ms FROM projection_state WHERE name = 'journal'");
  const owner = await first('SELECT exchange, changes FROM owner');
  const key = await first('SELECT id, secret FROM api_key ORDER BY created_at DESC LIMIT 1');
  return {
    state: 'there',
    version,
    sequence: Number(end['last_sequence'] ?? 0),
    timeMs: Number(end['last_time_ms'] ?? 0),
    owner: typeof owner['exchange'] === 'string' ? owner['exchange'] : '',
    changes: Number(owner['changes'] ?? 0),
    keys: await count('api_key'),
    accounts: await count('account'),
    bodies: await count('payload'),
    sealed: 'id' in key ? { id: String(key['id']), secret: key['secret'] as Uint8Array } : null,
    bodiless: await bodilessLogs(ask, checkMs),
    lostPayloads: await lostPayloads(ask),
    alteredPayloads: checkMs === undefined ? await alteredPayloads(ask) : [],
    erased: Number((await first('SELECT COUNT(*) AS n FROM payload WHERE erased_at IS NOT NULL'))['n'] ?? 0),
  };
}

async function bodilessLogs(ask: Ask, checkMs: number | undefined): Promise<number[]> {
  const newest = checkMs === undefined ? '' : `ORDER BY log_index DESC LIMIT ${NEWEST_LOGS}`;
  const rows = await ask(`SELECT log_index FROM (SELECT log_index, h FROM ailog ${newest}) AS log
    WHERE NOT EXISTS (SELECT 1 FROM payload WHERE payload.h = log.h AND (body IS NOT NULL OR erased_at IS NOT NULL))
    ORDER BY log_index LIMIT ${NAMED_LOGS}`);
  return rows.map((row) => Number(row['log_index']));
}
