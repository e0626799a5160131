/** What holds of real markets and must hold of this one: its measures, and the band of each. */
import { percentile } from '../figures.ts';
import type { ContractRecord, MarketRecord } from './record.ts';
import * as series from './series.ts';

/** `each`: in every seed; `pool`: the mean over seeds. */
type Held = 'each' | 'pool';

export interface Fact {
  readonly name: string;
  readonly what: string;
  readonly low: number;
  readonly high: number;
  readonly held: Held;
  /** Held by a single day too. */
  readonly short: boolean;
  readonly of: (record: MarketRecord) => number;
  /** Must be below that fact's mean besides. */
  readonly below?: string;
}

/** Of all seeds and contracts together, which is no mean of theirs. */
export const OF_HOURS = 'F32';
const MINUTE = 60;
const HOUR = 3_600;

/** Of one contract: what several measures share. */
interface Figures {
  readonly record: ContractRecord;
  /** Returns of minutes, and their sizes. */
  readonly r: readonly number[];
  readonly a: readonly number[];
  /** Σ and net of what takers traded in a minute, USDT. */
  readonly traded: Float64Array;
  readonly net: Float64Array;
  readonly signs: readonly number[];
}

const known = new WeakMap<ContractRecord, Figures>();

function figuresOf(record: ContractRecord): Figures {
  const before = known.get(record);
  if (before !== undefined) return before;
  const r = returnsOf(record, MINUTE);
  const [traded, net] = [new Float64Array(r.length), new Float64Array(r.length)];
  for (const { second, value, sign } of record.trades) {
    // The first minute has no return: its end is where the first begins.
    const minute = Math.floor(second / MINUTE) - 1;
    if (minute < 0 || minute >= r.length) continue;
    traded[minute]! += value;
    net[minute]! += sign * value;
  }
  const signs = record.trades.map(({ sign }) => sign);
  const figures = { record, r, a: r.map((one) => Math.abs(one)), traded, net, signs };
  known.set(record, figures);
  return figures;
}

/** Differences of the logarithms of the middle at the ends of spans of so many seconds. */
function returnsOf({ middles }: ContractRecord, seconds: number): number[] {
  return series.differences(series.everyNth(middles.slice(seconds - 1), seconds));
}

const mean = (measure: (figures: Figures) => number) => (record: MarketRecord) =>
  series.mean(record.contracts.map((contract) => measure(figuresOf(contract))));

/** The mean correlation of two contracts' returns. */
const ofPairs = (seconds: number) => (record: MarketRecord) => {
  const returns = record.contracts.map((contract) => returnsOf(contract, seconds));
  return series.mean(
    returns.flatMap((one, at) => returns.slice(at + 1).map((other) => series.correlation(one, other))),
  );
};

function response({ middles, trades }: ContractRecord, lag: number): number {
  let sum = 0;
  let count = 0;
  for (const { second, sign } of trades) {
    if (second < 1 || second + lag >= middles.length) continue;
    sum += sign * (middles[second + lag]! - middles[second - 1]!);
    count += 1;
  }
  return sum / count;
}

const squares = (values: readonly number[]): number => values.reduce((sum, value) => sum + value * value, 0);

function spreadWithVolatility({ record, r }: Figures): number {
  const hours = Math.floor(record.middles.length / HOUR);
  const spans = Array.from({ length: hours }, (_, hour) => hour);
  const spreads = spans.map((hour) => series.mean(record.spreads.slice(hour * 720, (hour + 1) * 720)));
  const moves = spans.map((hour) => Math.sqrt(squares(r.slice(Math.max(0, hour * 60 - 1), (hour + 1) * 60 - 1))));
  return series.correlation(spreads, moves);
}

function arrivals({ record: { trades, middles } }: Figures): number {
  const counts = new Float64Array(Math.floor(middles.length / 10));
  for (const { second } of trades) if (second < counts.length * 10) counts[Math.floor(second / 10)]! += 1;
  return series.variance(counts) / series.mean(counts);
}

