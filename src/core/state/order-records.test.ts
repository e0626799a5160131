/**
 * The memory of orders beside a plain map: whatever works, waits or has ended is found by its id and by its name, with
 * what its row says, until its time is over or enough have ended after it, and not after; also once it was written and
 * read back, and once the secret came.
 */
import { expect, it } from 'vitest';
import { FIRST_ID } from '../num/units.ts';
import { faultOf, readRows, writeRows } from './ended-form.ts';
import { OrderRecords } from './order-records.ts';
import { type EndedRow, KEYED } from './order-rows.ts';
import type { Account, Instrument, Order, PlanOrder } from './records.ts';

const START_MS = 1_767_225_600_000;
const seed = Date.now() >>> 0;

/** Numbers that follow from a seed. */
function random(from: number): (below: number) => number {
  let last = from;
  return (below) => {
    last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((last / 2 ** 32) * below);
  };
}

type Live = Order | PlanOrder;

/** The naive memory's entry of a name. */
interface Known {
  readonly record: Live;
  /** null while it works. */
  endedMs: number | null;
}

const instruments = [{ index: 0 }, { index: 1 }] as unknown as Instrument[];
const accounts = new Map([7, 2 ** 40, 1_000_001].map((id) => [id, { id } as Account]));

class Models {
  readonly next = random(seed);
  readonly known = new Map<string, Known>();
  readonly ended: Known[] = [];
  orders = new OrderRecords(instruments, accounts);
  timeMs = START_MS;
  id = FIRST_ID;

  nameOf({ account, clientOrderId }: Live): string {
    return `${account.id} ${clientOrderId}`;
  }

  anyAccount(): Account {
    return [...accounts.values()][this.next(3)]!;
  }

  add(account: Account, clientOrderId: string): void {
    // Ids that follow each other, and now and then a leap, as the ids of fills and positions make them.
    this.id += this.next(20) === 0 ? this.next(2 ** 31) : 1 + this.next(2);
    const said = { id: this.id, account, clientOrderId, createdMs: this.timeMs, leafIndex: this.next(9) - 1 };
    const instrument = instruments[this.next(2)]!;
    const record = (this.next(4) === 0
      ? { ...said, record: 'plan', instrument, side: 'long', kind: 'stopLoss', request: null, order: null }
      : {
          ...said,
          record: 'order',
          instrument,
          side: 'long',
          effect: 'open',
          execution: 'normal',
          status: 'filled',
        }) as unknown as Live;
    this.orders.add(record);
    this.known.set(this.nameOf(record), { record, endedMs: null });
  }

  end(one: Known, most: number): void {
    const { record } = one;
    if (record.record === 'order') this.orders.end(record, this.timeMs, most);
    else this.orders.endPlan(record, this.timeMs, most);
    one.endedMs = this.timeMs;
    this.ended.push(one);
    while (this.ended.length > most) this.known.delete(this.nameOf(this.ended.shift()!.record));
  }

  forgetUntil(untilMs: number): void {
    this.orders.forgetUntil(untilMs);
    while (this.ended.length > 0 && this.ended[0]!.endedMs! <= untilMs)
      this.known.delete(this.nameOf(this.ended.shift()!.record));
  }

  /** As a snapshot does it. */
  restore(secret: Uint8Array | null): void {
    const rows = [...this.orders.rows()];
    const texts: string[] = [];
    for (let at = 0; at < rows.length; at += 100) texts.push(JSON.stringify(writeRows(rows.slice(at, at + 100))));
    const live = [...this.orders.live()];
    this.orders = new OrderRecords(instruments, accounts);
    if (secret !== null) this.orders.seed(secret);
    for (const record of live) this.orders.add(record);
    for (const text of texts) for (const row of readRows(JSON.parse(text) as unknown[], 100)) this.orders.take(row);
    expect([...this.orders.rows()]).toEqual(rows);
  }

  check(account: Account, name: string): void {
    const known = this.known.get(`${account.id} ${name}`);
    const found = this.orders.named(account, name);
    if (known === undefined) return expect(found).toBeUndefined();
    const { record, endedMs } = known;
    expect(this.orders.get(record.id)).toEqual(found);
    if (endedMs === null) return expect(found).toBe(record);
    const { id, createdMs, leafIndex } = record;
    expect(found).toMatchObject({ record: 'ended', id, account, createdMs, leafIndex, row: { endedMs } });
    if (found?.record !== 'ended') return;
    if (record.record === 'order') expect([found.status, found.plan]).toEqual(['filled', null]);
    else expect([found.status, found.plan?.instrument]).toEqual(['canceled', record.instrument]);
  }

