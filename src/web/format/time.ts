/**
 * Times for the eye: local or UTC by setting, ISO when copied; countdowns from the exchange's clock.
 */
import { partsOf } from '../base/clock.ts';
import { settings } from '../base/settings.ts';
import { words } from '../words/shown.ts';

const DAY_MS = 86_400_000;

/** "12:00:04". */
export function timeText(ms: number): string {
  return partsOf(ms, settings.value.utc).time;
}

/** "2026-01-01 12:00:04.310". */
export function momentText(ms: number): string {
  const { date, time, ms: rest } = partsOf(ms, settings.value.utc);
  return `${date} ${time}.${rest}`;
}

/**
 * "0:41", "14:41", "1:02:03", from a day on "6 d 23 h"; "0:00" when it is over. Down to whole seconds: now is the
 * second that has begun, and both rounded up would promise nearly two seconds that are not there.
 */
export function countdown(ms: number): string {
  if (ms >= DAY_MS) return duration(ms);
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [h, m, s] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const tail = String(s).padStart(2, '0');
  return h === 0 ? `${m}:${tail}` : `${h}:${String(m).padStart(2, '0')}:${tail}`;
}

/** A length of time in its two largest units, rounded down: "6 d 23 h", "3 h 5 min", "42 s", in the language shown. */
export function duration(ms: number): string {
  const { units } = words.value;
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const parts = [
    [Math.floor(seconds / 86_400), units.d],
    [Math.floor(seconds / 3_600) % 24, units.h],
    [Math.floor(seconds / 60) % 60, units.m],
    [seconds % 60, units.s],
  ] as const;
  const first = Math.max(
    0,
    parts.findIndex(([count]) => count > 0),
  );
  const shown = parts.slice(first, first + 2).filter(([count], at) => at === 0 || count > 0);
  return seconds === 0 ? `0 ${units.s}` : shown.map(([count, unit]) => `${count} ${unit}`).join(' ');
}

/** How long something took: "0.4 ms", "27 ms", "1.3 s". */
export function took(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** A distance in time without its direction: "4 ms", "1.3 s", "12 s", "4 min", "3 h", "2 d", in the language shown. */
export function distance(ms: number): string {
  const { units } = words.value;
  const size = Math.abs(ms);
  if (size < 1_000) return `${size} ${units.ms}`;
  if (size < 10_000) return `${Math.floor(size / 1_000)}.${Math.floor((size % 1_000) / 100)} ${units.s}`;
  if (size < 60_000) return `${Math.floor(size / 1_000)} ${units.s}`;
  if (size < 3_600_000) return `${Math.floor(size / 60_000)} ${units.m}`;
  if (size < 86_400_000) return `${Math.floor(size / 3_600_000)} ${units.h}`;
  return `${Math.floor(size / 86_400_000)} ${units.d}`;
}
