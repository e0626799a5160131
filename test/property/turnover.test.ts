/**
 * The cumulative figures of accounts over random walks with liquidations and copies: each is what the bills and fills
 * of the part sum to, and together they explain what is in the part to the last unit.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Bill } from '../../src/core/language/bills.ts';
import { add, neg, sub } from '../../src/core/num/mul-div.ts';
import type { Money } from '../../src/core/num/units.ts';
import { partsOf } from '../../src/core/state/parts.ts';
import type { Part } from '../../src/core/state/records.ts';
import type { FillMade } from '../../src/core/turn/events.ts';
import { createTurnover, type TurnoverFigures } from '../../src/live/turnover.ts';
import { moves } from './commands.ts';
import { take, type WalkOptions } from './walk.ts';

const sum = (amounts: readonly Money[]): Money => amounts.reduce((total, one) => add(total, one), 0 as Money);

/** Bills that no figure of an account counts. */
const UNCOUNTED = /^(order_fix_margin_amount|tracking_.*)$/;

function difference(figures: TurnoverFigures): Money {
  const into: (keyof TurnoverFigures)[] = ['deposit', 'transferIn', 'marginMoveIn', 'openShort', 'closeLong'];
  const income: (keyof TurnoverFigures)[] = ['fillFeeIncome', 'liquidateFeeIncome'];
  const out: (keyof TurnoverFigures)[] = ['withdraw', 'transferOut', 'marginMoveOut', 'openLong', 'closeShort'];
  const cost: (keyof TurnoverFigures)[] = ['fillFee', 'liquidateFee', 'funding'];
  const of = (names: readonly (keyof TurnoverFigures)[]): Money => sum(names.map((name) => figures[name]));
  return sub(of([...into, ...income]), of([...out, ...cost]));
}

/** What must be counted of one part, from all bills and fills there were. */
function expectedOf(part: Part, bills: readonly Bill[], fills: readonly FillMade[]): TurnoverFigures {
  const own = bills.filter((bill) => bill.account === part.account.id && bill.positionId === part.positionId);
  const total = (type: string): Money =>
    sum(own.filter((bill) => bill.businessType === type).map((bill) => bill.amount));
  const bookings = new Set(
    own
      .filter(({ businessType }) => /^position_[oc]/.test(businessType))
      .map((one) => `${one.matchSequence} ${one.orderId}`),
  );
  const sides = fills
    .flatMap((fill) => [fill.taker, fill.maker].map((side) => ({ fill, ...side })))
    .filter(({ fill, order }) => bookings.has(`${fill.matchSequence} ${order.id}`));
  const values = (effect: string, direction: string): Money =>
    sum(sides.filter(({ order }) => order.effect === effect && order.side === direction).map(({ fill }) => fill.value));
  return {
    deposit: total('deposit'),
    withdraw: neg(total('withdraw')),
    transferIn: total('transfer_in'),
    transferOut: neg(total('transfer_out')),
    marginMoveIn: total('margin_move_in'),
    marginMoveOut: neg(total('margin_move_out')),
    openLong: values('open', 'long'),
    openShort: values('open', 'short'),
    closeLong: values('close', 'long'),
    closeShort: values('close', 'short'),
    fillFee: sum(sides.map(({ fee }) => fee)),
    liquidateFee: sum(sides.map(({ liquidateFee }) => liquidateFee)),
    funding: neg(total('position_funding')),
    fillFeeIncome: total('order_fill_fee_income'),
    liquidateFeeIncome: total('order_liquidate_fee_income'),
  };
}

it.each<[string, WalkOptions]>([
  ['trading', {}],
  ['copies', { copying: true }],
  ['amounts beyond 2^53', { scale: 20_000 }],
])('count what went through each part, whatever happened: %s', (_, options) => {
  const seen = { parts: 0, isolated: 0, liquidateFees: 0 };
  fc.assert(
    fc.property(moves(120), (list) => {
      const turnover = createTurnover();
      const bills: Bill[] = [];
      const fills: FillMade[] = [];
      const { exchange } = take(
        list,
        (outcome, command) => {
          turnover.apply({ sequence: outcome.sequence, timeMs: outcome.timeMs, command }, outcome);
          for (const event of outcome.events)
            if (event.name === 'billPosted') bills.push(event.bill);
            else if (event.name === 'fillMade') fills.push(event);
        },
        options,
      );
      const begun = exchange.bills.slice(0, exchange.bills.length - bills.length);
      for (const account of exchange.state.accounts.values())
        for (const part of partsOf(account)) {
          const figures = turnover.of(account.id, part);
          expect(figures).toEqual(expectedOf(part, bills, fills));
          const rest = [...begun, ...bills.filter(({ businessType }) => UNCOUNTED.test(businessType))].filter(
            (bill) => bill.account === account.id && bill.positionId === part.positionId,
          );
          expect(add(difference(figures!), sum(rest.map(({ amount }) => amount)))).toBe(part.amount);
          seen.parts++;
          if (part.positionId !== 0) seen.isolated++;
          if (figures!.liquidateFee !== 0) seen.liquidateFees++;
        }
    }),
  );
  expect(Math.min(seen.parts, seen.isolated), JSON.stringify(seen)).toBeGreaterThan(0);
});
