/** A judgement as a table for people. */
import { FIGURES, type Figures } from './figures.ts';
import type { Judged } from './judge.ts';

const PERCENT = 100;
const LABELS: Readonly<Record<keyof Figures, { readonly label: string; readonly times: number }>> = {
  return: { label: 'return, %', times: PERCENT },
  drawdown: { label: 'largest fall, %', times: PERCENT },
  fees: { label: 'fees, %', times: PERCENT },
  funding: { label: 'funding paid, %', times: PERCENT },
  turnover: { label: 'turnover, times', times: 1 },
  fills: { label: 'fills', times: 1 },
};
/** Below such a chance it is hard to call it luck. */
const RARE = 0.05;

/** Lines that end with a line feed; all but fills in parts of the equity a run began with. */
export function reportText(judged: Judged): string {
  const { runs, worlds, figures, random } = judged;
  const heads = ['', 'mean', '95 % of means'];
  if (random !== null) heads.push(`of ${random.agents} by coin: mean`, '90 % of them');
  const rows = FIGURES.map((figure) => {
    const { label, times } = LABELS[figure];
    const text = (value: number): string => (value * times).toFixed(2);
    const { mean, interval } = figures[figure];
    const row = [label, text(mean), interval === null ? '–' : interval.map(text).join(' to ')];
    if (random === null) return row;
    const by = random.figures[figure];
    return [...row, text(by.mean), by.range.map(text).join(' to ')];
  });
  const remark = random === null ? '' : `\n${verdict(judged, random)}\n`;
  return `${counted(runs, 'run')} in ${counted(worlds, 'world')}\n\n${table([heads, ...rows])}${remark}`;
}

function verdict({ figures }: Judged, { agents, asGood, chance }: NonNullable<Judged['random']>): string {
  const found = `${asGood} of ${agents} who decided by coin did as well (chance ${chance.toFixed(2)})`;
  const low = figures.return.interval?.[0] ?? 0;
  if (chance > RARE) return `${found}: this may be luck.`;
  return low > 0
    ? `${found}: this is hard to call luck.`
    : `${found}: better than a coin, and not told from losing: more worlds may tell.`;
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}
