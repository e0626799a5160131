/** A checkup as Markdown, for an issue, or whoever keeps it beside a run; and its figures as rows of text. */
import type { CheckupView } from '../../api/shapes/checkup.ts';

export const utc = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');
const percent = (part: number | null): string => (part === null ? '–' : `${Math.round(part * 10_000) / 100} %`);
const shown = (value: number | null): string => (value === null ? '–' : String(Math.round(value * 100) / 100));
/** A table's cell holds no line of its own and no border. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}

/** The figures by name. */
export function figureRows({ figures }: CheckupView): (readonly [string, string])[] {
  const { latencyMs } = figures;
  return [
    ['equity, start and end', `${shown(figures.startEquity)} → ${shown(figures.endEquity)} USDT`],
    ['return', percent(figures.return)],
    ['worst drawdown', percent(figures.maxDrawdown)],
    ['Sharpe by hour, by day', `${shown(figures.sharpeHour)}, ${shown(figures.sharpeDay)}`],
    ['turnover', `${shown(figures.turnover)} USDT`],
    ['fees, funding', `${shown(figures.fees)}, ${shown(figures.funding)} USDT`],
    ['orders, fills, maker share', `${figures.orders}, ${figures.fills}, ${percent(figures.makerShare)}`],
    ['slippage', `${shown(figures.slippageBp)} bp`],
    ['requests, refused', `${figures.requests}, ${figures.refusals}`],
    ['faults met', figures.faults.map(({ fault, count }) => `${fault} ${count}`).join(', ') || '–'],
    ['latency p50, p99', `${shown(latencyMs.p50)}, ${shown(latencyMs.p99)} ms`],
    ['barriers, wall seconds a decision', `${shown(figures.barriers)}, ${shown(figures.wallSecondsPerDecision)}`],
  ];
}

/** Symbol, profit, fees, funding and net of each contract. */
export function profitRows({ figures: { contracts } }: CheckupView): string[][] {
  return contracts.map((one) => [one.symbol, ...[one.profit, one.fees, one.funding, one.net].map(shown)]);
}

export const again = ({ unrepeatable }: CheckupView): string =>
  unrepeatable === null ? 'The same requests give the same again.' : `It can't be repeated: ${unrepeatable}.`;

export function markdownOf(report: CheckupView): string {
  const { run, account, period, score, findings } = report;
  const known = period.requestsFromMs === null ? 'no requests on file' : `requests since ${utc(period.requestsFromMs)}`;
  const profits = profitRows(report);
  return [
    `# REHEARSAL: checkup of ${account}, ${score} of 100`,
    '',
    `Run ${run}, ${utc(period.fromMs)} to ${utc(period.toMs)}; ${known}${period.isComplete ? '' : ', not all of them'}.`,
    again(report),
    '',
    ...findings.flatMap(({ id, severity, count, what, why, fix, evidence }) => [
      `## ${id} ${severity} × ${count}`,
      '',
      what,
      '',
      `- Why: ${why}`,
      `- Fix: ${fix}`,
      ...(evidence.length === 0 ? [] : [`- Requests: ${evidence.join(', ')}`]),
      '',
    ]),
    '## Figures',
    '',
    ...table(['', ''], figureRows(report)),
    ...(profits.length === 0 ? [] : ['', ...table(['contract', 'profit', 'fees', 'funding', 'net'], profits)]),
    '',
  ].join('\n');
}
