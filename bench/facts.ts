/**
 * Whether the market has what real ones have: `npm run bench -- facts` lets seeds × days pass on the real engine in
 * made-up time and holds 35 measures against their bands. What is printed is the mean over the eight contracts, then
 * over seeds.
 *
 * Options: `--seeds` (8), `--days` (4), `--seed` the first of them as text (drawn), the next are `TEXT-1` and so on.
 */
import { randomBytes } from 'node:crypto';
import { FACTS, type Fact, hourly, OF_HOURS, rangeOfHours } from './kit/market/facts.ts';
import { recordMarket } from './kit/market/record.ts';
import { mean } from './kit/market/series.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

export function run(options: BenchOptions): Promise<Result> {
  const [count, days] = [countOption(options, 'seeds', 8), countOption(options, 'days', 4)];
  const seeds = seedsOf(options, count);
  return Promise.resolve(measureFacts({ seeds, hours: days * 24 }, FACTS, (text) => process.stderr.write(`${text}\n`)));
}

/** The seeds a bench of the market runs on. */
export function seedsOf({ seed = randomBytes(6).toString('base64url') }: BenchOptions, count: number): string[] {
  return Array.from({ length: count }, (_, at) => (at === 0 ? seed : `${seed}-${at}`));
}

export interface Span {
  readonly seeds: readonly string[];
  readonly hours: number;
  /** The contracts that are listed; by default all eight. */
  readonly symbols?: readonly string[];
}

/** Measures these facts over so many hours of each seed, of which the first is not looked at. */
export function measureFacts(
  { seeds, hours, symbols }: Span,
  facts: readonly Fact[],
  say: (text: string) => void,
): Result {
  const began = process.cpuUsage();
  const values = facts.map((): number[] => []);
  const hoursOfSeeds: number[][] = [];
  for (const seed of seeds) {
    const record = recordMarket(seed, hours, symbols);
    hoursOfSeeds.push(hourly(record));
    facts.forEach(({ of }, at) => values[at]!.push(of(record)));
    say(`seed ${seed}: ${facts.map(({ name }, at) => `${name} ${figure(values[at]!.at(-1)!)}`).join(', ')}`);
  }
  const ofHours = facts.findIndex(({ name }) => name === OF_HOURS);
  if (ofHours !== -1) values[ofHours] = [rangeOfHours(hoursOfSeeds)];
  const means = new Map(facts.map(({ name }, at) => [name, mean(values[at]!)]));
  let missed = 0;
  const rows = facts.map((fact, at) => {
    const all = values[at]!;
    const isHeld = holds(fact, all) && !(fact.below !== undefined && mean(all) >= means.get(fact.below)!);
    if (!isHeld) missed += 1;
    return {
      fact: fact.name,
      measure: fact.what,
      band: `${fact.low} to ${fact.high}, ${fact.held}`,
      mean: figure(mean(all)),
      seeds: `${figure(Math.min(...all))} to ${figure(Math.max(...all))}`,
      held: isHeld ? 'pass' : 'FAIL',
    };
  });
  const { user, system } = process.cpuUsage(began);
  const seconds = ((user + system) / 1e6).toFixed(0);
  return {
    name: 'facts',
    rows,
    remarks: [
      `${seeds.length} seeds × ${hours} h, the first ${seeds[0]}; ${seconds} s of a processor. Missed: ${missed}.`,
    ],
    goalMet: missed === 0,
  };
}

function holds({ low, high, held }: Fact, values: readonly number[]): boolean {
  const judged = held === 'pool' ? [mean(values)] : values;
  return judged.every((value) => value >= low && value <= high);
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}
