/**
 * Positions in the lists people see, and the traces that must be gone when one ends (POSN-001, LEDG-001, INV-004,
 * INV-007).
 */
import { describe, expect, it } from 'vitest';
import { playLines } from '../../../test/scenarios/reader.ts';
import { accountOf, exchangeOf, instrumentOf, type Play, positionOf } from '../../../test/scenarios/play.ts';
import type { Position } from '../state/records.ts';
import { assertPartSpent, endPosition } from './open-position.ts';

const MONEY = `ann deposits 100000
bob deposits 100000
index btc 50000
index eth 3000
index sol 100`;

/** Ann opens, bob takes the other side. */
function open(contract: string, side: 'long' | 'short', modes = ''): string {
  const [price, size] = { btc: ['50000', '0.1'], eth: ['3000', '1'], sol: ['100', '10'] }[contract] ?? [];
  const other = side === 'long' ? 'short' : 'long';
  return `bob opens ${other} ${size} at ${price} in ${contract}\nann opens ${side} ${size} at market in ${contract} ${modes}`;
}

const names = (positions: readonly Position[]): string[] =>
  positions.map(({ instrument, side }) => `${instrument.contract.symbol.slice(4, 7)} ${side}`);

function holdingNames(play: Play): string[] {
  return accountOf(play, 'ann').shared.holdings.map(({ instrument }) => instrument.contract.symbol.slice(4, 7));
}

describe('the positions of an account', () => {
  it('stand by contract, long before short, whatever the order in which they were opened', () => {
    const steps = [
      open('eth', 'short'),
      open('sol', 'long'),
      open('btc', 'short'),
      open('eth', 'long'),
      open('sol', 'short'),
      open('btc', 'long'),
    ];
    const play = playLines([MONEY, ...steps].join('\n'));
    const { shared } = accountOf(play, 'ann');
    expect(names(shared.positions)).toEqual([
      'btc long',
      'btc short',
      'eth long',
      'eth short',
      'sol long',
      'sol short',
    ]);
    expect(holdingNames(play)).toEqual(['btc', 'eth', 'sol']);
  });

  it('stand by age within a side when they are separated', () => {
    const separated = 'cross separated';
    const steps = [open('btc', 'short', separated), open('btc', 'long', separated), open('btc', 'long', separated)];
    const play = playLines([MONEY, ...steps, open('btc', 'short', separated)].join('\n'));
    const { positions } = accountOf(play, 'ann').holdings[0]!;
    expect(names(positions)).toEqual(['btc long', 'btc long', 'btc short', 'btc short']);
    const ids = positions.map(({ id }) => id);
    expect(ids[0]).toBeLessThan(ids[1]!);
    expect(ids[2]).toBeLessThan(ids[3]!);
    expect(holdingNames(play)).toEqual(['btc']);
  });
});

describe('a position that ends', () => {
  const begun = (modes: string): { readonly play: Play; readonly long: Position } => {
    const play = playLines([MONEY, open('btc', 'long', modes)].join('\n'));
    return { play, long: positionOf(play, 'ann', 'long', undefined, undefined) };
  };

  it('must have nothing frozen', () => {
    const { play, long } = begun('');
    const message = `INV-007: what has ended freezes nothing (id ${long.id})`;
    long.size = 0;
    long.frozen = 1;
    expect(() => endPosition(exchangeOf(play).state, long)).toThrow(message);
    long.frozen = 0;
    long.closing.push([...exchangeOf(play).orders.values()][0]!);
    expect(() => endPosition(exchangeOf(play).state, long)).toThrow(message);
  });

  it('must leave its isolated part at exactly 0; a SHARED part goes on', () => {
    const { long } = begun('isolated');
    expect(() => assertPartSpent(long)).toThrow(
      `LEDG-001: an ended position leaves no money (${long.id}, ${long.part.amount})`,
    );
    long.part.amount = 0;
    assertPartSpent(long);
    const cross = begun('').long;
    expect(cross.part.amount).not.toBe(0);
    assertPartSpent(cross);
  });

  it('leaves no guard behind, and no holder when it was the last one there', () => {
    const { play } = begun('isolated');
    // A mark that moves sets the guards.
    playLines('index btc 50001\nindex btc 50000', play);
    const { guards, holders } = instrumentOf(play, 'btc');
    const guarded = () => guards.falling.map(({ part }) => part.account.id);
    expect(guarded()).toEqual([1_000_001, 1_000_002]);
    playLines('bob opens long 0.1 at 50000\nann closes long 0.1 at market', play);
    expect(guarded()).toEqual([1_000_002]);
    expect([...holders.keys()]).toEqual([1_000_002]);
  });

  it('leaves the holder while another of its positions is open', () => {
    const { play } = begun('');
    playLines([open('btc', 'short'), 'bob opens long 0.1 at 50000', 'ann closes long 0.1 at market'].join('\n'), play);
    expect(instrumentOf(play, 'btc').holders.has(1_000_001)).toBe(true);
    expect(holdingNames(play)).toEqual(['btc']);
  });
});
