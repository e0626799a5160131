/**
 * Time. The only place that reads the browser's clock; what is shown follows the exchange's, which may be another one.
 */
import { signal } from '@preact/signals';

/** How far the exchange's clock is ahead of this browser's, ms. */
let offsetMs = 0;
/** Above this the page says that the two clocks differ. */
const SKEW_SHOWN_MS = 2_000;

/** Seconds differ between browser and exchange so much that it is worth a word; null: they don't. */
export const skewSeconds = signal<number | null>(null);
/** The exchange's time, each second. */
export const nowSecond = signal(Math.floor(Date.now() / 1_000) * 1_000);

/** This browser's time, epoch ms. */
export function wallMs(): number {
  return Date.now();
}

/** The exchange's time, epoch ms. */
function exchangeMs(): number {
  return Date.now() + offsetMs;
}

/** Takes over a measured offset. */
export function setOffset(ms: number): void {
  offsetMs = ms;
  skewSeconds.value = Math.abs(ms) > SKEW_SHOWN_MS ? Math.round(ms / 1_000) : null;
}

/** Keeps `nowSecond` going; called once. */
export function startClock(): void {
  const tick = (): void => {
    const now = exchangeMs();
    nowSecond.value = Math.floor(now / 1_000) * 1_000;
    setTimeout(tick, 1_000 - (now % 1_000));
  };
  tick();
}

/** Parts of a moment, in UTC or local, for `format/time.ts`. */
export function partsOf(
  ms: number,
  isUtc: boolean,
): { readonly date: string; readonly time: string; readonly ms: string } {
  const shifted = isUtc ? ms : ms - new Date(ms).getTimezoneOffset() * 60_000;
  const iso = new Date(shifted).toISOString();
  return { date: iso.slice(0, 10), time: iso.slice(11, 19), ms: iso.slice(20, 23) };
}

/** ISO 8601 in UTC, for copying. */
export function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}

/** The moment a visitor wrote, in this browser's time zone unless it names one; null when it is none. */
export function momentOf(text: string): number | null {
  const ms = /\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
