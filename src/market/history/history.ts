/**
 * Prices of the past, by contract: single prices, or bars of one length. Columns of numbers, so that years of minutes
 * fit into memory: 56 bytes a bar.
 */

export interface Series {
  /** As the file has it. */
  readonly symbol: string;
  /** Beginnings of the bars, or moments of the prices, epoch ms, ascending. */
  readonly timesMs: number[];
  /** In 1e-8 USDT; of single prices all four are the same list. */
  readonly open: number[];
  readonly high: number[];
  readonly low: number[];
  readonly close: number[];
  /** USDT a bar; NaN where the file has none. */
  readonly volume: number[];
  /** Basis points over the index; NaN where the file has none. */
  readonly premiumBp: number[];
}

/** Bars that are missing between two others. */
export interface Gap {
  readonly symbol: string;
  /** Begin of the first missing bar, and of the next that is there, epoch ms. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly bars: number;
}

export interface History {
  /** Length of a bar; 0: single prices. */
  readonly barMs: number;
  /** By the contract's plain name (`plainName`). */
  readonly series: ReadonlyMap<string, Series>;
  readonly fromMs: number;
  /** End of the last bar, or the last price. */
  readonly toMs: number;
  /** Of all files' bytes, in the order they were read; hex. */
  readonly sha256: string;
  readonly files: readonly string[];
}

/** Of bars, ascending by contract and time. */
export function gapsOf({ barMs, series }: History): Gap[] {
  if (barMs === 0) return [];
  return [...series.values()].flatMap(({ symbol, timesMs }) =>
    timesMs.flatMap((timeMs, at) => {
      const fromMs = (timesMs[at - 1] ?? timeMs - barMs) + barMs;
      return timeMs > fromMs ? [{ symbol, fromMs, toMs: timeMs, bars: (timeMs - fromMs) / barMs }] : [];
    }),
  );
}

/** For the log: what there is, and the first gaps. */
export function describeHistory(history: History): Record<string, unknown> {
  const { barMs, series, fromMs, toMs, sha256, files } = history;
  const gaps = gapsOf(history);
  const iso = (timeMs: number): string => new Date(timeMs).toISOString();
  return {
    files: files.length,
    sha256,
    contracts: [...series.values()].map(({ symbol }) => symbol),
    barSeconds: barMs / 1_000,
    from: iso(fromMs),
    to: iso(toMs),
    gaps: gaps.length,
    firstGaps: gaps.slice(0, GAPS_TOLD).map((gap) => `${gap.symbol} ${iso(gap.fromMs)} ${gap.bars} bars`),
  };
}

const GAPS_TOLD = 20;

/** The first second without prices of a history that is played once, from the beginning of another on. */
export function endOf({ fromMs, toMs }: History, began: number): number {
  return began + Math.ceil((toMs - fromMs) / 1_000);
}

/** The last place whose time is not after a moment; −1: all are. */
export function lastAtOrBefore(timesMs: readonly number[], atMs: number): number {
  let [low, high] = [0, timesMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timesMs[middle]! <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
