/**
 * Inspects a read store without changing it: how far its rows go, whose it is, what it holds that exists nowhere else,
 * and what is broken (facts.ts). Judges nothing. Databases are loaded where there is one to ask, so that a start does
 * without them on its own thread.
 */
import { isPostgres, shownAddress } from '../database/address.ts';
import { factsOfName, nothingAt } from './absent.ts';
import { NO_STORE, type StoreFacts } from './facts.ts';
import type { Reader, ReadOptions } from './reader.ts';

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
    const { readFacts } = await import('./read-facts.ts');
    return { ...known, ...(await readFacts(reader, options)) };
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
