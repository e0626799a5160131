/**
 * A turn for a unit test of one piece of the core: opened as the engine opens it for the next command, and closed by
 * nobody. What the piece announces and notes stays in it, to be looked at. No audit follows: a test may damage the
 * state first.
 */
import type { TimeMs } from '../../src/core/num/units.ts';
import type { State } from '../../src/core/state/state.ts';
import { createTurn, openTurn, type Turn } from '../../src/core/turn/turn.ts';
import { sha256 } from './exchange.ts';
import { exchangeOf, type Play } from './play.ts';
import { playLines } from './reader.ts';

/** The turn of the command that comes next on this state. */
export function turnOn(state: State, timeMs: TimeMs): Turn {
  const turn = createTurn(state, sha256);
  openTurn(turn, state.sequence + 1, timeMs);
  return turn;
}

/** Plays lines and opens a turn on the state they reach, at the time it is then. */
export function turnAfter(lines: string): { readonly play: Play; readonly state: State; readonly turn: Turn } {
  const play = playLines(lines);
  const { state } = exchangeOf(play);
  return { play, state, turn: turnOn(state, play.timeMs) };
}