  checkAll(): void {
    for (const { record } of this.known.values()) this.check(record.account, record.clientOrderId);
    const live = [...this.known.values()].flatMap(({ record, endedMs }) => (endedMs === null ? record : []));
    expect(new Set(this.orders.live())).toEqual(new Set(live));
    expect([...this.orders.rows()].map(({ id }) => id)).toEqual(this.ended.map(({ record }) => record.id));
    expect(this.orders.size).toBe(this.known.size);
    expect([...this.orders.rows()].every((row) => this.orders.isFound(row))).toBe(true);
  }
}

it(`remembers what a plain map remembers (seed ${seed})`, () => {
  const models = new Models();
  const { next } = models;
  let secret: Uint8Array | null = null;
  let most = 3_000;
  for (let step = 0; step < 40_000; step++) {
    models.timeMs += next(3);
    const account = models.anyAccount();
    const name = `o-${next(6_000)}`;
    models.check(account, name);
    const known = models.known.get(`${account.id} ${name}`);
    if (known === undefined) models.add(account, name);
    else if (known.endedMs === null) models.end(known, most);
    if (next(4_000) === 0) most = 1 + next(4_000);
    if (next(2_000) === 0) models.forgetUntil(models.timeMs - next(3_000));
    if (next(5_000) === 0) models.restore(secret);
    if (step === 10_000) {
      secret = new Uint8Array(32).fill(9);
      models.orders.seed(secret);
    }
    if (next(2_000) === 0) models.checkAll();
  }
  models.checkAll();
  for (const stranger of [0, -1, 0.5, FIRST_ID - 1, FIRST_ID + 0.5, models.id + 1, Infinity, NaN])
    expect(models.orders.get(stranger)).toBeUndefined();
  expect(models.orders.named(accounts.get(7)!, '∅ no name at all')).toBeUndefined();
  models.forgetUntil(Infinity);
  models.checkAll();
  expect([...models.orders.rows()]).toEqual([]);
});

it('keeps what lies far apart, and writes it as it is', () => {
  const next = random(seed);
  const rows = Array.from({ length: 200 }, (_, at): EndedRow => {
    const endedMs = START_MS + at * (next(50) === 0 ? 10_000_000_000 : 3);
    return {
      id: next(9) === 0 ? FIRST_ID + at : FIRST_ID + 20_000_000_000 + 2 * at,
      account: next(9) === 0 ? 2 ** 40 + next(9) : 1_000_000 + next(5),
      createdMs: next(9) === 0 ? endedMs - 9_000_000_000 : endedMs - next(5),
      endedMs,
      leafIndex: next(3) === 0 ? -1 : next(2) * 6_000_000_000 + at,
      instrument: next(20) === 0 ? next(3_000) : -1,
      flags: next(32),
      // Few words, so that many names want the same places of the index.
      nameHigh: [next(2 ** 32), next(4), -next(4), 0][next(4)]! | 0,
      nameLow: at,
      contentHigh: next(2 ** 32) | 0,
      contentLow: next(2 ** 32) | 0,
    };
  });
  const values = writeRows(rows);
  expect(readRows(JSON.parse(JSON.stringify(values)) as unknown[], 200)).toEqual(rows);
  const orders = new OrderRecords(instruments, accounts);
  for (const row of rows) orders.take(row);
  expect([...orders.rows()]).toEqual(rows);
  expect(rows.filter((row) => !orders.isFound(row))).toEqual([]);
  orders.forgetUntil(Infinity);
  expect(rows.filter((row) => orders.isFound(row))).toEqual([]);
  expect(rows.some(({ flags }) => (flags & KEYED) !== 0)).toBe(true);
});

const ROW: EndedRow = {
  id: FIRST_ID,
  account: 7,
  createdMs: START_MS,
  endedMs: START_MS,
  leafIndex: -1,
  instrument: -1,
  flags: 0,
  nameHigh: 0,
  nameLow: 0,
  contentHigh: 0,
  contentLow: 0,
};

it('refuses written rows that are none', () => {
  const values = writeRows(Array.from({ length: 200 }, () => ROW));
  expect(() => readRows(values, 199)).toThrow('found 200 rows of ended orders, needed 1 to 199');
  expect(() => readRows(values.with(1, null), 200)).toThrow('found a column without a base');
  expect(() => readRows(values.with(8, 'AAAA'), 200)).toThrow('bytes of a column, needed 1600');
  expect(() => readRows(values.slice(0, 9), 200)).toThrow('found -1 bytes of a column');
  expect([faultOf(ROW), faultOf({ ...ROW, endedMs: 1 }), faultOf({ ...ROW, id: 0.5 })]).toEqual([
    null,
    'endedMs',
    'a number that is not whole',
  ]);
});
