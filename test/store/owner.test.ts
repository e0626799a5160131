// Whose a database is: the first exchange that projects into it owns it for good, and no other one changes anything in
// it, neither beside the first nor after it, neither on purpose nor by a rebuild.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import type { Sequenced } from '../../src/core/language/commands.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { commandText } from '../../src/sequencer/journal/record.ts';
import type { Database } from '../../src/store/database/db.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { ownerOf } from '../../src/store/database/owner.ts';
import { type Store, type StoreOptions, startStore } from '../../src/store/store.ts';
import { onEachDatabase, onPostgresOnly } from './each-database.ts';
import { tradingDay } from './trading-day.ts';
import type { Payload } from '../../src/store/evidence/payloads.ts';
import { putBodies } from './put-bodies.ts';
import { untilAnswered } from './until-answered.ts';

const TABLES = [
  'bill',
  'order_record',
  'tlog_leaf',
  'projection_state',
  'owner',
  'api_key',
  'account',
  'payload',
] as const;
const WITHIN_MS = 120_000;
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** The day, of another exchange: its own log, at other times. */
function ofAnother({ commands }: ReturnType<typeof tradingDay>): Sequenced[] {
  return commands.map(({ sequence, timeMs, command }) => ({
    sequence,
    timeMs: timeMs + 7,
    command:
      command.name === 'openAiLog' ? { ...command, origin: 'other.example', vkey: 'other.example+beef+k' } : command,
  }));
}

/** An exchange with this journal; `databaseUrl` may be anybody's. */
async function exchangeOf(databaseUrl: string, commands: readonly Sequenced[]) {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-owner-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  const journal = await openJournal(join(folder, 'journal.log'));
  undo.push(() => journal.close());
  if (commands.length > 0)
    await journal.append(
      commands.map(({ sequence, timeMs, command }) => ({ sequence, timeMs, text: commandText(command) })),
    );
  const faults: string[] = [];
  const start = async (change: Partial<StoreOptions> = {}): Promise<Store> => {
    const store = await startStore({
      databaseUrl,
      journalPath: journal.path,
      keyFilePath: join(folder, 'key-file'),
      mayLackBodies: true,
      onFault: ({ message }) => faults.push(message),
      ...change,
    });
    undo.push(() => store.stop());
    return store;
  };
  const started = async (change?: Partial<StoreOptions>): Promise<Store> => {
    const store = await start(change);
    store.announceDurable(commands.length);
    return store;
  };
  const put = (payloads: readonly Payload[]): Promise<void> => putBodies(journal.path, payloads);
  return { start, started, put, faults };
}

