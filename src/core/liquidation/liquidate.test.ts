/**
 * Traces of a liquidation for others to see besides money (LIQD-003, LIQD-006), and news of its orders to the log and
 * copies (ORDR-013, COPY-005).
 */
import { describe, expect, it } from 'vitest';
import { run } from '../../../test/scenarios/exchange.ts';
import {
  accountId,
  accountOf,
  exchangeOf,
  instrumentOf,
  positionOf,
  relationId,
} from '../../../test/scenarios/play.ts';
import { playLines } from '../../../test/scenarios/reader.ts';
import { turnAfter, turnOn } from '../../../test/scenarios/turn.ts';
import { add, sub } from '../num/mul-div.ts';
import type { Money, Sign, Steps } from '../num/units.ts';
import { equityOf } from '../risk/margin.ts';
import type { Part } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { closeOnBook, makeEngineOrder } from './engine-order.ts';
import { liquidate } from './liquidate.ts';
import { Ranks } from './rank.ts';

const USDT = 100_000_000;

/** Sets what the part is worth. */
function worth(part: Part, equity: Money): Part {
  part.amount = add(part.amount, sub(equity, equityOf(part)));
  part.account.spendable = null;
  return part;
}

const billsOf = (turn: Turn) => turn.events.flatMap((event) => (event.name === 'billPosted' ? [event.bill] : []));

describe('automatic margin', () => {
  /** Ann's isolated long of 0.1 at 50,000, which requires 23, is worth 20. */
  function short() {
    const { play, state, turn } = turnAfter(`ann deposits 10000
bob deposits 10000
index btc 50000
bob opens short 0.1 at 50000
ann opens long 0.1 at market isolated
ann turns auto margin on for long
wait 1h`);
    const position = positionOf(play, 'ann', 'long', undefined, undefined);
    worth(position.part, 20 * USDT);
    return { state, turn, position };
  }

  it('changes the position it is for: when, and by which booking', () => {
    const { turn, position } = short();
    liquidate(turn, position.part, new Ranks());
    const bills = billsOf(turn);
    expect(bills.map(({ businessType, amount }) => [businessType, amount])).toEqual([
      ['margin_move_out', -230 * USDT],
      ['margin_move_in', 230 * USDT],
    ]);
    expect([position.updatedSequence, position.updatedMs]).toEqual([bills[0]!.matchSequence, turn.timeMs]);
    const changed = turn.events.flatMap((event) => (event.name === 'positionChanged' ? [event.position.id] : []));
    expect(changed).toEqual([position.id]);
  });

  it('is refused while postings do not balance', () => {
    const { state, turn, position } = short();
    state.ledgerSum = 9;
    expect(() => liquidate(turn, position.part, new Ranks())).toThrow(
      'LEDG-006: a booking begins when the one before balances (9)',
    );
  });
});

describe('the two orders of an offset', () => {
  it('have ended: what is kept is what a late cancel needs', () => {
    const { play, state, turn } = turnAfter(`ann deposits 10000
bob deposits 10000
index btc 50000
bob opens short 0.1 at 50000
ann opens long 0.1 at market
bob opens long 0.1 at 50000
ann opens short 0.1 at market`);
    liquidate(turn, worth(accountOf(play, 'ann').shared, -USDT), new Ranks());
    const orders = turn.events.flatMap((event) => (event.name === 'orderChanged' ? [event.order] : []));
    expect(orders.map(({ side, status }) => [side, status])).toEqual([
      ['long', 'filled'],
      ['short', 'filled'],
    ]);
    expect(orders.map(({ id }) => state.orders.get(id)?.record)).toEqual(['ended', 'ended']);
  });
});

describe('an order of the risk engine', () => {
  it('is in the log as sent by the system, with no key', () => {
    const play = playLines(`ann deposits 10000
bob deposits 10000
index btc 50000
bob opens short 0.1 at 50000
ann opens long 0.1 at market`);
    const saltKey = `${'A'.repeat(43)}=`;
    const exchange = exchangeOf(play);
    run(exchange, { name: 'openAiLog', origin: 'outcry.example/ailog', vkey: 'vkey', saltKey }, play.timeMs);
    run(
      exchange,
      { name: 'setAllowlist', account: accountId('ann'), allowed: true, reason: 'a team', actor: 'op' },
      play.timeMs,
    );
    const turn = turnOn(exchange.state, play.timeMs);
    const order = makeEngineOrder(
      turn,
      [positionOf(play, 'ann', 'long', undefined, undefined)],
      'liquidation',
      1_000,
      475_000,
    );
    const leaves = turn.events.flatMap((event) => (event.name === 'leafAppended' ? [event] : []));
    expect(leaves.map(({ index }) => index)).toEqual([order.leafIndex]);
    expect(JSON.parse(leaves[0]!.header!)).toMatchObject({
      channel: 'system',
      keyId: null,
      orderId: String(order.id),
      type: '9',
    });
  });
});

