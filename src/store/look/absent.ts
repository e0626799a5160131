/** A SQLite file that is not there or has nothing in it: what there is to say of it needs no database. */
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { NO_STORE, type StoreFacts } from './facts.ts';

/** All that its name says. */
export function factsOfName(path: string) {
  const lostWal = existsSync(`${path}-shm`) && !existsSync(`${path}-wal`);
  return { ...NO_STORE, database: 'sqlite', place: basename(path), lostWal } as const;
}

/** Null when there is something in it. */
export function nothingAt(path: string): StoreFacts | null {
  if (!existsSync(path)) return { ...factsOfName(path), state: 'absent' };
  if (sizeOf(path) === 0 && sizeOf(`${path}-wal`) === 0) return { ...factsOfName(path), state: 'empty' };
  return null;
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
