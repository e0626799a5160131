/**
 * Guards to the tick, and parts without one: a guard too far away would let a part fall through (MARG-010,
 * MARG-013).
 */
import { describe, expect, it } from 'vitest';
import { playLines } from '../../../test/scenarios/reader.ts';
import { accountOf, exchangeOf, instrumentOf, type Play, positionOf } from '../../../test/scenarios/play.ts';
import { add, sub } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Instrument, Part } from '../state/records.ts';
import { guardsHold } from './guards.ts';
import { equityOf, requirementFloorOf } from './margin.ts';

const MONEY = `ann deposits 10000
bob deposits 1000000
index btc 50000
index eth 3000
index sol 100`;
const BTC_LONG = 'bob opens short 0.1 at 50000\nann opens long 0.1 at market';
const ETH_SHORT = 'bob opens long 1 at 3000 in eth\nann opens short 1 at market in eth';
/** Nobody has a position in SOL: its mark only has everybody guarded who is not. */
const GUARD_ALL = 'index sol 101';

const played = (...lines: string[]): Play => playLines([MONEY, ...lines].join('\n'));
const shared = (play: Play): Part => accountOf(play, 'ann').shared;
/** The guards on the side on which the part may lose, where a mark can reach them. */
const guardsOf = (part: Part): string[] =>
  part.guards
    .filter(({ instrument, falling, price }) => price > 0 && falling === netOf(part, instrument) > 0)
    .map(({ instrument, falling, price }) => `${instrument.contract.symbol} ${falling ? 'down' : 'up'} to ${price}`);
const netOf = (part: Part, instrument: Instrument): number =>
  part.positions.reduce((net, one) => (one.instrument === instrument ? net + one.sign * one.size : net), 0);

/** Sets the part's money so that it has `spare` e8 above what it must hold. */
function leave(part: Part, spare: Money): void {
  const has = sub(equityOf(part), add(requirementFloorOf(part), 1));
  part.amount = add(part.amount, sub(spare, has));
}

/**
 * The guards of ann's long of one step of BTC at 500,000 ticks, a tick worth 1,000 e8, when she is left with `spare`
 * e8.
 */
function guardsWith(spare: Money): { readonly guards: readonly string[]; readonly guarded: boolean } {
  const play = played('bob opens short 0.0001 at 50000', 'ann opens long 0.0001 at market');
  const part = shared(play);
  leave(part, spare);
  // Not through the scenario's exchange: its audit would find money that nobody deposited.
  const { engine, state } = exchangeOf(play);
  part.guarded = false;
  state.unguarded.add(part);
  const { sequence, timeMs } = state;
  const command = { name: 'setIndexPrice', symbol: 'cmt_solusdt', price: '101', sourceTimeMs: timeMs } as const;
  engine.apply({ sequence: sequence + 1, timeMs, command });
  return { guards: guardsOf(part), guarded: part.guarded };
}

