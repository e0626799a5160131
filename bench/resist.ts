/**
 * Whether simple rules can milk the market: `npm run bench -- resist` lets sixty of them trade on seeds × days of it in
 * made-up time, each with 2 M USDT, orders of 2,000 and real fees, and says what it kept of its turnover. Then what an
 * account's own trades do to mark and middle, beside the same seed without them.
 *
 * Options: `--seeds` (5), `--days` (2; pushes a quarter of it), `--seed` the first of them as text (drawn);
 * `--headlines yes` for a market with headlines, which nobody reads, without what own trades do.
 */
import { seedsOf } from './facts.ts';
import { type Ground, type Played, playMakers, playPushes, playTakers } from './kit/market/resist/arena.ts';
import { GRIDS } from './kit/market/resist/grids.ts';
import { MAKERS } from './kit/market/resist/makers.ts';
import { PUSHES } from './kit/market/resist/pushes.ts';
import { TAKERS } from './kit/market/resist/takers.ts';
import { type OwnTrade, ownTrades } from './kit/market/own-trades.ts';
import { deviation, mean } from './kit/market/series.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const DAY = 86_400;
const MOST_T = 3;

const ALL = [...TAKERS, ...MAKERS, ...GRIDS, ...PUSHES].toSorted((a, b) => (a.name < b.name ? -1 : 1));
const IS_PUSH = new Set(PUSHES.map(({ name }) => name));

export function run(options: BenchOptions): Promise<Result> {
  const [count, days] = [countOption(options, 'seeds', 5), countOption(options, 'days', 2)];
  const seeds = seedsOf(options, count);
  const headlines = options['headlines'] === 'yes';
  const played = seeds.map((seed, at) => {
    process.stderr.write(`seed ${seed}\n`);
    return playSeed({ seed, seconds: days * DAY, headlines }, at);
  });
  const judged = judge(seeds, played);
  return Promise.resolve(headlines ? judged : withOwnTrades(judged, ownTrades(seeds)));
}

/** Lets all rules play so long, pushes a quarter of it. */
export function playSeed(ground: Ground, shift: number): Played[] {
  return [
    ...playTakers(ground),
    ...playMakers(ground, shift),
    ...playPushes({ ...ground, seconds: Math.floor(ground.seconds / 4) }),
  ];
}

const points = (part: number, { turnover }: Pick<Played, 'turnover'>): number =>
  turnover === 0 ? 0 : (part / turnover) * 10_000;

const netOf = (one: Played): number => points(one.gross - one.fees, one);

function sumOf(all: readonly Played[]): Pick<Played, 'turnover' | 'gross' | 'fees' | 'fills'> {
  const total = { turnover: 0, gross: 0, fees: 0, fills: 0 };
  for (const one of all) for (const key of ['turnover', 'gross', 'fees', 'fills'] as const) total[key] += one[key];
  return total;
}

/** Student's t of the mean; 0 when there are too few to say. */
function tOf(values: readonly number[]): number {
  if (values.length < 3) return 0;
  return (mean(values) / deviation(values)) * Math.sqrt(values.length - 1);
}

export interface Rules {
  /** Fills from which on a rule's own net decides, and not chance. */
  readonly enough: number;
  /** A push is judged without what the index' own moves gave it: in a few hours those are most of its net. */
  readonly still: boolean;
}

const STRICT: Rules = { enough: 10_000, still: false };

/** @param played by seed */
export function judge(
  seeds: readonly string[],
  played: readonly (readonly Played[])[],
  { enough, still }: Rules = STRICT,
): Result {
  const rows = ALL.map(({ name, what }) => {
    const ofSeeds = played.flatMap((one) => one.filter((result) => result.name === name && result.fills > 0));
    const total = sumOf(ofSeeds);
    const [nets, net] = [ofSeeds.map(netOf), netOf({ name, ...total })];
    const t = tOf(nets);
    const ofPush = (one: Played): boolean => (still ? one.still! : netOf(one)) <= 0;
    const isHeld = IS_PUSH.has(name)
      ? ofSeeds.every(ofPush)
      : total.fills >= enough
        ? net < 0
        : !(mean(nets) > 0 && t > MOST_T);
    return {
      rule: name,
      what,
      net: net.toFixed(1),
      gross: points(total.gross, total).toFixed(1),
      fills: total.fills,
      seeds: nets.length === 0 ? '' : `${Math.min(...nets).toFixed(1)} to ${Math.max(...nets).toFixed(1)}`,
      t: nets.length < 3 ? '' : t.toFixed(1),
      held: isHeld ? 'pass' : 'FAIL',
    };
  });
  const missed = rows.filter(({ held }) => held !== 'pass').length;
  return {
    name: 'resist',
    rows,
    remarks: [`${seeds.length} seeds, the first ${seeds[0]}; basis points of turnover. Missed: ${missed}.`],
    goalMet: missed === 0,
  };
}

function withOwnTrades(result: Result, trades: readonly OwnTrade[]): Result {
  const isHeld = ({ found, low, high }: OwnTrade): boolean => found >= low && found <= high;
  const lines = trades.map((one) => {
    const { what, found, low, high } = one;
    return `${what}: ${found.toPrecision(3)} (${low} to ${high}) ${isHeld(one) ? 'pass' : 'FAIL'}`;
  });
  return { ...result, remarks: [...result.remarks, ...lines], goalMet: result.goalMet && trades.every(isHeld) };
}
