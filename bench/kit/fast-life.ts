/**
 * A data folder as `outcry start` makes it, whose exchange then lives under a fast clock: the engine, what is
 * remembered in memory, the journal with its compressor and the read store with its snapshots in their threads, all on
 * real files; only time is made up, and nobody waits for an answer. The real command can go on with the folder
 * afterwards.
 */
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HeapInfo } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { createCompressor } from '../../src/app/journal/compressor.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { type DataFolder, dataFolder } from '../../src/folder/disk/data-folder.ts';
import { createHistory } from '../../src/folder/history.ts';
import { startApp } from '../../src/app/start.ts';
import { createEngine, type Engine } from '../../src/core/engine.ts';
import type { Command } from '../../src/core/language/commands.ts';
import type { Outcome } from '../../src/core/turn/outcome.ts';
import { createProjections } from '../../src/live/projection.ts';
import type { Submit } from '../../src/market/submit.ts';
import { type ManualClock, manualClock } from '../../src/time/manual.ts';
import { oneClock } from '../../src/time/wall-clock.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { commandText } from '../../src/sequencer/journal/record.ts';
import { replay } from '../../src/sequencer/replay.ts';
import { wallClock } from '../../src/time/wall-clock.ts';
import { sha256 } from '../../src/store/sha256.ts';
import { startStore, type Store } from '../../src/store/store.ts';

const DAY_MS = 86_400_000;
const SWEPT_WITHIN_MS = 600_000;
const WALKS = [
  ['house bill', 'bill', 'time_ms'],
  ['house order_record', 'order_record', 'created_ms'],
] as const;
/** The room that the store keeps free, and a little. */
const MOST_FREE_PAGES = 1_100;
/** The defaults of a start. */
const KEEP = { projectHouse: false, house: DAY_MS, users: null, trades: null, minutes: 90 * DAY_MS };
const RHYTHM = { commands: 500_000, minutes: 0 };
/** Commands in one write of the journal. */
const BATCH = 500;
/** The store may be so many commands behind before time goes on. */
const MOST_BEHIND = 200_000;

export interface FastLife {
  readonly folder: DataFolder;
  readonly clock: ManualClock;
  readonly engine: Engine;
  readonly submit: Submit;
  /** Writes what is pending, and waits until the store has followed and no segment is left to compress. */
  settle(): Promise<void>;
  /** Of the store's thread. */
  storeHeap(): Promise<HeapInfo>;
  /** Settles, writes a snapshot as a clean stop does, and closes everything. */
  end(): Promise<void>;
}

/** Begins an exchange in an empty folder so long ago that a life of `forMs` ends now. */
export async function beginFolder(path: string, forMs: number): Promise<void> {
  mkdirSync(path, { recursive: true });
  if (existsSync(dataFolder(path).journal)) throw new Error(`${path} has an exchange already; name an empty folder`);
  const clock = wallClock(oneClock(() => Date.now() - forMs));
  const flags = ['--data', path, '--port', '0', '--no-market', '--log-level', 'warn'];
  await (await startApp(readConfig(flags, {}), { demo: true, clock })).stop();
}

