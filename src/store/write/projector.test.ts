import { rowsInWords } from '../../../test/store/in-words.ts';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { sha256, START_MS, seeded, TRADERS, tradingDay, type TradingDay } from '../../../test/store/trading-day.ts';
import type { Sequenced } from '../../core/language/commands.ts';
import { createEngine } from '../../core/engine.ts';
import type { Event } from '../../core/turn/events.ts';
import { isBuy } from '../../core/state/order.ts';
import type { Order, PlanOrder } from '../../core/state/records.ts';
import type { Database } from '../database/db.ts';
import { resetProjection } from '../database/schema.ts';
import { payloadsPut } from '../evidence/payloads.ts';
import { insertRows } from '../database/insert-rows.ts';
import { entryOf, headerOf } from '../schema/leaf-form.ts';
import { createProjector } from './projector.ts';
import { idCode } from '../schema/row-codec.ts';
import { isPlanFinal, orderRow, planRow } from './rows.ts';

const PROJECTED = [
  'projection_state',
  'bill',
  'fill',
  'funding_rate',
  'bar',
  'copy_relation',
  'copy_skip',
  'order_record',
  'plan_order',
  'tlog_leaf',
  'ailog',
  'ailog_key',
  'ailog_trace',
  'ailog_link',
  'ai_order',
  'contest_point',
  'contest_minute',
] as const;

async function storeBodies(database: Database, day: TradingDay): Promise<void> {
  await payloadsPut(database, day.payloads);
}

/**
 * Projects the commands with its own engine; writes after each command for which `cut` says so, and at the end if
 * `flushEnd`.
 */
async function projectDay(
  database: Database,
  commands: readonly Sequenced[],
  cut: () => boolean,
  { flushEnd = true, mayLackBodies = false }: { flushEnd?: boolean; mayLackBodies?: boolean } = {},
): Promise<void> {
  const engine = createEngine(sha256);
  const projector = await createProjector(database, { mayLackBodies });
  for (const sequenced of commands) {
    projector.project(sequenced, engine.apply(sequenced));
    if (cut()) await projector.flush();
  }
  if (flushEnd) await projector.flush();
}

/** Every row of every projected table, sorted as text. */
async function everything(database: Database): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {};
  for (const table of PROJECTED) {
    const rows = await rowsInWords(database, table);
    const texts = rows.map((row) =>
      JSON.stringify(row, (_, value: unknown) =>
        typeof value === 'bigint'
          ? `${value}n`
          : value instanceof Uint8Array
            ? Buffer.from(value).toString('hex')
            : value,
      ),
    );
    all[table] = texts.sort();
  }
  return all;
}

/** The rows the day must leave in the tables, from the engine's events and state alone. */
function expectedOf(day: TradingDay) {
  const engine = createEngine(sha256);
  const facts: Event[] = [];
  const orders = new Map<number, Order>();
  const plans = new Map<number, PlanOrder>();
  for (const sequenced of day.commands) {
    for (const event of engine.apply(sequenced).events) {
      if (event.name === 'orderChanged') orders.set(event.order.id, event.order);
      else if (event.name === 'planOrderChanged') plans.set(event.plan.id, event.plan);
      else facts.push(event);
    }
  }
  return { engine, facts, orders: [...orders.values()], plans: [...plans.values()] };
}

