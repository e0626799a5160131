/** Reads a database row by row, whichever of the two it is, and never changes it. */
import { isPostgres } from '../address.ts';
import type { DatabaseKind } from '../db.ts';
import type { Ask } from './read-facts.ts';

export interface Reader {
  readonly kind: DatabaseKind;
  readonly ask: Ask;
  close(): Promise<void>;
}

/** @param url as `openDatabase` takes it; the database exists and no exchange runs on it */
export async function openReader(url: string): Promise<Reader> {
  if (isPostgres(url)) return (await import('./postgres.ts')).readPostgres(url);
  return (await import('./sqlite.ts')).readFile(url, {});
}
