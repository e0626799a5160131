/**
 * Inspects a read store without changing it: how far its rows go, whose it is, what it holds that exists nowhere else,
 * and what is broken (facts.ts). Judges nothing.
 */
import { isPostgres, shownAddress } from '../database/address.ts';
import { TABLE_NAMES, versionOf } from '../schema/schema.ts';
import { SCHEMA_VERSION } from '../schema/tables.ts';
import { factsOfName, nothingAt } from './absent.ts';
import { NO_STORE, type StoreFacts } from './facts.ts';
import { alteredPayloads, lostPayloads } from './named-payloads.ts';
import type { Ask, Reader, ReadOptions } from './reader.ts';

/** How many logs are checked for their bodies when time is limited. */
const NEWEST_LOGS = 100_000;
const NAMED_LOGS = 20;

/** @param url as `openDatabase` takes it */
export async function inspectStore(url: string, options: ReadOptions = {}): Promise<StoreFacts> {
  const nothing = isPostgres(url) ? null : nothingAt(url);
  if (nothing !== null) return nothing;
  const known = isPostgres(url)
    ? ({ ...NO_STORE, database: 'postgres', place: shownAddress(url) } as const)
    : factsOfName(url);
  let reader: Reader | null = null;
  try {
    reader = await openReader(url, options);
    const tables = (await reader.ask(TABLE_NAMES[reader.kind])).map(({ name }) => String(name));
    return { ...known, ...(await readFacts(reader.ask, tables, options)), ...(await reader.check(tables)) };
  } catch (error) {
    return { ...known, state: 'unreadable', problem: problemOf(error) };
  } finally {
    await reader?.close().catch(() => undefined);
  }
}

/**
 * Opens a database for its reader; what is loaded for one kind is not loaded for the other.
 * @throws Error when it can't be opened or reached
 */
export async function openReader(url: string, options: ReadOptions = {}): Promise<Reader> {
  if (isPostgres(url)) return (await import('./postgres.ts')).readPostgres(url);
  return (await import('./sqlite.ts')).readSqlite(url, options);
}

/** A host with several addresses fails once for each. */
function problemOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(problemOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** The facts in the tables, which both databases answer the same way. `tables` are those that are there. */
async function readFacts(
  ask: Ask,
  tables: readonly string[],
  { checkMs }: ReadOptions,
): Promise<Partial<StoreFacts> & Pick<StoreFacts, 'state'>> {
  const version = await versionOf(tables, ask);
  if (version === null) return { state: 'empty' };
  // What stands in tables of another version is not guessed.
  if (version !== SCHEMA_VERSION) return { state: 'there', version };
  const first = async (text: string) => (await ask(text))[0] ?? {};
  const count = async (from: string) => Number((await first(`SELECT COUNT(*) AS n FROM ${from}`))['n'] ?? 0);
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
