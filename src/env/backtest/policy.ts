/** Policies, which decide in a backtest. */
import type { Action } from '../acts.ts';
import type { Observation } from '../observation.ts';
import type { Info } from '../told.ts';

/** An agent's action upon what it sees. */
export type Policy = (observation: Observation, info: Info) => Action | Promise<Action>;

/** Makes the policy of one run: what it remembers begins here. */
export type MakePolicy = (run: { readonly seed: string; readonly world: string }) => Policy | Promise<Policy>;

/** The policy that a module exports. @throws TypeError when its default export is no function */
export async function policyIn(module: URL): Promise<MakePolicy> {
  const { default: make } = (await import(module.href)) as { readonly default?: unknown };
  if (typeof make === 'function') return make as MakePolicy;
  throw new TypeError(`${module.href}: its default export makes a policy; found ${typeof make}`);
}
