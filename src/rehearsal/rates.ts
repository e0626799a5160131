/**
 * The outcomes of each style over several seeds, and the shares that matter: cheats that were found, honest teams that
 * a person would have had to look at, framed ones.
 */
import type { Outcome, Rehearsed } from './rehearse.ts';
import type { Style } from './styles/style.ts';

export interface Rate {
  readonly style: Style;
  readonly runs: number;
  /** Runs that came out as expected, verdict and rules. */
  readonly asExpected: number;
  /** Runs by verdict. */
  readonly verdicts: ReadonlyMap<string, number>;
  /** Runs by what was found, such as `V07 H`. */
  readonly findings: ReadonlyMap<string, number>;
  /** Seeds that did not come out as expected, with what did. */
  readonly surprises: readonly { readonly seed: number; readonly surprise: string }[];
}

/** A share of runs, and the goal it is held against, in thousandths; none: it is only told. */
export interface Share {
  readonly name: string;
  readonly part: number;
  readonly of: number;
  readonly least?: number;
  readonly most?: number;
}

export interface Rates {
  readonly seeds: readonly number[];
  readonly rates: readonly Rate[];
  readonly shares: readonly Share[];
}

const CHEATS_LEAST = 980;
const HONEST_MOST = 10;

export function ratesOf(runs: readonly Rehearsed[]): Rates {
  const styles = runs[0]?.outcomes.map(({ style }) => style) ?? [];
  const rates = styles.map((style, nth) => rateOf(style, runs, nth));
  const all = runs.flatMap(({ outcomes }) => outcomes);
  const of = (...kinds: readonly Style['kind'][]): readonly Outcome[] =>
    all.filter(({ style }) => kinds.includes(style.kind));
  const share = (name: string, among: readonly Outcome[], counts: (one: Outcome) => boolean): Share => ({
    name,
    part: among.filter(counts).length,
    of: among.length,
  });
  const needsPerson = ({ verdict, style }: Outcome): boolean =>
    verdict !== 'VERIFIED' && verdict !== style.expected.verdict;
  return {
    seeds: runs.map(({ seed }) => seed),
    rates,
    shares: [
      {
        ...share('cheats that are called found, not VERIFIED', of('cheat'), ({ verdict }) => verdict !== 'VERIFIED'),
        least: CHEATS_LEAST,
      },
      {
        ...share('honest teams that need a person, and no document says so', of('honest'), needsPerson),
        most: HONEST_MOST,
      },
      { ...share('framed teams that need a person', of('framed'), needsPerson), most: 0 },
      share('the rest as the documents say', of('noted', 'unseen', 'refused'), ({ surprise }) => surprise === null),
    ],
  };
}

export function isMet({ part, of, least = 0, most = 1000 }: Share): boolean {
  return part * 1000 >= least * of && part * 1000 <= most * of;
}

function rateOf(style: Style, runs: readonly Rehearsed[], nth: number): Rate {
  const verdicts = new Map<string, number>();
  const findings = new Map<string, number>();
  const surprises: { readonly seed: number; readonly surprise: string }[] = [];
  const count = (map: Map<string, number>, name: string): void => void map.set(name, (map.get(name) ?? 0) + 1);
  for (const { seed, outcomes } of runs) {
    const { verdict, findings: all, surprise } = outcomes[nth] as Outcome;
    count(verdicts, verdict);
    for (const { rule, severity } of all) count(findings, `${rule} ${severity}`);
    if (surprise !== null) surprises.push({ seed, surprise });
  }
  return { style, runs: runs.length, asExpected: runs.length - surprises.length, verdicts, findings, surprises };
}
