/**
 * The bars a caller asks for, put together from what there is: the simulated past, the read store's rows, and the bar
 * that is forming. Each is asked only for its own stretch of time, so a request costs the same at any depth.
 *
 * Where nothing changed there is no row: the previous close is repeated, with no volume.
 */
import { type Bar, flatBar, joined, type PriceKind } from '../../bars/bar.ts';
import {
  type Granularity,
  isKept,
  KEPT,
  type KeptGranularity,
  MADE_OF,
  openAfter,
  openFrom,
  openOf,
  spanOf,
} from '../../bars/granularity.ts';
import { addedUp } from '../../bars/longer.ts';
import type { Contract } from '../../core/language/contract.ts';
import type { Money } from '../../core/num/units.ts';
import type { StoredBars } from '../../store/read/bars.ts';
import type { CallDeps } from '../call/deps.ts';
import { type CandleView, candleView } from '../shapes/candle.ts';
import { barsOf } from './live-bars.ts';
import { code, optional } from '../call/parameter.ts';
import { type Sort, sort } from './parameters.ts';

/**
 * Both times are inclusive, and are those of openings. Without an end: up to now, or on from the start when there is
 * one.
 */
interface WantedBars {
  readonly contract: Contract;
  readonly price: PriceKind;
  readonly granularity: Granularity;
  readonly limit: number;
  readonly startTime: number | null;
  readonly endTime: number | null;
  /** Of more than the limit those from the start, when there is one, and not those up to the end. */
  readonly fromStart?: boolean;
}

/** A stretch of time: the first and the last opening in it. */
interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** In the order the caller wants, else the operator's: newest first, or for some programs oldest first. */
export async function candlesOf(
  deps: CallDeps,
  { sort: order, ...wanted }: WantedBars & { readonly sort: Sort | null },
): Promise<CandleView[]> {
  const bars = await readBars(deps, wanted);
  const candles = bars.map((bar) => candleView(wanted.contract, bar));
  const initial = deps.config.compat.candleOrder === 'oldestFirst' ? 'asc' : 'desc';
  return (order ?? initial) === 'asc' ? candles : candles.reverse();
}

/** Oldest first; the one that is forming is the last. @throws ApiError 503 */
export async function readBars(deps: CallDeps, wanted: WantedBars): Promise<Bar[]> {
  const { contract, price, granularity } = wanted;
  const nowMs = deps.clock.nowMs();
  const stretch = stretchOf(wanted, nowMs);
  if (isKept(granularity)) return keptBars(deps, contract, price, granularity, stretch);
  const toMs = Math.min(nowMs, openAfter(granularity, stretch.toMs, 1) - 1);
  const parts = await keptBars(deps, contract, price, MADE_OF[granularity], { ...stretch, toMs });
  return addedUp(granularity, parts);
}

async function keptBars(
  deps: CallDeps,
  { symbol }: Contract,
  price: PriceKind,
  granularity: KeptGranularity,
  { fromMs, toMs }: Stretch,
): Promise<Bar[]> {
  const bars = barsOf(deps);
  // Memory is read before anything is waited for, so that all of it is of one moment.
  const past = bars.past(symbol);
  const latest = bars.latest(symbol, price, granularity);
  const known = new Map<number, Bar>();
  let keptFromMs = 0;
  let held: Money | null = past !== null && past.endMs <= fromMs ? past.price : null;
  if (latest !== null) {
    const { bar, closedAt } = latest;
    if (bar.openMs < fromMs) held = bar.close;
    else if (closedAt !== 0 && bar.openMs > fromMs) {
      const args = { symbol, price, granularity, fromMs, beforeMs: Math.min(bar.openMs, toMs + 1) };
      const stored: StoredBars = await deps.store.ask('bars', args, closedAt);
      for (const one of stored.bars) known.set(one.openMs, one);
      ({ keptFromMs } = stored);
      held = stored.before?.close ?? (keptFromMs > fromMs ? null : held);
    }
    known.set(bar.openMs, bar);
  }
  const before = past === null || past.endMs <= fromMs ? [] : past.bars(price, granularity, fromMs, toMs);
  const all = filled(fromMs, toMs, spanOf(granularity), before, known, held);
  // Between the simulated past and the rows still kept nothing is known: no bar, rather than a flat one.
  const pastEndMs = past?.endMs ?? 0;
  return all.filter(({ openMs }) => openMs >= keptFromMs || openMs < pastEndMs);
}

function stretchOf({ granularity, limit, startTime, endTime, fromStart }: WantedBars, nowMs: number): Stretch {
  const first = startTime === null ? Number.NEGATIVE_INFINITY : openFrom(granularity, startTime);
  const last = openOf(granularity, Math.min(nowMs, endTime ?? nowMs));
  if (startTime !== null && (endTime === null || fromStart === true))
    return { fromMs: first, toMs: Math.min(last, openAfter(granularity, first, limit - 1)) };
  return { fromMs: Math.max(first, openAfter(granularity, last, 1 - limit)), toMs: last };
}

/** One bar for each opening time from the first known one on, oldest first. */
function filled(
  fromMs: number,
  toMs: number,
  spanMs: number,
  past: readonly Bar[],
  live: ReadonlyMap<number, Bar>,
  heldBefore: Money | null,
): Bar[] {
  const found: Bar[] = [];
  const before = new Map(past.map((bar) => [bar.openMs, bar]));
  let held = heldBefore;
  for (let openMs = fromMs; openMs <= toMs; openMs += spanMs) {
    const earlier = before.get(openMs);
    const later = live.get(openMs);
    const both = earlier === undefined || later === undefined ? undefined : joined(openMs, earlier, later);
    const bar = both ?? earlier ?? later ?? (held === null ? null : flatBar(openMs, held));
    if (bar === null) continue;
    found.push(bar);
    held = bar.close;
  }
  return found;
}

const GRANULARITY_CODES = Object.fromEntries(KEPT.map((one) => [one, one])) as Record<KeptGranularity, KeptGranularity>;
const NINE = KEPT.join(', ');

export const granularity = code<KeptGranularity>(
  { en: NINE, zh: KEPT.join('、') },
  GRANULARITY_CODES,
  `Length of a candle: ${NINE}`,
);

const PRICES: Readonly<Record<string, PriceKind>> = { LAST: 'last', MARK: 'mark', INDEX: 'index' };

export const priceType = optional(
  code(
    { en: 'LAST, MARK or INDEX', zh: 'LAST、MARK或INDEX' },
    PRICES,
    'LAST trades (default), MARK mark price, INDEX index price',
  ),
  'last',
);

export const candleSort = sort(
  'desc: newest first, the candle of now at the top (default, unless the operator set otherwise); asc: oldest first',
);
