/**
 * Accounts that close against a liquidated position, accounts passed over, what follows on the other side, and who won
 * (ADL-002, ADL-003, LIQD-012).
 */
import { describe, expect, it } from 'vitest';
import { accountOf, idOf, instrumentOf, type Play, positionOf, relationId } from '../../../test/scenarios/play.ts';
import { turnAfter } from '../../../test/scenarios/turn.ts';
import { add, sub } from '../num/mul-div.ts';
import type { Money, Sign, Steps } from '../num/units.ts';
import { equityOf } from '../risk/margin.ts';
import type { Part } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { closeAtMark, deleverage } from './deleverage.ts';
import type { Carried, Exposure } from './exposure.ts';
import { Ranks } from './rank.ts';

const USDT = 100_000_000;

/**
 * Ann has two longs of 0.1; bob, cat and dan are short 0.1 each, alike but for their age, and have won 100. Eve is long
 * the rest.
 */
const SHORTS = `ann deposits 10000
bob deposits 10000
cat deposits 10000
dan deposits 10000
eve deposits 10000
ann sets mode cross separated
index btc 50000
bob opens short 0.1 at 50000
ann opens long 0.1 at market
cat opens short 0.1 at 50000
ann opens long 0.1 at market
dan opens short 0.1 at 50000
eve opens long 0.1 at market
index btc 49000`;

const shared = (play: Play, who: string): Part => accountOf(play, who).shared;

/** Sets what the account is worth. */
function worth(play: Play, who: string, equity: Money): Part {
  const part = shared(play, who);
  part.amount = add(part.amount, sub(equity, equityOf(part)));
  part.account.spendable = null;
  return part;
}

const exposureOf = (play: Play, sign: Sign, size: Steps, part = shared(play, 'ann')): Exposure => {
  return { part, instrument: instrumentOf(play, 'btc'), sign, size };
};

/** So many steps for so many USDT. */
const carrying = (size: Steps, value: number): Carried => ({ size, value: Math.round(value * USDT) });

/** Owner of the closed position, its size and the value, fill by fill. */
const closes = (turn: Turn) =>
  turn.events.flatMap((event) =>
    event.name === 'fillMade'
      ? [[event.maker.order.account.id - 1_000_000, event.size, Number(event.value) / USDT]]
      : [],
  );
const [ANN, BOB, CAT, DAN] = [1, 2, 3, 4];

describe('deleveraging', () => {
  it('scores anew whoever changed since the rank was made', () => {
    const { play, turn } = turnAfter(SHORTS);
    const ranks = new Ranks();
    ranks.against(instrumentOf(play, 'btc'), 1);
    turn.parts.push(worth(play, 'dan', 500 * USDT));
    deleverage(turn, exposureOf(play, 1, 1_000), carrying(1_000, 4_900), ranks);
    expect(closes(turn)).toEqual([[DAN, 1_000, 4_900]]);
  });

  it('cancels the orders of whoever it closes, ascending by id, and those of nobody else', () => {
    const { play, turn } = turnAfter(`${SHORTS}
bob opens short 0.1 at 51000 as b1
bob opens short 0.1 at 50500 as b2
bob opens long 0.1 at 45000 as b3
cat opens short 0.1 at 51000 as c1`);
    deleverage(turn, exposureOf(play, 1, 1_000), carrying(1_000, 4_900), new Ranks());
    const gone = turn.events.flatMap((event) =>
      event.name === 'orderChanged' && event.order.cancelDetail === 'DELEVERAGED' ? [event.order] : [],
    );
    expect(gone.map(({ id }) => id)).toEqual([idOf(play, 'b1'), idOf(play, 'b2'), idOf(play, 'b3')]);
    expect(gone.map(({ cancelReason }) => cancelReason)).toEqual(Array(3).fill('LIQUIDATE_CANCELED'));
    expect(accountOf(play, 'cat').workingOrders).toBe(1);
  });

  it('makes orders for the positions it reaches only, oldest first', () => {
    const { play, turn } = turnAfter(SHORTS);
    const exposure = exposureOf(play, 1, 2_000);
    const carried = carrying(2_000, 9_800);
    const positions = shared(play, 'ann').positions.map(({ id }) => id);
    deleverage(turn, exposure, carried, new Ranks());
    const orders = turn.events.flatMap((event) => (event.name === 'orderChanged' ? [event.order] : []));
    expect(orders.map(({ account, cause, size }) => [account.id - 1_000_000, cause, size])).toEqual([
      [ANN, 'liquidation', 1_000],
      [BOB, 'deleverage', 1_000],
      [ANN, 'liquidation', 1_000],
      [CAT, 'deleverage', 1_000],
    ]);
    expect(orders.filter(({ cause }) => cause === 'liquidation').map(({ positionId }) => positionId)).toEqual(
      positions,
    );
    expect([exposure.size, carried]).toEqual([0, { size: 0, value: 0 }]);
  });

  it('passes over who could not pay, who stays in the rank for the next', () => {
    const { play, turn } = turnAfter(SHORTS);
    const ranks = new Ranks();
    // At 49,500 instead of 49,000 the close would cost dan 50 of 49.
    worth(play, 'dan', 49 * USDT);
    deleverage(turn, exposureOf(play, 1, 1_000), carrying(1_000, 4_950), ranks);
    turn.parts.length = 0;
    deleverage(turn, exposureOf(play, 1, 1_000), carrying(1_000, 4_949), ranks);
    expect(closes(turn)).toEqual([
      [BOB, 1_000, 4_950],
      [DAN, 1_000, 4_949],
    ]);
  });
});

