/**
 * Copies the embedded read store while another process writes it: what was there at one moment, without a lock that
 * anyone would wait for.
 */
import { accessSync, closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** @param target is not there */
export function copyStore(path: string, target: string): void {
  // For its owner alone from the first byte on: SQLite takes an empty file for none.
  closeSync(openSync(target, 'wx', 0o600));
  // SQLite would not say which file, nor why.
  accessSync(path, constants.R_OK);
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    database.prepare('VACUUM INTO ?').run(target);
  } finally {
    database.close();
  }
  syncFile(target);
}

/** Rows named by leaves of the AI log, by table with its key: it is durable here before its leaf is in the journal. */
const NAMED = {
  payload: 'h',
  case_text: 'sha256',
  case_file: 'sha256',
  report: 'contest, sha256',
  report_dossier: 'contest, sha256, team',
};

/**
 * Adds what has come since the copy was made and is named in a journal that was copied after it: its rows can be made
 * again, and this can't.
 */
export function addNamed(path: string, target: string): void {
  const database = new DatabaseSync(pathToFileURL(target));
  try {
    const live = pathToFileURL(path);
    live.searchParams.set('mode', 'ro');
    database.prepare('ATTACH ? AS live').run(live.href);
    database.exec('PRAGMA busy_timeout = 5000');
    const tables = new Set(
      database
        .prepare('SELECT name FROM live.sqlite_master')
        .all()
        .map(({ name }) => name),
    );
    for (const [table, key] of Object.entries(NAMED)) {
      if (!tables.has(table)) continue;
      const isNew = `(${key}) NOT IN (SELECT ${key} FROM main.${table})`;
      database.exec(`INSERT INTO main.${table} SELECT * FROM live.${table} WHERE ${isNew}`);
    }
  } finally {
    database.close();
  }
  syncFile(target);
}

function syncFile(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
