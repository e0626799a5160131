/**
 * The risk engine's fills keep what every fill keeps: postings that balance, as much long as short (INV-001, INV-002).
 */
import { describe, expect, it } from 'vitest';
import { orderOf, positionOf } from '../../../test/scenarios/play.ts';
import { turnAfter } from '../../../test/scenarios/turn.ts';
import { applyInternalFill, applyLiquidationFill } from './apply-risk-fill.ts';

const TRADED = `ann deposits 10000
bob deposits 10000
index btc 50000
bob opens short 0.1 at 50000 isolated
ann opens long 0.1 at market isolated
ann closes long 0.1 at 51000 as a
bob closes short 0.1 at 48500 as b`;

function set() {
  const { play, turn } = turnAfter(TRADED);
  const long = positionOf(play, 'ann', 'long', undefined, undefined);
  const short = positionOf(play, 'bob', 'short', undefined, undefined);
  const [a, b] = [orderOf(play, 'a'), orderOf(play, 'b')];
  const money = { fee: 0, liquidateFee: 0, deficit: 0 };
  return {
    turn,
    long,
    short,
    instrument: a.instrument,
    onBook: () => applyLiquidationFill(turn, a, b, 400, long, short, money),
    internal: () => applyInternalFill(turn, a, b, 400, 200_000_000_000, long, short),
  };
}

describe.each(['onBook', 'internal'] as const)('a risk-engine fill, %s,', (kind) => {
  it('is refused while postings do not balance', () => {
    const table = set();
    table.turn.state.ledgerSum = 2;
    expect(table[kind]).toThrow('INV-001: the postings of a booking sum to 0 (2)');
  });

  it('is refused while more is short than long', () => {
    const table = set();
    table.instrument.shortSize += 1;
    expect(table[kind]).toThrow('INV-002: as much is long as is short (cmt_btcusdt, -1)');
  });

  it('leaves with the liquidated part what it frees, and gives the other side its share', () => {
    const table = set();
    const [liquidated, other] = [table.long.account.shared, table.short.account.shared];
    const before = [Number(liquidated.amount), Number(other.amount)];
    table[kind]();
    expect([table.long.size, table.short.size]).toEqual([600, 600]);
    // Bob's margin is 250 and 0.04 are closed. On the book at 48,500: 250 × 0.4 + 0.04 × 1,500 − fee 1,940 × 0.0002.
    // Else for 2,000: 100.
    const released = { onBook: 15_961_200_000, internal: 10_000_000_000 }[kind];
    expect([liquidated.amount, other.amount]).toEqual([before[0], before[1]! + released]);
  });
});
