import { rowsInWords } from '../../../test/store/in-words.ts';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import type { Database } from './db.ts';
import { openDatabase } from './open-database.ts';
import { insertRows } from './insert-rows.ts';
import { leafRow } from '../schema/leaf-form.ts';
import { SCHEMA_VERSION } from '../schema/tables.ts';
import { makeTables, resetProjection } from './schema.ts';
import type { BillTable } from '../schema/tables.ts';

const bill: BillTable = {
  id: 700_000_000_000_001,
  uid: 1_000_001,
  position_id: 0,
  symbol: '',
  business_type: 'deposit',
  amount: 1,
  balance: 1,
  legacy_balance: 1,
  fill_fee: 0,
  transfer_reason: 'UNKNOWN_TRANSFER_REASON',
  time_ms: 1_767_250_800_000,
  order_id: 0,
  match_sequence: 1,
};

const hash = new Uint8Array([0, 255]);
const leaf = leafRow({ idx: 0, kind: 'key', t: 1, uid: null, header: null, entry: '{}', hash });
const log = {
  log_index: 1,
  uid: 1,
  key_id: 'k',
  received_at: 1,
  order_id: null,
  stage: 's',
  model: 'm',
  body_sha256: 'b',
} as const;

async function withLeafAndLog(database: Database): Promise<void> {
  await insertRows(database, database.sql, 'tlog_leaf', [leaf]);
  await insertRows(database, database.sql, 'ailog', [
    { ...log, h: 'h', size: 1, decisions: '[]', client_oids: '[]', warnings: '[]' },
  ]);
}

