// The store's database goes and comes back: connections that are ended, a network that breaks, an answer to COMMIT that
// is lost, tables that are locked. Nothing is lost, nothing is there twice, and who asks meanwhile is told so.
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { StoreAway } from '../../src/store/errors.ts';
import { databaseProxy } from './database-proxy.ts';
import { onPostgresOnly } from './each-database.ts';
import { BILLS, follow, rowsOf, undisturbed } from './followed-store.ts';
import { tradingDay } from './trading-day.ts';
import { isNotNow, untilAnswered } from './until-answered.ts';

const WITHIN_MS = 180_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

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
      const { start, append, put, faults } = await follow(url);
      const store = await start();
      await put(day.payloads.slice(0, 1));
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
        // A body that was read is taken later; the same again changes nothing.
        await put([payload]);
        while (
          !(await store.ask('bodiesTake', null, 0).then(
            () => true,
            (error: unknown) => void refused.push(error),
          ))
        )
          // A refusal is immediate while the store is away; it comes back only if it is let.
          await sleep(20);
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
      onTestFinished(() => proxy.close());
      const { start, append, put, faults } = await follow(proxy.url);
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

      await put(day.payloads);
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
      onTestFinished(() => proxy.close());
      const { start, append, put, faults, absences } = await follow(proxy.url);
      const store = await start();
      await put(day.payloads);
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
      expect(performance.now() - asked, 'without waiting').toBeLessThan(5_000);
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
      const { start, append, put, faults } = await follow(url);
      const store = await start();
      await put(day.payloads);
      await append(day.commands.slice(0, 100));
      store.announceDurable(100);
      await untilAnswered(() => store.ask('bills', BILLS, 100));
      const other = new pg.Client({ connectionString: url.replace(/[?&]schema=.*/, '') });
      await other.connect();
      onTestFinished(() => other.end());
      await other.query('BEGIN');
      await other.query(`LOCK TABLE ${schemaOf(url)}.bill IN ACCESS EXCLUSIVE MODE`);
      await append(day.commands.slice(100));
      store.announceDurable(300);
      const asked = performance.now();
      await expect(store.ask('bills', BILLS, 0)).rejects.toBeInstanceOf(StoreAway);
      expect(performance.now() - asked).toBeLessThan(20_000);
      while (store.absence() === null) await sleep(20);
      // Of the write that waits for the table, or of a question that does.
      expect(store.absence()?.reason).toMatch(/(lock|statement) timeout/);
      await other.query('ROLLBACK');
      expect((await untilAnswered(() => store.ask('bills', BILLS, 300))).items.length).toBeGreaterThan(0);
      expect(faults).toEqual([]);
    },
    WITHIN_MS,
  );
});