onEachDatabase('the projector', ({ fresh }) => {
  it('leaves in the tables what the engine did: bills, fills, orders and plan orders that ended', async () => {
    const day = tradingDay(1, 1_500);
    const database = await fresh();
    await storeBodies(database, day);
    const random = seeded(5);
    await projectDay(database, day.commands, () => random() < 0.02);
    const { engine, facts, orders, plans } = expectedOf(day);

    const bills = facts.filter((event) => event.name === 'billPosted').map(({ bill }) => bill);
    const stored = await rowsInWords(database, 'bill', 'id');
    expect(stored.map(({ id, amount, balance }) => ({ id, amount, balance }))).toEqual(
      bills.map(({ id, amount, balance }) => ({ id, amount, balance })),
    );
    expect(bills.length).toBeGreaterThan(500);
    // The last balance of each account's SHARED part is the engine's.
    for (const uid of [...TRADERS, 1, 2]) {
      const last = stored.findLast((bill) => bill.uid === uid && bill.position_id === 0);
      expect(last?.balance).toEqual(engine.state.accounts.get(uid)?.shared.amount);
    }

    const fills = facts.filter((event) => event.name === 'fillMade');
    const fillRows = await rowsInWords(database, 'fill', 'id', 'role');
    expect(fillRows.map(({ id, role, order_id }) => [id, role, order_id])).toEqual(
      fills.flatMap(({ id, taker, maker }) => [
        [id, 'taker', taker.order.id],
        [id, 'maker', maker.order.id],
      ]),
    );
    expect(fills.length).toBeGreaterThan(100);

    const ended = orders.filter((order) => order.status === 'filled' || order.status === 'canceled').map(orderRow);
    const records = await rowsInWords(database, 'order_record', 'id');
    expect(records.map((row) => ({ ...row, nth: null, nth_of_symbol: null }))).toEqual(
      ended.sort((a, b) => a.id - b.id),
    );
    const endedPlans = plans.filter(isPlanFinal).map(planRow);
    expect(await database.sql.selectFrom('plan_order').selectAll().orderBy('id').execute()).toEqual(
      endedPlans.sort((a, b) => a.id - b.id),
    );
    expect(endedPlans.filter(({ status }) => status === 'filled').length).toBeGreaterThan(5);
    expect(endedPlans.filter(({ status }) => status === 'canceled').length).toBeGreaterThan(5);
  });

  it('keeps every leaf, with its header where somebody may open it, and every AI log', async () => {
    const day = tradingDay(2, 600);
    const database = await fresh();
    await storeBodies(database, day);
    await projectDay(database, day.commands, () => false);
    const { facts } = expectedOf(day);
    const leaves = facts.filter((event) => event.name === 'leafAppended');
    const stored = await database.sql.selectFrom('tlog_leaf').selectAll().orderBy('idx').execute();
    expect(stored.map((leaf) => [leaf.idx, entryOf(leaf), Buffer.from(leaf.hash).toString('hex')])).toEqual(
      leaves.map(({ index, entry, hash }) => [index, entry, Buffer.from(hash).toString('hex')]),
    );
    expect(stored.filter(({ kind, header }) => (kind === 'key') === (header !== null))).toEqual([]);
    for (const { index, header } of leaves)
      if (header !== null) expect(headerOf(stored[index]!), `leaf ${index}`).toBe(header);
    const logs = await database.sql.selectFrom('ailog').select('log_index').orderBy('log_index').execute();
    expect(logs.map(({ log_index }) => log_index)).toEqual(
      facts.filter((event) => event.name === 'aiLogStored').map(({ index }) => index),
    );
    expect(logs.length).toBeGreaterThan(10);
  });

  it('gives the same rows however the journal is cut into batches, and when it is built anew', async () => {
    const day = tradingDay(3, 400, { contest: true });
    const whole = await fresh();
    await storeBodies(whole, day);
    await projectDay(whole, day.commands, () => false);
    const expected = await everything(whole);
    expect(Object.entries(expected).filter(([, rows]) => rows.length === 0)).toEqual([]);

    const single = await fresh();
    await storeBodies(single, day);
    await projectDay(single, day.commands, () => true);
    expect(await everything(single)).toEqual(expected);

    await resetProjection(single);
    const random = seeded(9);
    await projectDay(single, day.commands, () => random() < 0.1);
    expect(await everything(single)).toEqual(expected);
  });

  it('leaves the bars that a list of the trades makes, but for those that are forming', async () => {
    const day = tradingDay(7, 1_200);
    const database = await fresh();
    await storeBodies(database, day);
    await projectDay(database, day.commands, () => false);
    const engine = createEngine(sha256);
    const minutes = new Map<string, { openMs: number; prices: bigint[]; figures: bigint[] }[]>();
    for (const sequenced of day.commands) {
      for (const event of engine.apply(sequenced).events) {
        if (event.name !== 'fillMade' || event.price === 0) continue;
        const { symbol, tickE8, stepE8 } = event.instrument.contract;
        const openMs = Math.floor(sequenced.timeMs / 60_000) * 60_000;
        const all = minutes.get(symbol) ?? [];
        if (all.at(-1)?.openMs !== openMs) all.push({ openMs, prices: [], figures: [0n, 0n, 0n, 0n, 0n] });
        const minute = all.at(-1)!;
        minute.prices.push(BigInt(event.price) * BigInt(tickE8));
        const [size, value] = [BigInt(event.size) * BigInt(stepE8), BigInt(event.value)];
        const bought = isBuy(event.taker.order.side, event.taker.order.effect) ? 1n : 0n;
        const added = [size, value, 1n, bought * size, bought * value];
        minute.figures = minute.figures.map((figure, at) => figure + added[at]!);
        minutes.set(symbol, all);
      }
    }
    expect(minutes.size).toBe(2);
    for (const [symbol, all] of minutes) {
      const rows = await database.sql
        .selectFrom('bar')
        .selectAll()
        .where('symbol', '=', symbol)
        .where('price_kind', '=', 'last')
        .where('granularity', '=', '1m')
        .orderBy('open_ms')
        .execute();
      expect(rows.length).toBeGreaterThan(5);
      expect(
        rows.map(({ open_ms, open, high, low, close, size, value, trades, bought_size, bought_value }) => [
          open_ms,
          ...[open, high, low, close, size, value, trades, bought_size, bought_value].map(BigInt),
        ]),
      ).toEqual(
        all.slice(0, -1).map(({ openMs, prices, figures }) => {
          const sorted = prices.toSorted((a, b) => Number(a - b));
          return [openMs, prices[0], sorted.at(-1), sorted[0], prices.at(-1), ...figures];
        }),
      );
    }
  });

  it('keeps the bars of an index as high as there may be one, beyond what a double holds', async () => {
    const day = tradingDay(9, 20);
    const database = await fresh();
    await storeBodies(database, day);
    const { sequence, timeMs } = day.commands.at(-1)!;
    const priceOf = (at: number) => `${9 - at}9999999.12345679`;
    const odd = Array.from({ length: 3 }, (_, at): Sequenced => {
      const atMs = timeMs + (at + 1) * 120_000;
      return {
        sequence: sequence + at + 1,
        timeMs: atMs,
        command: { name: 'setIndexPrice', symbol: 'cmt_btcusdt', price: priceOf(at), sourceTimeMs: atMs },
      };
    });
    await projectDay(database, [...day.commands, ...odd], () => false);
    const { sql } = database;
    const rows = await sql.selectFrom('bar').selectAll().where('price_kind', '=', 'index').execute();
    const minutes = rows.filter(({ granularity }) => granularity === '1m').map(({ close }) => close);
    expect(minutes.slice(-2)).toEqual([0, 1].map((at) => priceOf(at).replace('.', '')));
  });

  it('goes on after a kill at any place: nothing lost, nothing twice', async () => {
    const day = tradingDay(4, 300);
    const whole = await fresh();
    await storeBodies(whole, day);
    await projectDay(whole, day.commands, () => false);
    const killed = await fresh();
    await storeBodies(killed, day);
    const random = seeded(11);
    // Each life ends without writing what it has collected.
    for (let life = 1; life <= 6; life++) {
      const upTo = Math.floor((day.commands.length * life) / 7);
      await projectDay(killed, day.commands.slice(0, upTo), () => random() < 0.05, { flushEnd: false });
    }
    await projectDay(killed, day.commands, () => random() < 0.05);
    expect(await everything(killed)).toEqual(await everything(whole));
  });

  it('stores no part of a batch that fails', async () => {
    const day = tradingDay(5, 200);
    const database = await fresh();
    await storeBodies(database, day);
    await projectDay(database, day.commands.slice(0, 100), () => false);
    const before = await everything(database);
    // A row of a later sequence is in the way.
    const { facts } = expectedOf(day);
    const lastBill = facts.findLast((event) => event.name === 'billPosted')?.bill;
    if (lastBill === undefined) throw new Error('the day has no bill');
    const [inTheWay] = await rowsInWords(database, 'bill');
    await insertRows(database, database.sql, 'bill', [{ ...inTheWay!, id: lastBill.id }]);
    await expect(projectDay(database, day.commands, () => false)).rejects.toThrow();
    await database.sql.deleteFrom('bill').where('id', '=', idCode(lastBill.id)).execute();
    expect(await everything(database)).toEqual(before);
  });

  it('refuses a journal that is not the one its rows came from', async () => {
    const day = tradingDay(6, 50);
    const database = await fresh();
    await projectDay(database, day.commands, () => false, { mayLackBodies: true });
    const other = day.commands.map((sequenced) => ({ ...sequenced, timeMs: sequenced.timeMs + 1 }));
    await expect(projectDay(database, other, () => false)).rejects.toThrow('made from another journal');
    const gap = day.commands.filter(({ sequence }) => sequence !== 10);
    const projector = await createProjector(database);
    for (const sequenced of gap.slice(0, 9))
      projector.project(sequenced, { ok: true, result: null, sequence: 0, timeMs: 0, events: [] });
    expect(() => projector.project(gap[9]!, { ok: true, result: null, sequence: 0, timeMs: 0, events: [] })).toThrow(
      'sequence 11 after 9',
    );
  });

  it('takes no AI log whose body is gone, unless the loss was accepted, and then writes it down', async () => {
    const day = tradingDay(7, 200);
    const database = await fresh();
    const gone = /the body of AI log \d+ is gone[^]*--accept-loss no-bodies@\d+/;
    await expect(projectDay(database, day.commands, () => false)).rejects.toThrow(gone);
    await projectDay(database, day.commands, () => false, { mayLackBodies: true });
    const erased = await database.sql.selectFrom('payload').select('h').where('erased_at', 'is not', null).execute();
    expect(erased.length).toBeGreaterThan(3);
  });

  it('keeps an AI log whose body was erased, without what only the body says', async () => {
    const day = tradingDay(7, 200);
    const database = await fresh();
    await projectDay(database, day.commands, () => false, { mayLackBodies: true });
    const logs = await database.sql.selectFrom('ailog').selectAll().execute();
    expect(logs.length).toBeGreaterThan(3);
    expect(new Set(logs.map(({ decisions }) => decisions))).toEqual(new Set(['[]']));
    const headers = await database.sql.selectFrom('tlog_leaf').select('header').where('kind', '=', 'ailog').execute();
    expect(new Set(headers.map(({ header }) => header))).toEqual(new Set([null]));
    expect(START_MS).toBeLessThanOrEqual(logs[0]?.received_at ?? 0);
  });
});
