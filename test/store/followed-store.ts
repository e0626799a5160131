// A store that follows a journal a test appends to, and the rows it must come to: the same day in a database nothing
// happened to.
import { rowsInWords } from './in-words.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Database } from '../../src/store/database/db.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { type Store, type StoreAbsence, type StoreOptions, startStore } from '../../src/store/store.ts';
import { openJournal, type Journal } from '../../src/sequencer/journal/journal-file.ts';
import { commandText } from '../../src/sequencer/journal/record.ts';
import type { Sequenced } from '../../src/core/language/commands.ts';
import type { Payload } from '../../src/store/evidence/payloads.ts';
import { putBodies } from './put-bodies.ts';
import { type tradingDay, TRADERS } from './trading-day.ts';
import { untilAnswered } from './until-answered.ts';

const ORDERS = ['bill', 'fill', 'bar', 'order_record', 'plan_order'] as const;
const TABLES = [...ORDERS, 'tlog_leaf', 'ailog', 'ai_order', 'ailog_link'] as const;
/** A question whose answer waits for the rows. */
export const BILLS = {
  uid: TRADERS[0],
  symbol: null,
  businessType: null,
  startMs: null,
  endMs: null,
  limit: 100,
  page: 0,
  cursor: null,
};

/** A journal that a test appends to, and the store that follows it. */
export async function follow(databaseUrl: string, change: Partial<StoreOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-away-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const journal: Journal = await openJournal(join(folder, 'journal.log'));
  onTestFinished(() => journal.close());
  const faults: unknown[] = [];
  const absences: (StoreAbsence | null)[] = [];
  const start = async (): Promise<Store> => {
    const store = await startStore({
      databaseUrl,
      journalPath: journal.path,
      keyFilePath: join(folder, 'key-file'),
      onFault: (fault) => faults.push(fault),
      onAbsence: (absence) => absences.push(absence),
      ...change,
    });
    onTestFinished(() => store.stop());
    return store;
  };
  const append = (commands: readonly Sequenced[]): Promise<void> =>
    journal.append(commands.map(({ sequence, timeMs, command }) => ({ sequence, timeMs, text: commandText(command) })));
  const put = (payloads: readonly Payload[]): Promise<void> => putBodies(journal.path, payloads);
  return { start, append, put, faults, absences };
}

/** Every row the projection has, but for what depends on the order of writing. */
export async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await rowsInWords(database, table);
    all[table] = rows
      .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
      .sort();
  }
  return all;
}

/** The same day in a database nothing happened to. */
export async function undisturbed(url: string, day: ReturnType<typeof tradingDay>): Promise<Record<string, string[]>> {
  const { start, append, put } = await follow(url);
  await append(day.commands);
  const store = await start();
  await put(day.payloads);
  store.announceDurable(day.commands.length);
  await untilAnswered(() => store.ask('bills', BILLS, day.commands.length));
  const database = openDatabase(url);
  const rows = await rowsOf(database);
  await database.close();
  await store.stop();
  return rows;
}