describe('who closes', () => {
  it('may be left with nothing, but with no debt: a short that pays more than the mark', () => {
    const first = (equity: Money) => {
      const { play, turn } = turnAfter(SHORTS);
      worth(play, 'dan', equity);
      deleverage(turn, exposureOf(play, 1, 1_000), carrying(1_000, 4_950), new Ranks());
      return { closed: closes(turn), left: equityOf(shared(play, 'dan')) };
    };
    expect(first(50 * USDT)).toEqual({ closed: [[DAN, 1_000, 4_950]], left: 0 });
    expect(first(50 * USDT - 1)).toEqual({ closed: [[BOB, 1_000, 4_950]], left: 50 * USDT - 1 });
  });

  it('may be left with nothing, but with no debt: a long that gets less', () => {
    const first = (equity: Money) => {
      const { play, turn } = turnAfter(`ann deposits 10000
bob deposits 10000
cat deposits 10000
index btc 50000
bob opens long 0.1 at 50000
cat opens long 0.1 at 50000
ann opens short 0.2 at market
index btc 51000`);
      worth(play, 'cat', equity);
      deleverage(turn, exposureOf(play, -1, 1_000), carrying(1_000, 5_050), new Ranks());
      return { closed: closes(turn), left: equityOf(shared(play, 'cat')) };
    };
    expect(first(50 * USDT)).toEqual({ closed: [[CAT, 1_000, 5_050]], left: 0 });
    expect(first(50 * USDT - 1)).toEqual({ closed: [[BOB, 1_000, 5_050]], left: 50 * USDT - 1 });
  });
});

