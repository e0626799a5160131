// Rows go when they have been kept long enough by the journal's time, and nothing else goes: what answers say of what
// is kept, numbers and totals of lists, and the doctor's opinion stay; a process killed between any two steps goes on.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { compareWithJournal } from '../../src/folder/doctor/rows.ts';
import { createEngine } from '../../src/core/engine.ts';
import type { Command, Sequenced } from '../../src/core/language/commands.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { commandText } from '../../src/sequencer/journal/record.ts';
import type { Database } from '../../src/store/database/db.ts';
import { createKeeping, KEEP_ALL, type Keep } from '../../src/store/upkeep/keep.ts';
import { createProjector } from '../../src/store/write/projector.ts';
import { bars } from '../../src/store/read/bars.ts';
import { bills } from '../../src/store/read/bills.ts';
import { orderHistory } from '../../src/store/read/endedOrders.ts';
import { fills } from '../../src/store/read/fills.ts';
import { wordCode } from '../../src/store/schema/row-codec.ts';
import { retentionSteps } from '../../src/store/upkeep/retention.ts';
import { onEachDatabase } from './each-database.ts';
import { openingCommands, sha256, START_MS, TRADERS } from './trading-day.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const [USER] = TRADERS;
const [MAKER, TAKER] = [9_000_001, 9_001_001];
const SYMBOLS = ['cmt_btcusdt', 'cmt_ethusdt'] as const;
const PRICES = { cmt_btcusdt: 90_000, cmt_ethusdt: 3_000 };
const HOUSE_DAY: Keep = { ...KEEP_ALL, house: DAY_MS };
const USERS_ALONE: Keep = { ...KEEP_ALL, projectHouse: false };

/** Two days and a half: every half hour the house quotes, takes from itself, and a user takes from it. */
function days(): Sequenced[] {
  const commands: Sequenced[] = [];
  let timeMs = START_MS;
  const add = (command: Command): unknown => commands.push({ sequence: commands.length + 1, timeMs, command });
  for (const command of openingCommands()) add(command);
  for (const account of [MAKER, TAKER]) add({ name: 'deposit', account, amount: '10000000' });
  for (let at = 0; at < 120; at++) {
    timeMs += HOUR_MS / 2;
    const symbol = SYMBOLS[at % 2]!;
    const price = String(PRICES[symbol] + (at % 7));
    add({ name: 'setIndexPrice', symbol, price, sourceTimeMs: timeMs });
    const order = (account: number, side: 'long' | 'short', size: string, rests: boolean): unknown =>
      add({
        name: 'placeOrder',
        account,
        keyId: 'k',
        channel: 'api',
        symbol,
        clientOrderId: `o-${commands.length}`,
        side,
        effect: 'open',
        execution: rests ? 'normal' : 'ioc',
        size,
        price: rests ? price : null,
        takeProfit: null,
        stopLoss: null,
        marginMode: null,
        positionMode: null,
        positionId: null,
      });
    order(MAKER, 'short', '0.02', true);
    order(TAKER, 'long', '0.01', false);
    order(USER, 'long', '0.01', false);
    // A quote that nobody takes.
    order(MAKER, 'short', '0.01', true);
    add({ name: 'cancelAllOrders', account: MAKER, keyId: 'k', channel: 'api', symbol: null, kind: 'normal' });
  }
  return commands;
}

const commands = days();
const endMs = commands.at(-1)!.timeMs;

/** @param knownEnd whether the time of the journal’s end is known from the start, as when a store is built anew */
async function project(database: Database, keep: Keep, knownEnd = false, upTo = commands.length) {
  const keeping = createKeeping(keep);
  if (knownEnd) keeping.reach(endMs);
  const steps = await retentionSteps(database, keeping);
  const engine = createEngine(sha256);
  const projector = await createProjector(database, { keeping });
  for (const sequenced of commands.slice(0, upTo)) {
    projector.project(sequenced, engine.apply(sequenced));
    if (sequenced.sequence % 100 === 0) await projector.flush();
  }
  await projector.flush();
  return { steps, keeping };
}

async function sweep(steps: readonly (() => Promise<boolean>)[]): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    hasMore = false;
    for (const step of steps) hasMore = (await step()) || hasMore;
  }
}

const isHouse = sql<boolean>`uid >= 9000001`;
const HOUSE_TIMES = { bill: 'time_ms', fill: 'time_ms', order_record: 'ended_ms' } as const;

