/** An exchange that is driven by hand: the caller that moves its clock sends its ticks and prices too. */
import type { State } from '../core/state/state.ts';
import type { Submit } from '../market/submit.ts';

/** The handle it is driven by. */
export interface Driven {
  readonly submit: Submit;
  readonly state: State;
}

export type Drive = (driven: Driven) => void;