/** Goes on with a folder that was just begun. */
export async function openFastLife(path: string): Promise<FastLife> {
  const folder = dataFolder(path);
  const log = { info: () => undefined, error: (...said: readonly unknown[]) => console.error(...said) };
  const compressor = createCompressor(folder.journal, log);
  const journal = await openJournal(folder.journal, { onClosed: () => compressor.wake() });
  const engine = createEngine(sha256);
  const { all } = createHistory(engine.state, Date.now());
  const projections = createProjections(all, ({ name, error }) => {
    throw new Error(`the projection ${name} failed`, { cause: error });
  });
  await replay(journal, engine, { onApplied: projections.replayed });
  const { store, storeHeap } = await openStore(folder);
  const clock = manualClock(journal.end.timeMs);
  store.announceDurable(journal.end.sequence, clock.nowMs());
  let pending: { sequence: number; timeMs: number; text: string }[] = [];
  const append = async (): Promise<void> => {
    const batch = pending;
    pending = [];
    if (batch.length > 0) await journal.append(batch);
    store.announceDurable(journal.end.sequence, clock.nowMs());
  };
  const submit = async (command: Command): Promise<Outcome> => {
    const sequenced = { sequence: engine.state.sequence + 1, timeMs: clock.nowMs(), command };
    pending.push({ ...sequenced, text: commandText(command) });
    const outcome = engine.apply(sequenced);
    projections.applied(sequenced, outcome);
    if (pending.length >= BATCH) {
      await append();
      await caughtUp(store, engine.state.sequence, MOST_BEHIND);
    }
    return outcome;
  };
  const settle = async (): Promise<void> => {
    await append();
    await caughtUp(store, engine.state.sequence, 0);
    const beganMs = performance.now();
    await swept(folder, clock.nowMs() - KEEP.house);
    await compressed(folder);
    const seconds = (performance.now() - beganMs) / 1_000;
    if (seconds > 10) console.error(`${seconds.toFixed(0)} s until all was swept and compressed`);
  };
  return {
    folder,
    clock,
    engine,
    submit: submit as Submit,
    settle,
    storeHeap,
    async end() {
      await settle();
      await store.ask('snapshot', null, engine.state.sequence);
      await store.stop();
      await compressor.stop();
      await journal.close();
    },
  };
}

async function openStore(folder: DataFolder): Promise<{ store: Store; storeHeap: () => Promise<HeapInfo> }> {
  let thread: Worker | null = null;
  const store = await startStore({
    databaseUrl: folder.database,
    journalPath: folder.journal,
    keyFilePath: folder.keyFile,
    keep: KEEP,
    snapshots: { folder: folder.snapshots, rhythm: RHYTHM, words: { exchange: '', beginning: 'demo' } },
    askTimeoutMs: DAY_MS,
    onFault: (fault) => {
      throw fault;
    },
    onSnapshot: (news) => {
      if (!('made' in news)) throw new Error('no snapshot was written', { cause: news });
      const { sequence, bytes, milliseconds } = news.made;
      console.error(`snapshot of ${sequence}: ${bytes} bytes, ${milliseconds} ms`);
    },
    openThread: (workerData) =>
      (thread = new Worker(new URL('../../src/app/replica/store-thread.ts', import.meta.url), {
        name: 'store',
        workerData,
      })),
  });
  return {
    store,
    storeHeap: () => (thread === null ? Promise.reject(new Error('no thread')) : thread.getHeapStatistics()),
  };
}

/** Waits until the store is no further behind than that. */
async function caughtUp(store: Store, sequence: number, most: number): Promise<void> {
  while (sequence - store.projected() > most) await sleep(20);
}

/**
 * Waits until what the house did before is gone, and its room with it, as they would be with a clock that is not fast:
 * in an exchange that runs they go as quickly as they come.
 */
async function swept({ database: path }: DataFolder, untilMs: number): Promise<void> {
  const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
  for (const [walk, table, time] of WALKS) {
    // The row that the walk looks at next: a search for the house's would read all rows of the users.
    const next = database.prepare(`SELECT ${time} AS at FROM ${table} WHERE id >
      coalesce((SELECT place FROM kept_from WHERE name = '${walk}'), 0) ORDER BY id LIMIT 1`);
    while (Number(next.get()?.['at'] ?? untilMs) < untilMs - SWEPT_WITHIN_MS) await sleep(500);
  }
  const free = database.prepare('PRAGMA freelist_count');
  while (Number(free.get()?.['freelist_count']) > MOST_FREE_PAGES) await sleep(500);
  database.close();
}

async function compressed({ path }: DataFolder): Promise<void> {
  const closed = join(path, 'journal');
  while (existsSync(closed) && readdirSync(closed).some((name) => !name.endsWith('.zst'))) await sleep(100);
}
