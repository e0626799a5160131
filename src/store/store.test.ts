import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { onEachDatabase } from '../../test/store/each-database.ts';
import { putBodies } from '../../test/store/put-bodies.ts';
import { untilAnswered } from '../../test/store/until-answered.ts';
import { openingCommands, START_MS, tradingDay, TRADERS, uploadOf } from '../../test/store/trading-day.ts';
import type { Command, Sequenced } from '../core/language/commands.ts';
import { createUploadsUnderWay } from '../api/front/limits/uploads-under-way.ts';
import { startBodySweep, SWEEP_PACE } from '../publish/log/sweep-bodies.ts';
import { openJournal, type Journal } from '../sequencer/journal/journal-file.ts';
import { commandText } from '../sequencer/journal/record.ts';
import type { StoreFault } from './errors.ts';
import type { ThreadData } from './thread/protocol.ts';
import { type Store, type StoreAbsence, type StoreOptions, startStore } from './store.ts';

const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

const UID = TRADERS[0];
const allBills = {
  uid: UID,
  symbol: null,
  businessType: null,
  startMs: null,
  endMs: null,
  limit: 100,
  page: 0,
  cursor: null,
};

/** A data folder with a journal that a test appends to, and stores started on it. */
class Exchange {
  readonly folder = mkdtempSync(join(tmpdir(), 'outcry-store-'));
  readonly databaseUrl: string;
  readonly faults: StoreFault[] = [];
  readonly stores: Store[] = [];
  journal: Journal | null = null;
  sequence = 0;

  constructor(databaseUrl: string) {
    this.databaseUrl = databaseUrl;
  }

  get journalPath(): string {
    return join(this.folder, 'journal.log');
  }

  get keyFilePath(): string {
    return join(this.folder, 'key-file');
  }

  async append(commands: readonly Command[], timeMs = START_MS): Promise<void> {
    await this.appendSequenced(commands.map((command, at) => ({ sequence: this.sequence + 1 + at, timeMs, command })));
  }

  async appendSequenced(commands: readonly Sequenced[]): Promise<void> {
    this.journal ??= await openJournal(this.journalPath);
    for (let at = 0; at < commands.length; at += 100) {
      const batch = commands.slice(at, at + 100);
      await this.journal.append(
        batch.map(({ sequence, timeMs, command }) => ({ sequence, timeMs, text: commandText(command) })),
      );
    }
    this.sequence += commands.length;
  }

  async start(change: Partial<StoreOptions> = {}): Promise<Store> {
    const { databaseUrl, journalPath, keyFilePath } = this;
    const onFault = (fault: StoreFault): unknown => this.faults.push(fault);
    const store = await startStore({ databaseUrl, journalPath, keyFilePath, onFault, ...change });
    this.stores.push(store);
    return store;
  }

