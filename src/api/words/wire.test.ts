import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../core/language/contract-defaults.ts';
import { loadContract } from '../../core/language/contract.ts';
import { leafTypeOf } from '../../core/ailog/append-leaf.ts';
import { nearestOnGrid } from './nearest-on-grid.ts';
import {
  averageText,
  contractsOf,
  indexPriceText,
  moneyText,
  ORDER_TYPES,
  isForced,
  orderType,
  priceText,
  rateText,
  sizeText,
} from './wire.ts';

const contracts = DEFAULT_CONTRACTS.map(loadContract);
const btc = contracts[0]!;
const doge = contracts.find((contract) => contract.symbol === 'cmt_dogeusdt')!;

describe('value formats of docs/api.md, Conventions', () => {
  it('P: exactly the tick’s decimals, also for zero', () => {
    expect([priceText(btc, 905_000), priceText(btc, 0), priceText(doge, 15_000)]).toEqual([
      '90500.0',
      '0.0',
      '0.15000',
    ]);
  });
  it('Q: exactly the step’s decimals; zero is 0', () => {
    expect([sizeText(btc, 200), sizeText(btc, 0), sizeText(doge, 3)]).toEqual(['0.0200', '0', '300']);
  });
  it('M: exactly 8 decimals; zero is 0', () => {
    expect([
      moneyText(179_000_000_000),
      moneyText(-18_040_000),
      moneyText(0),
      moneyText(12345678901234567890n),
    ]).toEqual(['1790.00000000', '-0.18040000', '0', '123456789012.34567890']);
  });
  it('A: two decimals more than the tick, trailing zeros off down to the tick’s', () => {
    expect([
      averageText(btc, 90_000_000),
      averageText(btc, 89_512_345),
      averageText(btc, 89_512_340),
      averageText(btc, 0),
    ]).toEqual(['90000.0', '89512.345', '89512.34', '0']);
  });
  it('R: plain, no trailing zeros', () => {
    expect([rateText(60_000), rateText(0), rateText(120_000_000_000)]).toEqual(['0.0006', '0', '1200']);
  });
  it('an index price is rounded half up to the tick’s decimals', () => {
    expect([
      indexPriceText(btc, 9_049_520_000_000),
      indexPriceText(btc, 9_049_525_000_000),
      indexPriceText(btc, 9_049_524_999_999),
      indexPriceText(btc, 0),
    ]).toEqual(['90495.2', '90495.3', '90495.2', '0.0']);
  });
  it('contracts are the size over the face value', () => {
    expect([contractsOf(btc, 100), contractsOf(doge, 3)]).toEqual([100, 3]);
  });

  it('prices and sizes read back as the same ticks and steps', () => {
    fc.assert(
      fc.property(fc.constantFrom(...contracts), fc.integer({ min: 0, max: 1_000_000_000 }), (contract, units) => {
        expect(Math.round(Number(priceText(contract, units)) * 10 ** contract.priceDecimals)).toBe(
          units * contract.tickUnit,
        );
        expect(priceText(contract, units)).toMatch(/^\d+(\.\d+)?$/);
        expect(sizeText(contract, units)).toMatch(/^\d+(\.\d+)?$/);
        expect(moneyText(units)).not.toMatch(/e|-0$/);
      }),
    );
  });
});

const sides = ['long', 'short'] as const;

describe('codes', () => {
  it('type 1 to 4 and back', () => {
    expect(Object.keys(ORDER_TYPES)).toEqual(['1', '2', '3', '4']);
    for (const [code, { side, effect }] of Object.entries(ORDER_TYPES)) expect(orderType(side, effect).code).toBe(code);
  });

  it('a settlement at a delisting reads as an ordinary close', () => {
    for (const side of sides) {
      const { code, word } = orderType(side, 'close', 'settlement');
      expect({ code, word }).toEqual({ code: leafTypeOf(side, 'close', 'settlement'), word: `close_${side}` });
    }
    expect(isForced('settlement')).toBe(false);
  });

  it('type 1 to 10 in answers are those of the leaves', () => {
    const causes = ['wanted', 'reduce', 'deleverage', 'liquidation'] as const;
    const kinds = causes.flatMap((cause) => sides.map((side) => ({ side, effect: 'close' as const, cause })));
    const opening = sides.map((side) => ({ side, effect: 'open' as const, cause: 'wanted' as const }));
    const codes = [...opening, ...kinds].map(({ side, effect, cause }) => orderType(side, effect, cause).code);
    expect(codes).toEqual(Array.from({ length: 10 }, (_, at) => String(at + 1)));
    expect([...opening, ...kinds].map(({ side, effect, cause }) => leafTypeOf(side, effect, cause))).toEqual(codes);
  });
});

describe('the nearest values on a grid', () => {
  it('are the two around, one on the grid, and never zero or below', () => {
    expect(nearestOnGrid('0.000114', '0.0001')).toEqual(['0.0001', '0.0002']);
    expect(nearestOnGrid('0.00001', '0.0001')).toEqual(['0.0001']);
    expect(nearestOnGrid('150', '100')).toEqual(['100', '200']);
    expect(nearestOnGrid('-3', '0.1')).toEqual(['0.1']);
    expect(nearestOnGrid('0.2', '0.1')).toEqual(['0.2']);
  });
});
