/**
 * One price of one contract made into bars of every granularity, as its changes come in.
 *
 * A change touches one bar, that of its minute; when the minute is over it is added to the longer ones, and a bar that
 * can't change any more is reported once. So what has been reported follows from the changes alone, whenever and
 * wherever they are read: a store that is built again holds the same bars. Stretches without a change make no bars;
 * readers of bars repeat the close before (`flatBar`). Longer bars are made as if they had such minutes too, so an hour
 * is always exactly its minutes.
 */
import { add, max, min } from '../core/num/mul-div.ts';
import type { Money, TimeMs } from '../core/num/units.ts';
import { type Bar, flatBar, joined, openingAt } from './bar.ts';
import { GRANULARITIES, type Granularity, openOf } from './granularity.ts';

/** Called for each bar that is over, once, minutes first. */
export type ReportBar = (granularity: Granularity, bar: Bar) => void;

/** The state a series continues from. */
export interface SeriesState {
  /** The minute that is forming; null before the first change. */
  readonly minute: Bar | null;
  /** The close before it; null when there was none. */
  readonly held: Money | null;
  /** The finished minutes of the longer bars that are forming. */
  readonly longer: readonly (readonly [Granularity, Bar])[];
}

export interface Series {
  /** Sets the price that held before the first change. */
  begin(price: Money): void;
  /** A trade: the first of a minute opens its minute's bar. @param takerBuys whether its taker bought */
  trade(timeMs: TimeMs, price: Money, size: Money, value: Money, takerBuys: boolean): void;
  /**
   * A price that holds until the next one: a bar opens at what held when it began. One that is what held already makes
   * nothing.
   */
  level(timeMs: TimeMs, price: Money): void;
  /** All it knows; `restore` on another one knows the same. */
  save(): SeriesState;
  restore(known: SeriesState): void;
  /** The latest bar, which may still change; its time may be over. Null before the first change. */
  latest(granularity: Granularity): Bar | null;
}

type Open = { -readonly [Field in keyof Bar]: Bar[Field] };

const LONGER = GRANULARITIES.filter((granularity) => granularity !== '1m');
const MINUTE_MS = 60_000;

export function createSeries(report: ReportBar): Series {
  let minute: Open | null = null;
  /** The close before that minute; null when there was none. */
  let held: Money | null = null;
  /** The finished minutes of the longer bars that are forming. */
  const longer = new Map<Granularity, Bar>();

  function closeMinute(finished: Bar, timeMs: TimeMs): void {
    report('1m', finished);
    for (const granularity of LONGER) {
      const whole = withMinute(granularity, finished);
      if (openOf(granularity, timeMs) === whole.openMs) {
        longer.set(granularity, whole);
      } else {
        longer.delete(granularity);
        report(granularity, whole);
      }
    }
    held = finished.close;
  }

  /** The longer bar up to the end of a minute; quiet minutes at its beginning are what held before. */
  function withMinute(granularity: Granularity, last: Bar): Bar {
    const before = longer.get(granularity);
    if (before !== undefined) return joined(before.openMs, before, last);
    const openMs = openOf(granularity, last.openMs);
    if (held === null || openMs === last.openMs) return openingAt(openMs, last);
    return joined(openMs, flatBar(openMs, held), last);
  }

  /** The minute of a change; a new one opens at a price. */
  function minuteAt(timeMs: TimeMs, price: Money): Open {
    if (minute !== null && timeMs < minute.openMs + MINUTE_MS) return minute;
    if (minute !== null) closeMinute(minute, timeMs);
    const openMs = openOf('1m', timeMs);
    minute = flatBar(openMs, price);
    return minute;
  }

  return {
    begin(price) {
      held = price;
    },
    trade(timeMs, price, size, value, takerBuys) {
      const bar = minuteAt(timeMs, price);
      move(bar, price);
      bar.size = add(bar.size, size);
      bar.value = add(bar.value, value);
      bar.trades++;
      if (!takerBuys) return;
      bar.boughtSize = add(bar.boughtSize, size);
      bar.boughtValue = add(bar.boughtValue, value);
    },
    level(timeMs, price) {
      if (minute?.close !== price) move(minuteAt(timeMs, minute?.close ?? price), price);
    },
    save: () => ({ minute: minute === null ? null : { ...minute }, held, longer: [...longer] }),
    restore(known) {
      minute = known.minute === null ? null : { ...known.minute };
      ({ held } = known);
      longer.clear();
      for (const [granularity, bar] of known.longer) longer.set(granularity, bar);
    },
    latest(granularity) {
      return minute === null ? null : withMinute(granularity, { ...minute });
    },
  };
}

function move(bar: Open, price: Money): void {
  bar.high = max(bar.high, price);
  bar.low = min(bar.low, price);
  bar.close = price;
}