/** Mean size of returns of the minutes of which that is true; a return belongs to the minute at whose end it is. */
function meanSize({ contracts, firstSecond }: MarketRecord, isMeant: (minute: number) => boolean): number {
  const first = Math.floor(firstSecond / MINUTE) + 1;
  return series.mean(contracts.flatMap((one) => figuresOf(one).a.filter((_, at) => isMeant(first + at))));
}

/** Mean size of a minute's return by hour of the day. */
export function hourly(record: MarketRecord): number[] {
  return Array.from({ length: 24 }, (_, hour) => meanSize(record, (minute) => Math.floor(minute / 60) % 24 === hour));
}

/** The highest hour over the lowest, of all seeds together. */
export function rangeOfHours(records: readonly (readonly number[])[]): number {
  const hours = Array.from({ length: 24 }, (_, hour) => series.mean(records.map((one) => one[hour]!)));
  return Math.max(...hours) / Math.min(...hours);
}

const profileOf = ({ record: { profile } }: Figures): [most: number, first: number] => {
  const most = Math.max(...profile);
  return [profile.indexOf(most) + 1, profile[0]! / most];
};

const bounce = ({ record: { trades } }: Figures): number =>
  series.autocorrelation(series.differences(trades.map(({ price }) => Math.log(price))), 1);

const depthsOf = ({ record: { depths } }: Figures): [number, number] => [
  series.mean(depths[0]),
  series.mean(depths[1]),
];

const halfSpread = ({ record: { spreads } }: Figures): number => series.mean(spreads) / 20_000;
const rooted = (net: Float64Array): Float64Array => net.map((value) => Math.sign(value) * Math.sqrt(Math.abs(value)));
const fundingOf = ({ contracts }: MarketRecord): number[] => contracts.flatMap(({ funding }) => funding);
const DECAY_LAGS = [1, 2, 4, 8, 16, 32, 64, 128];
const SIGN_LAGS = [8, 16, 32, 64, 128, 256];

type Row = readonly [string, string, number, number, Held | 'each*', (record: MarketRecord) => number, string?];

