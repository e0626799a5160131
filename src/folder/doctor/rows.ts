/**
 * Makes the rows of a read store again from the journal, in a separate database that is thrown away, and compares: the
 * only way to find a figure that someone changed in the database. Takes as long as `--rebuild-store`, and as much room
 * in the folder for temporary files as the store has.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../../core/engine.ts';
import { followJournal } from '../../sequencer/journal/follow-journal.ts';
import { applyRecord } from '../../sequencer/replay.ts';
import type { Database } from '../../store/database/db.ts';
import { openDatabase } from '../../store/database/open-database.ts';
import { insertRows } from '../../store/database/insert-rows.ts';
import { formOf, type Mismatch, mismatches } from '../../store/inspect/compare-rows.ts';
import { expiredRows } from '../../store/inspect/expired-rows.ts';
import { openReader } from '../../store/inspect/inspect-store.ts';
import type { Reader } from '../../store/inspect/reader.ts';
import { makeTables, TABLE_NAMES } from '../../store/database/schema.ts';
import { createProjector } from '../../store/write/projector.ts';
import { sha256 } from '../../store/sha256.ts';
import { PRIMARY_TABLES, type PayloadTable } from '../../store/schema/tables.ts';
import { type Finding, note, wrong } from '../inspect/finding.ts';

export interface ComparedRows {
  /** Rows that are what the journal says. */
  readonly alike: number;
  /** Rows that are not, in all, and the first of them. */
  readonly unlikeCount: number;
  readonly unlike: readonly Mismatch[];
  /** Tables that could not be compared, with the reason; '' for none. */
  readonly left: string;
}

const NAMED_ROWS = 20;
const BATCH_ROWS = 4_000;

/** Tables that are read from the bodies of AI logs, and can't be made again without them. */
const OF_BODIES: readonly string[] = ['ailog', 'ailog_key', 'ailog_link', 'ailog_trace', 'ai_order'];

/**
 * Compares the rows of the store at `url` with what the first `sequence` commands of the journal lead to. No exchange
 * may run on it. Changes nothing of either.
 */
export async function compareWithJournal(journal: string, url: string, sequence: number): Promise<ComparedRows> {
  const found = await openReader(url);
  const folder = mkdtempSync(join(tmpdir(), 'outcry-rows-'));
  try {
    const path = join(folder, 'anew.db');
    const hasAllBodies = await makeRows(path, journal, sequence, found);
    const anew = await openReader(path);
    try {
      return await compare(anew, found, hasAllBodies ? [] : OF_BODIES);
    } finally {
      await anew.close();
    }
  } finally {
    await found.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves with whether every body was there. */
async function makeRows(path: string, journal: string, sequence: number, found: Reader): Promise<boolean> {
  const database = openDatabase(path);
  try {
    await makeTables(database);
    const hasAllBodies = await copyBodies(database, found);
    const projector = await createProjector(database, { mayLackBodies: true });
    const engine = createEngine(sha256);
    const follower = followJournal(journal);
    for (const record of follower.read(sequence)) {
      projector.project(record, applyRecord(engine, record, journal));
      if (projector.pending >= BATCH_ROWS) await projector.flush();
    }
    await projector.flush();
    follower.close();
    return hasAllBodies;
  } finally {
    await database.close();
  }
}

/** One at a time: each may be a mebibyte. */
async function copyBodies(database: Database, { ask }: Reader): Promise<boolean> {
  let hasAll = true;
  for (const { h } of await ask('SELECT h FROM payload')) {
    const [row] = await ask(`SELECT * FROM payload WHERE h = '${String(h)}'`);
    if (row === undefined) continue;
    hasAll &&= row['body'] !== null;
    const { salt, body } = row as Pick<PayloadTable, 'salt' | 'body'>;
    const { stored_at: storedAt, erased_at: erasedAt } = row;
    const times = { stored_at: Number(storedAt), erased_at: erasedAt === null ? null : Number(erasedAt) };
    const copy = { h: String(h), salt, body, ...times };
    await insertRows(database, database.sql, 'payload', [copy]);
  }
  return hasAll;
}

async function compare(anew: Reader, found: Reader, left: readonly string[]): Promise<ComparedRows> {
  const names = (await anew.ask(`${TABLE_NAMES.sqlite} ORDER BY name`)).map(({ name }) => String(name));
  const apart: readonly string[] = [...PRIMARY_TABLES, 'schema_version', ...left, 'symbol', 'kept_from', 'kept_list'];
  const tables = names.filter((name) => !apart.includes(name));
  const unlike: Mismatch[] = [];
  const isExpired = await expiredRows(found.ask);
  let [alike, unlikeCount] = [0, 0];
  for (const table of tables)
    for await (const row of mismatches(anew, found, await formOf(anew.ask, table), isExpired)) {
      if (row === null) alike++;
      else if (++unlikeCount <= NAMED_ROWS) unlike.push(row);
    }
  return {
    alike,
    unlikeCount,
    unlike,
    left: left.length === 0 ? '' : `${left.join(', ')}: bodies they were read from are gone`,
  };
}

const SHOWN = 3;

export function* rowFindings(place: string, { unlike, unlikeCount, left }: ComparedRows): Generator<Finding> {
  if (unlikeCount > 0) {
    const rows = unlike.slice(0, SHOWN).map(({ table, key, how }) => `${table} ${key}: ${how}`);
    const more = unlikeCount > SHOWN ? `; and ${unlikeCount - SHOWN} more` : '';
    yield wrong('altered-rows', place, {
      found: `${unlikeCount} of its rows are not what the journal leads to: ${rows.join('; ')}${more}`,
      means:
        'Somebody changed rows in the database, or it lost some. Trading is right; what is read of the past is not.',
      do: 'Find out who writes into the database. Then start once with --rebuild-store, which makes its rows anew.',
    });
  }
  if (left !== '')
    yield note('uncompared-rows', place, {
      found: `these tables were not compared with the journal: ${left}`,
      means: 'What is in them can not be made anew as it is.',
      do: 'Nothing.',
    });
}
