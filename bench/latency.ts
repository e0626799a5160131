/**
 * How long `apply` takes, one command at a time, under a mixed load (`kit/mixed-load.ts`): a full engine with margin,
 * ledger, events and invariants, and commands that were checked on their way, as the sequencer hands them over. Goals,
 * over all commands: p99 at most 2 µs, p99.9 at most 10 µs, nothing above 5 ms; said of ten million.
 *
 * The load is made between the commands, outside the clock. Memory is constant: durations are counted in a histogram
 * of three figures for each kind. Collections of garbage are told by name, with those of the longest commands that one
 * fell into, and what the thread waited for a core meanwhile.
 *
 * Options: `--commands` (1000000; 10000000 is what the goals are of), `--seed` (1).
 */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import { audit } from '../src/core/audit.ts';
import type { Command } from '../src/core/language/commands.ts';
import type { Outcome } from '../src/core/turn/outcome.ts';
import { next } from './kit/commands.ts';
import { observeCollections, waitedForCore } from './kit/held-by.ts';
import { MixedLoad } from './kit/mixed-load.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

/** Applied before the clock starts: the compiler has seen all, and the first of the accounts' positions are there. */
const WARM_UP = 200_000;
/** The event loop gets its turn so often, and with it whoever tells of collections. */
const SLICE = 10_000;
const LISTED = 8;
/** A command that took so long may have been held. */
const HELD_MS = 0.2;
const NS = 1e6;
const GOALS_US = { p99: 2, 'p99.9': 10, max: 5_000 };

const WHAT = ['place, rests', 'place, fills', 'cancel', 'cancel, too late', 'stop moved', 'price', 'tick'] as const;
type What = (typeof WHAT)[number];

interface Long {
  readonly what: What;
  readonly atMs: number;
  readonly ms: number;
  /** How much of it the thread had no core, at most. */
  readonly waitedMs: number;
}

interface Collection {
  readonly kind: string;
  readonly atMs: number;
  readonly ms: number;
}

interface Measured {
  readonly histograms: Readonly<Record<What | 'all', RecordableHistogram>>;
  /** Longest first. */
  readonly longest: readonly Long[];
  readonly collections: readonly Collection[];
  readonly clockNs: number;
}

export async function run(options: BenchOptions): Promise<Result> {
  const count = countOption(options, 'commands', 1_000_000);
  const load = new MixedLoad(countOption(options, 'seed', 1));
  for (let at = 0; at < WARM_UP; at++) applyNext(load);
  const measured = await measure(load, count);
  const broken = audit(load.engine.state);
  if (broken.length > 0) throw new Error(`the engine broke its promises: ${broken.slice(0, 3).join('; ')}`);
  const rows = (['all', ...WHAT] as const).map((what) => rowOf(what, measured.histograms[what]));
  const [all] = rows;
  const goalMet = Object.entries(GOALS_US).every(([name, most]) => Number(all?.[`${name}, µs`]) <= most);
  return { name: 'latency', rows, remarks: remarksOf(measured, goalMet), goalMet };
}

function applyNext(load: MixedLoad): [Command, Outcome] {
  const command = load.next();
  return [command, load.engine.apply(next(load.engine, command), true)];
}