async function countOf(database: Database, table: 'bill' | 'fill' | 'order_record', house: boolean, fromMs = 0) {
  const { rows } = await sql<{ n: number }>`SELECT COUNT(*) AS n FROM ${sql.table(table)}
    WHERE ${house ? isHouse : sql`uid > 5 AND uid < 9000001`} AND ${sql.ref(HOUSE_TIMES[table])} >= ${fromMs}`.execute(
    database.sql,
  );
  return rows[0]!.n;
}

const PAGE = { limit: 20, page: 0, cursor: null };
const ALL = { symbol: null, startMs: null, endMs: null, ...PAGE };

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

async function journalFile(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-retention-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const journal = await openJournal(join(folder, 'journal.log'));
  await journal.append(
    commands.map(({ sequence, timeMs, command }) => ({ sequence, timeMs, text: commandText(command) })),
  );
  await journal.close();
  return journal.path;
}

onEachDatabase('retention', ({ fresh, freshUrl, open }) => {
  it('lets what the house did go after a day, and nothing of users', async () => {
    const whole = await fresh();
    await project(whole, KEEP_ALL);
    const database = await fresh();
    const { steps } = await project(database, HOUSE_DAY);
    await sweep(steps);
    for (const table of ['bill', 'fill', 'order_record'] as const) {
      expect(await countOf(database, table, false), table).toBe(await countOf(whole, table, false));
      const kept = await countOf(whole, table, true, endMs - DAY_MS);
      expect(kept, table).toBeGreaterThan(10);
      expect(await countOf(database, table, true), table).toBe(kept);
      expect(await countOf(whole, table, true), table).toBeGreaterThan(kept);
    }
    const args = { uid: USER, businessType: null, ...ALL };
    expect(await bills(database, args)).toEqual(await bills(whole, args));
    expect(await fills(database, { ...ALL, uid: USER, orderId: null })).toEqual(
      await fills(whole, { ...ALL, uid: USER, orderId: null }),
    );
  });

  it('writes no quote that nobody took', async () => {
    const database = await fresh();
    await project(database, KEEP_ALL);
    const quotes = await database.sql.selectFrom('order_record').selectAll().where('filled', '=', 0).execute();
    expect(quotes).toEqual([]);
  });

  it('goes on where it was killed, and a rebuilt store does not write what would go', async () => {
    const database = await fresh();
    const { keeping } = await project(database, HOUSE_DAY);
    for (let kills = 0; kills < 8; kills++) {
      const steps = await retentionSteps(database, keeping);
      await steps[kills % steps.length]!();
    }
    await sweep(await retentionSteps(database, keeping));
    const rebuilt = await fresh();
    const { steps } = await project(rebuilt, HOUSE_DAY, true);
    const written = await countOf(rebuilt, 'fill', true);
    await sweep(steps);
    expect(await countOf(rebuilt, 'fill', true)).toBe(written);
    for (const table of ['bill', 'fill', 'order_record'] as const)
      expect(await countOf(rebuilt, table, true), table).toBe(await countOf(database, table, true));
  });

  it('has of the house one row a fill and nothing else where it does not project it, all of users’, and no loss', async () => {
    const whole = await fresh();
    await project(whole, KEEP_ALL);
    const journal = await journalFile();
    const url = await freshUrl();
    const database = open(url);
    await import('../../src/store/database/schema.ts').then(({ makeTables }) => makeTables(database));
    await project(database, USERS_ALONE);
    for (const table of ['bill', 'fill', 'order_record'] as const)
      expect(await countOf(database, table, false), table).toBe(await countOf(whole, table, false));
    expect([await countOf(database, 'bill', true), await countOf(database, 'order_record', true)]).toEqual([0, 0]);
    const takers = sql<{ n: number }>`SELECT COUNT(*) AS n FROM fill
      WHERE role = ${wordCode('fill', 'role', 'taker')}`;
    const trades = (await takers.execute(whole.sql)).rows[0]!.n;
    expect((await takers.execute(database.sql)).rows[0]!.n).toBe(trades);
    expect((await countOf(database, 'fill', true)) + (await countOf(database, 'fill', false))).toBe(trades);

    expect((await compareWithJournal(journal, url, commands.length)).unlike).toEqual([]);
    await sql`DELETE FROM fill WHERE id = (SELECT MAX(id) FROM fill WHERE uid = ${TAKER})`.execute(database.sql);
    const lost = await compareWithJournal(journal, url, commands.length);
    expect(lost.unlike.map(({ table, how }) => `${table} ${how}`)).toEqual(['fill missing']);
  });

  it('misses rows of the house that come after it is projected again', async () => {
    const journal = await journalFile();
    const url = await freshUrl();
    const database = open(url);
    await import('../../src/store/database/schema.ts').then(({ makeTables }) => makeTables(database));
    await project(database, USERS_ALONE, false, 500);
    await project(database, KEEP_ALL);
    expect((await compareWithJournal(journal, url, commands.length)).unlike).toEqual([]);
    await sql`DELETE FROM order_record WHERE id = (SELECT MAX(id) FROM order_record WHERE uid = ${MAKER})`.execute(
      database.sql,
    );
    const lost = await compareWithJournal(journal, url, commands.length);
    expect(lost.unlike.map(({ table, how }) => `${table} ${how}`)).toEqual(['order_record missing']);
  });

  it('keeps numbers, pages and totals of users’ lists right when their oldest rows go', async () => {
    const whole = await fresh();
    await project(whole, KEEP_ALL);
    const url = await freshUrl();
    const database = open(url);
    await import('../../src/store/database/schema.ts').then(({ makeTables }) => makeTables(database));
    const keep = { ...KEEP_ALL, users: DAY_MS };
    const { steps } = await project(database, keep, false, 500);
    await sweep(steps);
    // Goes on over what is left, as the next start does.
    await sweep((await project(database, keep)).steps);
    const fromMs = endMs - DAY_MS;
    for (const symbol of [null, ...SYMBOLS]) {
      const args = { uid: USER, symbol, orderId: null, startMs: null, endMs: null };
      const since = { ...args, startMs: fromMs };
      for (const page of [0, 1, 2]) {
        const at = { limit: 10, page, cursor: null };
        expect(await fills(database, { ...args, ...at })).toEqual(await fills(whole, { ...since, ...at }));
        expect(await fills(database, { ...since, ...at })).toEqual(await fills(whole, { ...since, ...at }));
        expect(await orderHistory(database, { ...args, ...at })).toEqual(
          await orderHistory(whole, { ...since, ...at }),
        );
      }
      const long = { ...PAGE, limit: 100 };
      const some = { ...args, endMs: fromMs + 5 * HOUR_MS, ...long };
      expect(await fills(database, some)).toEqual(await fills(whole, { ...some, startMs: fromMs }));
      expect((await fills(database, { ...args, endMs: fromMs - HOUR_MS, ...long })).items).toEqual([]);
    }
    const billArgs = { uid: USER, businessType: null, symbol: null, endMs: null, ...PAGE, limit: 100 };
    expect(await bills(database, { ...billArgs, startMs: null })).toEqual(
      await bills(whole, { ...billArgs, startMs: fromMs }),
    );
  });

  it('goes on numbering a list of which nothing is left', async () => {
    const database = await fresh();
    const keep = { ...KEEP_ALL, users: DAY_MS };
    const { keeping } = await project(database, keep, false, 300);
    const last = async () => (await fills(database, { ...ALL, uid: USER, orderId: null })).total;
    expect(await last()).toBeGreaterThan(10);
    keeping.reach(endMs + 10 * DAY_MS);
    await sweep(await retentionSteps(database, keeping));
    expect(await last()).toBe(0);
    await project(database, KEEP_ALL);
    const numbers = await database.sql
      .selectFrom('fill')
      .select(['nth', 'nth_of_symbol'])
      .where('uid', '=', USER)
      .orderBy('nth')
      .execute();
    const whole = await fresh();
    await project(whole, KEEP_ALL);
    const all = await whole.sql
      .selectFrom('fill')
      .select(['nth', 'nth_of_symbol'])
      .where('uid', '=', USER)
      .orderBy('nth')
      .execute();
    expect(numbers.length).toBeGreaterThan(10);
    expect(numbers).toEqual(all.slice(-numbers.length));
  });

  it('lets minutes go, says from when on they are known, and leaves longer candles', async () => {
    const database = await fresh();
    const { steps } = await project(database, { ...KEEP_ALL, minutes: DAY_MS });
    await sweep(steps);
    const ask = { symbol: SYMBOLS[0], price: 'last', fromMs: 0, beforeMs: endMs } as const;
    const minutes = await bars(database, { ...ask, granularity: '1m' });
    expect(minutes.keptFromMs).toBe(Math.floor((endMs - DAY_MS) / 60_000) * 60_000);
    expect(minutes.bars.length).toBeGreaterThan(10);
    expect(minutes.bars[0]!.openMs).toBeGreaterThanOrEqual(minutes.keptFromMs);
    const longer = await bars(database, { ...ask, granularity: '5m' });
    expect(longer.bars.length).toBeGreaterThan(2 * minutes.bars.length - 5);
    expect(longer.keptFromMs).toBe(0);
  });

  it('is no loss to the doctor, who still finds one', async () => {
    const journal = await journalFile();
    for (const keep of [HOUSE_DAY, { ...HOUSE_DAY, users: 2 * DAY_MS, trades: DAY_MS, minutes: DAY_MS }]) {
      const url = await freshUrl();
      const database = open(url);
      await import('../../src/store/database/schema.ts').then(({ makeTables }) => makeTables(database));
      await sweep((await project(database, keep)).steps);
      const compared = await compareWithJournal(journal, url, commands.length);
      expect(compared.unlike).toEqual([]);
      expect(compared.alike).toBeGreaterThan(100);
      await sql`DELETE FROM fill WHERE id = (SELECT MAX(id) FROM fill WHERE uid = ${USER})`.execute(database.sql);
      await sql`DELETE FROM bill WHERE id = (SELECT MAX(id) FROM bill WHERE uid >= 9000001)`.execute(database.sql);
      const lost = await compareWithJournal(journal, url, commands.length);
      expect(lost.unlike.map(({ table, how }) => `${table} ${how}`).sort()).toEqual([
        'bill missing',
        'fill missing',
        'fill missing',
      ]);
    }
  });
});

