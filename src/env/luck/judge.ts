/**
 * Luck told from skill: the mean of each figure with the interval it would be found in, had other worlds been drawn,
 * and the same of agents who decide by coin in the same worlds. Whoever is no better than these has shown nothing.
 */
import { Draws, keyOf } from '../../market/world/draws.ts';
import { sha256 } from '../../store/sha256.ts';
import { FIGURES, type Figures, type Run } from './figures.ts';

/** A mean, and 95 % of the means of worlds drawn again from those that were seen. */
export interface Estimate {
  readonly mean: number;
  /** Null of a single world, which says nothing of others. */
  readonly interval: readonly [low: number, high: number] | null;
}

/** The mean of all agents, and that of all but the lowest and the highest twentieth of them. */
export interface Spread {
  readonly mean: number;
  readonly range: readonly [low: number, high: number];
}

export interface Judged {
  readonly runs: number;
  readonly worlds: number;
  readonly figures: Readonly<Record<keyof Figures, Estimate>>;
  /** Null: nobody decided by coin. */
  readonly random: {
    readonly agents: number;
    readonly figures: Readonly<Record<keyof Figures, Spread>>;
    /** How many of them had at least its mean return. */
    readonly asGood: number;
    /** The chance of that or less, were it one of them. */
    readonly chance: number;
  } | null;
}

const RESAMPLES = 2_000;
/** Any number: the same worlds give the same intervals. */
const STREAM = 1;
const INTERVAL = [0.025, 0.975] as const;
const RANGE = [0.05, 0.95] as const;

/**
 * @param runs of the agent that is judged
 * @param random the runs of each agent that decided by coin, in the same worlds
 * @throws TypeError when there are no runs
 */
export function judge(runs: readonly Run[], random: readonly (readonly Run[])[] = []): Judged {
  if (runs.length === 0) throw new TypeError('there are no runs to judge');
  const worlds = byWorld(runs);
  const figures = ofEach((figure) => estimate(worlds, figure));
  const base = { runs: runs.length, worlds: worlds.length, figures };
  if (random.length === 0) return { ...base, random: null };
  const others = random.map((one) => byWorld(one));
  const asGood = others.filter((one) => meanOf(one, 'return') >= figures.return.mean).length;
  const spreads = ofEach((figure) => spread(others.map((one) => meanOf(one, figure))));
  const chance = (asGood + 1) / (random.length + 1);
  return { ...base, random: { agents: random.length, figures: spreads, asGood, chance } };
}

/** The figures of each world: means of its runs. */
function byWorld(runs: readonly Run[]): Figures[] {
  const groups = Map.groupBy(runs, ({ world }) => world);
  return [...groups.values()].map((group) => ofEach((figure) => mean(group.map(({ figures }) => figures[figure]))));
}

function estimate(worlds: readonly Figures[], figure: keyof Figures): Estimate {
  const values = worlds.map((world) => world[figure]);
  if (values.length < 2) return { mean: mean(values), interval: null };
  const draws = new Draws(keyOf('luck', sha256), STREAM);
  const means = Array.from({ length: RESAMPLES }, () => {
    let sum = 0;
    for (let left = values.length; left > 0; left--) sum += values[draws.below(values.length)]!;
    return sum / values.length;
  });
  return { mean: mean(values), interval: quantiles(means, INTERVAL) };
}

function spread(values: readonly number[]): Spread {
  return { mean: mean(values), range: quantiles(values, RANGE) };
}

function quantiles(values: readonly number[], [low, high]: readonly [number, number]): [number, number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number): number => sorted[Math.round(part * (sorted.length - 1))]!;
  return [at(low), at(high)];
}

function meanOf(worlds: readonly Figures[], figure: keyof Figures): number {
  return mean(worlds.map((world) => world[figure]));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ofEach<T>(make: (figure: keyof Figures) => T): Readonly<Record<keyof Figures, T>> {
  return Object.fromEntries(FIGURES.map((figure) => [figure, make(figure)])) as Record<keyof Figures, T>;
}
