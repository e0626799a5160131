/**
 * The clock of a node: its machine's, unless that is far from those of the other nodes. A command that has waited is
 * stamped when its batch begins, so it is then that the clock must be right, and not only when the command came.
 */
import type { Heart } from '../../sequencer/nodes/heart.ts';
import type { Clock, ClockTrouble } from '../../time/time.ts';

const RETRY_SECONDS = 2;

/** Why this machine's clock stamps no command; null when it may. */
export function troubleAmong(heart: Pick<Heart, 'clock'>): ClockTrouble | null {
  const { byMs, nodes, isWrong } = heart.clock();
  if (!isWrong) return null;
  const where = byMs > 0 ? 'ahead of' : 'behind';
  const text = `this machine's clock is ${Math.abs(Math.round(byMs))} ms ${where} the median of ${nodes} nodes`;
  return { kind: 'jumped', byMs, text, retryAfterSeconds: RETRY_SECONDS };
}

export function clockAmong(clock: Clock, heart: Pick<Heart, 'clock'>): Clock {
  return { nowMs: () => clock.nowMs(), trouble: () => clock.trouble() ?? troubleAmong(heart) };
}