describe('between two fills of one close, the share of what a copy won', () => {
  /** Bob has copied a long of 0.2 at 50,000; the mark is 51,000. */
  const COPIED = `ann deposits 10000
bob deposits 10000
dan deposits 10000
eve deposits 10000
bob sets leverage cross 100
eve leads for 0.1
bob follows eve at 1 cross as f1
index btc 50000
dan opens short 0.4 at 50000
eve opens long 0.2 at market`;

  /**
   * So much of `who`'s net is closed on the book while bob is worth `equity`; when the share of his profit was taken.
   */
  function close(lines: string, who: string, sign: Sign, size: Steps, carriedPrice: number, equity: Money) {
    const { play, state, turn } = turnAfter(`${COPIED}\n${lines}`);
    worth(accountOf(play, 'bob').shared, equity);
    const exposure = { part: accountOf(play, who).shared, instrument: instrumentOf(play, 'btc'), sign, size };
    // A step at a price of 1 is worth 10,000 e8.
    const carried = { value: carriedPrice * size * 10_000, size };
    expect(closeOnBook(turn, exposure, carried, 'reduce', size, sign === 1 ? 500_000 : 520_000)).toBe(size);
    const steps = turn.events.flatMap((event) => {
      if (event.name === 'fillMade') return ['fill'];
      return event.name === 'billPosted' && event.bill.businessType === 'tracking_follow_pay' ? ['share'] : [];
    });
    return { steps, prepaid: state.relations.get(relationId(play, 'f1'))!.prepaid };
  }

  it('is not taken out of what the rest may lose at the last price of its plan', () => {
    // 0.1 for 5,060: 60 won, a fee of 3.036 and 3 at the opening; 6.964 go as liquidation fee. A tenth of 53.964 is
    // 5.3964. The other 0.1, at 50,500, costs 50, a fee of 3.03 and at most a liquidation fee of 50.5: 108.9264 must be
    // left, and 50 more before the first.
    const bids = 'index btc 51000\ndan opens long 0.1 at 50600\ndan opens long 0.1 at 50500';
    const needed = 15_892_640_000;
    // Its own share is taken after it: it wins 50, pays no fee and 3 at the opening, a tenth of 47 is 4.7.
    const both = { steps: ['fill', 'share', 'fill', 'share'], prepaid: 1_009_640_000 };
    expect(close(bids, 'bob', 1, 2_000, 50_500, needed)).toEqual(both);
    expect(close(bids, 'bob', 1, 2_000, 50_500, needed - 1).steps).toEqual(['fill', 'fill', 'share']);
  });

  it('is taken of the last fill when it is available, whatever stays open', () => {
    // 0.1 for 5,050: 50 won, no fee out of its own share, 3 at the opening. A tenth of 47 is 4.7; 0.1 stays open with a
    // margin of 51.
    const bid = 'index btc 51000\ndan opens long 0.1 at 50500';
    const needed = 10_570_000_000;
    expect(close(bid, 'bob', 1, 1_000, 50_500, needed)).toEqual({ steps: ['fill', 'share'], prepaid: 470_000_000 });
    expect(close(bid, 'bob', 1, 1_000, 50_500, needed - 1)).toEqual({ steps: ['fill'], prepaid: 0 });
  });

  it('is not taken out of what the rest of his order on the book may lose at its price', () => {
    // 0.1 for 5,050: 50 won, a fee of 1.01 and 3 at the opening. A tenth of 45.99 is 4.599.
    // The other 0.1 costs 50 and at most 3.03: 57.629 must be left, and 51.01 more before the first.
    const ask = `ann sets mode cross separated
dan opens long 0.1 at 50000
ann opens short 0.1 at market
dan opens long 0.1 at 50000
ann opens short 0.1 at market
index btc 51000
bob closes long 0.2 at 50500`;
    const needed = 10_863_900_000;
    expect(close(ask, 'ann', -1, 2_000, 51_000, needed)).toEqual({
      steps: ['fill', 'share', 'fill'],
      prepaid: 459_900_000,
    });
    expect(close(ask, 'ann', -1, 2_000, 51_000, needed - 1).steps).toEqual(['fill', 'fill', 'share']);
  });
});
