import { describe, expect, it } from 'vitest';
import { ladderRows, type Level } from './ladder.ts';

const ASKS: Level[] = [
  ['90512.9', '0.4000'],
  ['90513.1', '1.2500'],
  ['90521.0', '0.0001'],
];
const BIDS: Level[] = [
  ['90512.5', '0.8000'],
  ['90512.4', '2.1000'],
  ['90509.9', '1.0000'],
];
const look = { priceDecimals: 1, sizeDecimals: 4, group: 1, rows: 20 } as const;

describe('the ladder', () => {
  it('sums exactly, the best first', () => {
    expect(ladderRows(ASKS, { ...look, side: 'asks' })).toEqual([
      { price: '90512.9', size: '0.4000', sum: '0.4000', part: 24 },
      { price: '90513.1', size: '1.2500', sum: '1.6500', part: 99 },
      { price: '90521.0', size: '0.0001', sum: '1.6501', part: 100 },
    ]);
  });

  it('gathers asks upwards and bids downwards', () => {
    const asks = ladderRows(ASKS, { ...look, side: 'asks', group: 10 });
    expect(asks.map(({ price, size }) => [price, size])).toEqual([
      ['90513.0', '0.4000'],
      ['90514.0', '1.2500'],
      ['90521.0', '0.0001'],
    ]);
    const bids = ladderRows(BIDS, { ...look, side: 'bids', group: 100 });
    expect(bids.map(({ price, size }) => [price, size])).toEqual([
      ['90510.0', '2.9000'],
      ['90500.0', '1.0000'],
    ]);
  });

  it('shows as many rows as there is room for, and fills the last one', () => {
    const rows = ladderRows(BIDS, { ...look, side: 'bids', group: 10, rows: 1 });
    expect(rows).toEqual([{ price: '90512.0', size: '2.9000', sum: '2.9000', part: 100 }]);
  });
});
