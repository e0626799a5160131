/**
 * Copies the embedded read store while another process writes it: what was there at one moment, without a lock that
 * anybody would wait for.
 */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** @param target is not there */
export function copyStore(path: string, target: string): void {
  // For its owner alone from the first byte on: SQLite takes an empty file for none.
  closeSync(openSync(target, 'wx', 0o600));
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
  const fd = openSync(target, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
