/**
 * Rules that take. Each looks once a second at its contracts, goes to −1, 0 or +1 order at market, and keeps what it
 * has while it says nothing else; what it holds for a time is held for that time after it last said so.
 */
import type { Draws } from '../../../../src/market/world/draws.ts';
import type { Sight } from './sight.ts';

export type Holds = -1 | 0 | 1;

/** What rules share in a market: all contracts, the first of them, and coins. */
export interface Scene {
  readonly all: readonly Sight[];
  readonly coin: Draws;
  /** Seconds since the rules began. */
  second: number;
  /** Σ rate·n of all contracts' trades of the second. */
  tape: number;
}

/** `others`: all of the five but btc. */
export type Among = 'five' | 'others' | 'all';

export interface TakerRow {
  readonly name: string;
  readonly what: string;
  readonly among: Among;
  /** In the last eighth of a second, when its trades are known; else 375 ms after its prices. */
  readonly last: boolean;
  /** Seconds; 0: until it says so. */
  readonly hold: number;
  /** undefined: keeps what it has. */
  readonly rule: Rule;
}

type Rule = (sight: Sight, holds: Holds, scene: Scene) => Holds | undefined;

export const FIVE = ['btc', 'sol', 'doge', 'ada', 'ltc'].map((base) => `cmt_${base}usdt`);
export const BTC = 'cmt_btcusdt';

const FLOW_FACTOR = 0.67;
const RATES = 1.2;
const OWN_FACTOR = 0.74;

/** Its sign when it is further than that from 0. */
function beyond(value: number, most: number, direction: 1 | -1 = 1): Holds | undefined {
  if (Math.abs(value) <= most) return undefined;
  return value > 0 === direction > 0 ? 1 : -1;
}

/** With a move of so many bp in so many seconds, or against it. */
const move =
  (points: number, seconds: number, direction: 1 | -1): Rule =>
  (sight) =>
    beyond(sight.move(seconds), points, direction);

const afterBtc =
  (points: number, seconds: number): Rule =>
  (sight, _holds, { all }) => {
    const first = all[0]!.move(seconds);
    const followed = sight.move(seconds) * Math.sign(first) >= 0.7 * Math.abs(first);
    return followed ? undefined : beyond(first, points);
  };

const bands =
  (of: 'minutes' | 'quarters'): Rule =>
  (sight, holds) => {
    const { mean, deviation } = sight[of];
    if (deviation === 0) return undefined;
    const off = (sight.middle - mean) / deviation;
    if (holds !== 0 && off * holds >= 0) return 0;
    return beyond(off, 2, -1);
  };

/** Quotes that far beyond the index, less the usual premium. */
const basis =
  (points: number): Rule =>
  (sight) => {
    if (sight.off(sight.bid) - sight.usualBasis > points) return -1;
    return sight.off(sight.ask) - sight.usualBasis < -points ? 1 : undefined;
  };

const taken =
  (trades: number, direction: 1 | -1): Rule =>
  (sight) =>
    beyond(sight.taken, trades * sight.row.value, direction);

/** The side that receives, if the rate is that far from 0. */
const receives = (sight: Sight, points: number): Holds | undefined => beyond(sight.rate(), points, -1);

/** What a contract moved beyond its share of btc's move, in ten minutes. */
const pair =
  (direction: 1 | -1): Rule =>
  (sight, holds, { all }) => {
    const btc = all[0]!;
    const share = (sight.row.beta * sight.row.sigma) / btc.row.sigma;
    const off = sight.move(600) - share * btc.move(600);
    if (holds !== 0) return off * holds * direction < 10 ? 0 : undefined;
    return beyond(off, 20, direction);
  };

/** The move that the trades of all contracts foretell, bp. */
const tapeOfAll =
  (points: number): Rule =>
  (sight, _holds, { tape }) => {
    const { beta } = sight.row;
    const own = Math.sqrt(1 - beta * beta) * OWN_FACTOR * sight.trades;
    return beyond(sight.usual20 * 1.25 * ((beta * FLOW_FACTOR * tape) / RATES + own), points);
  };

const atRates: Rule = (sight, _holds, { all }) => {
  if (sight.untilFunding() !== 900) return undefined;
  const rates = all.map((one) => one.rate());
  const [low, high] = [Math.min(...rates), Math.max(...rates)];
  if (high - low < 1) return undefined;
  if (sight === all[rates.indexOf(high)]) return -1;
  return sight === all[rates.indexOf(low)] ? 1 : undefined;
};