const ROWS: readonly Row[] = [
  ['F01', 'volatility of a day, %', 1, 9, 'each*', mean(({ r }) => 100 * series.deviation(r) * Math.sqrt(1_440))],
  ['F02', 'kurtosis, a minute', 7, 400, 'each*', mean(({ r }) => series.kurtosis(r))],
  ['F03', 'kurtosis, 5 minutes', 5, 200, 'each*', mean(({ record }) => series.kurtosis(returnsOf(record, 300)))],
  ['F04', 'kurtosis, an hour', 3.5, 15, 'pool', mean(({ record }) => series.kurtosis(returnsOf(record, HOUR))), 'F03'],
  ['F05', 'tail exponent of A', 2, 5, 'each*', mean(({ a }) => series.hill(a, 0.01))],
  ['F06', 'ρ1 of r', -0.1, 0.1, 'each*', mean(({ r }) => series.autocorrelation(r, 1))],
  ['F07', 'variance ratio of an hour', 0.85, 1.15, 'pool', mean(varianceRatio)],
  ['F08', 'ρ1 of A', 0.12, 0.5, 'each*', mean(({ a }) => series.autocorrelation(a, 1))],
  ['F09', 'ρ60 of A', 0.01, 0.35, 'each*', mean(({ a }) => series.autocorrelation(a, 60))],
  ['F10', 'decay of ρ of A', 0.1, 0.5, 'each', mean(({ a }) => series.decay(a, DECAY_LAGS))],
  ['F11', 'A with traded value', 0.25, 0.75, 'each*', mean(({ a, traded }) => series.correlation(a, traded))],
  ['F12', 'ρ1 of signs', 0.1, 0.4, 'each*', mean(({ signs }) => series.autocorrelation(signs, 1))],
  ['F13', 'memory of signs', 0.36, 0.8, 'each*', mean(({ signs }) => series.decay(signs, SIGN_LAGS))],
  ['F14', 'tail of trade values', 1.3, 3, 'each', mean(({ record }) => series.hill(valuesOf(record), 0.02))],
  ['F15', 'variance / mean of arrivals', 1.5, 8, 'each*', mean(arrivals)],
  ['F16', 'R(1) / half spread', 0.8, 2.2, 'each', mean((one) => response(one.record, 1) / halfSpread(one))],
  ['F17', 'R(60) / R(1)', 0.8, 1.8, 'each', mean(({ record }) => response(record, 60) / response(record, 1))],
  [
    'F18',
    'r with √ of net flow, squared',
    0.05,
    0.6,
    'each',
    mean(({ r, net }) => series.correlation(r, rooted(net)) ** 2),
  ],
  ['F19', 'mean spread, bp', 0.3, 5, 'each*', mean(({ record }) => series.mean(record.spreads))],
  [
    'F20',
    'spread, 99 % / median',
    1.5,
    15,
    'each*',
    mean(({ record: { spreads } }) => percentile(spreads, 0.99) / percentile(spreads, 0.5)),
  ],
  ['F21', 'spread with volatility, hours', 0.5, 1, 'each*', mean(spreadWithVolatility)],
  [
    'F22',
    'ρ of the spread, a minute',
    0.05,
    0.7,
    'each',
    mean(({ record }) => series.autocorrelation(record.spreads, 12)),
  ],
  ['F23', 'fullest of ten prices', 3, 10, 'each', mean((one) => profileOf(one)[0])],
  ['F24', 'first price / fullest', 0.1, 0.7, 'each*', mean((one) => profileOf(one)[1])],
  ['F25', 'depth, bids / asks', 0.95, 1.05, 'each*', mean((one) => depthsOf(one)[0] / depthsOf(one)[1])],
  ['F26', 'depth of 10 bp, thousand USDT', 60, 400, 'each*', mean((one) => series.mean(depthsOf(one)) / 1_000)],
  ['F27', 'correlation of minutes', 0.4, 0.85, 'each*', ofPairs(MINUTE)],
  ['F28', 'that / the same of seconds', 1.05, 2.5, 'each*', (record) => ofPairs(MINUTE)(record) / ofPairs(1)(record)],
  ['F29', 'correlation of hours', 0.5, 0.85, 'pool', ofPairs(HOUR)],
  ['F30', 'basis, mean, bp', -5, 5, 'each', mean(({ record }) => series.mean(record.basis))],
  ['F30', 'basis, deviation, bp', 1, 8, 'each', mean(({ record }) => series.deviation(record.basis))],
  ['F31', 'funding, mean rate, bp', 0, 2, 'pool', (record) => series.mean(fundingOf(record))],
  ['F31', 'funding, share at 1 bp', 0.6, 0.97, 'pool', (record) => shareOfOne(fundingOf(record))],
  [OF_HOURS, 'hours of A, highest / lowest', 1.2, 3, 'pool', (record) => rangeOfHours([hourly(record)])],
  ['F33', 'first minute of an hour / usual', 1.1, 2, 'pool', firstMinute],
  ['F34', 'ρ1 from trade to trade', -0.5, 0.1, 'each', mean(bounce)],
  [
    'F35',
    'empty seconds, refused, objections',
    0,
    0,
    'each*',
    (one) => one.emptySeconds + one.refused + one.objections,
  ],
];

export const FACTS: readonly Fact[] = ROWS.map(([name, what, low, high, held, of, below]) => ({
  name,
  what,
  low,
  high,
  of,
  held: held === 'pool' ? 'pool' : 'each',
  short: held === 'each*',
  ...(below === undefined ? {} : { below }),
}));

function valuesOf({ trades }: ContractRecord): number[] {
  return trades.map(({ value }) => value);
}

function varianceRatio({ record, r }: Figures): number {
  return squares(returnsOf(record, HOUR)) / squares(r);
}

function shareOfOne(rates: readonly number[]): number {
  return rates.filter((rate) => Math.abs(rate - 1) < 1e-9).length / rates.length;
}

function firstMinute(record: MarketRecord): number {
  return meanSize(record, (minute) => minute % 60 === 0) / meanSize(record, (minute) => minute % 5 !== 0);
}
