/**
 * Copy trading over random walks: COMMISSION holds what was set aside and nothing else (INV-013), a period's settlement
 * pays out exactly that, and what is counted for a period is what its copies brought (COPY-005, COPY-006), recounted
 * here from fills and bills. The audit after every command holds the rest. The last test shows that the walks do copy.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Bill } from '../../src/core/language/bills.ts';
import { add, sub } from '../../src/core/num/mul-div.ts';
import type { Order } from '../../src/core/state/records.ts';
import type { Money } from '../../src/core/num/units.ts';
import { moves } from './commands.ts';
import { take } from './walk.ts';
import { COPIER } from './wish.ts';

const COMMISSION = 4;
const sumOf = (bills: readonly Bill[], type: string, sign: 1 | -1): Money =>
  bills.reduce<Money>(
    (sum, bill) => (bill.businessType === type && bill.amount > 0 === sign > 0 ? add(sum, bill.amount) : sum),
    0,
  );

/** The only opening orders nobody sent are copies. */
const isCopiedOpening = ({ effect, clientOrderId, plan }: Order): boolean =>
  effect === 'open' && clientOrderId.startsWith('~') && plan === null;

describe('copy trading', () => {
  it('sets aside, and pays out at settlement exactly what was set aside', () => {
    fc.assert(
      fc.property(moves(200), fc.constantFrom(1, 20_000), (list, scale) => {
        take(
          list,
          (outcome, command, { exchange }) => {
            const { bills, state } = exchange;
            const aside = add(sumOf(bills, 'tracking_system_pre_receive', 1), sumOf(bills, 'tracking_follow_pay', -1));
            expect(aside).toBe(0);
            const income = sumOf(bills, 'tracking_trader_income', 1);
            const back = sumOf(bills, 'tracking_follow_back', 1);
            const commission = state.accounts.get(COMMISSION)!.shared.amount;
            expect(add(commission, add(income, back))).toBe(sumOf(bills, 'tracking_system_pre_receive', 1));
            if (command.name === 'settleCopyTrading' && outcome.ok) expect(commission).toBe(0);
          },
          { scale, copying: true },
        );
      }),
    );
  });

  it('counts what the copies of a follower brought: over their lives, profit less all their fees', () => {
    fc.assert(
      fc.property(moves(200), (list) => {
        const { exchange } = take(
          list.filter(({ kind }) => kind !== 'settleCopyTrading'),
          undefined,
          { copying: true },
        );
        const relations = [...exchange.state.relations.values()].filter(({ follower }) => follower.id === COPIER);
        const sides = exchange.fills
          .flatMap(({ taker, maker }) => [taker, maker])
          .filter(({ order }) => order.account.id === COPIER);
        const copies = new Set(sides.filter(({ order }) => isCopiedOpening(order)).map(({ positionId }) => positionId));
        const ofCopies = sides.filter(({ positionId }) => copies.has(positionId));
        // What a liquidation closed does not count (types 9, 10), and what is open has not brought all it will.
        if (ofCopies.some(({ order }) => order.cause === 'liquidation') || relations.some(({ open }) => open > 0))
          return;
        const fees = [...copies].map((id) => exchange.positions.get(id)!.cumFundingFee);
        const brought = ofCopies.reduce<Money>((sum, { realised, fee }) => add(sum, sub(realised, fee)), 0);
        const net = relations.reduce<Money>((sum, relation) => add(sum, relation.net), 0);
        expect(net).toBe(fees.reduce<Money>((sum, fee) => sub(sum, fee), brought));
      }),
      { endOnFailure: true },
    );
  });

  it('happens in these walks: copies are opened, closed, skipped, shared and settled', () => {
    const counted = new Map<string, number>();
    const count = (name: string): void => void counted.set(name, (counted.get(name) ?? 0) + 1);
    for (const list of fc.sample(moves(200), { seed: 12, numRuns: 90 })) {
      const { exchange } = take(
        list,
        (_outcome, _command, walk) => {
          for (const { effect } of walk.exchange.skipped) count(`skipped ${effect}`);
        },
        { copying: true },
      );
      for (const order of exchange.orders.values()) {
        const nobodySent =
          order.clientOrderId.startsWith('~') && order.plan === null && order.cause === 'wanted' && order.filled > 0;
        if (nobodySent && order.account.id === COPIER) count(order.effect);
      }
      for (const { businessType } of exchange.bills) if (businessType.startsWith('tracking')) count(businessType);
    }
    const wanted = ['open', 'close', 'skipped open', 'tracking_follow_pay', 'tracking_system_pre_receive'];
    const settled = ['tracking_trader_income', 'tracking_follow_back', 'tracking_third_party_share'];

    expect([...wanted, ...settled].filter((name) => !counted.has(name))).toEqual([]);
  });
});
