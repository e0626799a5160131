/** Figures of a contract's last minutes, as bots put them into their prompts. */

export interface Figures {
  readonly symbol: string;
  /** `BTC` */
  readonly coin: string;
  readonly mark: number;
  /** Of the last hour, percent. */
  readonly change1h: number;
  readonly rsi14: number;
  readonly ema9: number;
  readonly ema21: number;
  /** Mean move of a minute, percent. */
  readonly atrPct: number;
  /** Distance from the mean of the last hour in standard deviations. */
  readonly z: number;
}

const HOUR = 60;

/** `closes`: the last hour and more, minute by minute, the oldest first. */
export function figuresOf(symbol: string, closes: readonly number[]): Figures {
  const last = closes.slice(-HOUR);
  const mark = last.at(-1) as number;
  const middle = mean(last);
  const spread = Math.sqrt(mean(last.map((one) => (one - middle) ** 2)));
  const moves = last.slice(1).map((one, at) => one / (last[at] as number) - 1);
  const recent = moves.slice(-14);
  const gains = recent.reduce((sum, move) => sum + Math.max(0, move), 0);
  const losses = recent.reduce((sum, move) => sum + Math.max(0, -move), 0);
  return {
    symbol,
    coin: coinOf(symbol),
    mark: rounded(mark, mark > 1_000 ? 1 : mark > 10 ? 2 : 5),
    change1h: rounded((mark / (last[0] as number) - 1) * 100, 3),
    rsi14: rounded(gains + losses === 0 ? 50 : (100 * gains) / (gains + losses), 1),
    ema9: rounded(ema(closes, 9), mark > 10 ? 2 : 5),
    ema21: rounded(ema(closes, 21), mark > 10 ? 2 : 5),
    atrPct: rounded(mean(moves.map(Math.abs)) * 100, 4),
    z: rounded(spread === 0 ? 0 : (mark - middle) / spread, 2),
  };
}

/** The exponential mean of a series, with the weight of `length` values. */
export function ema(values: readonly number[], length: number): number {
  const weight = 2 / (length + 1);
  return values.reduce((so, value) => so + weight * (value - so));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

export function rounded(value: number, places: number): number {
  return Number(value.toFixed(places));
}

export function coinOf(symbol: string): string {
  return symbol.slice('cmt_'.length, -'usdt'.length).toUpperCase();
}
