/**
 * What a random move is made of, before it is a command: who wants something, in which contract, and numbers that every
 * kind of move reads in its own way. With it the words all resolvers share: the caller, the contract, a price near the
 * mark.
 */
import type { Command, MarginMode, PositionMode, Side } from '../../src/core/language/commands.ts';
import type { Execution } from '../../src/core/language/execution.ts';
import type { Instrument, Position } from '../../src/core/state/records.ts';
import type { State } from '../../src/core/state/state.ts';
import { priceText } from '../scenarios/figures.ts';

export const PEOPLE = [1_000_001, 1_000_002, 1_000_003, 1_000_004];
/** Does little but follow, so that its pair in force is the copies' own. */
export const COPIER = 1_000_005;
export const SYMBOLS = ['cmt_btcusdt', 'cmt_ethusdt', 'cmt_dogeusdt'];

/** What a move wants, whatever its kind. `a` to `c` mean what the kind makes of them. */
export interface Wish {
  readonly who: number;
  readonly contract: number;
  readonly side: Side;
  readonly open: boolean;
  readonly execution: Execution;
  readonly market: boolean;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly modes: readonly [MarginMode | null, PositionMode | null];
  readonly presets: readonly [boolean, boolean];
  readonly gapMs: number;
}

/** How a wish becomes a command; null when there is nothing it could mean now. */
export type Resolve = (state: State, wish: Wish, serial: number) => Command | null;

export const caller = (wish: Wish) => ({
  account: PEOPLE[wish.who % PEOPLE.length]!,
  // One of its two keys; limits are the second's.
  keyId: `${wish.gapMs === 0 ? 'own' : 'key'}${PEOPLE[wish.who % PEOPLE.length]!}`,
  channel: 'api' as const,
});
export const instrumentOf = (state: State, wish: Wish): Instrument =>
  state.instruments[wish.contract % SYMBOLS.length]!;

/** Of `list`, the one at `index` around, or undefined when there is none. */
export const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** A price `offset` thousandths of 0.4 % from the mark, in whole ticks. */
export function near(instrument: Instrument, offset: number): string {
  const ticks = Math.max(1, Math.round(instrument.mark * (1 + ((offset % 1000) - 500) * 0.000_008)));
  return priceText(instrument.contract, ticks);
}

/** A price further away on the given side of the mark. */
export function beyond(instrument: Instrument, above: boolean, distance: number): string {
  const share = 0.0005 + (distance % 1000) * 0.000_01;
  return priceText(instrument.contract, Math.max(1, Math.round(instrument.mark * (above ? 1 + share : 1 - share))));
}

export const positionsOf = (state: State, account: number): Position[] =>
  [...state.positions.values()].filter((position) => position.account.id === account).sort((a, b) => a.id - b.id);
