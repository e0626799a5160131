/** `outcry rehearse --agents COMMAND`: a bot over windows and seeds, judged beside agents who decide by coin. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { backtestOf, type BacktestOptions, type BacktestReport } from '../env/backtest/backtest.ts';
import { type Judged, judge } from '../env/luck/judge.ts';
import { reportText } from '../env/luck/report-text.ts';
import { contractsIn } from '../env/options.ts';
import { openHistory } from '../env/past-prices.ts';
import { Runners } from '../rehearsal/backtest/runners.ts';
import { spanOf } from './clock.ts';
import { print, show, tell } from './output.ts';
import { tableText } from './table.ts';
import { timeOf } from './times.ts';
import { EXIT, UsageError, VerbFailed } from './told.ts';

const MOST = { seeds: 10_000, windows: 10_000, parallel: 256, random: 10_000 } as const;
const DAY_SECONDS = 86_400;
const USUAL_STEP = '60s';

export interface BacktestRequest {
  readonly command: string;
  /** Of `rehearse`, by name. */
  readonly own: Readonly<Record<string, string | undefined>>;
  /** Path of a file of prices; null: worlds. */
  readonly prices: string | null;
  readonly isDisguised: boolean;
  /** As `rehearse` has them; null: none. */
  readonly faults: unknown;
  readonly json: boolean;
  /** Folder in which those of the runs stay; null: they don't. */
  readonly keep: string | null;
}

/** Returns the exit code. @throws UsageError; Error when a run fails */
export async function runBacktest(request: BacktestRequest): Promise<number> {
  const { own, prices, json, keep, command } = request;
  const stepMs = spanIn(own, 'lockstep', USUAL_STEP);
  if (stepMs < 1_000 || stepMs % 1_000 !== 0) throw new UsageError('--lockstep is in whole seconds for a backtest');
  if (keep !== null && existsSync(keep))
    throw new UsageError(`${keep} is there: the runs of a backtest need a new folder`);
  const history = prices === null ? undefined : await openHistory(prices).catch(refuse);
  const options = optionsOf(request, stepMs, history);
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'outcry-backtest-'));
  const thinkMs = own['timeout'] === undefined ? 0 : spanIn(own, 'timeout', '');
  const speed = speedIn(own);
  const isKept = keep !== null;
  const runs = { command, stepMs, thinkMs, speed, prices, faults: request.faults, folder: resolve(folder), isKept };
  const program = [new URL('./main.ts', import.meta.url), 'rehearse', '--runs', JSON.stringify(runs)] as const;
  const notes = new Set<string>();
  const runners = new Runners(program, options.parallel ?? 1, (text) => {
    if (!notes.has(text)) tell(`outcry: ${text}`);
    notes.add(text);
  });
  try {
    const report = await backtestOf((world) => runners.play(world), options).catch(refuse);
    print(json ? JSON.stringify({ command, ...report, overSeeds: overSeeds(report) }) : textOf(report, keep));
    return EXIT.done;
  } finally {
    runners.close();
    if (keep === null) rmSync(folder, { recursive: true, force: true });
  }
}

function optionsOf(
  { own, isDisguised }: BacktestRequest,
  stepMs: number,
  history: BacktestOptions['history'],
): Omit<BacktestOptions, 'policy'> {
  const { seed, from, balance = '10000', for: span } = own;
  if (!/^[1-9]\d{0,8}$/.test(balance))
    throw new UsageError('--balance is a whole amount for a backtest, such as 10000');
  const seconds = span === undefined ? null : Math.floor(spanIn(own, 'for', '') / 1_000);
  return {
    seeds: countIn(own, 'seeds', 8, 1),
    windows: countIn(own, 'windows', 1, 1),
    parallel: countIn(own, 'parallel', 1, 1),
    coins: countIn(own, 'random', 100, 0),
    stepSeconds: stepMs / 1_000,
    balance: Number(balance),
    ...(seed === undefined ? {} : { seed }),
    ...(from === undefined ? {} : { from: timeOf(from, '--from') }),
    ...(history === undefined ? {} : { history, disguised: isDisguised, contracts: contractsIn(history) }),
    ...(seconds === null
      ? history === undefined
        ? { episodeSeconds: DAY_SECONDS }
        : {}
      : { episodeSeconds: seconds }),
    onProgress: process.stderr.isTTY ? showProgress : () => undefined,
  };
}

/** Of a file, an option or a run: what is wrong with it, and not where this was found. */
function refuse(error: Error): never {
  throw new VerbFailed(error.message);
}

function showProgress(done: number, all: number): void {
  show(`${done} of ${all}${done === all ? '\n' : ''}`);
}

/** Of runs that all met the same prices: what else was drawn anew says how much of a result is chance even then. */
function overSeeds(report: BacktestReport): Judged['figures'] | null {
  if (report.worlds > 1 || report.runs === 1) return null;
  return judge(report.all.map((run) => ({ ...run, world: run.seed }))).figures;
}

function textOf(report: BacktestReport, keep: string | null): string {
  const percent = (part: number): string => (part * 100).toFixed(2);
  const rows = report.all.map(({ world, seed, figures }) => [
    world,
    seed,
    percent(figures.return),
    percent(figures.drawdown),
    percent(figures.fees),
    percent(figures.funding),
    figures.turnover.toFixed(2),
    figures.fills,
  ]);
  const head = ['WORLD', 'SEED', 'RETURN %', 'LARGEST FALL %', 'FEES %', 'FUNDING %', 'TURNOVER', 'FILLS'];
  const seeds = overSeeds(report)?.return.interval ?? null;
  const alike =
    seeds === null
      ? []
      : [`\nThese prices only: 95 % of mean returns over seeds are ${seeds.map(percent).join(' to ')} %.`];
  const kept = keep === null ? [] : [`\nThe folder of each run is in ${keep}.`];
  return [tableText({ head, rows }, true), '', reportText(report).trimEnd(), ...alike, ...kept].join('\n');
}

function spanIn(own: BacktestRequest['own'], name: string, usual: string): number {
  const text = own[name] ?? usual;
  const ms = spanOf(text);
  if (ms !== null && ms > 0) return ms;
  throw new UsageError(`--${name} is '${text}', needs a number with s, m, h or d, such as 60s`);
}

function countIn(own: BacktestRequest['own'], name: keyof typeof MOST, usual: number, least: number): number {
  const value = Number(own[name] ?? usual);
  if (Number.isSafeInteger(value) && value >= least && value <= MOST[name]) return value;
  throw new UsageError(`--${name} is '${own[name]}', needs a whole number from ${least} to ${MOST[name]}`);
}

function speedIn({ speed, lockstep }: BacktestRequest['own']): number | null {
  if (speed === undefined) return null;
  if (lockstep !== undefined) throw new UsageError('--speed and --lockstep exclude each other');
  const times = Number(speed);
  if (times >= 0.1 && times <= 100_000) return times;
  throw new UsageError('--speed is a number from 0.1 to 100000');
}
