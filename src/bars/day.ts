/**
 * The last 24 hours of a price as one bar: its last 1440 minutes, the one that is forming included. They are the
 * minutes that candles show, so every figure of the day is one that can be added up from them.
 *
 * A quiet minute repeats the close before it, as a candle does, so a day opens at what held when it began. Days go on
 * from a simulated past; it has no trades, so none of it is counted as one.
 */
import type { Money, TimeMs } from '../core/num/units.ts';
import { type Bar, flatBar, joined } from './bar.ts';
import { openFrom, openOf, spanOf } from './granularity.ts';
import type { Past } from './past.ts';

const MINUTE_MS = spanOf('1m');
const DAY_MS = spanOf('1d');

export interface DayState {
  /** The close before the first of the minutes; null when there was none. */
  readonly held: Money | null;
  /** Oldest first, at most a day of them. */
  readonly minutes: readonly Bar[];
}

export interface DayWindow {
  /** A minute is over: one in which something was traded. */
  over(bar: Bar): void;
  /**
   * The day that ends with the minute a moment falls into. Null before the first price.
   * @param latest the latest minute, which may still change
   */
  at(nowMs: TimeMs, latest: Bar | null, past: Past | null): Bar | null;
  save(): DayState;
  restore(known: DayState): void;
}

/** All of a day but the latest minute. */
interface Finished {
  readonly fromMs: TimeMs;
  readonly past: Past | null;
  readonly day: Bar | null;
  /** The close at its end; null when there was none. */
  readonly held: Money | null;
}

export function createDayWindow(): DayWindow {
  let held: Money | null = null;
  let minutes: Bar[] = [];
  /** The last result: a minute's tickers all ask for the same. */
  let known: Finished | null = null;

  function finishedSince(fromMs: TimeMs, past: Past | null): Finished {
    let day = pastSince(fromMs, past);
    let close = day?.close ?? held ?? past?.price ?? null;
    for (const bar of minutes) {
      if (bar.openMs >= fromMs) day = withMinute(day, fromMs, close, bar);
      ({ close } = bar);
    }
    return { fromMs, past, day, held: close };
  }

  return {
    over(bar) {
      minutes.push(bar);
      while (minutes[0]!.openMs <= bar.openMs - DAY_MS) held = minutes.shift()!.close;
      known = null;
    },
    at(nowMs, latest, past) {
      const fromMs = Math.max(openOf('1m', nowMs), latest?.openMs ?? 0) - DAY_MS + MINUTE_MS;
      if (known?.fromMs !== fromMs || known.past !== past) known = finishedSince(fromMs, past);
      if (latest !== null && latest.openMs >= fromMs) return withMinute(known.day, fromMs, known.held, latest);
      const close = latest?.close ?? known.held;
      return known.day ?? (close === null ? null : flatBar(fromMs, close));
    },
    save: () => ({ held, minutes: [...minutes] }),
    restore(saved) {
      ({ held } = saved);
      minutes = [...saved.minutes];
      known = null;
    },
  };
}

/** A day with one minute more; one that begins with quiet minutes begins with what held. */
function withMinute(day: Bar | null, fromMs: TimeMs, held: Money | null, bar: Bar): Bar {
  if (day !== null) return joined(day.openMs, day, bar);
  if (held === null || bar.openMs === fromMs) return bar;
  return joined(fromMs, flatBar(fromMs, held), bar);
}

/** The part of a day that lies in a simulated past, of its minutes up to an hour and its hours from there. */
function pastSince(fromMs: TimeMs, past: Past | null): Bar | null {
  if (past === null || fromMs >= past.endMs) return null;
  const hourMs = openFrom('1h', fromMs);
  const parts = [...past.bars('last', '1m', fromMs, hourMs - 1), ...past.bars('last', '1h', hourMs, past.endMs - 1)];
  const [first, ...others] = parts;
  if (first === undefined) return null;
  return others.reduce((day, bar) => joined(day.openMs, day, bar), first);
}
