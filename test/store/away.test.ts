// The store's database goes and comes back: connections that are ended, a network that breaks, an answer to COMMIT that
// is lost, tables that are locked. Nothing is lost, nothing is there twice, and who asks meanwhile is told so.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../src/store/db.ts';
import { StoreAway } from '../../src/store/errors.ts';
import { type Store, type StoreAbsence, type StoreOptions, startStore } from '../../src/store/store.ts';
import { openJournal, type Journal } from '../../src/sequencer/journal-file.ts';
import { commandText } from '../../src/sequencer/record.ts';
import type { Sequenced } from '../../src/core/language/commands.ts';
import { databaseProxy } from './database-proxy.ts';
import { onPostgresOnly } from './each-database.ts';
import { tradingDay, TRADERS } from './trading-day.ts';
import { isNotNow, untilAnswered } from './until-answered.ts';

const TABLES = ['bill', 'fill', 'order_record', 'plan_order', 'tlog_leaf', 'ailog', 'ai_order', 'ailog_link'] as const;
const WITHIN_MS = 180_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const BILLS = {
  uid: TRADERS[0],
  symbol: null,
  businessType: null,
  startMs: null,
  endMs: null,
  limit: 100,
  page: 0,
  cursor: null,
};

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A journal that a test appends to, and the store that follows it. */
async function follow(databaseUrl: string, change: Partial<StoreOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-away-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const journal: Journal = await openJournal(join(folder, 'journal.log'));
  undo.push(() => journal.close());
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
    undo.push(() => store.stop());
    return store;
  };
  const append = (commands: readonly Sequenced[]): Promise<void> =>
    journal.append(commands.map(({ sequence, timeMs, command }) => ({ sequence, timeMs, text: commandText(command) })));
  return { start, append, faults, absences };
}

/** Every row the projection has, but for what depends on the order of writing. */
async function rowsOf(database: Database): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const table of TABLES) {
    const rows = await database.sql.selectFrom(table).selectAll().execute();
    all[table] = rows
      .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
      .sort();
  }
  return all;
}

/** The same day in a database nothing happened to. */
async function undisturbed(url: string, day: ReturnType<typeof tradingDay>): Promise<Record<string, string[]>> {
  const { start, append } = await follow(url);
  await append(day.commands);
  const store = await start();
  for (const payload of day.payloads) await store.ask('payloadPut', payload, 0);
  store.announceDurable(day.commands.length);
  await untilAnswered(() => store.ask('bills', BILLS, day.commands.length));
  const database = openDatabase(url);
  const rows = await rowsOf(database);
  await database.close();
  await store.stop();
  return rows;
}

