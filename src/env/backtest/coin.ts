/**
 * Agents who decide by coin: as often in the market as somebody else, with as much of their equity, and trading as
 * much in all, so that they pay as much. What they lack is a reason.
 */
import { Draws, keyOf } from '../../market/world/draws.ts';
import { sha256 } from '../../store/sha256.ts';
import type { Action } from '../acts.ts';
import type { Observation } from '../observation.ts';
import type { Policy } from './policy.ts';

/** How somebody trades, whatever their reasons. */
export interface Habit {
  /** The part of steps after which there was a position, 0 to 1. */
  readonly present: number;
  /** The mean value of positions in parts of equity, while there were some. */
  readonly share: number;
  /** The mean value of the fills of a step in parts of equity. */
  readonly turnover: number;
}

/** Any number: a coin has a stream of its seed for itself. */
const STREAM = 1;

/** Adds up the habit of somebody, step by step. */
export class HabitWatch {
  #steps = 0;
  #present = 0;
  #shares = 0;
  #turnover = 0;
  #traded = 0;

  /**
   * @param held value of positions, long and short
   * @param turnover since the beginning; all in USDT
   */
  see(equity: number, held: number, turnover: number): void {
    if (!(equity > 0)) return;
    this.#steps += 1;
    if (held > 0) this.#present += 1;
    this.#shares += held / equity;
    this.#turnover += (turnover - this.#traded) / equity;
    this.#traded = turnover;
  }

  get habit(): Habit {
    const steps = Math.max(1, this.#steps);
    return {
      present: this.#present / steps,
      share: this.#shares / Math.max(1, this.#present),
      turnover: this.#turnover / steps,
    };
  }
}

/** The mean of several. */
export function meanHabit(habits: readonly Habit[]): Habit {
  const mean = (of: (habit: Habit) => number): number =>
    habits.reduce((sum, habit) => sum + of(habit), 0) / Math.max(1, habits.length);
  return {
    present: mean((one) => one.present),
    share: mean((one) => one.share),
    turnover: mean((one) => one.turnover),
  };
}

/**
 * After a step it draws anew with a chance at which it will turn over as much as the habit: out with the chance that
 * the habit is out, else long or short by coin. From one side to the other is two shares, from out or to out one.
 */
export function coinPolicy({ present, share, turnover }: Habit, seed: string): Policy {
  const draws = new Draws(keyOf(seed, sha256), STREAM);
  const ofDraw = share * present * (2 - present);
  const chance = ofDraw === 0 ? 0 : Math.min(1, turnover / ofDraw);
  let side = 0;
  return ({ equity, contracts }: Observation): Action => {
    if (draws.u() >= chance) return null;
    const before = side;
    side = draws.u() >= present ? 0 : draws.sign();
    const { symbol, mark } = contracts[draws.below(contracts.length)]!;
    if (side === before) return null;
    const close = { name: 'closePositions' } as const;
    if (side === 0) return [close];
    const size = (share * equity) / mark;
    return [close, { name: 'placeOrder', symbol, side: side === 1 ? 'long' : 'short', size }];
  };
}
