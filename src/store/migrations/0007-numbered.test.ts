// A store an older version filled has every fill and every order that ended in its lists after the change, numbered as
// a store made anew has them.
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { sha256, tradingDay } from '../../../test/store/trading-day.ts';
import { createEngine } from '../../core/engine.ts';
import type { Database } from '../db.ts';
import { insertRows } from '../insert-rows.ts';
import { createProjector } from '../projector.ts';
import type { FillTable, OrderRecordTable } from '../tables.ts';
import { migrate } from './migrate.ts';

async function rowsOf(database: Database): Promise<{ fills: FillTable[]; orders: OrderRecordTable[] }> {
  return {
    fills: await database.sql.selectFrom('fill').selectAll().orderBy('id').orderBy('role').execute(),
    orders: await database.sql.selectFrom('order_record').selectAll().orderBy('id').execute(),
  };
}

/** What the older version wrote: no numbers, and an order that fired as old as its firing. */
function without<Row extends object>(row: Row, ...columns: readonly (keyof Row)[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !columns.includes(name as keyof Row))) as Row;
}

onEachDatabase('a store of before the lists were numbered', ({ fresh, freshUrl, open }) => {
  it('gets them with all they hold', async () => {
    const anew = await fresh();
    const engine = createEngine(sha256);
    const projector = await createProjector(anew);
    const { commands } = tradingDay(41, 1_500);
    const withoutLogs = commands.filter(({ command }) => command.name !== 'recordAiLog');
    for (const [at, { timeMs, command }] of withoutLogs.entries()) {
      const sequenced = { sequence: at + 1, timeMs, command };
      projector.project(sequenced, engine.apply(sequenced));
    }
    await projector.flush();
    const { fills, orders } = await rowsOf(anew);
    const plans = await anew.sql.selectFrom('plan_order').selectAll().execute();
    const firedMs = new Map(plans.map((plan) => [plan.id, plan.triggered_ms]));
    expect(orders.filter(({ from_plan }) => from_plan === 1).length).toBeGreaterThan(5);

    expect(Math.max(...fills.map(({ nth_of_order }) => nth_of_order))).toBeGreaterThan(2);

    const old = open(await freshUrl());
    await migrate(old, '0006-owner');
    const house = { ...fills[0]!, id: 5, order_id: 5, uid: 9_000_001 };
    const oldFills = [...fills, house].map((row) => without(row, 'nth', 'nth_of_symbol', 'nth_of_order'));
    const oldOrders = orders.map((row) => ({
      ...without(row, 'nth', 'nth_of_symbol', 'life_span'),
      created_ms: row.from_plan === 1 ? firedMs.get(row.id)! : row.created_ms,
    }));
    await insertRows(old, old.sql, 'fill', oldFills);
    await insertRows(old, old.sql, 'order_record', oldOrders);
    await insertRows(old, old.sql, 'plan_order', plans);
    await migrate(old);

    const found = await rowsOf(old);
    expect(found.fills).toEqual([{ ...house, nth: null, nth_of_symbol: null, nth_of_order: 1 }, ...fills]);
    const numberless = ({ nth: _nth, nth_of_symbol: _ofSymbol, ...row }: OrderRecordTable) => row;
    expect(found.orders.map(numberless)).toEqual(orders.map(numberless));
    // Those that one command ended together have each other's numbers at most.
    const byEnd = (rows: readonly OrderRecordTable[]) =>
      rows.map((row) => [row.uid, row.nth, row.ended_ms]).sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
    expect(byEnd(found.orders)).toEqual(byEnd(orders));
    const bySymbol = (rows: readonly OrderRecordTable[]) =>
      rows.map((row) => `${row.uid} ${row.symbol} ${row.nth_of_symbol} ${row.ended_ms}`).sort();
    expect(bySymbol(found.orders)).toEqual(bySymbol(orders));
  });
});
