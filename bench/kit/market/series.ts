/** Statistics of series. */

export type Series = ArrayLike<number>;

export function mean(values: Series): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at]!;
  return sum / values.length;
}

/** Σ (x − mean)^power / n. */
function moment(values: Series, power: number): number {
  const middle = mean(values);
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += (values[at]! - middle) ** power;
  return sum / values.length;
}

export function variance(values: Series): number {
  return moment(values, 2);
}

export function deviation(values: Series): number {
  return Math.sqrt(variance(values));
}

/** 3 for normal values. */
export function kurtosis(values: Series): number {
  return moment(values, 4) / variance(values) ** 2;
}

/** Autocorrelation, with the mean of the whole taken off both, over the variance of the whole. */
export function autocorrelation(values: Series, lag: number): number {
  const middle = mean(values);
  let sum = 0;
  for (let at = lag; at < values.length; at++) sum += (values[at]! - middle) * (values[at - lag]! - middle);
  return sum / values.length / variance(values);
}

export function correlation(a: Series, b: Series): number {
  const [middleA, middleB] = [mean(a), mean(b)];
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at]! - middleA) * (b[at]! - middleB);
  return sum / a.length / (deviation(a) * deviation(b));
}

/** Tail exponent of so large a part of all: 1/mean of ln(x_j/x_(k+1)) over the k largest. */
export function hill(values: Series, part: number): number {
  const sorted = Float64Array.from(values).sort().reverse();
  const k = Math.max(1, Math.floor(sorted.length * part));
  let sum = 0;
  for (let at = 0; at < k; at++) sum += Math.log(sorted[at]! / sorted[k]!);
  return k / sum;
}

/** The slope with which autocorrelations fall, in logarithms; lags where they are not above 0 are left out. */
export function decay(values: Series, lags: readonly number[]): number {
  const points = lags.flatMap((lag): (readonly [number, number])[] => {
    const rho = autocorrelation(values, lag);
    return rho > 0 ? [[Math.log(lag), Math.log(rho)]] : [];
  });
  const [x, y] = [points.map(([at]) => at), points.map(([, value]) => value)];
  return (-correlation(x, y) * deviation(y)) / deviation(x);
}

export function differences(values: Series): number[] {
  return Array.from({ length: Math.max(0, values.length - 1) }, (_, at) => values[at + 1]! - values[at]!);
}

/** Every nth value, from the first on. */
export function everyNth(values: Series, n: number): number[] {
  return Array.from({ length: Math.ceil(values.length / n) }, (_, at) => values[at * n]!);
}
