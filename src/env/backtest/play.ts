/** One piece of a backtest: an agent, or several who decide by coin, in one world. */
import { Arena } from '../arena.ts';
import { type Figures, figuresOf, thinned } from '../luck/figures.ts';
import type { Observation } from '../observation.ts';
import type { EnvOptions } from '../options.ts';
import type { Totals } from '../told.ts';
import { coinPolicy, type Habit, HabitWatch } from './coin.ts';
import type { MakePolicy, Policy } from './policy.ts';

/** A market of a seed, from a moment on. */
export interface World {
  /** Runs in worlds of the same name count as one. */
  readonly name: string;
  readonly seed: string;
  readonly options: EnvOptions;
}

export interface Piece {
  readonly world: World;
  /** Numbers of the agents by coin, and how they trade; null: the policy's own run. */
  readonly coins: { readonly numbers: readonly number[]; readonly habit: Habit } | null;
}

export interface Played {
  readonly figures: Figures;
  /** Equity, USDT, at most 1,000 points. */
  readonly curve: readonly number[];
  readonly habit: Habit;
}

const MOST_POINTS = 1_000;

/**
 * @param make needed for the policy's own run
 * @returns what each of the piece's agents did, in their order
 */
export async function play({ world, coins }: Piece, make: MakePolicy | null): Promise<Played[]> {
  const policies =
    coins === null
      ? [await make!({ seed: world.seed, world: world.name })]
      : coins.numbers.map((number) => coinPolicy(coins.habit, `coin ${number}`));
  return playAll(world, policies);
}

function heldIn({ contracts }: Observation): number {
  return contracts.reduce((sum, { position, mark }) => sum + Math.abs(position) * mark, 0);
}

async function playAll({ seed, options }: World, policies: readonly Policy[]): Promise<Played[]> {
  const arena = new Arena(policies.length, options);
  let steps = arena.reset({ seed });
  const seats = policies.map((policy, at) => {
    return { policy, curve: [steps[at]!.observation.equity], watch: new HabitWatch(), totals: null as Totals | null };
  });
  for (;;) {
    const actions = [];
    for (const [at, { policy }] of seats.entries()) {
      const { observation, info, terminated } = steps[at]!;
      const action = terminated ? null : policy(observation, info);
      actions.push(action instanceof Promise ? await action : action);
    }
    steps = arena.step(actions);
    for (const [at, { observation, info }] of steps.entries()) {
      const seat = seats[at]!;
      seat.curve.push(observation.equity);
      seat.watch.see(observation.equity, heldIn(observation), info.totals.turnover);
      seat.totals = info.totals;
    }
    if (steps[0]!.truncated || steps.every(({ terminated }) => terminated)) break;
  }
  return seats.map(({ curve, watch, totals }) => {
    return { figures: figuresOf(curve, totals!), curve: thinned(curve, MOST_POINTS), habit: watch.habit };
  });
}
