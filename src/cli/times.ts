/** Times as people type them (core/text/moment.ts reads them) and as they are shown: with how far away they are. */
import { readMoment } from '../core/text/moment.ts';
import { UsageError } from './told.ts';
import { counted } from '../core/text/counted.ts';

/** Epoch ms. @param name what was given, for who gave it wrongly */
export function timeOf(given: unknown, name: string): number {
  const read = readMoment(given);
  if (!read.ok) throw new UsageError(`${name} ${read.why}`);
  return read.timeMs;
}

export const iso = (timeMs: number): string => new Date(timeMs).toISOString();

/** `2026-12-01T00:00:00.000Z (in 30 days)` */
export function isoAndAway(timeMs: number, nowMs: number): string {
  return `${iso(timeMs)} (${away(timeMs - nowMs)})`;
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;
/** Below so many of a unit the next smaller one is said as well. */
const FEW = 10;

/** `in 30 days`, `in 6 days 23 hours`, `5 minutes ago`, `now`. */
export function away(ms: number): string {
  const words = span(Math.abs(ms));
  return words === '' ? 'now' : ms > 0 ? `in ${words}` : `${words} ago`;
}

/** `6 days 23 hours`; empty below half a second. */
export function span(ms: number): string {
  for (const [at, [name, unit]] of UNITS.entries()) {
    const [smaller, step] = UNITS[at + 1] ?? [name, unit];
    const fine = ms < FEW * unit ? step : unit;
    const rounded = Math.round(ms / fine) * fine;
    if (rounded < unit) continue;
    const rest = Math.round((rounded % unit) / step);
    return [counted(Math.floor(rounded / unit), name), ...(rest === 0 ? [] : [counted(rest, smaller)])].join(' ');
  }
  return '';
}
