/**
 * Days of an exchange's life under a fast clock (kit/fast-life.ts), with the living market and, with `--orders`, users:
 * what they leave on disk and in memory, a row for each of the first hours and then one a day; and how long the real
 * command takes to start on that folder, until it trades and until it has answered a first read of history. Goals: left
 * alone it grows by no more than 40 MiB a day after its first hour, memory is flat after the first day, a start takes 3
 * seconds.
 *
 * Options: `--days` (3), or `--hours` for a quick look; `--orders` of users a second (0); `--market none` without the
 * market; `--seed` (1); `--rounds` of starts (3); `--keep DIR` to make the folder there and leave it, or to start on it
 * when it was made there before; `--minutes` of this machine after which no further hour is begun (none); `--profile`
 * a folder for CPU profiles of the starts.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { EIGHTHS } from '../src/market/house/house.ts';
import { Market } from '../src/market/market.ts';
import type { Submit } from '../src/market/submit.ts';
import { keyOf } from '../src/market/world/draws.ts';
import { World } from '../src/market/world/world.ts';
import { sha256 } from '../src/store/sha256.ts';
import { timeStart } from './kit/exchange.ts';
import { beginFolder, type FastLife, openFastLife } from './kit/fast-life.ts';
import { openUsers } from './kit/fast-users.ts';
import { median } from './kit/figures.ts';
import { type BenchOptions, countOption, inFolder, type Result } from './kit/result.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const MEBIBYTE = 1024 * 1024;
/** `growth`: what it holds in memory may move so much after its first day. */
const GOALS = { mibADay: 40, growth: 0.1, startSeconds: 3 };

type Row = Readonly<Record<string, string | number>>;

/** What was made, which stays beside a folder that is kept. */
interface Made {
  readonly rows: readonly Row[];
  readonly remarks: readonly string[];
}

export async function run(options: BenchOptions): Promise<Result> {
  const { keep } = options;
  return keep === undefined ? inFolder(options, (folder) => runIn(folder, options)) : runIn(keep, options);
}

async function runIn(place: string, options: BenchOptions): Promise<Result> {
  const [folder, made] = [join(place, 'data'), join(place, 'made.json')];
  if (!existsSync(made)) {
    const found = await make(folder, options);
    writeFileSync(made, JSON.stringify(found));
  }
  const { rows, remarks } = JSON.parse(readFileSync(made, 'utf8')) as Made;
  const starts = [];
  for (let left = countOption(options, 'rounds', 3); left > 0; left--) starts.push(await timeStart(folder, options));
  const history = median(starts.map(({ historySeconds }) => historySeconds));
  const growth = growthOf(rows);
  const flat = isFlat(rows);
  const isSmall = options['orders'] !== undefined || !(growth > GOALS.mibADay);
  const times = starts.map((one) => `${one.readySeconds.toFixed(2)} and ${one.historySeconds.toFixed(2)} s`);
  return {
    name: 'life',
    rows,
    remarks: [
      ...remarks,
      `${growth.toFixed(1)} MiB a day after the first hour (goal, left alone: ${GOALS.mibADay}).${flat === null ? '' : ` Memory after the first day: ${flat ? 'flat' : 'not flat'}.`}`,
      `Starts on this folder, ready and a first read of history answered after: ${times.join(', ')} (goal ${GOALS.startSeconds}, the median: ${history.toFixed(2)}). Load average ${loadavg()[0]!.toFixed(1)}.`,
    ],
    goalMet: isSmall && flat !== false && history < GOALS.startSeconds,
  };
}

