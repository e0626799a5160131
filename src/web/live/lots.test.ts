import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitsOf } from '../format/number.ts';
import { type LotFill, lotsOf, resultOf } from './lots.ts';

const OPENS = '1';
const CLOSES = '3';
let nth = 0;

/** A fill of a long of BTC: whole units of 0.01 coins at a whole price. */
function fill(orderId: string, type: string, hundredths: number, price: number, realised = '0'): LotFill {
  const value = String((hundredths * price) / 100);
  const size = String(hundredths / 100);
  return { id: `1000-2-${++nth}`, orderId, symbol: 'cmt_btcusdt', type, positionId: '9', size, value, realised };
}

const told = (lots: ReturnType<typeof lotsOf>, mark: string) =>
  Object.fromEntries([...lots].map(([order, lot]) => [order, [Number(lot.open) / 1e8, Number(resultOf(lot, mark))]]));

describe('what an order has come to', () => {
  it('goes on with the mark while it is open, and stands still once it is closed', () => {
    const fills = [fill('a', OPENS, 1, 90_000), fill('b', CLOSES, 1, 89_986, '-0.14')];
    expect(told(lotsOf(fills.slice(0, 1)), '90100')).toEqual({ a: [0.01, 1] });
    for (const mark of ['90100', '63000']) expect(told(lotsOf(fills), mark)).toEqual({ a: [0, -0.14], b: [0, 0] });
  });

  it('takes a close from what was opened last: a trip there and back leaves the others alone', () => {
    const fills = [
      fill('base', OPENS, 10, 90_000),
      fill('trip', OPENS, 1, 91_000),
      fill('back', CLOSES, 1, 91_100),
      fill('half', CLOSES, 4, 92_000),
    ];
    expect(told(lotsOf(fills), '80000')).toEqual({ base: [0.06, 80 - 600], trip: [0, 1], back: [0, 0], half: [0, 0] });
  });

  it('says why the exchange closed it, and that its trader did', () => {
    const opened = fill('a', OPENS, 1, 90_000);
    const closed = fill('b', CLOSES, 1, 70_000);
    expect(lotsOf([opened, { ...closed, liquidateType: 'REDUCE' }]).get('a')?.endedBy).toBe('REDUCE');
    expect(lotsOf([opened, closed]).get('a')?.endedBy).toBeNull();
  });

  it('leaves a close of what was opened before all that is known with the order that closed', () => {
    const fills = [fill('a', OPENS, 1, 90_000), fill('b', CLOSES, 4, 91_000, '50')];
    expect(told(lotsOf(fills), '1')).toEqual({ a: [0, 10], b: [0, 37.5] });
    expect(lotsOf(fills).get('b')?.beyond).toBe(3_000_000n);
  });

  it('keeps positions, sides and contracts apart, and an order that opens two positions together', () => {
    const other = { positionId: '10' };
    const fills = [
      fill('a', OPENS, 1, 90_000),
      { ...fill('b', OPENS, 1, 80_000), ...other },
      fill('c', CLOSES, 1, 90_100),
      { ...fill('a', OPENS, 2, 90_000), ...other },
    ];
    expect(told(lotsOf(fills), '90000')).toEqual({ a: [0.02, 1], b: [0.01, 100], c: [0, 0] });
    const short = { ...fill('s', '2', 1, 90_000), positionId: null };
    expect(told(lotsOf([short, { ...fill('l', OPENS, 1, 90_000), positionId: null }]), '90100')).toEqual({
      s: [0.01, -1],
      l: [0.01, 1],
    });
  });

  it('says nothing of a position whose money is hidden, and something of the others', () => {
    const { value: _, realised: __, ...hidden } = fill('a', OPENS, 1, 90_000);
    const fills = [hidden, fill('b', CLOSES, 1, 90_000), { ...fill('c', OPENS, 1, 90_000), positionId: '10' }];
    expect([...lotsOf(fills).keys()]).toEqual(['c']);
    expect(resultOf(lotsOf(fills).get('c')!, null)).toBeNull();
  });

  it('adds up to what the exchange has realised and not realised, whatever is opened and closed, in any sequence', () => {
    const step = fc.record({
      order: fc.integer({ min: 1, max: 6 }),
      opens: fc.boolean(),
      part: fc.integer({ min: 1, max: 90 }),
      price: fc.integer({ min: 1, max: 10_000_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.boolean(),
        (all, mark, isLong) => {
          const sign = isLong ? 1n : -1n;
          // As POSN-003 and -004 have it, in 1e-8: sizes are hundredths of a coin, prices tenths.
          let [size, openValue, realised] = [0n, 0n, 0n];
          const fills: LotFill[] = [];
          for (const { order, opens, part, price } of all) {
            const takes = BigInt(opens ? part : Math.min(part, Number(size)));
            if (takes === 0n) continue;
            const value = takes * BigInt(price) * 100_000n;
            let won = 0n;
            if (opens) [size, openValue] = [size + takes, openValue + value];
            else {
              const cost = takes === size ? openValue : (openValue * takes) / size;
              won = sign * (value - cost);
              [size, openValue, realised] = [size - takes, openValue - cost, realised + won];
            }
            const type = String((opens ? 1 : 3) + (isLong ? 0 : 1));
            fills.push({
              id: fills.length + 1,
              orderId: `${opens ? 'opens' : 'closes'} ${order}`,
              symbol: 'x',
              type,
              size: decimal(takes * 1_000_000n),
              value: decimal(value),
              realised: decimal(won),
            });
          }
          const price = decimal(BigInt(mark) * 10_000_000n);
          const lots = lotsOf(fills.toReversed());
          const sum = [...lots.values()].reduce((total, lot) => total + unitsOf(resultOf(lot, price)!, 8)!, 0n);
          const unrealised = sign * (size * BigInt(mark) * 100_000n - openValue);
          expect(sum).toBe(realised + unrealised);
          expect([...lots.values()].reduce((total, { open }) => total + open, 0n)).toBe(size * 1_000_000n);
        },
      ),
    );
  });
});

function decimal(units: bigint): string {
  const text = (units < 0n ? -units : units).toString().padStart(9, '0');
  return `${units < 0n ? '-' : ''}${text.slice(0, -8)}.${text.slice(-8)}`;
}
