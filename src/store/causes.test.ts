import { rowsInWords } from '../../test/store/in-words.ts';
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../test/store/each-database.ts';
import { openingCommands, sha256, START_MS, TRADERS } from '../../test/store/trading-day.ts';
import type { Command, OrderFields, Side } from '../core/language/commands.ts';
import { createEngine } from '../core/engine.ts';
import type { FillMade } from '../core/turn/events.ts';
import type { Order } from '../core/state/records.ts';
import { createProjector } from './write/projector.ts';
import { aiCoverage } from './read/aiCoverage.ts';

const SYMBOL = 'cmt_btcusdt';
const [ISOLATED, HEDGED, MAKER] = TRADERS;

let count = 0;
function place(
  account: number,
  side: Side,
  size: string,
  price: string | null,
  fields: Partial<OrderFields> = {},
): Command {
  return {
    name: 'placeOrder',
    account,
    keyId: 'ak_test',
    channel: 'api',
    symbol: SYMBOL,
    clientOrderId: `c-${count++}`,
    side,
    effect: 'open',
    execution: 'normal',
    size,
    price,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    positionMode: null,
    positionId: null,
    ...fields,
  };
}

/** A fall of the index from 90,000 to 85,300 after which all three causes have made orders. */
function crash(): Command[] {
  return [
    ...openingCommands(),
    { name: 'deposit', account: MAKER, amount: '100000' },
    place(MAKER, 'short', '3', '90000'),
    place(ISOLATED, 'long', '1', null, { marginMode: 'isolated' }),
    place(HEDGED, 'long', '2', null),
    place(MAKER, 'long', '0.05', '90000'),
    place(HEDGED, 'short', '0.05', null),
    // The only bid: enough for the isolated position, which is liquidated first, and for no position after it.
    place(MAKER, 'long', '1', '85600'),
    { name: 'setIndexPrice', symbol: SYMBOL, price: '85300', sourceTimeMs: START_MS },
  ];
}

onEachDatabase('orders of the risk engine', ({ fresh }) => {
  it('keep why they were made, on orders and on fills, and do not count for AI coverage', async () => {
    const database = await fresh();
    const engine = createEngine(sha256);
    const projector = await createProjector(database);
    const orders = new Map<number, Order>();
    const fills: FillMade[] = [];
    for (const [at, command] of crash().entries()) {
      const sequenced = { sequence: at + 1, timeMs: START_MS, command };
      const outcome = engine.apply(sequenced);
      expect(outcome.ok, JSON.stringify(command)).toBe(true);
      for (const event of outcome.events) {
        if (event.name === 'orderChanged') orders.set(event.order.id, event.order);
        if (event.name === 'fillMade') fills.push(event);
      }
      projector.project(sequenced, outcome);
    }
    await projector.flush();

    const records = await rowsInWords(database, 'order_record', 'id');
    const stored = records.map(({ id, cause }) => ({ id, cause }));
    const ended = [...orders.values()].filter(({ status }) => status === 'filled' || status === 'canceled');
    expect(stored).toEqual(ended.map(({ id, cause }) => ({ id, cause })).sort((a, b) => a.id - b.id));
    expect(new Set(stored.map(({ cause }) => cause))).toEqual(
      new Set(['wanted', 'liquidation', 'deleverage', 'reduce']),
    );

    const both = await rowsInWords(database, 'fill', 'id', 'role');
    const sides = both.map(({ id, role, cause, price }) => ({ id, role, cause, price }));
    expect(sides).toEqual(
      fills.flatMap(({ id, price, taker, maker }) => [
        { id, role: 'taker', cause: taker.order.cause, price },
        { id, role: 'maker', cause: maker.order.cause, price },
      ]),
    );
    // A fill on the book has a liquidated taker and a maker who wanted it; without the book both sides are the risk
    // engine's.
    expect(sides.filter(({ role, cause, price }) => role === 'maker' && price > 0 && cause !== 'wanted')).toEqual([]);
    expect(sides.filter(({ cause, price }) => price === 0 && cause === 'wanted')).toEqual([]);

    const engineOrders = ended.filter(({ account, cause }) => account.id === ISOLATED && cause !== 'wanted');
    const graded = (await rowsInWords(database, 'ai_order', 'leaf_index')).filter(({ uid }) => uid === ISOLATED);
    expect(graded.slice(1)).toMatchObject(
      engineOrders.map(({ id }) => ({ order_id: id, type: '9', counted: 0, waits_for_fill: 0 })),
    );
    expect(engineOrders).toHaveLength(1);
    const coverage = { uid: ISOLATED, symbol: null, startMs: null, endMs: null, nowMs: START_MS };
    expect((await aiCoverage(database, coverage)).counted).toBe(1);
  });
});
