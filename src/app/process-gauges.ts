/**
 * The figures of the process and of its data folder, read at each scrape: how long the event loop is held, the heap,
 * and how large the files are. The trading thread has one event loop, so what holds it holds every order.
 */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from '../api/ops/metrics.ts';
import type { DataFolder } from './data-folder.ts';

/** A timer's own lateness; each sample contains it. */
const RESOLUTION_MS = 20;
const QUANTILES = { p50: 50, p99: 99, max: 100 } as const;

/** Adds them. Returns what ends measuring. */
export function addProcessGauges(metrics: Metrics, folder: DataFolder, journalBytes: () => number): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  metrics.gauges(
    'outcry_event_loop_delay_seconds',
    'How long work for the trading thread waited for it, since the last scrape',
    'quantile',
    () => {
      const samples = Object.entries(QUANTILES).map(([name, part]) => {
        const nanoseconds = delay.count === 0 ? 0 : part === 100 ? delay.max : delay.percentile(part);
        return [name, Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000)] as const;
      });
      delay.reset();
      return Object.fromEntries(samples);
    },
  );
  metrics.gauges('outcry_heap_bytes', 'Memory of the trading thread by kind', 'kind', () => {
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    return { used: heapUsed, total: heapTotal, external };
  });
  metrics.gauge('outcry_journal_bytes', 'Written of the journal; its file is a little ahead', journalBytes);
  metrics.gauges('outcry_folder_bytes', 'Size of the data folder by kind of file', 'kind', () => sizesOf(folder));
  return () => delay.disable();
}

/** Bytes of the journal, the read store where it lies here, and all else. */
export function sizesOf({ path, journal, database }: DataFolder): { journal: number; store: number; other: number } {
  const sizes = { journal: 0, store: 0, other: 0 };
  for (const name of namesIn(path)) {
    const file = join(path, name);
    const kind = file === journal ? 'journal' : file.startsWith(database) ? 'store' : 'other';
    sizes[kind] += statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  }
  return sizes;
}

/** None when the folder can't be read: a scrape isn't a place to fail. */
function namesIn(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
