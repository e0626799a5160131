/**
 * Time. The only place that reads the browser's clock; what is shown follows the exchange's, which may differ.
 */
import { signal } from '@preact/signals';
import { machine } from '../../time/machine.ts';

/** How far the exchange's clock is ahead of this browser's, ms. */
let offsetMs = 0;
/** How far simulated time is ahead of the exchange's own clock, ms. */
let simulatedAheadMs = 0;
/** Above this the page says that the two clocks differ. */
const SKEW_SHOWN_MS = 2_000;

/** How far the exchange's clock is ahead of the browser's, in seconds where that is worth mentioning; else null. */
export const skewSeconds = signal<number | null>(null);
/** The exchange's time, updated every second. */
export const nowSecond = signal(Math.floor(machine.wallMs() / 1_000) * 1_000);

/** This browser's time, epoch ms. */
export function wallMs(): number {
  return machine.wallMs();
}

/** The exchange's time, epoch ms. */
function exchangeMs(): number {
  return machine.wallMs() + offsetMs + simulatedAheadMs;
}

/** Adopts a measured offset. */
export function setOffset(ms: number): void {
  offsetMs = ms;
  skewSeconds.value = Math.abs(ms) > SKEW_SHOWN_MS ? Math.round(ms / 1_000) : null;
}

/** Simulated time runs apart from the wall clock, and answers carry it; what is shown follows it then. */
export function takeExchangeTime(header: string | null): void {
  const ms = header === null ? Number.NaN : Number(header);
  if (Number.isFinite(ms)) simulatedAheadMs = ms - machine.wallMs() - offsetMs;
}

/** Keeps `nowSecond` going; called once. */
export function startClock(): void {
  const tick = (): void => {
    const now = exchangeMs();
    nowSecond.value = Math.floor(now / 1_000) * 1_000;
    machine.after(1_000 - (now % 1_000), tick);
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

/** The moment a visitor wrote, in the time zone that is shown unless it names one; null when it isn't one. */
export function momentOf(text: string, isUtc = false): number | null {
  const isTime = /^\d{1,2}:\d{2}/.test(text);
  if (!isTime && !/\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const dated = isTime
    ? `${partsOf(nowSecond.peek(), isUtc).date}T${text.padStart(text.indexOf(':') === 1 ? text.length + 1 : 0, '0')}`
    : text;
  const iso = dated.replace(' ', 'T');
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(iso.slice(10));
  const ms = Date.parse(isUtc && !hasZone && iso.includes('T') ? `${iso}Z` : iso);
  return Number.isNaN(ms) ? null : ms;
}