it('gives the room of rows that are gone back', async () => {
  const { openDatabase } = await import('../../src/store/database/open-database.ts');
  const { makeTables } = await import('../../src/store/database/schema.ts');
  const { giveBackSpace } = await import('../../src/store/upkeep/space.ts');
  const folder = mkdtempSync(join(tmpdir(), 'outcry-space-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const database = openDatabase(join(folder, 'outcry.db'));
  await makeTables(database);
  await sql`CREATE TABLE room AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
    SELECT i, hex(randomblob(400)) AS text FROM n`.execute(database.sql);
  const pages = async () =>
    Number(Object.values((await sql<object>`PRAGMA page_count`.execute(database.sql)).rows[0]!)[0]);
  const before = await pages();
  await sql`DROP TABLE room`.execute(database.sql);
  let steps = 0;
  let most = 0;
  for (let last = await pages(); await giveBackSpace(database); last = await pages()) {
    most = Math.max(most, last - (await pages()));
    steps += 1;
  }
  expect(steps).toBeGreaterThan(10);
  expect(most, 'pages in one step').toBeGreaterThanOrEqual(64);
  expect(await pages()).toBeLessThan(before / 2);
  await database.close();
});

it('cuts the write-ahead log of a store that little is written to any more, and leaves a busy one its length', async () => {
  const { openDatabase } = await import('../../src/store/database/open-database.ts');
  const { makeTables } = await import('../../src/store/database/schema.ts');
  const { checkpoint } = await import('../../src/store/upkeep/space.ts');
  const folder = mkdtempSync(join(tmpdir(), 'outcry-space-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'outcry.db');
  const database = openDatabase(path);
  await makeTables(database);
  await sql`CREATE TABLE room (id INTEGER PRIMARY KEY, text TEXT)`.execute(database.sql);
  const write = (id: number) =>
    sql`INSERT INTO room SELECT ${id}, hex(randomblob(200000))`.execute(database.sql).then(() => undefined);
  const logBytes = () => statSync(`${path}-wal`).size;
  let nowMs = 0;
  const step = checkpoint(database, () => nowMs);
  for (let id = 1; id <= 30; id++) await write(id);
  expect(logBytes()).toBeGreaterThan(10_000_000);
  expect(await step()).toBe(false);
  await write(31);
  expect(logBytes()).toBeGreaterThan(10_000_000);
  const length = logBytes();
  nowMs += 60_000;
  expect(await step()).toBe(false);
  await write(32);
  expect(logBytes(), 'what was written over').toBe(length);
  nowMs += 60_000;
  expect(await step()).toBe(false);
  await write(33);
  expect(logBytes()).toBeLessThanOrEqual(8 * 1024 * 1024);
  await database.close();
});
