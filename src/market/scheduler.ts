/**
 * Sends one `tick` a second (MARK-005): basis samples, marks, and whatever the rules let fall due with time.
 *
 * Late or missing ticks only mean fewer samples, so a tick that can't be taken now is left out and never made up for.
 * The next one is sent only when the one before is answered. It runs in every exchange, with or without a market.
 */
import type { ExchangeTime } from '../time/time.ts';
import { type Beats, beatEvery } from './beats.ts';
import type { Submit } from './submit.ts';

const TICK_EVERY_MS = 1000;

/** Starts ticking. `onFault` gets whatever is not an ordinary "not now" of the sequencer. */
export function startScheduler(submit: Submit, time: ExchangeTime, onFault: (error: unknown) => void): Beats {
  return beatEvery(time, TICK_EVERY_MS, () => submit<'tick'>({ name: 'tick' }), onFault);
}