const backToBasis: Rule = (sight, holds) => {
  const off = sight.basis - sight.usualBasis;
  if (holds !== 0) return off * holds >= 0 ? 0 : undefined;
  return beyond(off, 3, -1);
};

const once =
  (holds: Holds): Rule =>
  (_sight, _holds, { second }) =>
    second === 0 ? holds : undefined;

const coin: Rule = (_sight, _holds, { second, coin: draws }) => (second % 300 === 0 ? draws.sign() : undefined);
const toReceive: Rule = (sight) => (sight.untilFunding() === 600 ? receives(sight, 1.2) : undefined);
const whileReceiving: Rule = (sight) => receives(sight, 1.2) ?? 0;
const tapeOfOne: Rule = (sight) => beyond(sight.trades * sight.usual * 0.6, 4);

type Numbers = readonly [name: string, what: string, hold: number, rule: Rule, among?: Among, last?: 'last'];

const ROWS: readonly Numbers[] = [
  ['R01', 'control: side by coin, every 5 min', 0, coin],
  ['R02', 'takes quotes 3 bp beyond the index, 60 s', 60, basis(3)],
  ['R03', 'takes quotes 6 bp beyond the index, 60 s', 60, basis(6)],
  ['R04', 'btc moved 4 bp in 1 s, the other less than 0.7 of it: follows, 10 s', 10, afterBtc(4, 1), 'others'],
  ['R05', 'btc moved 10 bp in 3 s, as R04, 30 s', 30, afterBtc(10, 3), 'others'],
  ['R06', 'follows 10 bp in 10 s, 10 s', 10, move(10, 10, 1)],
  ['R07', 'follows 15 bp in 1 min, 1 min', 60, move(15, 60, 1)],
  ['R08', 'follows 30 bp in 15 min, 15 min', 900, move(30, 900, 1)],
  ['R09', 'follows 50 bp in 4 h, 4 h', 14_400, move(50, 14_400, 1)],
  ['R10', 'against 10 bp in 10 s, 10 s', 10, move(10, 10, -1)],
  ['R11', 'against 30 bp in 15 min, 15 min', 900, move(30, 900, -1)],
  ['R12', 'bands of 20 minutes, out at the mean', 0, bands('minutes')],
  ['R13', 'bands of 20 quarters of an hour', 0, bands('quarters')],
  ['R14', 'last eighth: the trades of the second foretell 4 bp, 2 s', 2, tapeOfOne, 'five', 'last'],
  ['R15', 'mean sign of trades above 0.6: follows, 30 s', 30, (sight) => beyond(sight.sign, 0.6)],
  ['R16', 'follows 15 bp in 1 s, 5 min', 300, move(15, 1, 1)],
  ['R17', 'against 15 bp in 1 s, 5 min', 300, move(15, 1, -1)],
  ['R18', 'side that receives above 1.2 bp, 10 min before to 2 min after', 720, toReceive],
  ['R19', 'side that receives while the forming rate is above 1.2 bp', 0, whileReceiving],
  ['R20', 'last 15 min: short the highest, long the lowest rate', 905, atRates, 'all'],
  ['R22', 'book of three prices leans by 0.6: follows, 10 s', 10, (sight) => beyond(sight.lean(3), 0.6)],
  ['R23', 'book of five prices leans by 0.5: follows, 1 min', 60, (sight) => beyond(sight.lean(5), 0.5)],
  ['R24', 'net trades above 3·v0: follows, 1 s', 1, taken(3, 1)],
  ['R25', 'net trades above 10·v0: follows, 30 s', 30, taken(10, 1)],
  ['R26', 'net trades above 10·v0: against, 30 s', 30, taken(10, -1)],
  ['R27', '10 min less the share of btc above 20 bp: against, out at half', 0, pair(-1), 'others'],
  ['R28', 'follows it', 0, pair(1), 'others'],
  ['R29', 'buys eight contracts once', 0, once(1), 'all'],
  ['R30', 'sells them once', 0, once(-1), 'all'],
  ['R31', 'basis 3 bp off its usual: against, out when back, 10 min', 600, backToBasis, 'all'],
  ['R32', 'last eighth: trades of all contracts foretell 4 bp, 2 s', 2, tapeOfAll(4), 'all', 'last'],
  ['R33', 'they foretell 10 bp', 2, tapeOfAll(10), 'all', 'last'],
  ['R34', 'they foretell 16 bp', 2, tapeOfAll(16), 'all', 'last'],
];

export const TAKERS: readonly TakerRow[] = ROWS.map(([name, what, hold, rule, among = 'five', last]) => {
  return { name, what, hold, rule, among, last: last !== undefined };
});
