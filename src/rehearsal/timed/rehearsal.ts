/**
 * An exchange whose time is driven, for teams that rehearse. The same seed and the same requests give the same
 * commands; and from a checkpoint it goes on again, the same way or another, as a branch that takes the place of the
 * one that is served, at the same address.
 */
import { existsSync } from 'node:fs';
import type { Config } from '../../app/settings/config.ts';
import type { App } from '../../app/start.ts';
import {
  type DataFolder,
  dataFolder,
  makeDataFolder,
  removeIfOurs,
  writePrivateFile,
} from '../../folder/disk/data-folder.ts';
import { mustBeOfKind, readMark, type RehearsalMark, writeMark } from '../../folder/disk/rehearsal-mark.ts';
import { type FolderLock, lockFolder } from '../../sequencer/disk/lock.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';
import { RANKS } from '../../time/timeline.ts';
import { Branches } from '../branches/branches.ts';
import { MAIN, Shelf } from '../branches/shelf.ts';
import type { Control } from './control.ts';
import { serveBranch, type ServedBranch, type ServedOptions, type Starting } from './served.ts';

/** The answer to a request for another branch is on its way by then. */
const ANSWERED_MS = 50;

export interface RehearsalOptions
  extends Pick<ServedOptions, 'timestamps' | 'begins' | 'isPublic' | 'isByHand' | 'plans' | 'onEvents' | 'onSecond'> {
  /** Of a new folder; one that is there keeps its own. */
  readonly mark: RehearsalMark;
  /** Checkpoints by themselves, so far apart in its time, ms. */
  readonly checkpointEveryMs?: number;
  /** The branch to serve; by default the one that was served last. */
  readonly branch?: string;
}

export interface RehearsalApp extends App {
  readonly mark: RehearsalMark;
  /** Of the branch that is served now. */
  readonly control: Control;
  readonly served: ServedBranch;
  /** Something that a scenario expected was not so. */
  readonly hasFailed: boolean;
}

/** @throws Error when it can't start, as `startApp` */
export async function openRehearsal(config: Config, start: Starting, options: RehearsalOptions): Promise<RehearsalApp> {
  const root = makeDataFolder(config.data);
  const mark = markOf(root, options.mark);
  if (mark.branch !== undefined) throw new Error(`${root.path} is a branch: give the rehearsal's folder with --data`);
  const shelf = new Shelf(root.path);
  const { branch = shelf.served } = options;
  if (!shelf.hasBranch(branch)) throw new Error(`there is no branch ${branch} in ${root.path}`);
  const host = new Host({ config, start, options, root, mark, shelf });
  await host.serve(branch, options.begins);
  return host;
}

/** The mark of the folder; a new one gets the one that is wanted. */
function markOf(folder: DataFolder, wanted: RehearsalMark): RehearsalMark {
  const there = readMark(folder);
  if (there !== null) return there;
  mustBeOfKind(folder, 'rehearsal');
  writeMark(folder, wanted);
  return wanted;
}

interface HostParts {
  readonly config: Config;
  readonly start: Starting;
  readonly options: RehearsalOptions;
  readonly root: DataFolder;
  readonly mark: RehearsalMark;
  readonly shelf: Shelf;
}

/** Serves one branch after another. */
class Host implements RehearsalApp {
  readonly mark: RehearsalMark;
  readonly data: string;
  readonly seed = null;
  readonly failed: Promise<void>;
  readonly #parts: HostParts;
  readonly #branches: Branches;
  readonly #fail: () => void;
  #served: ServedBranch | null = null;
  /** Of the rehearsal's folder, while a branch of another folder is served. */
  #lock: FolderLock | null = null;
  #switching: Promise<void> = Promise.resolve();
  hasFailed = false;
  #isStopping = false;
  #later: Timer | null = null;

