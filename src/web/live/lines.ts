/**
 * Lines to be drawn: what each is called and where it is, as doubles for pixels only. A line of the benchmark is named
 * by its contract.
 */
import type { ContestEquityAnswer } from '../../client/index.ts';

export interface Line {
  readonly key: string;
  readonly name: string;
  /** In percent; null where there was no sample. */
  readonly values: readonly (number | null)[];
  /** Holding a contract, for comparison. */
  readonly isHold: boolean;
}

export interface Lines {
  /** Epoch seconds. */
  readonly t: readonly number[];
  readonly lines: readonly Line[];
}

const E8_TO_PERCENT = 1e-6;

function percents(values: readonly (string | null)[]): (number | null)[] {
  return values.map((value) => (value === null ? null : Number(value) * E8_TO_PERCENT));
}

export function linesOf(
  { t, series, benchmark }: ContestEquityAnswer,
  names: ReadonlyMap<string, string>,
  hold: string,
): Lines {
  const teams = series.map(({ team, return8 }) => ({
    key: team,
    name: names.get(team) ?? team,
    values: percents(return8),
    isHold: false,
  }));
  const held = benchmark.some((value) => value !== null)
    ? [{ key: '', name: hold, values: percents(benchmark), isHold: true }]
    : [];
  return { t: t.map((ms) => ms / 1_000), lines: [...teams, ...held] };
}

/**
 * Places of labels so that none covers another: `least` apart, as near to where they belong as possible, within a
 * height.
 */
export function spreadLabels(wanted: readonly number[], least: number, height: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]!);
  const placed = [...wanted];
  let floor = least / 2;
  for (const at of order) {
    const place = Math.max(placed[at]!, floor);
    placed[at] = place;
    floor = place + least;
  }
  let ceiling = height - least / 2;
  for (const at of order.toReversed()) {
    const place = Math.min(placed[at]!, ceiling);
    placed[at] = place;
    ceiling = place - least;
  }
  return placed;
}