onEachDatabase('the database', ({ fresh, freshUrl, open }) => {
  it('keeps every amount of 64 bits to the digit, a number while it is safe and a bigint beyond', async () => {
    const database = await fresh();
    const amounts = [
      0,
      -1,
      9_007_199_254_740_991,
      -9_007_199_254_740_991,
      9_007_199_254_740_992n,
      2n ** 63n - 1n,
      -(2n ** 63n),
    ];
    const rows = amounts.map((amount, at) => ({ ...bill, id: bill.id + at, amount }));
    await insertRows(database, database.sql, 'bill', rows);
    const stored = await rowsInWords(database, 'bill', 'id');
    expect(stored).toEqual(rows);
  });

  it('inserts any number of rows in order of their batches', async () => {
    const database = await fresh();
    const rows = Array.from({ length: 1_003 }, (_, at) => ({ ...bill, id: bill.id + at }));
    await insertRows(database, database.sql, 'bill', rows);
    expect((await rowsInWords(database, 'bill', 'id')).map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('replaces rows whose key is there when asked to, and fails otherwise', async () => {
    const database = await fresh();
    await insertRows(database, database.sql, 'bill', [bill]);
    await expect(insertRows(database, database.sql, 'bill', [bill])).rejects.toThrow(/unique|duplicate/i);
    await insertRows(database, database.sql, 'projection_state', [{ name: 'a', last_sequence: 1, last_time_ms: 1 }]);
    const next = { name: 'a', last_sequence: 2, last_time_ms: 9 };
    await insertRows(database, database.sql, 'projection_state', [next], { replaceBy: ['name'] });
    expect(await database.sql.selectFrom('projection_state').selectAll().execute()).toEqual([next]);
  });

  it.each(['durable', 'rebuildable'] as const)('takes a failed %s transaction back whole', async (durability) => {
    const database = await fresh();
    const failing = database.transaction(durability, async (on) => {
      await insertRows(database, on, 'bill', [bill]);
      await insertRows(database, on, 'bill', [bill]);
    });
    await expect(failing).rejects.toThrow();
    expect(await rowsInWords(database, 'bill')).toEqual([]);
    await database.transaction(durability, (on) => insertRows(database, on, 'bill', [bill]));
    expect(await rowsInWords(database, 'bill')).toEqual([bill]);
  });

  it('keeps no row of a statement that fails in its middle, alone or in a transaction', async () => {
    const database = await fresh();
    const rows = [1, 2, 3, 4, 5, 6, 3, 8].map((id) => ({ ...bill, id: bill.id + id }));
    const stored = () => rowsInWords(database, 'bill');
    await expect(insertRows(database, database.sql, 'bill', rows)).rejects.toThrow(/unique|duplicate/i);
    expect(await stored()).toEqual([]);
    const part = database.transaction('rebuildable', (on) => insertRows(database, on, 'bill', rows));
    await expect(part).rejects.toThrow(/unique|duplicate/i);
    expect(await stored()).toEqual([]);
    await database.transaction('rebuildable', (on) => insertRows(database, on, 'bill', rows.slice(0, 6)));
    expect(await stored()).toHaveLength(6);
  });

  it('waits for the disk when it must be durable, and only then', async () => {
    const database = await fresh();
    const level = async (on: Database['sql']): Promise<unknown> => {
      const query = database.kind === 'sqlite' ? sql`PRAGMA synchronous` : sql`SHOW synchronous_commit`;
      return Object.values((await query.execute(on)).rows[0] ?? {})[0];
    };
    const [durable, rebuildable] = database.kind === 'sqlite' ? [2, 1] : ['on', 'off'];
    expect(await database.transaction('durable', level)).toBe(durable);
    expect(await database.transaction('rebuildable', level)).toBe(rebuildable);
  });

  it('never mixes transactions that run at the same time', async () => {
    const database = await fresh();
    const one = async (at: number): Promise<void> =>
      database.transaction('rebuildable', async (on) => {
        await insertRows(database, on, 'bill', [{ ...bill, id: at }]);
        await new Promise(setImmediate);
        if (at % 2 === 0) throw new Error('taken back');
      });
    await Promise.allSettled([1, 2, 3, 4, 5].map(one));
    const stored = await rowsInWords(database, 'bill', 'id');
    expect(stored.map(({ id }) => id)).toEqual([1, 3, 5]);
  });

  it('makes its tables once, and again does nothing', async () => {
    const url = await freshUrl();
    const database = open(url);
    await makeTables(database);
    await insertRows(database, database.sql, 'bill', [bill]);
    await makeTables(open(url));
    expect(await database.sql.selectFrom('bill').select('id').execute()).toHaveLength(1);
  });

  it('refuses tables of another version, and those of before versions were written down', async () => {
    const database = open(await freshUrl());
    await makeTables(database);
    await sql`UPDATE schema_version SET version = 7`.execute(database.sql);
    await expect(makeTables(database)).rejects.toThrow(
      `its tables have version 7, this program needs ${SCHEMA_VERSION}`,
    );
    await sql`DROP TABLE schema_version`.execute(database.sql);
    await expect(makeTables(database)).rejects.toThrow('its tables have version 0');
  });

  it.each(['tlog_leaf', 'ailog'] as const)('lets nobody change or delete rows of %s', async (table) => {
    const database = await fresh();
    await withLeafAndLog(database);
    const never = /never changed or deleted/;
    await expect(sql`UPDATE ${sql.table(table)} SET uid = 7`.execute(database.sql)).rejects.toThrow(never);
    await expect(sql`DELETE FROM ${sql.table(table)}`.execute(database.sql)).rejects.toThrow(never);
    if (database.kind === 'postgres')
      await expect(sql`TRUNCATE ${sql.table(table)}`.execute(database.sql)).rejects.toThrow(never);
    expect(await database.sql.selectFrom(table).selectAll().execute()).toHaveLength(1);
  });

  it('empties projected tables for building them anew, and keeps primary ones', async () => {
    const database = await fresh();
    await withLeafAndLog(database);
    await database.sql.insertInto('account').values({ uid: 1, label: '', created_at: 1 }).execute();
    await resetProjection(database);
    expect(await database.sql.selectFrom('tlog_leaf').selectAll().execute()).toEqual([]);
    expect(await database.sql.selectFrom('account').selectAll().execute()).toHaveLength(1);
    await withLeafAndLog(database);
    await expect(sql`DELETE FROM ailog`.execute(database.sql)).rejects.toThrow();
  });
});

const OF_USERS = 'uid = 7 AND uid > 5 AND (uid < 9000001 OR uid > 9999999)';
it.each([
  ['uid = 2', 'bill_account'],
  [OF_USERS, 'bill_account'],
  [`${OF_USERS} AND symbol = 3`, 'bill_symbol'],
  [`${OF_USERS} AND business_type = 3`, 'bill_type'],
])('reads bills by the index of the filter, in the order of their ids: %s', async (filter, index) => {
  const database = openDatabase(':memory:');
  await makeTables(database);
  for (const range of ['', ' AND id >= 5', ' AND id >= 5 AND id < 9']) {
    const text = `EXPLAIN QUERY PLAN SELECT uid, time_ms FROM bill WHERE ${filter}${range} ORDER BY id DESC LIMIT 21`;
    const { rows } = await sql<{ detail: string }>`${sql.raw(text)}`.execute(database.sql);
    expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX ${index} (`)]);
  }
  await database.close();
});

it.each([
  ['SELECT * FROM plan_order WHERE uid = 1', 'created_ms', 'plan_order_account'],
  ["SELECT * FROM plan_order WHERE uid = 1 AND symbol = 'x'", 'created_ms', 'plan_order_created'],
  [
    "SELECT * FROM plan_order WHERE uid = 1 AND symbol = 'x' AND side = 'long' AND effect = 'open'",
    'created_ms',
    'plan_order_type',
  ],
  ['SELECT * FROM plan_order WHERE has_order = 0 AND uid = 1', 'updated_ms', 'plan_order_alone'],
  [
    "SELECT * FROM plan_order WHERE has_order = 0 AND uid = 1 AND symbol = 'x'",
    'updated_ms',
    'plan_order_alone_of_symbol',
  ],
])(
  'reads by the index of the filter, in the order of the list, also within a range of time: %s',
  async (query, time, index) => {
    const database = openDatabase(':memory:');
    await makeTables(database);
    for (const range of [
      '',
      ` AND ${time} >= 5`,
      ` AND ${time} >= 5 AND ${time} <= 9`,
      ` AND (${time}, id) < (5, 5)`,
    ]) {
      const text = `EXPLAIN QUERY PLAN ${query}${range} ORDER BY ${time} DESC, id DESC LIMIT 21`;
      const { rows } = await sql<{ detail: string }>`${sql.raw(text)}`.execute(database.sql);
      expect(rows.map(({ detail }) => detail)).toEqual([expect.stringContaining(`USING INDEX ${index} (`)]);
    }
    await database.close();
  },
);

it('reads bars by their key, those of a stretch of time and the one before', async () => {
  const database = openDatabase(':memory:');
  await makeTables(database);
  const bars = "SELECT * FROM bar WHERE symbol = 'x' AND price_kind = 'last' AND granularity = '1m'";
  for (const rest of [
    'AND open_ms >= 5 AND open_ms < 9 ORDER BY open_ms',
    'AND open_ms < 5 ORDER BY open_ms DESC LIMIT 1',
  ]) {
    const { rows } = await sql<{ detail: string }>`${sql.raw(`EXPLAIN QUERY PLAN ${bars} ${rest}`)}`.execute(
      database.sql,
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(
        /^SEARCH bar USING PRIMARY KEY \(symbol=\? AND price_kind=\? AND granularity=\? AND open_ms/,
      ),
    ]);
  }
  await database.close();
});

it('keeps the file of the embedded database to its owner', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'outcry.db');
  const database = openDatabase(path);
  await makeTables(database);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  await database.close();
});

it('refuses a schema name that is no plain name', () => {
  expect(() => openDatabase('postgres://root@127.0.0.1/test?schema=a;drop')).toThrow("schema 'a;drop'");
});

it('says what failed, also when SQLite has taken the transaction back by itself, as it does on a full disk', async () => {
  const database = openDatabase(':memory:');
  await makeTables(database);
  const twice = database.transaction('rebuildable', async (transaction) => {
    await insertRows(database, transaction, 'bill', [bill]);
    await sql`INSERT OR ROLLBACK INTO bill SELECT * FROM bill`.execute(transaction);
  });
  await expect(twice).rejects.toThrow('UNIQUE constraint failed: bill.id');
  await database.transaction('rebuildable', (transaction) => insertRows(database, transaction, 'bill', [bill]));
  await database.close();
});
