/** The payer of a part's remaining debt, and the amount (LIQD-013). */
import { describe, expect, it } from 'vitest';
import { accountOf, type Play, positionOf } from '../../../test/scenarios/play.ts';
import { playLines } from '../../../test/scenarios/reader.ts';
import { turnAfter } from '../../../test/scenarios/turn.ts';
import { add, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { equityOf } from '../risk/margin.ts';
import type { Winner } from './deleverage.ts';
import { finish, makeGood } from './finish.ts';

const TRADED = `ann deposits 10000
bob deposits 10000
cat deposits 10000
dan deposits 10000
eve deposits 1
index btc 50000
bob opens short 0.1 at 50000 isolated
cat opens short 0.1 at 50000
dan opens short 0.1 at 50000
ann opens long 0.3 at market`;

const winner = (play: Play, who: string, profit: Money): Winner => ({
  position: positionOf(play, who, 'short', undefined, undefined),
  profit,
});

/** Eve owes `owed` e8 while the fund has `fund`; what was posted to whom, and what was announced. */
function pay(
  owed: Money,
  fund: Money,
  winners: (play: Play) => Winner[],
  prepare: (play: Play) => void = () => undefined,
) {
  const { play, state, turn } = turnAfter(TRADED);
  const eve = accountOf(play, 'eve').shared;
  eve.amount = sub(0, owed);
  state.accounts.get(3)!.shared.amount = fund;
  prepare(play);
  makeGood(turn, eve, 'cmt_btcusdt', winners(play));
  const bills = turn.events.flatMap((event) => (event.name === 'billPosted' ? [event.bill] : []));
  expect(eve.amount).toBe(0);
  expect(bills.every((bill) => bill.businessType === 'order_fix_margin_amount' && bill.symbol === 'cmt_btcusdt')).toBe(
    true,
  );
  expect(new Set(bills.map((bill) => bill.matchSequence)).size).toBe(1);
  const shared = turn.events.filter((event) => event.name === 'lossShared');
  return { posted: bills.map((bill) => [bill.account % 1_000_000, bill.amount]), shared, play };
}

const announced = (owed: Money, insured: Money, shared: Money, borne: Money) => [
  { name: 'lossShared', account: 1_000_005, symbol: 'cmt_btcusdt', owed, insured, shared, borne },
];
const [INSURANCE, FEE, BOB, CAT, DAN, EVE] = [3, 2, 2, 3, 4, 5];

describe('what is owed', () => {
  it('is paid by the fund while it has enough', () => {
    const { posted, shared } = pay(100, 100, (play) => [winner(play, 'bob', 50)]);
    expect(posted).toEqual([
      [EVE, 100],
      [INSURANCE, -100],
    ]);
    expect(shared).toEqual(announced(100, 100, 0, 0));
  });

  it('is then shared by the winners in proportion, the largest first', () => {
    const { posted, shared } = pay(110, 10, (play) => [
      winner(play, 'bob', 60),
      winner(play, 'cat', 100),
      winner(play, 'dan', 40),
    ]);
    expect(posted).toEqual([
      [EVE, 110],
      [INSURANCE, -10],
      [CAT, -50],
      [BOB, -30],
      [DAN, -20],
    ]);
    expect(shared).toEqual(announced(110, 10, 100, 0));
  });

  it('leaves the remainder to the first, of equals the oldest', () => {
    const { posted } = pay(100, 0, (play) => [
      winner(play, 'dan', 50),
      winner(play, 'cat', 50),
      winner(play, 'bob', 50),
    ]);
    expect(posted).toEqual([
      [EVE, 100],
      [BOB, -34],
      [CAT, -33],
      [DAN, -33],
    ]);
  });

  it('takes from nobody more than was won, nor more than there is; the exchange bears the rest', () => {
    const winners = (play: Play) => [winner(play, 'bob', 30), winner(play, 'cat', 30), winner(play, 'dan', 30)];
    const { posted, shared } = pay(100, 0, winners, (play) => {
      const bob = positionOf(play, 'bob', 'short', undefined, undefined).part;
      bob.amount = add(bob.amount, sub(7, equityOf(bob)));
      const cat = accountOf(play, 'cat').shared;
      cat.amount = add(cat.amount, sub(-1, equityOf(cat)));
    });
    expect(posted).toEqual([
      [EVE, 100],
      [BOB, -7],
      [DAN, -30],
      [FEE, -63],
    ]);
    expect(shared).toEqual(announced(100, 0, 37, 63));
  });

  it('is taken from the part of the position that won, and from SHARED where that one is closed by now', () => {
    const before = playLines(TRADED);
    const isolated = positionOf(before, 'bob', 'short', undefined, undefined).part.amount;
    const winners = (play: Play) => [winner(play, 'bob', 60), winner(play, 'cat', 60)];
    const open = pay(100, 0, winners).play;
    expect(positionOf(open, 'bob', 'short', undefined, undefined).part.amount).toBe(sub(isolated, 50));
    const closed = pay(100, 0, winners, (play) => {
      positionOf(play, 'bob', 'short', undefined, undefined).size = 0;
    }).play;
    expect(positionOf(closed, 'bob', 'short', undefined, undefined).part.amount).toBe(isolated);
    expect(accountOf(closed, 'bob').shared.amount).toBe(sub(accountOf(before, 'bob').shared.amount, 50));
  });

  it('is borne by the exchange when nobody won', () => {
    const { posted, shared } = pay(5, 0, () => []);
    expect(posted).toEqual([
      [EVE, 5],
      [FEE, -5],
    ]);
    expect(shared).toEqual(announced(5, 0, 0, 5));
  });
});

describe('the end of a liquidation', () => {
  /** Bob's isolated position is closed, and 7 e8 are left in its part. */
  function closed() {
    const { play, state, turn } = turnAfter(TRADED);
    const position = positionOf(play, 'bob', 'short', undefined, undefined);
    const { part } = position;
    part.positions.length = 0;
    part.amount = 7;
    return { state, turn, position, part, shared: accountOf(play, 'bob').shared };
  }

  it('gives SHARED what is left, and marks itself', () => {
    const { turn, position, part, shared } = closed();
    const before = shared.amount;
    finish(turn, part, position, 'cmt_btcusdt', { symbol: null, winners: [] });
    expect([part.amount, shared.amount]).toEqual([0, add(before, 7)]);
    const bills = turn.events.flatMap((event) => (event.name === 'billPosted' ? [event.bill] : []));
    expect(bills.map(({ businessType, amount }) => [businessType, amount])).toEqual([
      ['margin_move_out', -7],
      ['margin_move_in', 7],
      ['finish_liquidate', 0],
    ]);
  });

  it('is refused while postings do not balance', () => {
    const { state, turn, position, part } = closed();
    state.ledgerSum = 9;
    const message = 'LEDG-006: a booking begins when the one before balances (9)';
    expect(() => finish(turn, part, position, 'cmt_btcusdt', { symbol: null, winners: [] })).toThrow(message);
    part.amount = -3;
    expect(() => makeGood(turn, part, 'cmt_btcusdt', [])).toThrow(message);
  });
});
