/** Figures of a series of prices, and how the agents write them down. */

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The standard deviation of a whole population; 0 for none or one. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}

/** The change from each value to the next, as a part of it. */
export function changes(values: readonly number[]): number[] {
  return values.slice(1).map((value, at) => value / values[at]! - 1);
}

/** A part as percent, with its sign: `+0.21 %`. */
export function percent(part: number): string {
  return `${part < 0 ? '-' : '+'}${size(part)}`;
}

/** The same without its sign, where a word says it. */
export function size(part: number): string {
  return `${Math.abs(part * 100).toFixed(2)} %`;
}

/** `BTC` of `cmt_btcusdt`. */
export function coinOf(symbol: string): string {
  return symbol.replace(/^cmt_|usdt$/g, '').toUpperCase();
}

export function minutes(ms: number): string {
  const whole = Math.max(1, Math.round(ms / 60_000));
  return whole === 1 ? 'a minute' : `${whole} minutes`;
}
