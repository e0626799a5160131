import { describe, expect, it } from 'vitest';
import type { PushedOrder, PushedPosition } from '../../client/index.ts';
import { flagsOf, linesOf } from './chart-marks.ts';
import type { OwnFill } from './own-fills.ts';
import type { OwnLog } from './own-logs.ts';

const BTC = 'cmt_btcusdt';
const fill = (id: string, t: number, isBuy: boolean): OwnFill => ({ id, t, isBuy, symbol: BTC }) as unknown as OwnFill;
const log = (index: number, receivedAt: number, action: string, symbol = BTC): OwnLog =>
  ({ index, receivedAt, decisions: [{ action, symbol, size: null, price: null }] }) as unknown as OwnLog;

describe('what stands on a chart', () => {
  it('puts flags at the bars they fall into, fills of a side together, and none before the first', () => {
    const flags = flagsOf(
      BTC,
      [fill('1', 60_500, true), fill('2', 10, false), fill('3', 61_000, true), fill('4', 61_000, false)],
      [log(7, 119_999, 'OPEN_SHORT')],
      [60_000, 120_000],
    );
    expect(flags).toEqual([
      { id: 'fills 60000 true', t: 60_000, kind: 'fill', isUp: true, text: '2' },
      { id: 'fills 60000 false', t: 60_000, kind: 'fill', isUp: false, text: '' },
      { id: 'log 7', t: 60_000, kind: 'decision', isUp: false, text: '⚐ 7' },
    ]);
  });

  it('leaves out decisions about other contracts', () => {
    expect(flagsOf(BTC, [], [log(7, 5, 'OPEN_LONG', 'cmt_ethusdt')], [0])).toEqual([]);
  });

  it('has lines for entries, liquidation prices, orders and triggers', () => {
    const position = { id: '1', contractId: BTC, side: 'LONG', size: '2', openValue: '200' } as PushedPosition;
    const common = { contractId: BTC, size: '1', positionSide: 'LONG', reduceOnly: false, positionTpsl: false };
    const order = { ...common, id: '2', type: 'LIMIT', price: '90', triggerPrice: '0' } as PushedOrder;
    const plan = { ...common, id: '3', type: 'STOP_MARKET', price: '0', triggerPrice: '80' } as PushedOrder;
    const closing = { ...plan, id: '4', reduceOnly: true };
    const view = { symbol: BTC, orders: [], last: '100', isMovable: true, moved: null, liquidation: new Map() };
    const lines = linesOf({
      ...view,
      positions: [position],
      orders: [order, plan, closing, { ...closing, triggerPrice: '120' }, { ...closing, type: 'TAKE_PROFIT_LIMIT' }],
      liquidation: new Map([['1', '50']]),
      moved: { id: '2', price: '91' },
    });
    expect(lines.map(({ kind, price, title, id }) => [kind, price, title, id])).toEqual([
      ['entry', 100, 'LONG 2', null],
      ['liquidation', 50, '✕ LONG', null],
      ['order', 91, '◆ 1', '2'],
      ['plan', 80, '⚑ 1', '3'],
      ['stopLoss', 80, 'SL 1', '4'],
      ['takeProfit', 120, 'TP 1', '4'],
      ['takeProfit', 80, 'TP 1', '4'],
    ]);
    const never = linesOf({ ...view, positions: [position], liquidation: new Map([['1', '0']]) });
    expect(never.map(({ kind }) => kind)).toEqual(['entry']);
  });
});
