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
  it('puts flags at the bars they fall into, and none before the first', () => {
    const flags = flagsOf(
      BTC,
      [fill('1', 60_500, true), fill('2', 10, false)],
      [log(7, 119_999, 'OPEN_SHORT')],
      [60_000, 120_000],
    );
    expect(flags).toEqual([
      { id: 'fill 1', t: 60_000, kind: 'fill', isUp: true, text: '' },
      { id: 'log 7', t: 60_000, kind: 'decision', isUp: false, text: '⚐ 7' },
    ]);
  });

  it('leaves out decisions about other contracts', () => {
    expect(flagsOf(BTC, [], [log(7, 5, 'OPEN_LONG', 'cmt_ethusdt')], [0])).toEqual([]);
  });

  it('has lines for entries, liquidation prices, orders and triggers', () => {
    const position = { id: '1', contractId: BTC, side: 'LONG', size: '2', openValue: '200' } as PushedPosition;
    const order = { contractId: BTC, type: 'LIMIT', price: '90', size: '1', triggerPrice: '0' } as PushedOrder;
    const plan = { contractId: BTC, type: 'STOP_MARKET', price: '0', size: '1', triggerPrice: '80' } as PushedOrder;
    const lines = linesOf(BTC, [position], [order, plan], new Map([['1', '50']]));
    expect(lines.map(({ kind, price }) => [kind, price])).toEqual([
      ['entry', 100],
      ['liquidation', 50],
      ['order', 90],
      ['trigger', 80],
    ]);
    expect(
      linesOf(BTC, [position], [], new Map([['1', '0']])).map(({ kind }) => kind),
      'never',
    ).toEqual(['entry']);
  });
});
