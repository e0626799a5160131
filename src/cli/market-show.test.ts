// The drawing of a market: bars beside each other, by the largest, in 80 columns.
import { describe, expect, it } from 'vitest';
import type { ContractLook } from '../market/look.ts';
import { drawingText } from './market-show.ts';

const contract = (symbol: string, figures: Partial<ContractLook>): ContractLook => ({
  symbol,
  state: 'TRADING',
  index: '1',
  vol: 1,
  premiumBp: 0,
  spreadBp: 1,
  bidsUsdt: 0,
  asksUsdt: 0,
  flowUsdt: 0,
  equityUsdt: 0,
  ...figures,
});

describe('the drawing of a market', () => {
  it('has bars of spread, of both sides of the book, and of flow to the side it goes to', () => {
    const list = [
      contract('cmt_btcusdt', { spreadBp: 1, bidsUsdt: 220, asksUsdt: 110, flowUsdt: -200 }),
      contract('cmt_dogeusdt', { spreadBp: 2, bidsUsdt: 0, asksUsdt: 10, flowUsdt: 50 }),
      contract('cmt_ltcusdt', { spreadBp: null }),
    ];
    expect(drawingText({ list }).split('\n')).toEqual([
      '              spread                 bids│asks               sold│bought',
      'cmt_btcusdt   ███████         ███████████│█████▌       ██████████│',
      'cmt_dogeusdt  ██████████████             │▌                      │██▌',
      'cmt_ltcusdt   a side empty               │                       │',
    ]);
  });

  it('fits into 80 columns, also when nothing is there', () => {
    const full = { spreadBp: 1, bidsUsdt: 1, asksUsdt: 1, flowUsdt: 1 };
    const widths = [{}, full].map((figures) => {
      const lines = drawingText({ list: [contract('cmt_dogeusdt', figures)] }).split('\n');
      return Math.max(...lines.map(({ length }) => length));
    });
    expect(Math.max(...widths)).toBeLessThanOrEqual(80);
    expect(drawingText({ list: [] })).not.toMatch(/NaN|Infinity/);
  });
});
