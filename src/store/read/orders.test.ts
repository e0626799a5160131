// The lists of fills and of ended orders, compared with what the engine did, on every way of paging and with every
// filter.
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { everyPage, everyPageBefore } from '../../../test/store/every-page.ts';
import { sha256, seeded, TRADERS, tradingDay } from '../../../test/store/trading-day.ts';
import { createEngine } from '../../core/engine.ts';
import { createdMsOf } from '../../core/orders/figures.ts';
import { isFinal } from '../../core/state/order.ts';
import type { Order, PlanOrder } from '../../core/state/records.ts';
import type { Database } from '../database/db.ts';
import type { PageRequest } from './paging.ts';
import { payloadsPut } from '../evidence/payloads.ts';
import { createProjector } from '../write/projector.ts';
import { endedOrder, type OrderHistoryArgs, orderHistory } from './endedOrders.ts';
import { finishedOrders } from './finishedOrders.ts';
import { type FillsArgs, type FillsPage, fills } from './fills.ts';

const UID = TRADERS[0];
const ETH = 'cmt_ethusdt';
const FIRST_PAGE = { limit: 100, page: 0, cursor: null };
const allFills: FillsArgs = { uid: UID, symbol: null, orderId: null, startMs: null, endMs: null, ...FIRST_PAGE };
const allOrders: OrderHistoryArgs = { uid: UID, symbol: null, startMs: null, endMs: null, ...FIRST_PAGE };

interface MadeFill {
  readonly id: number;
  readonly orderId: number;
  readonly symbol: string;
  readonly role: string;
  readonly timeMs: number;
}

interface Ended {
  readonly id: number;
  readonly symbol: string;
  readonly createdMs: number;
  readonly endedMs: number;
}

/** The day's doings for UID, from the engine alone: newest fill first, latest end first. */
interface Day {
  readonly made: MadeFill[];
  readonly ended: Ended[];
  /** Plan orders that ended without an order, in any order. */
  readonly alone: Ended[];
}

/** Commands between two nights: so orders live for anything from a moment to days. */
const BETWEEN_NIGHTS = 300;
const NIGHT_MS = 50_000_000;

/** A database with a day of trading, written in many pieces. */
async function withDay(
  fresh: () => Promise<Database>,
  seed: number,
  count: number,
): Promise<Day & { database: Database }> {
  const database = await fresh();
  const { commands, payloads } = tradingDay(seed, count);
  await payloadsPut(database, payloads);
  const engine = createEngine(sha256);
  const projector = await createProjector(database);
  const random = seeded(seed);
  const day: Day = { made: [], ended: [], alone: [] };
  const alone = new Map<number, PlanOrder>();
  for (const { sequence, timeMs, command } of commands) {
    const laterMs = timeMs + Math.floor(sequence / BETWEEN_NIGHTS) * NIGHT_MS;
    const asOf = command.name === 'setIndexPrice' ? { ...command, sourceTimeMs: laterMs } : command;
    const sequenced = { sequence, timeMs: laterMs, command: asOf };
    const outcome = engine.apply(sequenced);
    const finals: Order[] = [];
    for (const event of outcome.events) {
      if (event.name === 'orderChanged' && isFinal(event.order)) finals.push(event.order);
      if (event.name === 'planOrderChanged' && event.plan.account.id === UID && event.plan.status === 'canceled')
        alone.set(event.plan.id, event.plan);
      if (event.name !== 'fillMade') continue;
      for (const role of ['taker', 'maker'] as const) {
        const { order } = event[role];
        const { symbol } = event.instrument.contract;
        if (order.account.id === UID)
          day.made.unshift({ id: event.id, orderId: order.id, symbol, role, timeMs: sequenced.timeMs });
      }
    }
    for (const order of finals.sort((a, b) => a.endPlace - b.endPlace))
      if (order.account.id === UID)
        day.ended.unshift({
          id: order.id,
          symbol: order.instrument.contract.symbol,
          createdMs: createdMsOf(order),
          endedMs: sequenced.timeMs,
        });
    projector.project(sequenced, outcome);
    if (random() < 0.02) await projector.flush();
  }
  await projector.flush();
  for (const { id, instrument, createdMs, updatedMs: endedMs, order } of alone.values())
    if (order === null) day.alone.push({ id, symbol: instrument.contract.symbol, createdMs, endedMs });
  return { database, ...day };
}

