/**
 * Has a start go on with a data folder: judges it, and loads what both threads go on from. What can be done beside each
 * other is: the store's thread loads its modules, and the latest snapshot is read, while the folder is judged, which
 * waits for the database most of the time. Nothing is written before the judgement has passed.
 */
import type { Logger } from 'pino';
import { type Store, startStore } from '../store/store.ts';
import type { Config } from './config.ts';
import type { DataFolder } from './data-folder.ts';
import { type JudgedStart, judgeStart } from './judge-start.ts';
import { sayAbsence } from './said.ts';
import { type Begun, openSnapshots, type Snapshots } from './snapshots.ts';
import { type StoreAhead, startStoreAhead } from './store-ahead.ts';
import { warmUp } from './warm-up.ts';

/** As long as the read store takes to start anyway. */
const WARM_UP_MS = 150;

/** Of the exchange that starts. */
export interface Starting {
  readonly log: Logger;
  readonly closers: AsyncDisposableStack;
  readonly signal: AbortSignal;
  /** How far it is, in words. */
  waitingFor: string | null;
  readonly fail: (error: unknown) => void;
}

export interface GoneOn {
  readonly judged: JudgedStart;
  readonly snapshots: Snapshots;
  readonly store: Store;
  readonly begun: Begun;
}

/** @throws FolderRefused; what keeps the store from opening */
export async function goOn(
  config: Config,
  folder: DataFolder,
  verb: 'start' | 'serve',
  life: Starting,
): Promise<GoneOn> {
  const { log } = life;
  const ahead = startStoreAhead();
  life.closers.defer(() => ahead.stop());
  const snapshots = await openSnapshots({ folder: folder.snapshots, journal: folder.journal, log });
  const beginning = snapshots.begin();
  beginning.catch(() => undefined);
  const judged = await judgeStart(config, folder, verb, log, progressOf(life)('journal check'), snapshots.from);
  const [store, begun] = await Promise.all([openStore(config, folder, judged, { snapshots, ahead }, life), beginning]);
  return { judged, snapshots, store, begun };
}

async function openStore(
  config: Config,
  folder: DataFolder,
  { rebuild, mayLackBodies, exchange, beginning }: JudgedStart,
  { snapshots, ahead }: { readonly snapshots: Snapshots; readonly ahead: StoreAhead },
  life: Starting,
): Promise<Store> {
  const starting = startStore({
    openThread: ahead.open,
    databaseUrl: config.store ?? folder.database,
    journalPath: folder.journal,
    keyFilePath: folder.keyFile,
    markPath: folder.storeMark,
    rebuild,
    mayLackBodies,
    keep: config.keep,
    snapshots: { folder: folder.snapshots, rhythm: config.snapshot, words: { exchange, beginning } },
    onSnapshot: (news) => snapshots.note(news),
    onSnapshotBegun: () => snapshots.noteBegun(),
    onFault: (error) => life.fail(error),
    onAbsence: (absence) => sayAbsence(life.log, absence),
  });
  warmUp(WARM_UP_MS);
  const store = await starting;
  life.closers.defer(() => store.stop());
  return store;
}

/** Says how far a part of the start is, and ends it when it was asked to stop. */
export function progressOf(life: Pick<Starting, 'waitingFor' | 'signal'>): (what: string) => (part: number) => void {
  return (what) => (part) => {
    life.waitingFor = `${what} ${Math.floor(part * 100)} %`;
    life.signal.throwIfAborted();
  };
}
