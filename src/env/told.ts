/** Answers to a step, beside its observation. */
import type { Effect, Side } from '../core/language/commands.ts';
import type { Reject } from '../core/language/rejects.ts';
import type { Id } from '../core/num/units.ts';
import type { Observation } from './observation.ts';
import type { EnvOptions } from './options.ts';

/** One of an agent's own. */
export interface Fill {
  readonly orderId: Id;
  readonly symbol: string;
  readonly side: Side;
  readonly effect: Effect;
  readonly price: number;
  readonly size: number;
  /** USDT, cost positive. */
  readonly fee: number;
  /** Profit of what was closed, before fees, USDT. */
  readonly profit: number;
  readonly isMaker: boolean;
}

/** The id of an order that an act placed or cancelled, 0 where there is none, or the first reason against it. */
export type ActResult = { readonly ok: true; readonly orderId: Id } | { readonly ok: false; readonly reject: Reject };

/** Since the beginning of the episode, USDT. */
export interface Totals {
  readonly fees: number;
  /** Above 0: paid. */
  readonly funding: number;
  /** Value of all fills. */
  readonly turnover: number;
  readonly fills: number;
}

export interface ResetOptions {
  /** Text of 1 to 64 printable ASCII characters, or a number, which is its text; none: the one after the last. */
  readonly seed?: string | number;
  /** Instead of those the environment was made with, from now on. */
  readonly options?: EnvOptions;
}

export interface Info {
  readonly seed: string;
  /** Of the step's acts, in their order. */
  readonly results: readonly ActResult[];
  readonly fills: readonly Fill[];
  readonly totals: Totals;
}

/** Everything one agent is told after a step. */
export interface Step {
  readonly observation: Observation;
  /** Change of equity, USDT. */
  readonly reward: number;
  /** Equity is below 1 USDT. */
  readonly terminated: boolean;
  /** The episode's time is over. */
  readonly truncated: boolean;
  readonly info: Info;
}
