/**
 * Bars in v3: oldest first, at every length. Of a range with a start the first ones, so that a program that pages by
 * the start of each page leaves no hole; times in the future count as now.
 */
import { GRANULARITIES, type Granularity } from '../../../bars/granularity.ts';
import type { PriceKind } from '../../../bars/bar.ts';
import type { Call } from '../../call/call.ts';
import { optional, type ValuesOf } from '../../call/parameter.ts';
import { defineRoute, PUBLIC_READ, type Route } from '../../call/route.ts';
import { readBars } from '../../reading/candles.ts';
import { rowsParameter } from '../../reading/paging.ts';
import { inTimeOrder, time } from '../../reading/times.ts';
import { listOf } from '../../shapes/shape.ts';
import { klineShape, klineView } from './kline.ts';
import { anyCaseInstrument, words } from '../reading/parameters.ts';

const INTERVALS = Object.fromEntries(GRANULARITIES.map((one) => [one, one])) as Record<Granularity, Granularity>;

/** @param most rows of an answer */
export const klineParameters = (most: number) => ({
  symbol: anyCaseInstrument,
  interval: words(INTERVALS, `Length of a bar: ${GRANULARITIES.join(', ')}`),
  limit: rowsParameter(100, most),
  startTime: optional(time('Epoch ms, inclusive, of the opening: the first bars from there')),
  endTime: optional(time('Epoch ms, inclusive, of the opening; without startTime the latest bars until then')),
});

type Read = ValuesOf<ReturnType<typeof klineParameters>>;

/** The values that were read, no time later than now. @throws ApiError 40017 when they are the wrong way round */
export function untilNow<Values extends Read>(values: Values, { deps }: Call): Values {
  const nowMs = deps.clock.nowMs();
  const cut = (timeMs: number | null) => (timeMs === null ? null : Math.min(timeMs, nowMs));
  return inTimeOrder({ ...values, startTime: cut(values.startTime), endTime: cut(values.endTime) });
}

/** The rows of a price. @throws ApiError 503 */
export async function klinesOf({ deps }: Call, price: PriceKind, wanted: Read) {
  const { symbol, interval, limit, startTime, endTime } = wanted;
  const { contract } = symbol;
  // Before the past there is nothing to page through.
  const firstMs = deps.bars.past(contract.symbol)?.startMs ?? 0;
  const bars = await readBars(deps, {
    contract,
    price,
    granularity: interval,
    limit,
    startTime: startTime === null ? null : Math.max(firstMs, startTime),
    endTime,
    fromStart: true,
  });
  return bars.map((bar) => klineView(contract, interval, bar));
}

interface KlineRoute {
  readonly operation: string;
  readonly summary: string;
  readonly path: string;
  readonly price: PriceKind;
}

/** The bars of one of the prices. */
export function klineRoute({ price, ...own }: KlineRoute): Route {
  return defineRoute({
    ...own,
    ...PUBLIC_READ,
    weight: { ip: 1, uid: 0 },
    parameters: klineParameters(1000),
    sample: 'symbol=BTCUSDT&interval=1m&limit=1',
    answer: listOf(klineShape),
    parse: untilNow,
    handle: (wanted, call) => klinesOf(call, price, wanted),
  });
}
