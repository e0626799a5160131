/** The tables of a rehearsal: in a terminal, and as the rows of docs/threats.md. */
import { isMet, type Rate, type Rates, type Share } from '../rehearsal/rates.ts';
import type { Outcome } from '../rehearsal/rehearse.ts';
import type { Kind, Style } from '../rehearsal/styles/style.ts';
import { RULES } from './standings.ts';

const KINDS: Readonly<Record<Kind, string>> = {
  honest: 'Honest teams',
  framed: 'Honest teams that others frame',
  cheat: 'Cheats that are found',
  noted: 'Cheats that are noted, and VERIFIED all the same',
  unseen: 'Cheats that nothing finds',
  refused: 'What the exchange does not let happen',
};
const ORDER = Object.keys(KINDS) as readonly Kind[];

/** One run: style, expected, found. */
export function outcomeTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((one) => [one.style.name, expectedText(one.style), foundText(one), mark(one)]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] as string).length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, at) => (at < 2 ? cell.padEnd(widths[at] as number) : cell))
      .join('  ')
      .trimEnd();
  const parts = ORDER.flatMap((kind) => {
    const those = outcomes.flatMap((one, at) => (one.style.kind === kind ? [rows[at] as readonly string[]] : []));
    return those.length === 0 ? [] : [`-- ${KINDS[kind]}`, ...those.map(line), ''];
  });
  return [line(['STYLE', 'EXPECTED', 'FOUND']), ...parts].join('\n');
}

const mark = ({ surprise }: Outcome): string => (surprise === null ? '' : `<< ${surprise}`);

function expectedText({ expected: { verdict, by = [], isUnranked, refused } }: Style): string {
  const rules = by.length === 0 ? '' : ` by ${by.join(' ')}`;
  const more = [isUnranked === true ? 'no rank' : '', refused === undefined ? '' : `refused ${refused}`];
  return [verdict + rules, ...more.filter((text) => text !== '')].join(', ');
}

/** Verdict, findings in words with the share of orders they touch, and the result in per cent. */
function foundText({ verdict, findings, rank, return8, counted, refused }: Outcome): string {
  const said = findings.map(({ rule, severity, touched, count }) => {
    const share = touched === null || touched === undefined || counted === 0 ? `${count}` : percent(touched, counted);
    return `${rule} ${severity} ${RULES[rule] ?? ''} (${share})`;
  });
  const result =
    return8 === null ? [] : [`${(Number(return8) / 1e6).toFixed(1)} %${rank === null ? '' : `, rank ${rank}`}`];
  const tried =
    refused.length === 0 ? [] : [`refused ${refused.length} times with ${[...new Set(refused)].join(', ')}`];
  return [verdict, ...said, ...tried, ...result].join('; ');
}

/** Several runs: how often each style came out as expected, and as what. */
export function rateTable({ rates, seeds, shares }: Rates): string {
  const widest = Math.max(...rates.map(({ style }) => style.name.length));
  const rows = rates.map((rate) => {
    const late = rate.surprises.map(({ seed, surprise }) => `seed ${seed}: ${surprise}`);
    return [rate.style.name.padEnd(widest), `${rate.asExpected}/${rate.runs}`, said(rate), ...late].join('  ');
  });
  return [`${seeds.length} SEEDS, AS EXPECTED, FOUND`, ...rows, '', sharesText(shares)].join('\n');
}

export function sharesText(shares: readonly Share[]): string {
  return shares
    .filter(({ of }) => of > 0)
    .map((share) => `${shareText(share)}${isMet(share) ? '' : '  << NOT REACHED'}`)
    .join('\n');
}

function shareText({ name, part, of, least, most }: Share): string {
  const goal =
    least === undefined ? (most === undefined ? '' : `, at most ${most / 10} %`) : `, at least ${least / 10} %`;
  return `${name}: ${part} of ${of} (${percent(part, of)}${goal})`;
}

/** The rows of docs/threats.md. */
export function markdown({ rates, seeds, shares }: Rates): string {
  const tables = ORDER.flatMap((kind) => {
    const those = rates.filter(({ style }) => style.kind === kind);
    if (those.length === 0) return [];
    const rows = those.map(
      (rate) => `| ${rate.style.name} | ${rate.style.does} | ${expectedText(rate.style)} | ${said(rate)} |`,
    );
    return [`### ${KINDS[kind]}`, '', '| Style | Does | Expected | Found |', '|---|---|---|---|', ...rows, ''];
  });
  const totals = shares.filter(({ of }) => of > 0).map((share) => `- ${shareText(share)}`);
  return [`Over ${seeds.length} seeds:`, '', ...totals, '', ...tables].join('\n').trimEnd();
}

/** Verdicts with their shares, and what was found in at least half of the runs. */
function said({ runs, verdicts, findings }: Rate): string {
  const byShare = (map: ReadonlyMap<string, number>) => [...map].toSorted((a, b) => b[1] - a[1]);
  const words = byShare(verdicts).map(([verdict, times]) =>
    times === runs ? verdict : `${verdict} ${percent(times, runs)}`,
  );
  const rules = byShare(findings)
    .filter(([, times]) => 2 * times >= runs)
    .map(([rule]) => rule);
  return rules.length === 0 ? words.join(', ') : `${words.join(', ')}: ${rules.toSorted().join(', ')}`;
}

function percent(part: number, whole: number): string {
  return `${Number(((100 * part) / whole).toFixed(1))} %`;
}
