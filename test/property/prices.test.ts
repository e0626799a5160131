/**
 * The prices of no return over random walks: at the liquidation price the requirement is no longer covered, one tick
 * better it is (LIQP-001, INV-014); a close at the worst close price leaves nothing owed, one a tick worse would
 * (LIQP-005, CLOS-003).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../../src/core/language/contract.ts';
import { E8 } from '../../src/core/num/units.ts';
import { liquidationPriceOf } from '../../src/core/risk/liquidation-price.ts';
import { equityOf, isKnown, requirementE16Of } from '../../src/core/risk/margin.ts';
import { worstClosePrice } from '../../src/core/risk/order-margin.ts';
import type { Position } from '../../src/core/state/records.ts';
import type { State } from '../../src/core/state/state.ts';
import { moves } from './commands.ts';
import { take } from './walk.ts';

/** Whether the position's part is in violation (MARG-013) were its contract's mark `ticks`. */
function violatedAt(position: Position, ticks: number): boolean {
  const { instrument, part } = position;
  const { mark } = instrument;
  instrument.mark = ticks;
  const violated = BigInt(equityOf(part)) * BigInt(E8) <= requirementE16Of(part);
  instrument.mark = mark;
  return violated;
}

function netOf(position: Position): number {
  return position.part.positions
    .filter((other) => other.instrument === position.instrument)
    .reduce((sum, other) => sum + other.sign * other.size, 0);
}

function holdLiquidationPrice(position: Position): void {
  const price = liquidationPriceOf(position);
  const net = netOf(position);
  expect(price === null).toBe(!isKnown(position.part));
  if (price === null || violatedAt(position, position.instrument.mark)) return;
  if (net === 0) expect(price).toBe(0);
  else if (price === 0) expect(violatedAt(position, 1)).toBe(false);
  else {
    expect(violatedAt(position, price)).toBe(true);
    expect(violatedAt(position, net > 0 ? price + 1 : price - 1)).toBe(false);
  }
}

/** What is left of the position's share when all of its side is closed at `ticks`. */
function leftAfterClose(position: Position, ticks: number): bigint {
  const { contract, mark } = position.instrument;
  const { part, sign, side } = position;
  const isolated = position.marginMode === 'isolated';
  const size = isolated ? position.size : side === 'long' ? position.holding.longSize : position.holding.shortSize;
  const share = BigInt(equityOf(part)) - (isolated ? 0n : BigInt(part.account.held));
  const value = BigInt(valueOf(contract, ticks, size));
  const fee = (value * BigInt(contract.takerFeeE8) + BigInt(E8) - 1n) / BigInt(E8);
  return share + BigInt(sign) * (value - BigInt(valueOf(contract, mark, size))) - fee;
}

function holdWorstPrice(position: Position): void {
  const worst = worstClosePrice(position);
  if (worst === null) return;
  if (worst > 0) expect(leftAfterClose(position, worst)).toBeGreaterThanOrEqual(0n);
  const worse = position.side === 'long' ? worst - 1 : worst + 1;
  if (worse > 0 && worst > 0) expect(leftAfterClose(position, worse)).toBeLessThan(0n);
}

const each = (state: State, hold: (position: Position) => void): void => {
  for (const position of state.positions.values()) hold(position);
};

describe('prices of no return', () => {
  it('the liquidation price is the first tick that violates', () => {
    fc.assert(
      fc.property(moves(120), fc.constantFrom(1, 20_000), (list, scale) => {
        take(list, (_outcome, _command, { exchange }) => each(exchange.state, holdLiquidationPrice), { scale });
      }),
    );
  });

  it('the worst close price leaves nothing owed, and a tick worse would', () => {
    fc.assert(
      fc.property(moves(120), fc.constantFrom(1, 20_000), (list, scale) => {
        take(list, (_outcome, _command, { exchange }) => each(exchange.state, holdWorstPrice), { scale });
      }),
    );
  });

  it('no part of money owes anything while its value is known', () => {
    fc.assert(
      fc.property(moves(150), (list) => {
        take(list, (_outcome, _command, { exchange: { state } }) => {
          each(state, ({ part }) => {
            if (isKnown(part)) expect(BigInt(equityOf(part))).toBeGreaterThanOrEqual(0n);
          });
        });
      }),
    );
  });
});