const idsOf = (items: readonly { readonly id: number }[]): number[] => items.map(({ id }) => id);

/** Times to filter by: between, at and around those that occur, and none. */
function bounds(times: readonly number[]): readonly { startMs: number | null; endMs: number | null }[] {
  const at = (part: number): number => times[Math.floor((times.length - 1) * part)]!;
  return [
    { startMs: null, endMs: null },
    { startMs: at(0.8), endMs: null },
    { startMs: null, endMs: at(0.3) },
    { startMs: at(0.7), endMs: at(0.4) },
    { startMs: at(0.5), endMs: at(0.5) },
    { startMs: at(0.9) + 1, endMs: at(0.1) - 1 },
    { startMs: at(0) + 1, endMs: null },
    { startMs: null, endMs: at(1) - 1 },
  ];
}

onEachDatabase('the lists of an account’s trading', ({ fresh }) => {
  it('fills: every side of a fill, newest first, by cursor and by page, with filters and how many they leave', async () => {
    const { database, made } = await withDay(fresh, 31, 1_500);
    expect(made.length).toBeGreaterThan(80);
    expect(new Set(made.map(({ role }) => role)).size).toBe(2);
    const busiest = made.map(({ orderId }) => orderId).find((one, at, all) => all.indexOf(one) !== at) ?? 0;
    expect(busiest).toBeGreaterThan(0);
    for (const range of bounds(made.map(({ timeMs }) => timeMs)))
      for (const filter of [{}, { symbol: ETH }, { orderId: busiest }, { orderId: busiest, symbol: ETH }]) {
        const { startMs, endMs, symbol, orderId } = { ...allFills, ...filter, ...range };
        const expected = made.filter(
          (one) =>
            (symbol === null || one.symbol === symbol) &&
            (orderId === null || one.orderId === orderId) &&
            (startMs === null || one.timeMs >= startMs) &&
            (endMs === null || one.timeMs <= endMs),
        );
        for (const by of ['cursor', 'page'] as const) {
          const read = async (page: PageRequest): Promise<FillsPage> => {
            const answer = await fills(database, { ...allFills, ...filter, ...range, ...page });
            expect(answer.total).toBe(expected.length);
            return answer;
          };
          expect(idsOf(await everyPage(by, 7, read)), JSON.stringify([filter, range, by])).toEqual(idsOf(expected));
        }
      }
    expect(await fills(database, { ...allFills, orderId: busiest, uid: TRADERS[1] })).toMatchObject({ total: 0 });
    expect(await fills(database, { ...allFills, uid: 1_999_999 })).toEqual({ items: [], nextCursor: null, total: 0 });
    expect((await fills(database, { ...allFills, page: 10_000 })).items).toEqual([]);
  });

  it('fills: lowering endTime visits every one once', async () => {
    const { database, made } = await withDay(fresh, 32, 800);
    const byTime = everyPageBefore(
      (endMs) => fills(database, { ...allFills, endMs, limit: 7 }),
      ({ timeMs }) => timeMs,
    );
    expect(idsOf(await byTime)).toEqual(idsOf(made));
  });

  it('history: every order that ended, the latest end first, within any bounds of creation, by cursor and by page', async () => {
    const { database, ended } = await withDay(fresh, 33, 1_500);
    expect(ended.length).toBeGreaterThan(150);
    // The order of ends is neither that of ids nor that of creation, and some lived for long.
    expect(idsOf(ended)).not.toEqual(idsOf(ended).sort((a, b) => b - a));
    expect(Math.max(...ended.map(({ createdMs, endedMs }) => endedMs - createdMs))).toBeGreaterThan(3_600_000);
    const created = ended.map(({ createdMs }) => createdMs).sort((a, b) => b - a);
    for (const range of bounds(created))
      for (const symbol of [null, ETH]) {
        const expected = ended.filter(
          (one) =>
            (symbol === null || one.symbol === symbol) &&
            (range.startMs === null || one.createdMs >= range.startMs) &&
            (range.endMs === null || one.createdMs <= range.endMs),
        );
        for (const by of ['cursor', 'page'] as const) {
          const found = await everyPage(by, 9, (page) =>
            orderHistory(database, { ...allOrders, symbol, ...range, ...page }),
          );
          expect(idsOf(found), JSON.stringify([symbol, range, by])).toEqual(idsOf(expected));
        }
      }
    expect((await orderHistory(database, { ...allOrders, uid: 1_999_999 })).items).toEqual([]);
  });

  it('history with the plan orders that never became one: by cursor and by page every one once, the latest end first', async () => {
    const { database, ended, alone } = await withDay(fresh, 36, 1_500);
    const orders = new Map(ended.map((one, at) => [one, at]));
    const all = [...ended, ...alone].sort((a, b) => {
      if (a.endedMs !== b.endedMs) return b.endedMs - a.endedMs;
      return (orders.get(a) ?? Infinity) - (orders.get(b) ?? Infinity) || b.id - a.id;
    });
    expect(alone.length).toBeGreaterThan(30);
    // Some end in the millisecond in which an order does, and some with others of their kind.
    const shared = (some: readonly Ended[], others: readonly Ended[]): number =>
      some.filter((one) => others.some((other) => other !== one && other.endedMs === one.endedMs)).length;
    expect(shared(alone, ended)).toBeGreaterThan(0);
    expect(shared(alone, alone)).toBeGreaterThan(0);
    const created = all.map(({ createdMs }) => createdMs).sort((a, b) => b - a);
    for (const range of bounds(created))
      for (const symbol of [null, ETH]) {
        const expected = all.filter(
          (one) =>
            (symbol === null || one.symbol === symbol) &&
            (range.startMs === null || one.createdMs >= range.startMs) &&
            (range.endMs === null || one.createdMs <= range.endMs),
        );
        for (const by of ['cursor', 'page'] as const)
          for (const limit of range.endMs === null && range.startMs === null && symbol !== null ? [2, 9] : [9]) {
            const found = await everyPage(by, limit, (page) =>
              finishedOrders(database, { ...allOrders, symbol, ...range, ...page }),
            );
            expect(idsOf(found), JSON.stringify([symbol, range, by, limit])).toEqual(idsOf(expected));
          }
      }
    const [first] = alone;
    const shown = (await finishedOrders(database, { ...allOrders, limit: 1_000 })).items;
    expect(shown.find(({ id }) => id === first!.id)).toMatchObject({
      status: 'canceled',
      filled: 0,
      plan: { kind: expect.any(String) },
    });
    expect((await finishedOrders(database, { ...allOrders, page: 10_000 })).items).toEqual([]);
    expect((await finishedOrders(database, { ...allOrders, uid: 1_999_999 })).items).toEqual([]);
  });

  it('refuses the cursor of another list, of one contract too', async () => {
    const { database } = await withDay(fresh, 34, 300);
    const refused = { name: 'StoreRefusal', reason: 'badCursor' };
    const { nextCursor } = await fills(database, { ...allFills, limit: 1 });
    expect(nextCursor).not.toBeNull();
    await expect(fills(database, { ...allFills, symbol: ETH, cursor: nextCursor })).rejects.toMatchObject(refused);
    await expect(fills(database, { ...allFills, orderId: 1, cursor: nextCursor })).rejects.toMatchObject(refused);
    await expect(orderHistory(database, { ...allOrders, cursor: nextCursor })).rejects.toMatchObject(refused);
    await expect(finishedOrders(database, { ...allOrders, cursor: nextCursor })).rejects.toMatchObject(refused);
  });

  it('finds one order that ended by its id and by its caller’s, for its account alone', async () => {
    const { database, ended } = await withDay(fresh, 35, 300);
    const one = ended.at(-1)!;
    const found = await endedOrder(database, { uid: UID, orderId: one.id, clientOrderId: null });
    expect(found).toMatchObject({ id: one.id, symbol: one.symbol, updatedMs: one.endedMs });
    const { clientOrderId } = found!;
    expect(await endedOrder(database, { uid: UID, orderId: null, clientOrderId })).toEqual(found);
    expect(await endedOrder(database, { uid: UID, orderId: one.id, clientOrderId: 'another' })).toEqual(found);
    for (const args of [
      { orderId: one.id, clientOrderId: null },
      { orderId: null, clientOrderId },
    ])
      expect(await endedOrder(database, { uid: TRADERS[1], ...args })).toBeNull();
    expect(await endedOrder(database, { uid: UID, orderId: 5, clientOrderId: null })).toBeNull();
  });
});