  constructor(parts: HostParts) {
    const { mark, root, shelf } = parts;
    const failed = Promise.withResolvers<void>();
    this.#parts = parts;
    this.mark = mark;
    this.data = root.path;
    this.failed = failed.promise;
    this.#fail = failed.resolve;
    this.#branches = new Branches({
      shelf,
      served: () => {
        if (this.#served === null) return null;
        const { branch, exchange, control, timeline, remember } = this.served;
        const standingStill: Control['standingStill'] = (isEntry, run) => control.standingStill(isEntry, run);
        const { note } = control;
        return { branch, exchange, virtualMs: timeline.nowMs, standingStill, remember: () => remember(true), note };
      },
      serveNext: (branch) => {
        this.#later ??= machine.after(ANSWERED_MS, () => {
          this.#later = null;
          this.#switching = this.#switching.then(() => this.#goTo(branch));
        });
      },
    });
  }

  get served(): ServedBranch {
    if (this.#served === null) throw new Error('no branch is served at this moment');
    return this.#served;
  }

  get control(): Control {
    return this.served.control;
  }

  get url(): string {
    return this.served.url;
  }

  get adminUrl(): string {
    return this.served.adminUrl;
  }

  get accounts(): App['accounts'] {
    return this.served.accounts;
  }

  get exchange(): App['exchange'] {
    return this.served.exchange;
  }

  ending(): string {
    return this.#served?.ending() ?? 'a branch to be served';
  }

  async stop(why?: string): Promise<void> {
    this.#isStopping = true;
    this.#later?.cancel();
    await this.#switching;
    const served = this.#served;
    this.#served = null;
    if (served !== null) await this.#end(served, why);
    this.#lock?.release();
    this.#lock = null;
  }

  /** @throws Error when it can't start */
  async serve(branch: string, begins: ServedOptions['begins'], ports: Partial<Config> = {}): Promise<void> {
    const { config, start, options, mark, root, shelf } = this.#parts;
    if (branch !== MAIN) this.#lock ??= await lockFolder(root.path, existsSync(root.journal));
    const { ahead, ...others } = start;
    // It was begun for the folder of main.
    if (branch !== MAIN) await ahead?.stop();
    const starting = branch === MAIN && ahead !== undefined && begins === options.begins ? start : others;
    const folder = dataFolder(shelf.folderOf(branch));
    const { timestamps, onEvents, onSecond, plans, isPublic = false, isByHand = false } = options;
    const own = { ...mark, ...readMark(folder) };
    const mustHaveRoom = (): void => shelf.mustHaveRoom();
    const room = (): Promise<void> => shelf.room();
    const branches = this.#branches;
    const onFailed = (line: string): void => {
      this.hasFailed = true;
      process.stderr.write(`outcry: ${line}\n`);
    };
    const told = { onFailed, ...(plans && { plans }), ...(onEvents && { onEvents }), ...(onSecond && { onSecond }) };
    const how = { branch, mark: own, timestamps, begins, branches, mustHaveRoom, room, isPublic, isByHand, ...told };
    const served = await serveBranch({ ...config, ...ports, data: folder.path }, starting, how);
    this.#served = served;
    shelf.served = branch;
    if (branch !== MAIN) {
      writePrivateFile(root.adminUrl, served.adminUrl);
      writePrivateFile(root.url, served.url);
    }
    void served.failed.then(this.#fail);
    const { checkpointEveryMs: everyMs } = options;
    if (everyMs === undefined) return;
    const nextMs = (Math.floor(served.timeline.nowMs() / everyMs) + 1) * everyMs;
    served.timeline.each(nextMs, everyMs, RANKS.barrier, () => this.#branches.createByItself(served.timeline.nowMs()));
  }

  async #goTo(branch: string): Promise<void> {
    if (this.#isStopping) return;
    const before = this.served;
    const ports = { port: portOf(before.url), adminPort: portOf(before.adminUrl) };
    before.control.isLeaving = true;
    this.#served = null;
    try {
      await this.#end(before, `the branch ${branch} takes its place`);
      if (branch === MAIN) {
        this.#lock?.release();
        this.#lock = null;
      }
      await this.serve(branch, null, ports);
    } catch (error) {
      process.stderr.write(`outcry: the branch ${branch} can't be served: ${String(error)}\n`);
      this.#fail();
    }
  }

  async #end(served: ServedBranch, why: string | undefined): Promise<void> {
    const { root } = this.#parts;
    const { branch, url, adminUrl } = served;
    await served.stop(why);
    if (branch === MAIN) return;
    removeIfOurs(root.adminUrl, adminUrl);
    removeIfOurs(root.url, url);
  }
}

function portOf(url: string): number {
  return Number(new URL(url).port);
}