describe('a copy that is deleveraged', () => {
  /** Bob copies eve on `side` with 0.2 at 50,000, which he opens against two positions of ann; dan is there for eve. */
  const copied = (side: 'long' | 'short', mark: number) => {
    const other = side === 'long' ? 'short' : 'long';
    return turnAfter(`ann deposits 10000
bob deposits 10000
dan deposits 10000
eve deposits 10000
ann sets mode cross separated
bob sets leverage cross 100
eve leads for 0.1
bob follows eve at 1 cross as f1
index btc 50000
dan opens ${other} 0.2 at 50000
ann opens ${other} 0.1 at 50000
ann opens ${other} 0.1 at 50000
eve opens ${side} 0.2 at market
index btc ${mark}`);
  };

  /** Bob, worth `equity`, is closed by `size`; when the share of his profit was taken, and how much. */
  function close(side: 'long' | 'short', mark: number, size: Steps, value: number, equity: Money) {
    const { play, state, turn } = copied(side, mark);
    worth(play, 'bob', equity);
    deleverage(turn, exposureOf(play, side === 'short' ? 1 : -1, size), carrying(size, value), new Ranks());
    const steps = turn.events.flatMap((event) => {
      if (event.name === 'fillMade') return [event.maker.order.account.id - 1_000_000 === BOB ? 'fill' : 'other'];
      return event.name === 'billPosted' && event.bill.businessType === 'tracking_follow_pay' ? ['share'] : [];
    });
    return { steps, prepaid: state.relations.get(relationId(play, 'f1'))!.prepaid };
  }

  it('pays the share at once only if the next piece, at its price rounded up, could not use it up: a short', () => {
    // 0.1 for 4,750.005: 249.995 won, an opening fee of 3, a tenth of it is 24.6995.
    // The other 0.1, at 47,500.1, costs 50.01 and a fee of 2.850006: 77.559506 must be left, and 50.005 more before the
    // first.
    const needed = 12_756_450_600;
    expect(close('short', 47_000, 2_000, 9_500.01, needed)).toEqual({
      steps: ['fill', 'share', 'fill'],
      prepaid: 2_469_950_000,
    });
    expect(close('short', 47_000, 2_000, 9_500.01, needed - 1).steps).toEqual(['fill', 'fill', 'share']);
  });

  it('pays the share at once only if the next piece, at its price rounded down, could not use it up: a long', () => {
    // 0.1 for 5,250.005: 250.005 won, an opening fee of 3, a tenth of it is 24.7005.
    // The other 0.1, at 52,500, costs 50 and a fee of 3.15: 77.8505 must be left, and 49.995 more before the first.
    const needed = 12_784_550_000;
    expect(close('long', 53_000, 2_000, 10_500.01, needed)).toEqual({
      steps: ['fill', 'share', 'fill'],
      prepaid: 2_470_050_000,
    });
    expect(close('long', 53_000, 2_000, 10_500.01, needed - 1).steps).toEqual(['fill', 'fill', 'share']);
  });

  it('pays the share of the last piece out of what is available, whatever stays open', () => {
    // 0.1 for 4,750: 250 won, an opening fee of 3, a tenth of it is 24.7; 0.1 stays open with a margin of 47. The close
    // costs 50.
    const needed = 12_170_000_000;
    expect(close('short', 47_000, 1_000, 4_750, needed)).toEqual({ steps: ['fill', 'share'], prepaid: 2_470_000_000 });
    expect(close('short', 47_000, 1_000, 4_750, needed - 1)).toEqual({ steps: ['fill'], prepaid: 0 });
  });
});

describe('a close at the mark', () => {
  /**
   * Ann is short 0.3, isolated, against bob at 50,000, dan at 51,000 and cat at 51,500, and long 0.1 beside it; the
   * mark is 51,000.
   */
  const LONGS = `ann deposits 10000
bob deposits 10000
cat deposits 10000
dan deposits 10000
eve deposits 10000
index btc 50000
bob opens long 0.1 at 50000
ann opens short 0.1 at market isolated
eve opens short 0.1 at 50000
ann opens long 0.1 at market isolated
index btc 51000
dan opens long 0.1 at 51000
ann opens short 0.1 at market isolated
cat opens long 0.1 at 51500
ann opens short 0.1 at market isolated`;

  it('of a short takes the longs of others in the order of their rank, before its own', () => {
    const { play, turn } = turnAfter(LONGS);
    const { part } = positionOf(play, 'ann', 'short', undefined, undefined);
    const exposure = exposureOf(play, -1, 3_000, part);
    closeAtMark(turn, exposure);
    expect(closes(turn)).toEqual([
      [BOB, 1_000, 5_100],
      [DAN, 1_000, 5_100],
      [CAT, 1_000, 5_100],
    ]);
    expect(turn.events.filter(({ name }) => name === 'closedAtMark')).toMatchObject([
      { account: part.account.id, size: 3_000 },
    ]);
    expect(exposure.size).toBe(0);
  });

  it('names who had won on the other side, and how much: neither losers, nor who is even, nor the account itself', () => {
    const { play, turn } = turnAfter(LONGS);
    const { part } = positionOf(play, 'ann', 'short', undefined, undefined);
    const winners = closeAtMark(turn, exposureOf(play, -1, 3_000, part));
    expect(winners.map(({ position, profit }) => [position.account.id - 1_000_000, profit])).toEqual([
      [BOB, 100 * USDT],
    ]);
  });

  it('of a long names the shorts that had won', () => {
    const { play, turn } = turnAfter(SHORTS);
    const winners = closeAtMark(turn, exposureOf(play, 1, 2_000));
    expect(winners.map(({ position, profit }) => [position.account.id - 1_000_000, profit])).toEqual([
      [BOB, 100 * USDT],
      [CAT, 100 * USDT],
      [DAN, 100 * USDT],
    ]);
  });
});
