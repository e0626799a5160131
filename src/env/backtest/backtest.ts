/**
 * A backtest: a policy over windows and seeds, each with a market of its own, and agents who decide by coin in the same
 * worlds, as often and with as much. What comes of it is judged (`luck/judge.ts`).
 */
import { randomBytes } from 'node:crypto';
import type { History } from '../../market/history/history.ts';
import { type Judged, judge } from '../luck/judge.ts';
import type { Run } from '../luck/figures.ts';
import { count, type EnvOptions, readOptions } from '../options.ts';
import { type Habit, meanHabit } from './coin.ts';
import { type Piece, type Played, play, type World } from './play.ts';
import { type MakePolicy, policyIn } from './policy.ts';
import { Threads } from './threads.ts';

export interface BacktestOptions extends EnvOptions {
  /** Makes the policy of a run; or the URL of a module whose default export does, which more than one thread needs. */
  readonly policy: MakePolicy | URL;
  /** Equal parts of a history; in worlds episodes one after the other. By default 1. */
  readonly windows?: number;
  /** Seeds, or how many; by default 8. */
  readonly seeds?: number | readonly string[];
  /** The first of so many, the next are TEXT-1 and so on; by default one is drawn. */
  readonly seed?: string;
  /** Agents who decide by coin; by default 100, none with 0. */
  readonly coins?: number;
  /** Threads; by default 1, which is this one. */
  readonly parallel?: number;
  /** Is told how much is done. */
  readonly onProgress?: (done: number, all: number) => void;
}

export interface BacktestRun extends Run {
  /** Equity, USDT, at most 1,000 points. */
  readonly curve: readonly number[];
}

export interface BacktestReport extends Judged {
  readonly all: readonly BacktestRun[];
  /** How the policy traded, and therefore those who decided by coin. */
  readonly habit: Habit;
}

/** So many of them share a market: what they do to each other's prices is small beside what prices do. */
const COINS_TOGETHER = 25;

/** @throws TypeError when an option is wrong; what the policy throws */
export async function backtest(options: BacktestOptions): Promise<BacktestReport> {
  const { policy, parallel = 1 } = options;
  if (count('parallel', parallel, 1) > 1 && !(policy instanceof URL))
    throw new TypeError('policy: more than one thread needs the URL of a module; found a function');
  return playedBy(options, await openThreads(policy, parallel), null);
}

/** One run of an agent that is played elsewhere, with the contracts that it traded. */
export interface PlayedElsewhere extends Played {
  readonly symbols: readonly string[];
}

/** A backtest of an agent that somebody else plays in each world; those by coin trade the contracts that it did. */
export async function backtestOf(
  playIn: (world: World) => Promise<PlayedElsewhere>,
  options: Omit<BacktestOptions, 'policy'>,
): Promise<BacktestReport> {
  return playedBy(options, await openThreads(null, count('parallel', options.parallel ?? 1, 1)), playIn);
}

async function playedBy(
  options: Omit<BacktestOptions, 'policy'>,
  threads: Players,
  playIn: ((world: World) => Promise<PlayedElsewhere>) | null,
): Promise<BacktestReport> {
  const { coins = 100, onProgress } = options;
  try {
    const worlds = worldsOf(options);
    const groups = groupsOf(count('coins', coins, 0));
    const all = worlds.length * (1 + groups.length);
    let done = 0;
    const told = (): void => onProgress?.((done += 1), all);
    const traded = new Set<string>();
    const own = await Promise.all(
      worlds.map(async (world) => {
        const played = playIn === null ? (await threads.play({ world, coins: null }))[0]! : await playIn(world);
        for (const symbol of 'symbols' in played ? (played as PlayedElsewhere).symbols : []) traded.add(symbol);
        told();
        return played;
      }),
    );
    const habit = meanHabit(own.map((played) => played.habit));
    const runs = worlds.map((world, at) => ({ ...runOf(world, own[at]!), curve: own[at]!.curve }));
    const contracts = traded.size === 0 ? {} : { contracts: [...traded].toSorted() };
    const where = worlds.map((world) => ({ ...world, options: { ...world.options, ...contracts } }));
    // Nobody trades like somebody who never did.
    const random = habit.present === 0 ? [] : await playCoins(threads, { worlds: where, groups, habit, told });
    return { ...judge(runs, random), all: runs, habit };
  } finally {
    await threads.close();
  }
}