async function make(folder: string, options: BenchOptions): Promise<Made> {
  const hours =
    options['hours'] === undefined ? countOption(options, 'days', 3) * 24 : countOption(options, 'hours', 1);
  const minutes = options['minutes'] === undefined ? Infinity : countOption(options, 'minutes', 1);
  const perSecond = Number(options['orders'] ?? 0);
  if (!(perSecond >= 0)) throw new Error(`--orders must be a number a second, found ${options['orders']}`);
  const beganMs = performance.now();
  await beginFolder(folder, hours * HOUR_MS);
  const life = await openFastLife(folder);
  const { rows, users } = await live(life, {
    hours,
    perSecond,
    seed: countOption(options, 'seed', 1),
    hasMarket: options['market'] !== 'none',
    untilMs: beganMs + minutes * 60_000,
  });
  await life.end();
  const { sequence, orders } = life.engine.state;
  const took = ((performance.now() - beganMs) / 60_000).toFixed(1);
  const refused = [...(users?.refused ?? [])].map(([reason, times]) => `${reason} ${times}`).join(', ');
  const said = `${Number(rows.at(-1)?.['hour']) / 24} days, ${sequence} commands, ${orders.size} orders known; made in ${took} minutes.`;
  const ofUsers = users === null ? [] : [`Of users ${users.accepted} accepted, refused: ${refused || 'none'}.`];
  return { rows, remarks: [said, ...ofUsers] };
}

interface Life {
  readonly hours: number;
  readonly perSecond: number;
  readonly seed: number;
  readonly hasMarket: boolean;
  /** When to stop, by `performance.now()`. */
  readonly untilMs: number;
}

/** Lets the hours pass, and notes what there is after 1, 2, 6, 12 of them and after every day. */
async function live(life: FastLife, { hours, perSecond, seed, hasMarket, untilMs }: Life) {
  const { clock, engine } = life;
  const word = `life ${seed}`;
  const weather = new World({ seed: word, sha256, second: secondOf(clock) });
  const market = new Market({ state: engine.state, weather, key: keyOf(word, sha256) });
  const submit = (async (command: Parameters<Submit>[0]) => {
    const outcome = await life.submit(command);
    market.see(outcome.events);
    return outcome;
  }) as Submit;
  for (const command of market.opening()) await submit(command);
  const users = perSecond === 0 ? null : await openUsers({ ...life, submit }, perSecond, seed);
  const freshSeconds = Math.floor(engine.state.parameters.indexStaleMs / SECOND_MS) - 1;
  const rows: Row[] = [];
  for (let second = 0; second < hours * 3_600; second++) {
    // Without it, prices are told just before they would be too old for orders.
    const isQuoted = hasMarket || second % freshSeconds === 0;
    for (let eighth = 0; eighth < EIGHTHS; eighth++) {
      if (isQuoted)
        for (const commands of market.eighth(secondOf(clock), eighth))
          for (const command of commands) await submit(command);
      await users?.beat(perSecond / EIGHTHS);
      clock.advance(SECOND_MS / EIGHTHS);
    }
    await submit<'tick'>({ name: 'tick' });
    const hour = (second + 1) / 3_600;
    const isLate = Number.isInteger(hour) && performance.now() > untilMs;
    const isNoted = hour % 24 === 0 || [1, 2, 6, 12].includes(hour) || hour === hours;
    if (isNoted || isLate) rows.push(await look(life, hour));
    if (isLate) break;
  }
  return { rows, users };
}

const secondOf = (clock: FastLife['clock']): number => Math.floor(clock.nowMs() / SECOND_MS);

async function look(life: FastLife, hour: number): Promise<Row> {
  await life.settle();
  const sizes = { journal: 0, store: 0, snapshots: 0, other: 0 };
  const { path } = life.folder;
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    const { blocks } = statSync(join(path, name));
    sizes[kindOf(name)] += blocks * 512;
  }
  const mib = (bytes: number): number => Math.round((bytes / MEBIBYTE) * 10) / 10;
  const store = await life.storeHeap();
  const { rss, heapUsed, heapTotal, arrayBuffers } = process.memoryUsage();
  const row = {
    hour,
    commands: life.engine.state.sequence,
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
  return Number(last['rssMiB']) <= Number(first['rssMiB']) * (1 + GOALS.growth);
}
