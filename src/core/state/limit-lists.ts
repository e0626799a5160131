/** The lists in which a key's limits stand: all of the state, and those of its account. */
import type { KeyLimits } from './records.ts';
import type { State } from './state.ts';

export function enlistLimits(state: State, limits: KeyLimits): void {
  state.keyLimits.set(limits.keyId, limits);
  limits.account.limits.push(limits);
}

export function delistLimits(state: State, limits: KeyLimits): void {
  state.keyLimits.delete(limits.keyId);
  limits.account.limits.splice(limits.account.limits.indexOf(limits), 1);
}
