/**
 * The moment of a contest that is looked at: now, or an earlier minute, whose board is read. Play continues from there,
 * one look after another, and ends at now.
 */
import { signal } from '@preact/signals';
import type { ContestLeaderboardAnswer } from '../../client/index.ts';
import { setQuery } from '../base/address.ts';
import { publicClient } from '../base/rest.ts';
import { isTight } from '../base/budget.ts';
import { machine } from '../../time/machine.ts';

const MINUTE_MS = 60_000;
/** How many looks it takes to play a whole contest. */
const LOOKS = 120;
const LOOK_MS = 250;

/** Epoch ms; null: now. */
export const lookedAt = signal<number | null>(null);
export const earlier = signal<ContestLeaderboardAnswer | null>(null);
export const pastFault = signal<unknown>(null);
export const isPlaying = signal(false);

let wanted = 0;

/** Looks at a moment; null: now. */
export async function lookAt(id: string, at: number | null): Promise<void> {
  const mine = ++wanted;
  lookedAt.value = at;
  setQuery('at', at === null ? null : String(at));
  if (at === null) {
    [earlier.value, pastFault.value] = [null, null];
    return;
  }
  try {
    const found = await publicClient.contestLeaderboard({ id, at: String(at) });
    if (mine === wanted) [earlier.value, pastFault.value] = [found, null];
  } catch (error) {
    if (mine === wanted) pastFault.value = error;
  }
}

/** The last whole minute at or before a moment, not before the start. */
export function minuteBefore(ms: number, startMs: number): number {
  return Math.max(startMs, ms - (ms % MINUTE_MS));
}

/** Plays from the moment that is looked at, from the start if that is now, until now. */
export async function play(id: string, startMs: number, untilMs: () => number): Promise<void> {
  isPlaying.value = true;
  let at = lookedAt.value ?? startMs;
  while (isPlaying.value && at < untilMs()) {
    if (!isTight.value) await lookAt(id, at);
    const step = Math.max(MINUTE_MS, (untilMs() - startMs) / LOOKS);
    at = minuteBefore(at + step, startMs);
    await machine.sleep(LOOK_MS);
  }
  if (isPlaying.value) await lookAt(id, null);
  isPlaying.value = false;
}

export function stopPlaying(): void {
  isPlaying.value = false;
}
