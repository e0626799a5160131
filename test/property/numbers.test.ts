/**
 * Exact arithmetic (ARIT-001, ARIT-003, ARIT-005, ARIT-006): the quick road in doubles gives what bigint gives, each
 * rounding is what its name says, and text becomes a number and comes back unchanged.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalText,
  fixedText,
  isDecimalText,
  isPositive,
  scaledInteger,
  unitsOnGrid,
} from '../../src/core/num/decimal.ts';
import {
  abs,
  add,
  divCeil,
  divFloor,
  divHalfUp,
  max,
  min,
  money,
  mul,
  mulDivCeil,
  mulDivFloor,
  mulDivTrunc,
  mulMod,
  neg,
  sub,
} from '../../src/core/num/mul-div.ts';
import type { Money } from '../../src/core/num/units.ts';

const wide = 2n ** 100n;
const edge = 2n ** 53n;

/** Amounts of every size, thickest where the two roads meet: around 0, 2^26, 2^53 and beyond. */
const amount: fc.Arbitrary<Money> = fc
  .oneof(
    fc.bigInt({ min: -1000n, max: 1000n }),
    fc.bigInt({ min: -(2n ** 30n), max: 2n ** 30n }),
    fc.bigInt({ min: -edge - 1000n, max: -edge + 1000n }),
    fc.bigInt({ min: edge - 1000n, max: edge + 1000n }),
    fc.bigInt({ min: -edge, max: edge }),
    fc.bigInt({ min: -wide, max: wide }),
  )
  .map(money);
const divisor: fc.Arbitrary<Money> = fc
  .oneof(
    fc.bigInt({ min: 1n, max: 1000n }),
    fc.constantFrom(100_000_000n, 125n, 20n),
    fc.bigInt({ min: 1n, max: edge }),
    fc.bigInt({ min: 1n, max: wide }),
  )
  .map(money);

/** floor(n/d) by the definition: the largest q with q·d ≤ n. */
function floorOf(n: bigint, d: bigint): bigint {
  const q = n / d;
  return q * d > n ? q - 1n : q;
}
const ceilOf = (n: bigint, d: bigint): bigint => -floorOf(-n, d);

/** A number while it is a safe integer, never −0, else a bigint: so that === compares amounts. */
function hold(actual: Money, expected: bigint): void {
  expect(BigInt(actual)).toBe(expected);
  expect(typeof actual).toBe(expected > -edge && expected < edge ? 'number' : 'bigint');
  expect(Object.is(actual, -0)).toBe(false);
}

describe('exact arithmetic', () => {
  it('adds, subtracts, multiplies, compares as bigint does', () => {
    fc.assert(
      fc.property(amount, amount, (a, b) => {
        const [x, y] = [BigInt(a), BigInt(b)];
        hold(add(a, b), x + y);
        hold(sub(a, b), x - y);
        hold(mul(a, b), x * y);
        hold(neg(a), -x);
        hold(abs(a), x < 0n ? -x : x);
        hold(max(a, b), x > y ? x : y);
        hold(min(a, b), x < y ? x : y);
      }),
      { numRuns: 2000 },
    );
  });

  it('multiplies and divides once, with the rounding of its name, for either sign', () => {
    fc.assert(
      fc.property(amount, amount, divisor, (a, b, d) => {
        const [n, e] = [BigInt(a) * BigInt(b), BigInt(d)];
        hold(mulDivFloor(a, b, d), floorOf(n, e));
        hold(mulDivCeil(a, b, d), ceilOf(n, e));
        hold(mulDivTrunc(a, b, d), n / e);
      }),
      { numRuns: 5000 },
    );
  });

  it('divides down, up and half up', () => {
    fc.assert(
      fc.property(amount, divisor, (a, d) => {
        const [n, e] = [BigInt(a), BigInt(d)];
        hold(divFloor(a, d), floorOf(n, e));
        hold(divCeil(a, d), ceilOf(n, e));
        hold(divHalfUp(a, d), floorOf(2n * n + e, 2n * e));
      }),
      { numRuns: 2000 },
    );
    expect([divHalfUp(5, 10), divHalfUp(-5, 10), divHalfUp(4, 10), divHalfUp(-6, 10)]).toEqual([1, 0, 0, -1]);
  });

  it('takes the rest of a product', () => {
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.integer({ min: 1, max: 100_000_000 }),
        (a, b, d) => {
          const rest = (BigInt(a) * BigInt(b)) % BigInt(d);
          expect(mulMod(a, b, d)).toBe(Number(rest < 0n ? rest + BigInt(d) : rest));
        },
      ),
      { numRuns: 2000 },
    );
  });
});

const decimals = fc.integer({ min: 0, max: 16 });

describe('text and numbers', () => {
  it('come back unchanged', () => {
    fc.assert(
      fc.property(amount, decimals, (value, places) => {
        const text = canonicalText(value, places);
        expect(isDecimalText(text)).toBe(true);
        expect(scaledInteger(text, places)).toBe(value);
        const fixed = fixedText(value, places);
        expect(fixed).toMatch(places === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${places}}$`));
        if (places > 0)
          expect(fixed.replace(/\.?0+$/, '').replace(/^-?$/, '0')).toBe(
            text === '0' ? fixed.replace(/\.?0+$/, '').replace(/^-?$/, '0') : text,
          );
      }),
      { numRuns: 2000 },
    );
  });

  it('are refused, not rounded, when finer than the scale', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: wide }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 11 }),
        (value, fine, coarse) => {
          fc.pre(coarse < fine);
          const text = canonicalText(money(value), fine);
          const exact = value % 10n ** BigInt(fine - coarse) === 0n;
          expect(scaledInteger(text, coarse) !== null).toBe(exact);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('stand on a grid or do not', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 8 }), fc.constantFrom(1, 5, 10, 100), (value, places, unit) => {
        const text = canonicalText(value, places);
        expect(isPositive(text)).toBe(value > 0);
        if (value <= 0) return;
        const isOn = BigInt(value) % BigInt(unit) === 0n;
        expect(unitsOnGrid(text, places, unit)).toBe(isOn ? money(BigInt(value) / BigInt(unit)) : null);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['', '-0', '+1', '01', '1.', '.5', '1.0', '1e3', '1 ', 'NaN', '0x1', '1,5', '--1', '1.2.3', 'Infinity', '٣'])(
    'does not take %j for canonical text',
    (text) => {
      expect(isDecimalText(text)).toBe(false);
    },
  );
});