onPostgresOnly('a store whose PostgreSQL goes and comes back', ({ freshUrl }, admin) => {
  const schemaOf = (url: string) => new URL(url).searchParams.get('schema') ?? '';
  const terminate = async (url: string): Promise<number> => {
    const rows = await admin(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'outcry ${schemaOf(url)}'`,
    );
    return rows.length;
  };

  it(
    'writes every row once though its connections are ended again and again under load',
    async () => {
      const day = tradingDay(51, 900);
      const expected = await undisturbed(await freshUrl(), day);
      const url = await freshUrl();
      const { start, append, faults } = await follow(url);
      const store = await start();
      for (const payload of day.payloads.slice(0, 1)) await store.ask('payloadPut', payload, 0);
      let isDone = false;
      let ended = 0;
      const killing = (async () => {
        while (!isDone) {
          await sleep(100 + Math.random() * 300);
          ended += await terminate(url);
        }
      })();
      const refused: unknown[] = [];
      for (const payload of day.payloads) {
        // A body is as durable after a kill as after an ordinary answer; the same again changes nothing.
        while (
          !(await store.ask('payloadPut', payload, 0).then(
            () => true,
            (error: unknown) => void refused.push(error),
          ))
        );
      }
      for (let at = 0; at < day.commands.length; at += 90) {
        const part = day.commands.slice(at, at + 90);
        await append(part);
        const sequence = part.at(-1)!.sequence;
        store.announceDurable(sequence);
        await store.ask('bills', BILLS, sequence).catch((error: unknown) => refused.push(error));
      }
      isDone = true;
      await killing;
      while (store.projected() < day.commands.length) await sleep(20);
      expect(faults).toEqual([]);
      expect(refused.filter((error) => !isNotNow(error))).toEqual([]);
      expect(ended, 'connections ended').toBeGreaterThan(5);
      const database = openDatabase(url);
      expect(await rowsOf(database)).toEqual(expected);
      await database.close();
    },
    WITHIN_MS,
  );

  it(
    'finds out whether a COMMIT was carried out whose answer was lost',
    async () => {
      const day = tradingDay(52, 400);
      const expected = await undisturbed(await freshUrl(), day);
      const base = await freshUrl();
      const proxy = await databaseProxy(base);
      undo.push(() => proxy.close());
      const { start, append, faults } = await follow(proxy.url);
      const store = await start();

      const account = { uid: null, label: 'once', nowMs: 1 };
      const lostAccount = proxy.loseNextCommit();
      const { uid } = await store.ask('accountCreate', account, 0);
      await lostAccount;
      const lostKey = proxy.loseNextCommit();
      const key = {
        uid,
        label: '',
        permission: 'read',
        ips: [],
        expiresMs: null,
        nowMs: 1,
        key: null,
        secret: null,
        passphrase: null,
      } as const;
      const made = await store.ask('keyCreate', key, 0);
      await lostKey;
      expect((await store.ask('accountList', null, 0)).map(({ label }) => label)).toEqual(['once']);
      expect(await store.ask('keyring', null, 0)).toMatchObject([{ id: made.id, secret: made.secret }]);

      for (const payload of day.payloads) await store.ask('payloadPut', payload, 0);
      for (let at = 0; at < day.commands.length; at += 100) {
        const part = day.commands.slice(at, at + 100);
        const lost = proxy.loseNextCommit();
        await append(part);
        store.announceDurable(at + part.length);
        await lost;
        await untilAnswered(() => store.ask('bills', BILLS, at + part.length));
      }
      expect(faults).toEqual([]);
      const database = openDatabase(base);
      expect(await rowsOf(database)).toEqual(expected);
      await database.close();
    },
    WITHIN_MS,
  );

  it(
    'answers at once that it is away while the network is down, and everything once it is back',
    async () => {
      const day = tradingDay(53, 300);
      const proxy = await databaseProxy(await freshUrl());
      undo.push(() => proxy.close());
      const { start, append, faults, absences } = await follow(proxy.url);
      const store = await start();
      for (const payload of day.payloads) await store.ask('payloadPut', payload, 0);
      await append(day.commands.slice(0, 150));
      store.announceDurable(150);
      await untilAnswered(() => store.ask('bills', BILLS, 150));
      proxy.down();
      await append(day.commands.slice(150));
      store.announceDurable(300);
      while (store.absence() === null) await sleep(5);
      await sleep(1_100);
      const asked = performance.now();
      await expect(store.ask('bills', BILLS, 300)).rejects.toBeInstanceOf(StoreAway);
      await expect(store.ask('accountCreate', { uid: null, label: '', nowMs: 1 }, 0)).rejects.toBeInstanceOf(StoreAway);
      expect(performance.now() - asked, 'told at once').toBeLessThan(200);
      expect(store.absence()).toMatchObject({ reason: expect.stringMatching(/Connection terminated|ECONN/) as string });
      proxy.up();
      while (store.absence() !== null) await sleep(5);
      expect((await untilAnswered(() => store.ask('bills', BILLS, 300))).items.length).toBeGreaterThan(0);
      expect(await store.ask('accountList', null, 0)).toEqual([]);
      expect(absences.at(-1)).toBeNull();
      expect(faults).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'waits for a table that is locked, says that it is away, and answers no question late',
    async () => {
      const day = tradingDay(54, 300);
      const url = await freshUrl();
      const { start, append, faults } = await follow(url);
      const store = await start();
      for (const payload of day.payloads) await store.ask('payloadPut', payload, 0);
      await append(day.commands.slice(0, 100));
      store.announceDurable(100);
      await untilAnswered(() => store.ask('bills', BILLS, 100));
      const other = new pg.Client({ connectionString: url.replace(/[?&]schema=.*/, '') });
      await other.connect();
      undo.push(() => other.end());
      await other.query('BEGIN');
      await other.query(`LOCK TABLE ${schemaOf(url)}.bill IN ACCESS EXCLUSIVE MODE`);
      await append(day.commands.slice(100));
      store.announceDurable(300);
      const asked = performance.now();
      await expect(store.ask('bills', BILLS, 0)).rejects.toBeInstanceOf(StoreAway);
      expect(performance.now() - asked).toBeLessThan(10_500);
      while (store.absence() === null) await sleep(20);
      expect(store.absence()?.reason).toContain('lock timeout');
      await other.query('ROLLBACK');
      expect((await untilAnswered(() => store.ask('bills', BILLS, 300))).items.length).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    },
    WITHIN_MS,
  );
});
