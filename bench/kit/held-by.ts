/** What may hold a thread besides its own work, as the kernel and V8 tell of it. */
import fs from 'node:fs';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';

const GC_KINDS: Readonly<Record<number, string>> = { 1: 'minor', 4: 'major', 8: 'incremental', 16: 'weak callbacks' };

const { readSync } = fs;

/** Tells of each collection of garbage of this thread, once the event loop has its turn. */
export function observeCollections(tell: (kind: string, startMs: number, ms: number) => void): PerformanceObserver {
  const observer = new PerformanceObserver((entries) => {
    for (const entry of entries.getEntries() as (PerformanceEntry & { readonly detail: { readonly kind: number } })[])
      tell(GC_KINDS[entry.detail.kind] ?? 'other', entry.startTime, entry.duration);
  });
  observer.observe({ entryTypes: ['gc'] });
  return observer;
}

/** Reads how long this thread, ready to run, waited for a core so far, in ms; always 0 where that isn't told. */
export function waitedForCore(): () => number {
  const schedstat = threadFile('schedstat');
  return () => Number(schedstat().split(' ')[1] ?? 0) / 1e6;
}

/** Reads how many pages this thread needed so far were not in memory; always 0 where that isn't told. */
export function pageFaults(): () => number {
  const stat = threadFile('stat');
  // The name of the thread is in brackets; proc(5) numbers the fields after it from 3 on.
  return () => Number(stat().split(') ')[1]?.split(' ')[10 - 3] ?? 0);
}

/** Reads a file of the kernel's about this thread, again and again; always '' where there is none. */
function threadFile(name: string): () => string {
  let fd: number;
  try {
    fd = fs.openSync(`/proc/self/task/${process.pid}/${name}`, 'r');
  } catch {
    return () => '';
  }
  const text = Buffer.alloc(512);
  return () => text.toString('latin1', 0, readSync(fd, text, 0, text.length, 0));
}
