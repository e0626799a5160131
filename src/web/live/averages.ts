/**
 * Simple moving averages of closes, for pixels only.
 */
import type { Bar } from './bar-line.ts';

export interface Average {
  readonly t: number;
  readonly value: number;
}

/** Of the last `length` closes at each bar that has as many before it, itself among them. */
export function averagesOf(bars: readonly Pick<Bar, 't' | 'close'>[], length: number): Average[] {
  let sum = 0;
  return bars.flatMap(({ t, close }, place) => {
    sum += close - (bars[place - length]?.close ?? 0);
    return place < length - 1 ? [] : [{ t, value: sum / length }];
  });
}
