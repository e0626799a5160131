/**
 * The exchange and its market as an environment to train and test agents in, in process: `outcry/env`. No network, no
 * journal, no clock. docs/env.md shows how, and says what is promised of it between versions.
 */
import type { Action } from './acts.ts';
import { Arena } from './arena.ts';
import type { Observation } from './observation.ts';
import type { EnvOptions } from './options.ts';
import type { Info, ResetOptions, Step } from './told.ts';

export type * from './acts.ts';
export { backtest, type BacktestOptions, type BacktestReport, type BacktestRun } from './backtest/backtest.ts';
export type { MakePolicy, Policy } from './backtest/policy.ts';
export { type Figures, figuresOf, type Run } from './luck/figures.ts';
export { type Judged, judge } from './luck/judge.ts';
export { reportText } from './luck/report-text.ts';
export type * from './observation.ts';
export type { EnvOptions } from './options.ts';
export { openHistory } from './past-prices.ts';
export type * from './told.ts';

/** One agent in a market, in the manner of Gymnasium. */
export interface Env {
  /** Begins an episode. @throws TypeError when an option is wrong */
  reset(options?: ResetOptions): { readonly observation: Observation; readonly info: Info };
  /**
   * Carries out an action and lets the step's seconds pass.
   * @throws TypeError when it is no action; Error before the first reset and after the end
   */
  step(action: Action): Step;
  /** SHA-256 of the whole exchange's state, hex: equal for the same seed, options and actions. */
  stateHash(): string;
}

/** Several agents in one market, each with its own account; lists are in their order. */
export interface ParallelEnv {
  readonly agents: number;
  reset(options?: ResetOptions): readonly { readonly observation: Observation; readonly info: Info }[];
  /** As of one; an agent that was terminated is no longer asked, and its action is passed over. */
  step(actions: readonly Action[]): readonly Step[];
  stateHash(): string;
}

/** @throws TypeError when an option is wrong */
export function makeEnv(options: EnvOptions = {}): Env {
  const arena = new Arena(1, options);
  return {
    reset(given = {}) {
      const { observation, info } = arena.reset(given)[0]!;
      return { observation, info };
    },
    step: (action) => arena.step([action])[0]!,
    stateHash: () => arena.stateHash(),
  };
}

/** @throws TypeError when an option is wrong */
export function makeParallelEnv({ agents, ...options }: EnvOptions & { readonly agents: number }): ParallelEnv {
  const arena = new Arena(agents, options);
  return {
    agents,
    reset: (given = {}) => arena.reset(given).map(({ observation, info }) => ({ observation, info })),
    step: (actions) => arena.step(actions),
    stateHash: () => arena.stateHash(),
  };
}
