import { expect, it } from 'vitest';
import { roundTripsOf } from './round-trips.ts';
import type { ActivityRow } from './threads.ts';

const fill = (id: number, t: number, type: string, size: string, value: string, realised: string): ActivityRow => ({
  id: `f-${id}`,
  t,
  kind: 'fill',
  symbol: 'cmt_btcusdt',
  positionId: '7',
  type,
  size,
  value,
  realised,
  fee: '0.10',
});

it('joins the fills of a position from open to fully closed: averages, holding time, PnL after fees', () => {
  const open = [fill(1, 1_000, '1', '0.02', '1800', '0'), fill(2, 2_000, '1', '0.02', '1820', '0')];
  const close = [fill(3, 60_000, '3', '0.03', '2760', '45'), fill(4, 3_601_000, '3', '0.01', '910', '5')];
  expect(roundTripsOf([...open, ...close].toReversed())).toEqual([
    {
      id: '7',
      symbol: 'cmt_btcusdt',
      isLong: true,
      size: '0.04000000',
      entry: '90500.00000000',
      exit: '91750.00000000',
      fromMs: 1_000,
      untilMs: 3_601_000,
      pnl: '49.60000000',
      endedBy: null,
    },
  ]);
  // Still open, its opening not known, or what it was worth not shown: no trade.
  expect(roundTripsOf([...open, close[0]!])).toEqual([]);
  expect(roundTripsOf([open[1]!, ...close])).toEqual([]);
  expect(roundTripsOf([...open, close[0]!, { ...close[1]!, value: null }])).toEqual([]);
  const short = [fill(5, 1, '2', '1', '10', '0'), { ...fill(6, 2, '4', '1', '12', '-2'), liquidateType: 'FORCE' }];
  expect(roundTripsOf(short)).toMatchObject([{ isLong: false, pnl: '-2.20000000', endedBy: 'FORCE' }]);
});
