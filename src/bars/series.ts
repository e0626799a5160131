/**
 * One price of one contract made into bars of every granularity, as its changes come in.
 *
 * A change touches one bar, that of its minute; when the minute is over it is added to the longer ones, and a bar that
 * can't change any more is reported once. So what has been reported follows from the changes alone, whenever and
 * wherever they are read: a store that is built again holds the same bars. Stretches without a change make no bars;
 * whoever reads bars repeats the close before (`flatBar`).
 */
import { add, max, min } from '../core/num/mul-div.ts';
import type { Money, TimeMs } from '../core/num/units.ts';
import { type Bar, joined, openingAt } from './bar.ts';
import { GRANULARITIES, type Granularity, openOf } from './granularity.ts';

/** Called for each bar that is over, once, minutes first. */
export type ReportBar = (granularity: Granularity, bar: Bar) => void;

export interface Series {
  /** A trade: the first of a minute opens its bar. */
  trade(timeMs: TimeMs, price: Money, size: Money, value: Money): void;
  /**
   * A price that holds until the next one: a bar opens at what held when it began. One that is what held already makes
   * nothing.
   */
  level(timeMs: TimeMs, price: Money): void;
  /** The latest bar, which may still change; its time may be over. Null before the first change. */
  latest(granularity: Granularity): Bar | null;
}

type Open = { -readonly [Field in keyof Bar]: Bar[Field] };

const LONGER = GRANULARITIES.filter((granularity) => granularity !== '1m');
const MINUTE_MS = 60_000;

export function createSeries(report: ReportBar): Series {
  let minute: Open | null = null;
  /** The finished minutes of the longer bars that are forming. */
  const longer = new Map<Granularity, Bar>();

  function closeMinute(finished: Bar, timeMs: TimeMs): void {
    report('1m', finished);
    for (const granularity of LONGER) {
      const before = longer.get(granularity);
      const openMs = before?.openMs ?? openOf(granularity, finished.openMs);
      const whole = before === undefined ? openingAt(openMs, finished) : joined(openMs, before, finished);
      if (openOf(granularity, timeMs) === openMs) {
        longer.set(granularity, whole);
      } else {
        longer.delete(granularity);
        report(granularity, whole);
      }
    }
  }

  /** The minute of a change; a new one opens at a price. */
  function minuteAt(timeMs: TimeMs, price: Money): Open {
    if (minute !== null && timeMs < minute.openMs + MINUTE_MS) return minute;
    if (minute !== null) closeMinute(minute, timeMs);
    const openMs = openOf('1m', timeMs);
    minute = { openMs, open: price, high: price, low: price, close: price, size: 0, value: 0 };
    return minute;
  }

  return {
    trade(timeMs, price, size, value) {
      const bar = minuteAt(timeMs, price);
      move(bar, price);
      bar.size = add(bar.size, size);
      bar.value = add(bar.value, value);
    },
    level(timeMs, price) {
      const held = minute?.close;
      if (held !== price) move(minuteAt(timeMs, held ?? price), price);
    },
    latest(granularity) {
      if (minute === null) return null;
      const before = longer.get(granularity);
      if (before !== undefined) return joined(before.openMs, before, minute);
      return { ...minute, openMs: openOf(granularity, minute.openMs) };
    },
  };
}

function move(bar: Open, price: Money): void {
  bar.high = max(bar.high, price);
  bar.low = min(bar.low, price);
  bar.close = price;
}