describe('a guard', () => {
  it('stands where the mark has used up the spare, shared between the contracts', () => {
    const play = played(BTC_LONG, ETH_SHORT, 'ann withdraws 5000', GUARD_ALL);
    // 5,000 − 3 − 1.8 − (23 + 16.8) − 1e-8 = 4,955.39999999, less a sixteenth; half is 232,284,375,000 e8. A tick
    // of BTC costs 10^6 e8: 232,284 ticks. A tick of ETH costs 10^6 e8 and half of that in margin, with the fee
    // 1.5006 × 10^6: 154,794 ticks.
    expect(guardsOf(shared(play))).toEqual(['cmt_btcusdt down to 267715', 'cmt_ethusdt up to 454795']);
  });

  it('of an isolated position counts its own money, whatever the account has reserved', () => {
    const play = played(
      'bob opens short 0.1 at 50000',
      'ann opens long 0.1 at market isolated',
      'ann opens long 1 at 2900 in eth',
      GUARD_ALL,
    );
    // 250 − 23 − 1e-8 = 226.99999999, less a sixteenth: 21,281 ticks.
    expect(guardsOf(positionOf(play, 'ann', 'long', undefined, undefined).part)).toEqual([
      'cmt_btcusdt down to 478718',
    ]);
    expect(guardsOf(shared(play))).toEqual([]);
  });

  it('leaves room for what orders have reserved', () => {
    const play = played(BTC_LONG, 'ann opens long 1 at 2900 in eth', GUARD_ALL);
    // 10,000 − 3 − 23 − 1e-8 less 145 + 1.74 reserved, and a sixteenth: 921,305 ticks, further than a guard is set.
    expect(guardsOf(shared(play))).toEqual(['cmt_btcusdt down to 250000']);
    playLines('ann withdraws 9000\nindex sol 102', play);
    expect(guardsOf(shared(play))).toEqual(['cmt_btcusdt down to 422444']); // 775.55625: 77,555 ticks
  });

  it('stands on the net of a hedge, and stays when nothing is left of it', () => {
    const play = played(
      BTC_LONG,
      'bob opens long 0.06 at 50000',
      'ann opens short 0.06 at market',
      'ann withdraws 9000',
      GUARD_ALL,
    );
    // 1,000 − 3 − 1.8 − 2,000 × 0.0046 − 1e-8 = 985.99999999, less a sixteenth, on 400 steps, a tick 4 × 10^5 e8:
    // 231,093 ticks.
    expect(guardsOf(shared(play))).toEqual(['cmt_btcusdt down to 268906']);
    playLines('bob opens long 0.04 at 50000\nann opens short 0.04 at market', play);
    const { guards, guarded } = shared(play);
    expect([guards.length, guarded, guardsHold(exchangeOf(play).state, shared(play))]).toEqual([2, true, true]);
  });
});

describe('funding', () => {
  const settled = (slack?: Money) => {
    const play = played(BTC_LONG, GUARD_ALL);
    const part = shared(play);
    const before = { slack: part.slack, guards: guardsOf(part) };
    if (slack !== undefined) part.slack = slack;
    const { engine, state } = exchangeOf(play);
    const command = { name: 'settleFunding', symbol: 'cmt_btcusdt', rate: '0.0001' } as const;
    engine.apply({ sequence: state.sequence + 1, timeMs: state.timeMs, command });
    return { part, before, isWaiting: state.unguarded.has(part), bob: accountOf(play, 'bob').shared };
  };

  it('that is paid out of what was left beside the guards leaves them where they are', () => {
    const { part, before, isWaiting, bob } = settled();
    expect([part.guarded, bob.guarded, isWaiting]).toEqual([true, true, false]);
    expect(guardsOf(part)).toEqual(before.guards);
    expect(part.account.spendable).toBeNull();
    // 0.1 BTC at 50,000, of which 0.0001.
    expect(sub(before.slack, part.slack)).toBe(50_000_000);
  });

  it('that is more than that has the part looked at, and what it has left summed again', () => {
    expect(settled(50_000_000)).toMatchObject({ part: { guarded: true, slack: 0 }, isWaiting: false });
    const { part, before, isWaiting } = settled(49_999_999);
    expect([part.guarded, isWaiting, sub(before.slack, part.slack)]).toEqual([true, false, 50_000_000]);
  });
});

describe('at the edges', () => {
  it.each([
    [0, 'cmt_btcusdt down to 499999'],
    [1_065, 'cmt_btcusdt down to 499999'],
    [1_066, 'cmt_btcusdt down to 499998'],
    [266_665_598, 'cmt_btcusdt down to 250001'],
  ])('%i e8 to spare: %s', (spare, guard) => {
    expect(guardsWith(spare)).toEqual({ guards: [guard], guarded: true });
  });

  it('none is further down than half of the mark', () => {
    expect(guardsWith(533_332_266)).toEqual({ guards: ['cmt_btcusdt down to 250000'], guarded: true });
  });
});