  async end(): Promise<void> {
    for (const store of this.stores) await store.stop();
    await this.journal?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

let exchange: Exchange;
afterEach(() => exchange.end());

onEachDatabase('the store', ({ freshUrl }) => {
  it('answers with everything up to the asked-for sequence (W-30), at once and without a pause', async () => {
    exchange = new Exchange(await freshUrl());
    await exchange.append(openingCommands());
    const store = await exchange.start();
    store.announceDurable(exchange.sequence);
    expect((await store.ask('bills', allBills, exchange.sequence)).items).toHaveLength(1);
    const waits: number[] = [];
    const plain: number[] = [];
    for (let at = 2; at <= 20; at++) {
      await exchange.append([{ name: 'deposit', account: UID, amount: '5' }]);
      const startedAt = performance.now();
      const asked = store.ask('bills', allBills, exchange.sequence);
      store.announceDurable(exchange.sequence);
      expect((await asked).items).toHaveLength(at);
      waits.push(performance.now() - startedAt);
      const againAt = performance.now();
      await store.ask('bills', allBills, exchange.sequence);
      plain.push(performance.now() - againAt);
    }
    expect(store.projected()).toBe(exchange.sequence);
    // Beside a question about something long stored, so that a busy machine holds up both.
    expect(medianOf(waits)).toBeLessThan(100 + 5 * medianOf(plain));
  });

  it('goes on where it was stopped, and gives the same answers when it is built anew', async () => {
    exchange = new Exchange(await freshUrl());
    const day = tradingDay(31, 400);
    await exchange.appendSequenced(day.commands);
    const first = await exchange.start();
    await putBodies(exchange.journalPath, day.payloads);
    first.announceDurable(200);
    await untilAnswered(() => first.ask('accountList', null, 200));
    await first.stop();

    const second = await exchange.start();
    expect(second.projected()).toBe(200);
    second.announceDurable(exchange.sequence);
    const logs = { uid: UID, orderId: null, startMs: null, endMs: null, limit: 100, page: 0, cursor: null };
    const answers = async (store: Store) => [
      await untilAnswered(() => store.ask('bills', { ...allBills, uid: 2 }, exchange.sequence)),
      await store.ask('aiLogs', logs, exchange.sequence),
      await store.ask(
        'aiCoverage',
        { uid: UID, symbol: null, startMs: null, endMs: null, nowMs: START_MS },
        exchange.sequence,
      ),
    ];
    const expected = await answers(second);
    await second.stop();

    const third = await exchange.start({ rebuild: true });
    expect(third.projected()).toBe(0);
    third.announceDurable(exchange.sequence);
    expect(await answers(third)).toEqual(expected);
    expect(exchange.faults).toEqual([]);
  });

  it('refuses as data: a bad cursor, a taken key, an unknown one', async () => {
    exchange = new Exchange(await freshUrl());
    const store = await exchange.start();
    await expect(store.ask('bills', { ...allBills, cursor: '!' }, 0)).rejects.toMatchObject({
      name: 'StoreRefusal',
      reason: 'badCursor',
    });
    await store.ask('accountCreate', { uid: UID, label: 'demo', nowMs: 1 }, 0);
    const key = {
      uid: UID,
      label: '',
      permission: 'trade',
      ips: [],
      expiresMs: null,
      nowMs: 1,
      key: 'demo-key',
      secret: null,
      passphrase: null,
    } as const;
    const made = await store.ask('keyCreate', key, 0);
    await expect(store.ask('keyCreate', key, 0)).rejects.toMatchObject({ reason: 'keyTaken' });
    expect(await store.ask('keyring', null, 0)).toMatchObject([{ id: made.id, key: 'demo-key', secret: made.secret }]);
    expect(await store.ask('keyRevoke', { id: made.id, nowMs: 2 }, 0)).toMatchObject({ revokedMs: 2 });
    expect(await store.ask('keyList', { uid: UID }, 0)).toMatchObject([{ id: made.id, revokedMs: 2 }]);
  });

  it('keeps what is primary over restarts: bodies, accounts, keys', async () => {
    exchange = new Exchange(await freshUrl());
    const first = await exchange.start();
    await first.ask('accountCreate', { uid: null, label: 'one', nowMs: 1 }, 0);
    const key = {
      uid: 1_000_003,
      label: '',
      permission: 'read',
      ips: [],
      expiresMs: null,
      nowMs: 1,
      key: null,
      secret: null,
      passphrase: null,
    } as const;
    const made = await first.ask('keyCreate', key, 0);
    const { payload } = uploadOf('{"stage":"s","model":"m","input":{},"output":{}}', {});
    await putBodies(exchange.journalPath, [payload]);
    await first.ask('bodiesTake', null, 0);
    await first.stop();
    const second = await exchange.start();
    expect(await second.ask('keyring', null, 0)).toMatchObject([{ key: made.key, secret: made.secret }]);
    expect(
      Buffer.from((await second.ask('payloadGet', { h: payload.h }, 0))?.body ?? []).equals(Buffer.from(payload.body)),
    ).toBe(true);
    // The key file is needed by now, and not made again.
    await second.stop();
    rmSync(exchange.keyFilePath);
    await expect(exchange.start()).rejects.toThrow('is missing, but API keys are stored');
    expect(existsSync(exchange.keyFilePath)).toBe(false);
  });

  it('is swept of bodies without a log while it runs, and of no other', async () => {
    exchange = new Exchange(await freshUrl());
    const store = await exchange.start();
    const bodies = Array.from({ length: 7 }, (_, n) => `{"stage":"s","model":"m","input":{"n":${n}},"output":{}}`);
    const all = bodies.map((body) => uploadOf(body, {}));
    const [logged, late, underWay, young, ...orphans] = all as [(typeof all)[0], (typeof all)[0], ...typeof all];
    await putBodies(
      exchange.journalPath,
      all.map(({ payload }) => ({ ...payload, storedAtMs: START_MS + (payload === young!.payload ? 1 : 0) })),
    );
    await store.ask('bodiesTake', null, 0);
    await exchange.append([...openingCommands(), logged.command, late.command]);
    const uploads = createUploadsUnderWay();
    uploads.begin(['the body'], underWay!.payload.h).unknown();
    const clock = { nowMs: () => START_MS + SWEEP_PACE.ageMs + 1 };
    const pace = { ...SWEEP_PACE, bodies: 2, pauseMs: 1, betweenPassesMs: 1 };
    const has = async ({ payload: { h } }: (typeof all)[0]) => (await store.ask('payloadGet', { h }, 0)) !== null;
    const left = async () => (await Promise.all(all.map(has))).filter(Boolean).length;

    const endSweep = startBodySweep(
      { store, sequencer: exchange, uploads, clock, log: { warn() {}, info() {} } },
      pace,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await left(), 'nothing before the journal is projected').toBe(all.length);
    store.announceDurable(exchange.sequence);
    while ((await left()) > 4) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 100));
    endSweep();
    expect(await Promise.all([logged, late, underWay!, young!].map(has))).toEqual([true, true, true, true]);
    expect(await Promise.all(orphans.map(has))).toEqual([false, false, false]);
  });

  it('says when the projection does not reach the sequence in time', async () => {
    exchange = new Exchange(await freshUrl());
    const store = await exchange.start({ askTimeoutMs: 150 });
    await expect(store.ask('bills', allBills, 1)).rejects.toMatchObject({
      name: 'StoreBehind',
      message: expect.stringContaining('up to sequence 0, 1 is needed') as string,
    });
    expect(exchange.faults).toEqual([]);
  });

  it('ends with a fault when the journal is not there or not whole: every question waiting is told', async () => {
    exchange = new Exchange(await freshUrl());
    const store = await exchange.start();
    const waiting = [store.ask('bills', allBills, 1), store.ask('accountList', null, 1)];
    writeFileSync(exchange.journalPath, 'no journal at all, but long enough for a header and a record of one command');
    store.announceDurable(1);
    for (const asked of waiting) await expect(asked).rejects.toMatchObject({ name: 'StoreFault' });
    expect(exchange.faults).toHaveLength(1);
    await expect(store.ask('accountList', null, 0)).rejects.toMatchObject({ name: 'StoreFault' });
  });

  it('gets a new thread when its own one dies, which goes on where the rows end', async () => {
    exchange = new Exchange(await freshUrl());
    await exchange.append(openingCommands());
    const threads: Worker[] = [];
    const openThread = (workerData: ThreadData): Worker => {
      const thread = new Worker(new URL('../app/replica/store-thread.ts', import.meta.url), { workerData });
      threads.push(thread);
      return thread;
    };
    const absences: (string | null)[] = [];
    const onAbsence = (absence: StoreAbsence | null): unknown => absences.push(absence?.reason ?? null);
    const store = await exchange.start({ openThread, onAbsence });
    store.announceDurable(exchange.sequence);
    expect((await store.ask('bills', allBills, exchange.sequence)).items).toHaveLength(1);
    const waiting = store.ask('bills', allBills, exchange.sequence + 1);
    await Promise.all([threads[0]!.terminate(), expect(waiting).rejects.toMatchObject({ name: 'StoreAway' })]);
    expect(store.absence()?.reason).toContain('thread ended with code');
    await expect(store.ask('accountList', null, 0)).rejects.toMatchObject({ name: 'StoreAway' });
    await exchange.append([{ name: 'deposit', account: UID, amount: '5' }]);
    store.announceDurable(exchange.sequence);
    while (store.absence() !== null) await new Promise((resolve) => setTimeout(resolve, 10));
    expect((await store.ask('bills', allBills, exchange.sequence)).items).toHaveLength(2);
    expect([threads.length, absences.at(-1), exchange.faults]).toEqual([2, null, []]);
  });

  it('ends with a fault when its rows are ahead of the journal', async () => {
    exchange = new Exchange(await freshUrl());
    await exchange.append(openingCommands());
    const first = await exchange.start();
    first.announceDurable(exchange.sequence);
    await first.ask('accountList', null, exchange.sequence);
    await first.stop();
    const second = await exchange.start();
    const asked = second.ask('bills', allBills, exchange.sequence + 1);
    second.announceDurable(exchange.sequence - 1);
    await expect(asked).rejects.toThrow('commands were lost');
    expect(exchange.faults.map(({ message }) => message)).toEqual([expect.stringContaining('commands were lost')]);
  });

  it('does not start with a key file that others may read', async () => {
    exchange = new Exchange(await freshUrl());
    await (await exchange.start()).stop();
    chmodSync(exchange.keyFilePath, 0o644);
    await expect(exchange.start()).rejects.toThrow('has mode 644, needs 600');
    expect(exchange.faults).toEqual([]);
  });

  it('stops with what it has collected written, and answers nothing any more', async () => {
    exchange = new Exchange(await freshUrl());
    await exchange.append(openingCommands());
    const store = await exchange.start();
    store.announceDurable(exchange.sequence);
    await store.ask('accountList', null, exchange.sequence);
    await exchange.append([{ name: 'deposit', account: UID, amount: '5' }]);
    store.announceDurable(exchange.sequence);
    await store.stop();
    await expect(store.ask('accountList', null, 0)).rejects.toThrow('the read store was stopped');
    expect((await exchange.start()).projected()).toBe(exchange.sequence);
    expect(exchange.faults).toEqual([]);
  });
});

it('says where a store cannot be opened', async () => {
  exchange = new Exchange(join(tmpdir(), 'no', 'such', 'folder', 'outcry.db'));
  await expect(exchange.start()).rejects.toThrow(/ENOENT/);
});
