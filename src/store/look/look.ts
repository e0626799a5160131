/**
 * Looks at a read store without changing anything in it, and says what is there (facts.ts): no file, table or row is
 * made. Judges nothing. Each database opens and checks itself; what is loaded for one is not loaded for the other.
 */
import { isPostgres } from '../database/address.ts';
import type { StoreFacts } from './facts.ts';
import type { LookOptions } from './read-facts.ts';

export type { LookOptions } from './read-facts.ts';

/** @param url as `openDatabase` takes it */
export async function lookAtStore(url: string, options: LookOptions = {}): Promise<StoreFacts> {
  if (isPostgres(url)) return (await import('./postgres.ts')).lookAtPostgres(url, options);
  return (await import('./sqlite.ts')).lookAtFile(url, options);
}