describe('a part that changes', () => {
  const low = (play: Play): number => shared(play).guards[0]!.price;
  const TURNED = `${BTC_LONG}\nann withdraws 9000\n${GUARD_ALL}`;

  it('keeps its guards while it has something to spare at the worst of them, whichever side it is on', () => {
    const play = played(TURNED);
    const before = shared(play).guards.map(({ price }) => price);
    playLines('bob opens long 0.15 at 50000\nann opens short 0.15 at market', play);
    expect(shared(play).guards.map(({ price }) => price)).toEqual(before);
    const { slack, guarded } = shared(play);
    expect([guarded, slack > 0, guardsHold(exchangeOf(play).state, shared(play))]).toEqual([true, true, true]);
  });

  it('has no more left than that when the mark is far down and more is sold, which would cost most far up', () => {
    const play = played('ann deposits 1000000', BTC_LONG, GUARD_ALL);
    const SOLD = 'bob opens long 2 at 25000.1\nann opens short 2 at market';
    playLines(`index btc 25000.1\n${SOLD}`, play);
    const before = shared(play).slack;
    // Only the first of them began a position: the second is the one whose cost is taken off.
    playLines(SOLD, play);
    expect(shared(play).guards.map(({ price }) => price)).toEqual([250_000, 1_000_000]);
    expect(sub(before, shared(play).slack)).toBeGreaterThan(2 * 100_000 * E8);
    expect(guardsHold(exchangeOf(play).state, shared(play))).toBe(true);
  });

  it('is guarded anew where it has not', () => {
    const play = played(TURNED);
    const before = low(play);
    playLines('bob opens short 0.1 at 50000\nann opens long 0.1 at market', play);
    expect(low(play)).toBeGreaterThan(before);
    expect([shared(play).guarded, guardsHold(exchangeOf(play).state, shared(play))]).toEqual([true, true]);
  });
});

describe('without a guard', () => {
  const unguarded = (play: Play): readonly Part[] => [...exchangeOf(play).state.unguarded];

  it('and without a position a part waits for nothing', () => {
    const play = played(GUARD_ALL);
    expect([shared(play).guarded, guardsOf(shared(play)), unguarded(play)]).toEqual([true, [], []]);
  });

  it('a part of unknown value waits for its mark', () => {
    const ETH_OPENED = 'ann opens long 1 at 2900 in eth\nhalt btc\ndan opens short 1 at 2900 in eth';
    const play = played('dan deposits 10000', BTC_LONG, ETH_OPENED, GUARD_ALL);
    expect([shared(play).guarded, unguarded(play)]).toEqual([false, [shared(play)]]);
    playLines('resume btc\nindex btc 50000', play);
    expect([shared(play).guarded, unguarded(play)]).toEqual([true, []]);
  });

  it('an isolated part that ended is let go at the next mark', () => {
    const play = played('bob opens short 0.1 at 50000', 'ann opens long 0.1 at market isolated');
    const { part } = positionOf(play, 'ann', 'long', undefined, undefined);
    playLines(`bob opens long 0.1 at 50000\nann closes long 0.1 at market\n${GUARD_ALL}`, play);
    expect([part.guarded, part.guards, unguarded(play)]).toEqual([true, [], []]);
  });
});

describe('the audit of guards', () => {
  const guarded = () => {
    const play = played(BTC_LONG, ETH_SHORT, GUARD_ALL);
    const holds = () => guardsHold(exchangeOf(play).state, shared(play));
    return { part: shared(play), btc: instrumentOf(play, 'btc'), eth: instrumentOf(play, 'eth'), holds, play };
  };

  it('finds a mark that has fallen to a guard', () => {
    const { btc, holds } = guarded();
    btc.mark = 250_001;
    expect(holds()).toBe(true);
    btc.mark = 250_000;
    expect(holds()).toBe(false);
  });

  it('finds a mark that has risen to a guard', () => {
    const { eth, holds } = guarded();
    eth.mark = 599_999;
    expect(holds()).toBe(true);
    eth.mark = 600_000;
    expect(holds()).toBe(false);
  });

  it('asks nothing of a part whose value is unknown, or that has no position', () => {
    const { part, btc, holds } = guarded();
    btc.mark = 1;
    btc.markValid = false;
    expect(holds()).toBe(true);
    btc.markValid = true;
    expect(holds()).toBe(false);
    part.positions.length = 0;
    expect(holds()).toBe(true);
  });

  it('finds a part without guards that does not wait for any', () => {
    const { part, play, holds } = guarded();
    part.guarded = false;
    expect(holds()).toBe(false);
    exchangeOf(play).state.unguarded.add(part);
    expect(holds()).toBe(true);
  });
});
