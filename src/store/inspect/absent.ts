/** A SQLite file that is missing or has nothing in it: no database is needed to say all there is to say of it. */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { NO_STORE, type StoreFacts } from './facts.ts';

/** Everything that its name tells. */
export function factsOfName(path: string) {
  const lostWal = existsSync(`${path}-shm`) && !existsSync(`${path}-wal`);
  return { ...NO_STORE, database: 'sqlite', place: basename(path), lostWal } as const;
}

/** The facts of such a file; null when there is something in it. */
export function nothingAt(path: string): StoreFacts | null {
  if (!existsSync(path)) return { ...factsOfName(path), state: 'absent' };
  if (sizeOf(path) === 0 && sizeOf(`${path}-wal`) === 0) return { ...factsOfName(path), state: 'empty' };
  return null;
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
