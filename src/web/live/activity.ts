/**
 * The threads that are shown: at most sixty, four insertions a second, and none while the stream is held.
 */
import { signal } from '@preact/signals';
import { addView } from '../base/frame.ts';
import { type ActivityRow, type Thread, Threads } from './threads.ts';

const THREADS_SHOWN = 60;
/** Slow enough for the stream to be read. */
const INSERT_EVERY_MS = 250;

const threads = new Threads();

/** Newest first. */
export const shownThreads = signal<readonly Thread[]>([]);
export const shownNotices = signal<readonly ActivityRow[]>([]);
/** Whether the stream is held, and how many threads are waiting. */
export const held = signal<{ readonly isHeld: boolean; readonly waiting: number }>({ isHeld: false, waiting: 0 });

const mark = addView({ everyMs: INSERT_EVERY_MS, draw });

export function takeActivity(rows: readonly ActivityRow[]): void {
  threads.take(rows);
  mark();
}

/** As `Threads.takeNewest`. */
export function takeNewestActivity(...news: Parameters<Threads['takeNewest']>): void {
  threads.takeNewest(...news);
  mark();
}

/** The visitor stopped the stream; it waits until they let it go on. */
export const isPaused = signal(false);

export function togglePause(): void {
  isPaused.value = !isPaused.value;
  holdStream(isPaused.value);
}

export function holdStream(isHeld: boolean): void {
  held.value = { isHeld, waiting: 0 };
  mark();
}

function draw(): void {
  const newest = threads.newest.slice(0, THREADS_SHOWN);
  shownNotices.value = threads.notices;
  if (held.value.isHeld) {
    const shown = new Set(shownThreads.value.map(({ key }) => key));
    held.value = { isHeld: true, waiting: newest.filter(({ key }) => !shown.has(key)).length };
  } else shownThreads.value = newest;
}
