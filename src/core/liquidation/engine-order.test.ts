/** The form of a risk engine's order, and that none is made when there is nothing to fill (ORDR-013, LIQD-010). */
import { describe, expect, it } from 'vitest';
import { accountOf, instrumentOf, type Play, positionOf } from '../../../test/scenarios/play.ts';
import { turnAfter } from '../../../test/scenarios/turn.ts';
import { closeOnBook, closePair, makeEngineOrder } from './engine-order.ts';
import type { Exposure } from './exposure.ts';

const TRADED = `ann deposits 10000
bob deposits 100000
ann sets mode cross separated
index btc 50000
bob opens short 0.1 at 50000
ann opens long 0.1 at market
bob opens short 0.2 at 50000
ann opens long 0.2 at market`;

const set = (more = '') => turnAfter(`${TRADED}\n${more}`);

const longs = (play: Play) => accountOf(play, 'ann').holdings[0]!.positions;

describe('an order of the risk engine', () => {
  it('is a close under a name the exchange gives, without presets, frozen on its positions, oldest first', () => {
    const { play, turn } = set();
    const positions = longs(play);
    const order = makeEngineOrder(turn, positions, 'liquidation', 2_500, 475_000);
    expect(order).toMatchObject({
      clientOrderId: `~${order.id}`,
      side: 'long',
      effect: 'close',
      cause: 'liquidation',
      execution: 'ioc',
      price: 475_000,
      size: 2_500,
      remaining: 2_500,
      takeProfit: 0,
      stopLoss: 0,
      marginMode: 'cross',
      positionMode: 'separated',
      leverage: 20,
      positionId: 0,
      plan: null,
    });
    expect(order.pieces.map(({ position, size }) => [positions.indexOf(position), size])).toEqual([
      [0, 1_000],
      [1, 1_500],
    ]);
    expect(turn.events.map(({ name }) => name)).toEqual(['orderChanged']);
    expect(turn.state.orders.get(order.id) === order).toBe(true);
  });

  it('of one position names it', () => {
    const { play, turn } = set();
    const [, second] = longs(play);
    expect(makeEngineOrder(turn, [second!], 'deleverage', 10, 0).positionId).toBe(second!.id);
  });
});

describe('a close on the book', () => {
  const exposure = (play: Play): Exposure => ({
    part: accountOf(play, 'ann').shared,
    instrument: instrumentOf(play, 'btc'),
    sign: 1,
    size: 3_000,
  });

  it('makes no order and no id when no bid is good enough', () => {
    const { play, turn } = set('bob opens long 0.3 at 48000');
    const { nextId } = turn.state;
    const one = exposure(play);
    expect(closeOnBook(turn, one, { value: 1, size: 3_000 }, 'liquidation', 3_000, 480_001)).toBe(0);
    expect([turn.events, turn.state.nextId, one.size]).toEqual([[], nextId, 3_000]);
  });

  it('closes what the bids take, and cancels the rest of the order', () => {
    const { play, turn } = set('bob opens long 0.12 at 48000');
    const one = exposure(play);
    const carried = { value: 1_440_000_000_000, size: 3_000 };
    expect(closeOnBook(turn, one, carried, 'reduce', 3_000, 480_000)).toBe(1_200);
    expect([one.size, carried]).toEqual([1_800, { value: 864_000_000_000, size: 1_800 }]);
    const orders = turn.events.flatMap((event) => (event.name === 'orderChanged' ? [event.order] : []));
    const order = orders.find(({ cause }) => cause === 'reduce')!;
    expect([order.status, order.cancelReason, order.cancelDetail]).toEqual([
      'canceled',
      'COULD_NOT_FILL',
      'IOC_REMAINDER',
    ]);
    expect(longs(play).map(({ size, frozen }) => [size, frozen])).toEqual([[1_800, 0]]);
  });
});

describe('a close that costs the insurance fund', () => {
  const close = (fund: number, carriedPrice: number) => {
    const { play, turn } = set('bob opens long 0.2 at 47900\nbob opens long 0.02 at 47800');
    turn.state.accounts.get(3)!.shared.amount = fund;
    const { shared } = accountOf(play, 'ann');
    const exposure: Exposure = { part: shared, instrument: instrumentOf(play, 'btc'), sign: 1, size: 2_200 };
    // The value it must bring: so many ticks a step, a step at a tick being worth 1,000 e8.
    const carried = { value: carriedPrice * 2_200 * 1_000, size: 2_200 };
    const closed = closeOnBook(turn, exposure, carried, 'liquidation', 2_200, 470_000);
    const orders = turn.events.flatMap((event) => (event.name === 'orderChanged' ? [event.order] : []));
    const order = orders.find(({ cause }) => cause === 'liquidation')!;
    return { closed, status: order.status, kept: turn.state.orders.get(order.id)?.record };
  };

  it('stops at the first fill the fund could not pay for: a smaller piece behind it is not tried', () => {
    // At 48,000 each position's 0.1 lacks 0.1 × 100 = 10, the 0.02 behind them only 0.02 × 200 = 4.
    expect(close(999_999_999, 480_000)).toEqual({ closed: 0, status: 'canceled', kept: 'ended' });
    expect(close(1_999_999_999, 480_000)).toEqual({ closed: 1_000, status: 'canceled', kept: 'ended' });
    expect(close(2_000_000_000, 480_000)).toEqual({ closed: 2_000, status: 'canceled', kept: 'ended' });
  });

  it('is filled whole while the fund pays', () => {
    expect(close(2_400_000_000, 480_000)).toEqual({ closed: 2_200, status: 'filled', kept: 'ended' });
  });
});

describe('a pair', () => {
  it('is two orders filled against each other, each on its own position', () => {
    const { play, turn } = set();
    const [liquidated, opposite] = [longs(play)[0]!, positionOf(play, 'bob', 'short', undefined, undefined)];
    const { nextId } = turn.state;
    closePair(
      turn,
      { position: liquidated, cause: 'liquidation' },
      { position: opposite, cause: 'deleverage' },
      400,
      200_000_000_000,
      0,
    );
    const orders = turn.events.flatMap((event) => (event.name === 'orderChanged' ? [event.order] : []));
    expect(
      orders.map(({ id, cause, status, filled, positionId }) => [id - nextId, cause, status, filled, positionId]),
    ).toEqual([
      [0, 'liquidation', 'filled', 400, liquidated.id],
      [1, 'deleverage', 'filled', 400, opposite.id],
    ]);
    expect([liquidated.size, opposite.size, turn.state.ledgerSum]).toEqual([600, 2_600, 0]);
    // Both have ended: what is kept is what a late cancel needs.
    expect(orders.map(({ id }) => turn.state.orders.get(id)?.record)).toEqual(['ended', 'ended']);
    const ended = turn.events.filter(({ name }) => name === 'fillMade');
    expect(ended).toMatchObject([{ price: 0, size: 400, value: 200_000_000_000 }]);
  });

  it('leaves no stop for more than there is on either side', () => {
    const stops =
      'ann sets stop loss 49000 on long for 0.1 position #1 as a\nbob sets stop loss 51000 on short for 0.3 as b';
    const { play, turn } = set(stops);
    const [liquidated, opposite] = [longs(play)[0]!, positionOf(play, 'bob', 'short', undefined, undefined)];
    closePair(
      turn,
      { position: liquidated, cause: 'liquidation' },
      { position: opposite, cause: 'deleverage' },
      400,
      200_000_000_000,
      0,
    );
    expect([liquidated.bound.map(({ size }) => size), opposite.bound.map(({ size }) => size)]).toEqual([
      [600],
      [2_600],
    ]);
  });
});
