/**
 * Removes bodies of AI logs whose log never came into being: a process was killed, or the store was away, between the
 * two (decision 0015). It begins at the start and runs through all bodies again and again, a few hundred at a time,
 * with a pause after each part; the looking and the removing is the store's thread's work.
 *
 * What it keeps true: no body is removed that a log refers to or may still refer to, whatever the clocks say. A body
 * that has been found, and whose upload is not under way then, has its log at the engine's sequence or will never have
 * one; so the store looks again at that sequence. The age only leaves time to bring back a journal that was lost.
 */
import type { UploadsUnderWay } from '../../api/front/limits/uploads-under-way.ts';
import type { Logger } from 'pino';
import type { Clock } from '../../time/time.ts';
import { StoreBehind } from '../../store/errors.ts';
import type { Store } from '../../store/store.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export interface SweepParts {
  readonly store: Store;
  readonly sequencer: { readonly sequence: number };
  readonly uploads: UploadsUnderWay;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

interface SweepPace {
  readonly bodies: number;
  readonly pauseMs: number;
  readonly betweenPassesMs: number;
  /** A younger body is left alone. */
  readonly ageMs: number;
}

export const SWEEP_PACE: SweepPace = { bodies: 500, pauseMs: 100, betweenPassesMs: 3_600_000, ageMs: 86_400_000 };

/**
 * Answers a function that ends it: no further body is looked at; removals already asked of the store are still made.
 */
export function startBodySweep(parts: SweepParts, pace: SweepPace = SWEEP_PACE): () => void {
  let after = '';
  let removed = 0;
  let timer: Timer | null = null;
  let isStopped = false;

  const sweepPart = async (): Promise<number> => {
    const { hs, next } = await findOrphans(parts, after, pace);
    removed += hs.length;
    after = next ?? '';
    if (next !== null) return pace.pauseMs;
    if (removed > 0) parts.log.info({ bodies: removed }, 'bodies of AI logs that never were logged were removed');
    removed = 0;
    return pace.betweenPassesMs;
  };
  const run = (): void => {
    void sweepPart()
      .catch((error: unknown) => {
        if (error instanceof StoreBehind) return error.retryAfterSeconds * 1_000;
        // The store says itself when it can't go on. The rest of this pass has time.
        if (!isStopped) parts.log.warn({ err: error }, 'the sweep of bodies without a log goes on later');
        return pace.betweenPassesMs;
      })
      .then((waitMs) => {
        if (!isStopped) timer = machine.after(waitMs, run).unref();
      });
  };
  run();
  return () => {
    isStopped = true;
    timer?.cancel();
  };
}

/** Finds and removes those of the next part; answers what was removed, and where the next part begins. */
async function findOrphans({ store, sequencer, uploads, clock }: SweepParts, after: string, pace: SweepPace) {
  const storedBeforeMs = clock.nowMs() - pace.ageMs;
  const args = { after, storedBeforeMs, limit: pace.bodies };
  const found = await store.ask('payloadOrphans', args, sequencer.sequence);
  const hs = found.hs.filter((h) => !uploads.mayRefer(h));
  if (hs.length > 0) await store.ask('payloadDrop', { hs }, sequencer.sequence);
  return { hs, next: found.next };
}