/** Carries out pieces, at once or elsewhere. */
interface Players {
  play(piece: Piece): Promise<Played[]>;
  close(): Promise<void>;
}

/** @param policy null: there are only those by coin */
async function openThreads(policy: MakePolicy | URL | null, parallel: number): Promise<Players> {
  if (typeof policy !== 'function' && parallel > 1) return Threads.open(policy, parallel);
  const make = policy instanceof URL ? await policyIn(policy) : policy;
  // One after the other, as a single thread does them anyway, and never a second market in memory.
  let last: Promise<unknown> = Promise.resolve();
  return {
    play(piece) {
      const played = last.then(() => play(piece, make));
      last = played.catch(() => undefined);
      return played;
    },
    close: () => Promise.resolve(),
  };
}

interface Coins {
  readonly worlds: readonly World[];
  readonly groups: readonly (readonly number[])[];
  readonly habit: Habit;
  readonly told: () => void;
}

/** The runs of each agent by coin, in all worlds. */
async function playCoins(threads: Players, { worlds, groups, habit, told }: Coins): Promise<Run[][]> {
  const pieces = worlds.flatMap((world) => groups.map((numbers): Piece => ({ world, coins: { numbers, habit } })));
  const runs: Run[][] = groups.flat().map(() => []);
  const played = await Promise.all(
    pieces.map(async (piece) => {
      const agents = await threads.play(piece);
      told();
      return agents;
    }),
  );
  for (const [at, { world, coins }] of pieces.entries())
    coins!.numbers.forEach((number, of) => runs[number]!.push(runOf(world, played[at]![of]!)));
  return runs;
}

function runOf({ name, seed }: World, { figures }: Played): Run {
  return { world: name, seed, figures };
}

function groupsOf(coins: number): number[][] {
  const numbers = Array.from({ length: coins }, (_, number) => number);
  return Array.from({ length: Math.ceil(coins / COINS_TOGETHER) }, (_, group) =>
    numbers.slice(group * COINS_TOGETHER, (group + 1) * COINS_TOGETHER),
  );
}

function worldsOf(given: Omit<BacktestOptions, 'policy'> & { readonly policy?: unknown }): World[] {
  const {
    windows,
    seeds,
    seed,
    policy: _policy,
    coins: _coins,
    parallel: _parallel,
    onProgress: _,
    ...options
  } = given;
  const { history } = options;
  const number = count('windows', windows ?? 1, 1);
  const names = seedsOf(seeds, seed);
  const places = history === undefined ? worldPlaces(options, number) : pastPlaces(options, history, number);
  return places.flatMap((place, window) =>
    names.map((name): World => {
      if (history !== undefined) return { name: place.name, seed: name, options: { ...options, ...place.options } };
      // A seed is a world: the same seed at another time of day would be nearly the same world again.
      const own = window === 0 ? name : `${name}/${window}`;
      return { name: own, seed: own, options: { ...options, ...place.options } };
    }),
  );
}

interface Place {
  readonly name: string;
  readonly options: Pick<EnvOptions, 'from' | 'episodeSeconds'>;
}

function worldPlaces(options: EnvOptions, number: number): Place[] {
  const { firstSecond, seconds } = readOptions(options).episode;
  return Array.from({ length: number }, (_, window) => {
    return { name: '', options: { from: (firstSecond + window * seconds) * 1_000 } };
  });
}

/** Equal parts of a history, or what is asked for at the beginning of each. */
function pastPlaces(options: EnvOptions, { fromMs, toMs }: History, number: number): Place[] {
  const { warmUpSeconds } = readOptions(options);
  const partSeconds = Math.floor((toMs - fromMs) / 1_000 / number);
  const seconds = Math.min(options.episodeSeconds ?? partSeconds, partSeconds - warmUpSeconds);
  if (seconds < 1)
    throw new TypeError(
      `windows: longer than the warm-up; found ${number} of ${partSeconds} s each, ${warmUpSeconds} s of it`,
    );
  return Array.from({ length: number }, (_, window) => {
    const from = fromMs + window * partSeconds * 1_000;
    return { name: new Date(from).toISOString(), options: { from, episodeSeconds: seconds } };
  });
}

function seedsOf(seeds: BacktestOptions['seeds'] = 8, first = randomBytes(6).toString('base64url')): readonly string[] {
  if (typeof seeds !== 'number') return seeds;
  return Array.from({ length: count('seeds', seeds, 1) }, (_, at) => (at === 0 ? first : `${first}-${at}`));
}
