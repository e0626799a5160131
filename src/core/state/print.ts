/** A print of the state: figures that nearly every command moves, for replicas to compare after each batch. */
import type { State } from './state.ts';

export function printOf(state: State): string {
  const { sequence, timeMs, nextId, nextMatchSequence, deposited, ledgerSum, ailog } = state;
  return [sequence, timeMs, nextId, nextMatchSequence, deposited, ledgerSum, ailog.nextIndex].join(' ');
}
