/**
 * The facts about uploads whose bodies were stored a moment ago, by `h`, until their logs become rows: those are made
 * without reading the body again. Whatever is not here is read: after a start, when a store is rebuilt, and when there
 * is more than fits.
 */
import type { Database } from '../database/db.ts';
import type { Said } from '../../core/verification/log-facts.ts';

/** Facts of a log whose body is there. */
export interface KnownLog {
  readonly said: Said;
  /** JCS of the leaf's header; null when the body does not open `h`. */
  readonly header: string | null;
}

interface Kept {
  readonly log: KnownLog;
  readonly bytes: number;
}

/** Bytes of the bodies; what is known of one is at worst as large as it is. */
const MOST_BYTES = 8 * 1024 * 1024;

class FreshLogs {
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  put(h: string, log: KnownLog, bytes: number): void {
    this.take(h);
    this.#kept.set(h, { log, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MOST_BYTES) return;
      this.take(oldest);
    }
  }

  /** Gives a log and forgets it. */
  take(h: string): KnownLog | null {
    const found = this.#kept.get(h);
    if (found === undefined) return null;
    this.#kept.delete(h);
    this.#bytes -= found.bytes;
    return found.log;
  }
}

const all = new WeakMap<Database, FreshLogs>();

/** The fresh logs of a database that is open here. */
export function freshLogs(database: Database): FreshLogs {
  const known = all.get(database) ?? new FreshLogs();
  all.set(database, known);
  return known;
}