async function measure(load: MixedLoad, count: number): Promise<Measured> {
  const { engine } = load;
  const histograms = Object.fromEntries(['all', ...WHAT].map((what) => [what, ofNanoseconds()])) as Record<
    What | 'all',
    RecordableHistogram
  >;
  const collections: Collection[] = [];
  const observer = observeCollections((kind, atMs, ms) => collections.push({ kind, atMs, ms }));
  const waitedOf = waitedForCore();
  const longest: Long[] = [];
  const clockNs = costOfClock();
  for (let done = 0; done < count; ) {
    let waitedMs = waitedOf();
    for (const end = Math.min(count, done + SLICE); done < end; done++) {
      const command = load.next();
      const sequenced = next(engine, command);
      const atMs = performance.now();
      const outcome = engine.apply(sequenced, true);
      const ms = performance.now() - atMs;
      const what = whatOf(command, outcome);
      const ns = Math.max(1, Math.round(ms * NS));
      histograms[what].record(ns);
      histograms.all.record(ns);
      if (ms < HELD_MS) continue;
      const waited = waitedOf();
      list(longest, { what, atMs, ms, waitedMs: Math.min(ms, waited - waitedMs) });
      waitedMs = waited;
    }
    await new Promise(setImmediate);
  }
  // Those of the last slice are still on their way.
  await new Promise((resolve) => setTimeout(resolve, 20));
  observer.disconnect();
  return { histograms, longest, collections, clockNs };
}

function ofNanoseconds(): RecordableHistogram {
  return createHistogram({ lowest: 1, highest: 60_000_000_000, figures: 3 });
}

/** What two looks at the clock cost, in ns: part of every duration. */
function costOfClock(): number {
  const histogram = ofNanoseconds();
  for (let at = 0; at < 100_000; at++) {
    const atMs = performance.now();
    histogram.record(Math.max(1, Math.round((performance.now() - atMs) * NS)));
  }
  return histogram.percentile(50);
}

/** @throws Error when anything but a cancel that came too late was refused */
function whatOf(command: Command, outcome: Outcome): What {
  const { name } = command;
  if (!outcome.ok) {
    if (name === 'cancelOrder') return 'cancel, too late';
    throw new Error(`${name} was refused: ${JSON.stringify(outcome.reject)}`);
  }
  if (name === 'placeOrder')
    return outcome.events.some((event) => event.name === 'fillMade') ? 'place, fills' : 'place, rests';
  if (name === 'cancelOrder') return 'cancel';
  if (name === 'modifyTpSlOrder') return 'stop moved';
  return name === 'tick' ? 'tick' : 'price';
}

function list(longest: Long[], one: Long): void {
  longest.push(one);
  longest.sort((a, b) => b.ms - a.ms);
  if (longest.length > LISTED) longest.pop();
}

function rowOf(command: What | 'all', histogram: RecordableHistogram): Record<string, string | number> {
  const us = (ns: number): number => Number((ns / 1_000).toFixed(2));
  return {
    command,
    count: histogram.count,
    'p50, µs': us(histogram.percentile(50)),
    'p99, µs': us(histogram.percentile(99)),
    'p99.9, µs': us(histogram.percentile(99.9)),
    'max, µs': us(histogram.max),
  };
}

function remarksOf({ longest, collections, clockNs }: Measured, goalMet: boolean): string[] {
  const kinds = [...new Set(collections.map(({ kind }) => kind))].map((kind) => {
    const times = collections.filter((one) => one.kind === kind).map(({ ms }) => ms);
    const sum = times.reduce((all, ms) => all + ms, 0);
    return `${kind} ${times.length}, ${sum.toFixed(0)} ms in all, the longest ${Math.max(...times).toFixed(2)} ms`;
  });
  const named = longest.map((long) => {
    const inside = collections.filter(({ atMs, ms }) => atMs < long.atMs + long.ms && atMs + ms > long.atMs);
    const why = inside.map(({ kind, ms }) => `${kind} collection ${ms.toFixed(2)}`);
    if (long.waitedMs >= 0.01) why.push(`waited for a core ${long.waitedMs.toFixed(2)}`);
    return `${long.ms.toFixed(2)} ${long.what} (${why.join(', ') || 'its own'})`;
  });
  return [
    `Collections of garbage: ${kinds.join('; ') || 'none'}.`,
    `The longest, ms: ${named.join('; ') || 'none'}.`,
    `Two looks at the clock are ${clockNs} ns of each. The audit of the whole state found nothing.`,
    `Goal: p99 2 µs, p99.9 10 µs, max 5 ms: ${goalMet ? 'met' : 'missed'}.`,
  ];
}
