/**
 * Resumes from a data folder: validates it, and loads the state that both threads resume from. What can be done beside
 * each other is: the latest snapshot is read in both, while the folder is inspected, which waits for the database most
 * of the time. Nothing is written before it was found valid.
 */
import { type Store, startStore } from '../../store/store.ts';
import type { Config } from '../settings/config.ts';
import type { DataFolder } from '../../folder/disk/data-folder.ts';
import type { Life } from '../lifecycle.ts';
import { type ValidFolder, validateStart } from '../../folder/inspect/validate-start.ts';
import { sayAbsence } from '../log-lines.ts';
import { type Resumed, openSnapshots, type Snapshots } from './snapshots.ts';
import { type StoreAhead, startStoreAhead } from '../replica/store-ahead.ts';
import { warmUp } from './warm-up.ts';
import { machine } from '../../time/machine.ts';
import { turn } from '../../time/event-loop.ts';

/** No longer than the read store takes to start anyway, a piece at a time. */
const WARM_UP_MS = 150;
const WARM_UP_PIECE_MS = 15;

/** The part of a process's life that a start needs. */
export type Starting = Pick<Life, 'logs' | 'atEnd' | 'signal' | 'waitingFor' | 'fail'>;

export interface ResumedFolder {
  readonly valid: ValidFolder;
  readonly snapshots: Snapshots;
  readonly store: Store;
  readonly resumed: Resumed;
}

/**
 * @param startedMs the clock that stamps commands, now
 * @param ahead the store's thread, when it was started before
 * @throws FolderRefused; the error that keeps the store from opening
 */
export async function resume(
  config: Config,
  folder: DataFolder,
  verb: 'start' | 'serve',
  startedMs: number,
  life: Starting,
  ahead: StoreAhead = startStoreAhead(folder),
): Promise<ResumedFolder> {
  const { logs } = life;
  life.atEnd('the thread of the read store', () => ahead.stop());
  const { snapshots: kept, journal } = folder;
  const snapshots = await openSnapshots({ folder: kept, journal, startedMs, log: logs.snapshots });
  const beginning = snapshots.resume();
  beginning.catch(() => undefined);
  const valid = await validateStart(
    config,
    folder,
    verb,
    logs.journal,
    progressOf(life)('journal check'),
    snapshots.from,
  );
  const [store, resumed] = await Promise.all([openStore(config, folder, valid, { snapshots, ahead }, life), beginning]);
  return { valid, snapshots, store, resumed };
}

async function openStore(
  config: Config,
  folder: DataFolder,
  { rebuild, mayLackBodies, exchange, beginning }: ValidFolder,
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
    node: config.node?.name ?? null,
    snapshots: { folder: folder.snapshots, rhythm: config.snapshot, words: { exchange, beginning } },
    onSnapshot: (news) => snapshots.note(news),
    onFault: (error) => life.fail(error),
    onAbsence: (absence) => sayAbsence(life.logs.store, absence),
  });
  const store = config.warmUp ? await warmUpUntil(starting) : await starting;
  life.atEnd('the read store', () => store.stop());
  return store;
}

let isWarm = false;

/** Once a process: another start in it finds the code compiled. */
async function warmUpUntil<T>(ready: Promise<T>): Promise<T> {
  if (isWarm) return ready;
  isWarm = true;
  const untilMs = machine.steadyMs() + WARM_UP_MS;
  const isReady = ready.then(() => true);
  do warmUp(WARM_UP_PIECE_MS);
  while (!(await Promise.race([isReady, turn().then(() => false)])) && machine.steadyMs() < untilMs);
  return ready;
}

/** Says how far a part of the start is, and ends it when it was asked to stop. */
export function progressOf(life: Pick<Starting, 'waitingFor' | 'signal'>): (what: string) => (part: number) => void {
  return (what) => (part) => {
    life.waitingFor = `${what} ${Math.floor(part * 100)} %`;
    life.signal.throwIfAborted();
  };
}
