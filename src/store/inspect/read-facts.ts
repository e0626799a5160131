/** Asks a read store's tables for what both databases answer the same way. */
import { TABLE_NAMES, versionOf } from '../database/schema.ts';
import { SCHEMA_VERSION } from '../schema/tables.ts';
import type { StoreFacts } from './facts.ts';
import { alteredPayloads, lostPayloads } from './named-payloads.ts';
import type { Ask } from '../database/db.ts';
import type { Reader, ReadOptions } from './reader.ts';

/** How many logs are checked for their bodies when time is limited. */
const NEWEST_LOGS = 100_000;
const NAMED_LOGS = 20;

export async function readFacts(
  { kind, ask, check }: Reader,
  { checkMs }: ReadOptions,
): Promise<Partial<StoreFacts> & Pick<StoreFacts, 'state'>> {
  const tables = (await ask(TABLE_NAMES[kind])).map(({ name }) => String(name));
  const checked = await check(tables);
  const version = await versionOf(tables, ask);
  if (version === null) return { state: 'empty', ...checked };
  // The contents of tables of another version are not guessed.
  if (version !== SCHEMA_VERSION) return { state: 'there', version, ...checked };
  const first = async (text: string) => (await ask(text))[0] ?? {};
  const count = async (from: string) => Number((await first(`SELECT COUNT(*) AS n FROM ${from}`))['n'] ?? 0);
  const end = await first("SELECT last_sequence, last_time_ms FROM projection_state WHERE name = 'journal'");
  const owner = await first('SELECT exchange, changes FROM owner');
  const key = await first('SELECT id, secret FROM api_key ORDER BY created_at DESC LIMIT 1');
  return {
    state: 'there',
    version,
    ...checked,
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
    erased: await count('payload WHERE erased_at IS NOT NULL'),
  };
}

async function bodilessLogs(ask: Ask, checkMs: number | undefined): Promise<number[]> {
  const newest = checkMs === undefined ? '' : `ORDER BY log_index DESC LIMIT ${NEWEST_LOGS}`;
  const rows = await ask(`SELECT log_index FROM (SELECT log_index, h FROM ailog ${newest}) AS log
    WHERE NOT EXISTS (SELECT 1 FROM payload WHERE payload.h = log.h AND (body IS NOT NULL OR erased_at IS NOT NULL))
    ORDER BY log_index LIMIT ${NAMED_LOGS}`);
  return rows.map((row) => Number(row['log_index']));
}
