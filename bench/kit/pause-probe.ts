/**
 * Loaded into the exchange's process by `bench/pauses.ts` (`--import`), before anything else. Looks every few
 * milliseconds whether the trading thread was held, and by what: a collection of garbage, a call to the file system
 * that blocks, work of its own, or other threads and processes that had the cores (the kernel's `schedstat` says how
 * long a thread that could run had to wait for one). SIGUSR2 begins a recording and, sent again, writes it to the file
 * that OUTCRY_PAUSES names.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import { createHistogram } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { observeCollections, pageFaults, waitedForCore } from './held-by.ts';

/** A stretch in which something else than waiting for work went on; milliseconds since the recording began. */
export interface Stretch {
  readonly what: string;
  readonly atMs: number;
  readonly ms: number;
}

/** The trading thread came back to its timers so much too late. */
export interface Pause {
  readonly atMs: number;
  readonly lateMs: number;
  /** CPU time of the thread meanwhile. */
  readonly cpuMs: number;
  /** How long it could have run and had no core. */
  readonly waitedMs: number;
  /** How often it met a page of memory that was not there: each may cost more than the kernel counts as waiting. */
  readonly faults: number;
}

export interface Recording {
  readonly seconds: number;
  /** Lateness of all looks, in ms. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
  readonly pauses: readonly Pause[];
  readonly stretches: readonly Stretch[];
}

const LOOK_EVERY_MS = 5;
/** Shorter ones are not kept. */
const PAUSE_MS = 10;
const STRETCH_MS = 0.5;
const MICROSECONDS = 1_000;

if (isMainThread && process.env['OUTCRY_PAUSES'] !== undefined) watch(process.env['OUTCRY_PAUSES']);

function watch(target: string): void {
  const stretches: Stretch[] = [];
  const keep = (what: string, startMs: number, ms: number): void => {
    if (ms >= STRETCH_MS) stretches.push({ what, atMs: startMs, ms });
  };
  observeFiles(keep);
  observeCollections((kind, startMs, ms) => keep(`gc ${kind}`, startMs, ms));
  let end: (() => Omit<Recording, 'stretches'>) | null = null;
  process.on('SIGUSR2', () => {
    if (end === null) {
      stretches.length = 0;
      end = record();
      return;
    }
    const recording: Recording = { ...end(), stretches };
    // The observer's entries of the last turn are still on their way.
    setImmediate(() => setImmediate(() => fs.writeFileSync(target, JSON.stringify(recording))));
  });
}

function record(): () => Omit<Recording, 'stretches'> {
  const waitedOf = waitedForCore();
  const faultsOf = pageFaults();
  const histogram = createHistogram({ lowest: 1, highest: 60_000_000, figures: 3 });
  const pauses: Pause[] = [];
  const startMs = performance.now();
  const look = () => ({ atMs: performance.now(), cpuMs: threadCpuMs(), waitedMs: waitedOf(), faults: faultsOf() });
  let last = look();
  const timer = setInterval(() => {
    const now = look();
    const lateMs = now.atMs - last.atMs - LOOK_EVERY_MS;
    histogram.record(Math.max(1, Math.round(lateMs * MICROSECONDS)));
    if (lateMs >= PAUSE_MS)
      pauses.push({
        atMs: last.atMs,
        lateMs,
        cpuMs: now.cpuMs - last.cpuMs,
        waitedMs: now.waitedMs - last.waitedMs,
        faults: now.faults - last.faults,
      });
    last = now;
  }, LOOK_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    const at = (part: number): number => histogram.percentile(part) / MICROSECONDS;
    const seconds = (performance.now() - startMs) / 1_000;
    const late = { p50Ms: at(50), p99Ms: at(99), p999Ms: at(99.9), maxMs: histogram.max / MICROSECONDS };
    return { seconds, ...late, pauses };
  };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS;
}

/** Notes the calls to the file system that block, with the file's name. */
function observeFiles(keep: (what: string, startMs: number, ms: number) => void): void {
  const names = new Map<number, string>();
  const all = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of Object.keys(all).filter((one) => one.endsWith('Sync'))) {
    const original = all[name];
    if (typeof original !== 'function') continue;
    all[name] = (...args) => {
      const startMs = performance.now();
      const result = original.apply(fs, args);
      const [file] = args;
      const path = typeof file === 'number' ? (names.get(file) ?? '') : basename(String(file));
      if (name === 'openSync' && typeof result === 'number') names.set(result, path);
      keep(`${name} ${path}`, startMs, performance.now() - startMs);
      return result;
    };
  }
  syncBuiltinESMExports();
}
