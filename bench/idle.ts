/**
 * An exchange left alone: what `npm start` leaves on disk and in memory when nobody trades, or when users send orders
 * at a steady rate (`--orders`, a second), and how long it takes to start afterwards. Days of the living market pass
 * under a fast clock (fast-life.ts). Prints the curve: a row for each of the first hours, then one a day.
 *
 * Options: `--days` (3), `--hours` instead of days for a quick look, `--orders` a second (0), `--seed`, `--keep DIR` to
 * make the folder there and leave it, `--minutes` of this machine after which no further hour is begun (none).
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMarket } from '../src/market/simulator/simulator.ts';
import { beginFolder, type FastLife, openFastLife } from './fast-life.ts';
import { openUsers } from './fast-users.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';
import { timeStart } from './timed-start.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const MEBIBYTE = 1024 * 1024;
/** An exchange left alone grows by no more than this a day after its first hour. */
const GOAL_MIB_A_DAY = 40;
/** What it holds in memory may move so much after its first day and a half. */
const GOAL_GROWTH = 0.1;
const GOAL_START_SECONDS = 3;

export async function run(options: BenchOptions): Promise<Result> {
  const hours =
    options['hours'] === undefined ? countOption(options, 'days', 3) * 24 : countOption(options, 'hours', 1);
  const perSecond = options['orders'] === undefined ? 0 : countOption(options, 'orders', 1);
  const minutes = options['minutes'] === undefined ? Number.POSITIVE_INFINITY : countOption(options, 'minutes', 1);
  const folder = options['keep'] ?? mkdtempSync(join(tmpdir(), 'outcry-bench-idle-'));
  try {
    const beganMs = performance.now();
    const untilMs = beganMs + minutes * 60_000;
    await beginFolder(folder, hours * HOUR_MS);
    const machine = await openFastLife(folder);
    const rows = await live(machine, { hours, perSecond, seed: countOption(options, 'seed', 1), untilMs });
    await machine.end();
    const took = ((performance.now() - beganMs) / 60_000).toFixed(1);
    const { readySeconds, historySeconds, said } = await timeStart(folder);
    const remarks = [
      `${Number(rows.at(-1)?.['hour']) / 24} days, ${machine.engine.state.sequence} commands, in ${took} minutes.`,
      `A start on this folder: ready after ${readySeconds.toFixed(2)} s, a first read of history answered after ${historySeconds.toFixed(2)} s (goal ${GOAL_START_SECONDS}).`,
      ...said.slice(0, 12),
      growthText(rows),
    ];
    const isSmall = perSecond > 0 || growthOf(rows) <= GOAL_MIB_A_DAY;
    return {
      name: 'idle',
      rows,
      remarks,
      goalMet: isSmall && isFlat(rows) !== false && historySeconds < GOAL_START_SECONDS,
    };
  } finally {
    if (options['keep'] === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

interface Life {
  readonly hours: number;
  readonly perSecond: number;
  readonly seed: number;
  /** When to stop, by `performance.now()`. */
  readonly untilMs: number;
}

type Row = Readonly<Record<string, string | number>>;

/** Lets the hours pass, and notes what there is after 1, 2, 6, 12 of them and after every day. */
async function live(machine: FastLife, { hours, perSecond, seed, untilMs }: Life): Promise<Row[]> {
  const { clock, submit, engine } = machine;
  const market = createMarket({ state: engine.state, submit, clock, seed });
  await market.open();
  const users = perSecond === 0 ? null : await openUsers(machine, perSecond, seed);
  const rows: Row[] = [];
  const beatMs = SECOND_MS / market.contracts;
  for (let second = 0; second < hours * 3_600; second++) {
    await submit<'tick'>({ name: 'tick' });
    for (let beat = 0; beat < market.contracts; beat++) {
      await market.beat();
      await users?.beat(perSecond / market.contracts);
      clock.advance(beatMs);
    }
    const hour = (second + 1) / 3_600;
    const isLate = Number.isInteger(hour) && performance.now() > untilMs;
    const isNoted = hour % 24 === 0 || [1, 2, 6, 12].includes(hour) || hour === hours;
    if (isNoted || isLate) rows.push(await look(machine, hour));
    if (isLate) return rows;
  }
  return rows;
}

async function look(machine: FastLife, hour: number): Promise<Row> {
  await machine.settle();
  const sizes = { journal: 0, store: 0, snapshots: 0, other: 0 };
  const { path } = machine.folder;
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    const { blocks } = statSync(join(path, name));
    sizes[kindOf(name)] += blocks * 512;
  }
  const mib = (bytes: number): number => Math.round((bytes / MEBIBYTE) * 10) / 10;
  const store = await machine.storeHeap();
  const { rss, heapUsed, heapTotal, arrayBuffers } = process.memoryUsage();
  const row = {
    hour,
    commands: machine.engine.state.sequence,
    journalMiB: mib(sizes.journal),
    storeMiB: mib(sizes.store),
    snapshotsMiB: mib(sizes.snapshots),
    allMiB: mib(sizes.journal + sizes.store + sizes.snapshots + sizes.other),
    rssMiB: mib(rss),
    heapMiB: mib(heapUsed),
    'of MiB': mib(heapTotal),
    arraysMiB: mib(arrayBuffers),
    storeHeapMiB: mib(store.used_heap_size),
    'of its MiB': mib(store.total_heap_size),
  };
  process.stderr.write(`${JSON.stringify(row)}\n`);
  return row;
}

function kindOf(name: string): 'journal' | 'store' | 'snapshots' | 'other' {
  if (name.startsWith('snapshots')) return 'snapshots';
  return name.startsWith('journal') ? 'journal' : name.startsWith('outcry.db') ? 'store' : 'other';
}

/** MiB a day after the first hour. */
function growthOf(rows: readonly Row[]): number {
  const [first] = rows;
  const last = rows.at(-1);
  if (first === undefined || last === undefined || first === last) return Number.NaN;
  return (Number(last['allMiB']) - Number(first['allMiB'])) / ((Number(last['hour']) - Number(first['hour'])) / 24);
}

/** Whether memory stays where it was after the first day; null when there were no two days. */
function isFlat(rows: readonly Row[]): boolean | null {
  const first = rows.find(({ hour }) => Number(hour) >= 24);
  const last = rows.at(-1);
  if (first === undefined || last === undefined || Number(last['hour']) < 48) return null;
  return Number(last['rssMiB']) <= Number(first['rssMiB']) * (1 + GOAL_GROWTH);
}

function growthText(rows: readonly Row[]): string {
  const flat = isFlat(rows);
  const memory = flat === null ? '' : ` Memory after the first day: ${flat ? 'flat' : 'not flat'}.`;
  return `${growthOf(rows).toFixed(1)} MiB a day after the first hour (goal ${GOAL_MIB_A_DAY}).${memory}`;
}
