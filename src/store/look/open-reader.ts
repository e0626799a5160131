/** Opens a database for a reader; the kind that is not wanted is not loaded. */
import { isPostgres } from '../database/address.ts';
import type { Reader } from './reader.ts';

/** @param url as `openDatabase` takes it; the database exists and no exchange runs on it */
export async function openReader(url: string): Promise<Reader> {
  if (isPostgres(url)) return (await import('./postgres.ts')).readPostgres(url);
  return (await import('./sqlite.ts')).readFile(url, {});
}
