/**
 * Contracts that change and end in the middle of anything: the audit after every command holds all invariants, a
 * settlement at the mark moves no equity between accounts, and no order stays that could not be placed (CONT-004,
 * CONT-005).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../../src/core/language/contract.ts';
import { add } from '../../src/core/num/mul-div.ts';
import type { Money } from '../../src/core/num/units.ts';
import { equityOf } from '../../src/core/risk/margin.ts';
import { exposedSize, tierAllows } from '../../src/core/risk/order-margin.ts';
import type { Account, Instrument } from '../../src/core/state/records.ts';
import type { State } from '../../src/core/state/state.ts';
import { moves } from './commands.ts';
import { enter, take, type Walk } from './walk.ts';
import { SYMBOLS } from './wish.ts';

const TIERS = [
  [{ bound: '1000000', maxLeverage: 125, ratePercent: '0.4' }],
  [
    { bound: '500', maxLeverage: 20, ratePercent: '1' },
    { bound: '50000', maxLeverage: 5, ratePercent: '6' },
    { bound: '1000000', maxLeverage: 2, ratePercent: '20' },
  ],
  [{ bound: '2000', maxLeverage: 3, ratePercent: '25' }],
];

/** Equity over all parts of an account at the last marks. */
function worthOf(account: Account): Money {
  let worth = equityOf(account.shared);
  for (const holding of account.holdings)
    for (const { part } of holding?.positions ?? []) if (part.positionId !== 0) worth = add(worth, equityOf(part));
  return worth;
}

const worths = (state: State): Map<number, Money> =>
  new Map([...state.accounts.values()].map((account) => [account.id, worthOf(account)]));

/** Working opening orders whose exposure, all that works and is open counted, the contract would not take. */
function notAllowed(state: State, instrument: Instrument): number[] {
  const { contract, mark } = instrument;
  return [...state.accounts.values()]
    .flatMap((account) => account.orders.values())
    .filter((order) => order.instrument === instrument && order.effect === 'open')
    .filter(({ account, side, marginMode, leverage }) => {
      const size = exposedSize(account.holdings[instrument.index]!, side, marginMode === 'isolated');
      const exposure = valueOf(contract, mark, size);
      const isWithin = size <= contract.maxPositionSize && exposure <= contract.maxPositionValue;
      return !(isWithin && tierAllows(contract, exposure, leverage));
    })
    .map(({ id }) => id);
}

function delistAll(walk: Walk, holds: (before: Map<number, Money>, state: State) => void): void {
  const { state } = walk.exchange;
  for (const symbol of state.instruments.map(({ contract }) => contract.symbol)) {
    const before = worths(state);
    expect(enter(walk, { name: 'delistContract', symbol }).ok).toBe(true);
    const instrument = state.bySymbol.get(symbol)!;
    expect([instrument.longSize, instrument.shortSize, instrument.book.orderCount, instrument.holders.size]).toEqual([
      0, 0, 0, 0,
    ]);
    holds(before, state);
    enter(walk, { name: 'tick' }, 1_000);
  }
  expect(walk.exchange.state.positions.size).toBe(0);
}

describe('a contract', () => {
  it('can end in the middle of anything, and its settlement makes nobody richer or poorer', () => {
    let settled = 0;
    fc.assert(
      fc.property(moves(120), (list) => {
        // A lead's share of what its follower's close brings is the one thing that moves.
        const walk = take(list.filter(({ kind }) => kind !== 'follow'));
        settled += walk.exchange.state.positions.size;
        delistAll(walk, (before, state) => expect(worths(state)).toEqual(before));
      }),
    );
    expect(settled).toBeGreaterThan(50);
  });

  it('can end under leads and followers too', () => {
    fc.assert(
      fc.property(moves(120), (list) => {
        const walk = take(list, undefined, { copying: true });
        delistAll(walk, () => undefined);
        enter(walk, { name: 'settleCopyTrading' });
      }),
    );
  });

  it('can get other tiers in the middle of anything: nothing stays that they would not allow', () => {
    let changed = 0;
    fc.assert(
      fc.property(moves(120), fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 6 }), (list, picks) => {
        const walk = take(list);
        const { state } = walk.exchange;
        for (const [at, pick] of picks.entries()) {
          const symbol = SYMBOLS[at % SYMBOLS.length]!;
          const change = { tiers: TIERS[pick]!, ...(at % 2 === 0 ? { makerFee: '0.0004', takerFee: '0.0012' } : {}) };
          if (!enter(walk, { name: 'changeContract', symbol, change, effectiveMs: null }).ok) continue;
          changed++;
          expect(notAllowed(state, state.bySymbol.get(symbol)!)).toEqual([]);
        }
      }),
    );
    expect(changed).toBeGreaterThan(100);
  });
});