async function looking<Result>(url: string, look: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase(url);
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

const asText = (row: unknown): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
const rowsOf = (url: string): Promise<Record<string, string[]>> =>
  looking(url, async ({ sql }) => {
    const all: Record<string, string[]> = {};
    for (const table of TABLES) all[table] = (await sql.selectFrom(table).selectAll().execute()).map(asText).sort();
    return all;
  });
const ownerIn = (url: string): Promise<string> => looking(url, async (database) => (await ownerOf(database)).exchange);

const day = tradingDay(61, 120);
const others = ofAnother(day);

/** Rows of one day, and all that only a store has. */
async function fill(url: string): Promise<Awaited<ReturnType<typeof exchangeOf>>> {
  const exchange = await exchangeOf(url, day.commands);
  const store = await exchange.start();
  await store.ask('claim', { exchange: 'vkey' }, 0);
  const { uid } = await store.ask('accountCreate', { uid: null, label: 'kept', nowMs: 1 }, 0);
  const rest = { ips: [], expiresMs: null, nowMs: 1, key: null, secret: null, passphrase: null };
  await store.ask('keyCreate', { uid, label: '', permission: 'trade', ...rest }, 0);
  await exchange.put(day.payloads);
  store.announceDurable(day.commands.length);
  await untilAnswered(() => store.ask('accountList', null, day.commands.length));
  await store.stop();
  return exchange;
}

onEachDatabase('a database with an owner', ({ freshUrl }) => {
  it.each([false, true])('is refused to another exchange, and nothing in it changes (rebuild: %s)', async (rebuild) => {
    const url = await freshUrl();
    await fill(url);
    expect(await ownerIn(url)).toBe('vkey');
    const before = await rowsOf(url);
    expect([before['api_key']!.length, before['payload']!.length > 0, before['bill']!.length > 10]).toEqual([
      1,
      true,
      true,
    ]);
    for (const commands of [others, others.slice(0, 1), []]) {
      const refused = (await exchangeOf(url, commands)).start({ rebuild });
      await expect(refused).rejects.toThrow(/another exchange's: it belongs to the exchange 'vkey'.*--store/);
      await expect(refused).rejects.not.toThrow('--rebuild-store');
      expect(await rowsOf(url)).toEqual(before);
    }
  });

  it('is built anew by its own exchange, and keeps what only it has', async () => {
    const url = await freshUrl();
    const exchange = await fill(url);
    const before = await rowsOf(url);
    const store = await exchange.started({ rebuild: true });
    await untilAnswered(() => store.ask('accountList', null, day.commands.length));
    await store.stop();
    expect(await rowsOf(url)).toEqual(before);
    expect(exchange.faults).toEqual([]);
  });
});

onEachDatabase('a database from before there were owners', ({ freshUrl }) => {
  const disown = (url: string) => looking(url, ({ sql }) => sql.updateTable('owner').set({ exchange: '' }).execute());

  it('becomes the exchange’s whose journal agrees with its rows', async () => {
    const url = await freshUrl();
    const exchange = await fill(url);
    await disown(url);
    const store = await exchange.started();
    await store.ask('claim', { exchange: 'vkey' }, 0);
    await expect(store.ask('claim', { exchange: 'other.example+beef+k' }, 0)).rejects.toThrow("another exchange's");
    await store.stop();
    expect([await ownerIn(url), exchange.faults]).toEqual(['vkey', []]);
  });

  it('does not become anybody else’s, and is not emptied for them', async () => {
    const url = await freshUrl();
    await fill(url);
    await disown(url);
    const before = await rowsOf(url);
    const other = await exchangeOf(url, others);
    for (const rebuild of [false, true])
      await expect(other.start({ rebuild })).rejects.toThrow("another exchange's: it holds rows up to sequence");
    await expect((await exchangeOf(url, [])).start({ rebuild: true })).rejects.toThrow("another exchange's");
    expect(await rowsOf(url)).toEqual(before);
  });
});

onPostgresOnly('a PostgreSQL database that an exchange has open', ({ freshUrl }, admin) => {
  const schemaOf = (url: string) => new URL(url).searchParams.get('schema') ?? '';
  const locksOf = (url: string) => `SELECT l.pid FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
    WHERE l.locktype = 'advisory' AND l.granted AND a.application_name = 'outcry ${schemaOf(url)}'`;

  it.each([false, true])('is refused to a second one, which is told who has it (rebuild: %s)', async (rebuild) => {
    const url = await freshUrl();
    const first = await exchangeOf(url, day.commands);
    const store = await first.started();
    await untilAnswered(() => store.ask('accountList', null, day.commands.length));
    const before = await rowsOf(url);
    const refused = (await exchangeOf(url, others)).start({ rebuild });
    await expect(refused).rejects.toThrow(
      /lock is held by server process \d+.* since .*Stop that one, or give this one/,
    );
    await expect(refused).rejects.not.toThrow('--rebuild-store');
    expect(await rowsOf(url)).toEqual(before);
    expect(first.faults).toEqual([]);
  });

  it(
    'is written to no more once another session has its lock, and again when it is back',
    async () => {
      const url = await freshUrl();
      const half = Math.floor(day.commands.length / 2);
      const exchange = await exchangeOf(url, day.commands);
      const store = await exchange.start();
      store.announceDurable(half);
      await untilAnswered(() => store.ask('accountList', null, half));
      const key = await admin(`SELECT classid::bigint AS a, objid::bigint::bit(32)::int AS b FROM pg_locks
        WHERE pid IN (${locksOf(url)}) AND locktype = 'advisory'`);
      const thief = new pg.Client({ connectionString: url.replace(/[?&]schema=.*/, '') });
      await thief.connect();
      undo.push(() => thief.end());
      // Waits in the server for the lock, and so has it before anybody who tries again.
      const taken = thief.query(`SELECT pg_advisory_lock(${String(key[0]!['a'])}, ${String(key[0]!['b'])})`);
      await sleep(100);
      await admin(`SELECT pg_terminate_backend(pid) FROM (${locksOf(url)}) AS holder`);
      await taken;
      store.announceDurable(day.commands.length);
      while (store.absence() === null) await sleep(5);
      await sleep(3_000);
      expect(store.absence()?.reason).toContain('another exchange has this database');
      const reached = `SELECT last_sequence::int AS at FROM ${schemaOf(url)}.projection_state WHERE name = 'journal'`;
      expect(await admin(reached)).toEqual([{ at: half }]);
      await thief.query('SELECT pg_advisory_unlock_all()');
      await untilAnswered(() => store.ask('accountList', null, day.commands.length));
      expect(await admin(reached)).toEqual([{ at: day.commands.length }]);
      expect(exchange.faults).toEqual([]);
    },
    WITHIN_MS,
  );

  it(
    'ends an exchange whose database became another one’s while it was away',
    async () => {
      const url = await freshUrl();
      const exchange = await exchangeOf(url, day.commands);
      const store = await exchange.started();
      await untilAnswered(() => store.ask('accountList', null, day.commands.length));
      await store.ask('claim', { exchange: 'vkey' }, 0);
      await admin(`UPDATE ${schemaOf(url)}.owner SET exchange = 'other.example+beef+k'`);
      await admin(`SELECT pg_terminate_backend(pid) FROM (${locksOf(url)}) AS holder`);
      while (exchange.faults.length === 0) await sleep(20);
      expect(exchange.faults[0]).toContain("belongs to the exchange 'other.example' (key beef)");
    },
    WITHIN_MS,
  );
});
