/**
 * The figures of the process and of its data folder, read at each scrape: how long the event loop is held, the heap,
 * and how large the files are. The trading thread has one event loop, so what holds it holds every order.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metrics } from '../../api/metrics/metrics.ts';
import type { Store } from '../../store/store.ts';
import { watchLoop } from '../../store/thread/loop-delay.ts';
import type { DataFolder } from '../../folder/disk/data-folder.ts';
import type { DiskWatch } from './disk-watch.ts';

/** Adds them. Returns the function that ends measuring. */
export function addProcessGauges(
  metrics: Metrics,
  folder: DataFolder,
  disk: Pick<DiskWatch, 'freeBytes' | 'secondsLeft'>,
  journalBytes: () => number,
  store: Pick<Store, 'delays' | 'shared'>,
): () => void {
  const loop = watchLoop();
  metrics.gauges(
    'outcry_event_loop_delay_seconds',
    'How long work for the trading thread waited for it, since the last scrape',
    'quantile',
    () => ({ ...loop.read() }),
  );
  metrics.gauges(
    'outcry_store_event_loop_delay_seconds',
    'How long work for the thread of the read store waited for it, the worst second since the last scrape',
    'quantile',
    () => ({ ...store.delays() }),
  );
  metrics.gauges('outcry_heap_bytes', 'Memory of the trading thread by kind', 'kind', () => {
    const { heapUsed, heapTotal, external } = process.memoryUsage();
    return { used: heapUsed, total: heapTotal, external };
  });
  const { shared } = store;
  if (shared !== null)
    metrics.gauge('outcry_keys_unseen_seconds', 'Since the keys were looked at; at 60 no request is taken', () => {
      return shared.keysUnseenMs() / 1_000;
    });
  metrics.gauge('outcry_journal_bytes', 'Written of the journal; its file is a little ahead', journalBytes);
  metrics.gauges('outcry_folder_bytes', 'Size of the data folder by kind of file', 'kind', () => sizesOf(folder));
  metrics.gauge('outcry_disk_free_bytes', 'Free on the disk of the data folder', () => disk.freeBytes ?? Number.NaN);
  metrics.gauge(
    'outcry_disk_seconds_left',
    'Until no command is taken for want of room, at the present rate',
    () => disk.secondsLeft,
  );
  return () => loop.stop();
}

export type FileKind = 'journal' | 'journal_compressed' | 'store' | 'snapshots' | 'bodies' | 'other';

/**
 * Bytes of the folder's files by kind; the store's where it is here. A folder that has been running for a year holds
 * thousands of files, so they are looked at one after the other, off this thread.
 */
export async function sizesOf({
  path,
  journal,
  database,
  snapshots,
  bodies,
}: DataFolder): Promise<Record<FileKind, number>> {
  const sizes = { journal: 0, journal_compressed: 0, store: 0, snapshots: 0, bodies: 0, other: 0 };
  const add = async (files: readonly string[], kindOf: (file: string) => FileKind): Promise<void> => {
    for (const file of files) sizes[kindOf(file)] += await sizeOf(file);
  };
  await add(await filesIn(path), (file) =>
    file === journal ? 'journal' : file.startsWith(database) ? 'store' : 'other',
  );
  await add(await filesIn(join(path, 'journal')), (file) => (file.endsWith('.zst') ? 'journal_compressed' : 'journal'));
  await add(await filesIn(snapshots), () => 'snapshots');
  await add(await filesIn(bodies), () => 'bodies');
  return sizes;
}

/** None when the folder isn't there or can't be read: a scrape isn't a place to fail. */
async function filesIn(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isDirectory() ? [] : [join(path, entry.name)]));
}

/** 0 when it has gone meanwhile. */
async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => null))?.size ?? 0;
}
