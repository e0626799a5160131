/**
 * Watches the free room of the disk under the data folder. While it fills so fast that there will be none soon, the log
 * and `readyz` say so; before it is full no command is taken, from callers, prices or clockwork, and the exchange goes
 * on by itself once there is room again. Reads go on all the time. Deletes nothing.
 *
 * The room that is needed once nothing is taken any more: for the bytes written ahead of the journal, the rows the read
 * store still owes and its write-ahead log, and one snapshot. Hence a fixed reserve and, on top of it, the size of the
 * largest snapshot there is. A disk that is filled by something else between two looks is seen too late: then the
 * journal or the read store fails, as on any full disk.
 *
 * The reserve is in bytes and not a part of the disk: a hundredth of a large one is more than an exchange writes in
 * months.
 */
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DataFolder } from '../../folder/disk/data-folder.ts';
import { createFillRate, type FillRate } from './fill-rate.ts';
import type { Halted } from './store-bound.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export interface DiskSettings {
  /** Bytes of the disk below which no command is taken; 0 for "until it is full". */
  readonly reserveBytes: number;
  /** Warn when there are fewer hours left at the present rate; 0 for never. */
  readonly warnHours: number;
}

export interface DiskWatch {
  /** Free for the exchange's user; null when that can't be told. */
  readonly freeBytes: number | null;
  /** Until no command is taken, at the present rate; Infinity while the disk isn't filling. */
  readonly secondsLeft: number;
  /** `secondsLeft`, while that is a warning. */
  filling(): number | null;
  readonly halted: Halted;
  stop(): void;
}

export interface DiskFacts {
  /** Of the fullest of the folder's disks; null when it can't be told. */
  freeBytes(folder: DataFolder): Promise<number | null>;
  largestSnapshot(folder: DataFolder): Promise<number>;
  steadyMs(): number;
}

const LOOK_EVERY_MS = 1_000;
const MEASURE_EVERY_LOOKS = 60;
const RETRY_AFTER_SECONDS = 30;
/** So much more than the reserve must be free before commands are taken again, so that it doesn't flap. */
const ROOM_TO_GO_ON = 1.25;
/** The warning is over when there has been half as much time again for ten minutes. */
const TIME_TO_BE_CALM = 1.5;
const CALM_FOR_MS = 600_000;
const MIB = 1024 * 1024;

/** The disks of the folder and of those in it, which may be others. */
export const DISK: DiskFacts = {
  async freeBytes({ path, bodies, snapshots }) {
    const found = await Promise.all([path, join(path, 'journal'), snapshots, bodies].map(freeUnder));
    const known = found.filter((bytes) => bytes !== null);
    return known.length === 0 ? null : Math.min(...known);
  },
  async largestSnapshot({ path }) {
    const folder = join(path, 'snapshots');
    const names = await readdir(folder).catch(() => []);
    const sizes = await Promise.all(names.map((name) => stat(join(folder, name)).catch(() => null)));
    return Math.max(0, ...sizes.map((found) => found?.size ?? 0));
  },
  steadyMs: machine.steadyMs,
};

/** Null for a place that isn't there, or a file system that does not say. */
async function freeUnder(path: string): Promise<number | null> {
  try {
    const { bavail, bsize, blocks } = await statfs(path);
    return blocks === 0 ? null : bavail * bsize;
  } catch {
    return null;
  }
}

/** Begins to watch; resolves after the first look. */
export async function watchDisk(
  folder: DataFolder,
  settings: DiskSettings,
  log: Pick<Logger, 'error' | 'warn' | 'info'>,
  facts: DiskFacts = DISK,
): Promise<DiskWatch> {
  const watcher = new Watcher(folder, settings, log, facts);
  await watcher.look();
  return watcher;
}

class Watcher implements DiskWatch {
  freeBytes: number | null = null;
  readonly #folder: DataFolder;
  readonly #settings: DiskSettings;
  readonly #log: Pick<Logger, 'error' | 'warn' | 'info'>;
  readonly #facts: DiskFacts;
  readonly #rate: FillRate = createFillRate();
  #looks = 0;
  #snapshotBytes = 0;
  #isHalted = false;
  /** The time left of which was warned last; null while all is calm. */
  #warnedSeconds: number | null = null;
  #calmSinceMs: number | null = null;
  #timer: Timer | null = null;
  #isStopped = false;

  constructor(
    folder: DataFolder,
    settings: DiskSettings,
    log: Pick<Logger, 'error' | 'warn' | 'info'>,
    facts: DiskFacts,
  ) {
    this.#folder = folder;
    this.#settings = settings;
    this.#log = log;
    this.#facts = facts;
  }

  get secondsLeft(): number {
    return this.#rate.secondsUntil(this.#reserve());
  }

  filling(): number | null {
    const { secondsLeft } = this;
    return this.#warnedSeconds === null || secondsLeft === Number.POSITIVE_INFINITY ? null : Math.round(secondsLeft);
  }

  readonly halted: Halted = () => {
    if (!this.#isHalted) return null;
    const text = `the disk of the exchange is nearly full, ${mib(this.freeBytes ?? 0)} are left: no command is taken until there are ${mib(this.#reserve() * ROOM_TO_GO_ON)}`;
    return { why: 'disk', text, retryAfterSeconds: RETRY_AFTER_SECONDS };
  };

  async look(): Promise<void> {
    if (this.#looks++ % MEASURE_EVERY_LOOKS === 0)
      this.#snapshotBytes = await this.#facts.largestSnapshot(this.#folder);
    const freeBytes = await this.#facts.freeBytes(this.#folder);
    if (this.#isStopped) return;
    this.#judge(freeBytes);
    this.#timer = machine.after(LOOK_EVERY_MS, () => void this.look());
    this.#timer.unref();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.cancel();
  }

  #reserve(): number {
    const { reserveBytes } = this.#settings;
    return reserveBytes === 0 ? 0 : reserveBytes + this.#snapshotBytes;
  }

  #judge(freeBytes: number | null): void {
    if (freeBytes === null) {
      if (this.freeBytes !== null || this.#looks === 1)
        this.#log.warn(
          { data: this.#folder.path },
          'the system does not say how much room the disk has: it is not watched',
        );
      this.freeBytes = null;
      this.#isHalted = false;
      return;
    }
    this.freeBytes = freeBytes;
    this.#rate.add(this.#facts.steadyMs(), freeBytes);
    this.#checkRoom(freeBytes);
    this.#checkTime(freeBytes);
  }

  #checkRoom(freeBytes: number): void {
    const reserve = this.#reserve();
    const isHalted = freeBytes < reserve * (this.#isHalted ? ROOM_TO_GO_ON : 1);
    if (isHalted === this.#isHalted) return;
    this.#isHalted = isHalted;
    const fields = { data: this.#folder.path, free: mib(freeBytes), reserve: mib(reserve) };
    if (isHalted)
      this.#log.error(fields, 'the disk is nearly full: no command is taken until there is room; reads go on');
    else this.#log.info(fields, 'the disk has room again: commands are taken');
  }

  #checkTime(freeBytes: number): void {
    const soon = this.#settings.warnHours * 3_600;
    const { secondsLeft } = this;
    if (this.#isHalted || secondsLeft > soon * TIME_TO_BE_CALM) return this.#beCalm();
    this.#calmSinceMs = null;
    // Once, and each time the time left has halved.
    if (secondsLeft > (this.#warnedSeconds ?? soon * 2) / 2) return;
    this.#warnedSeconds = secondsLeft;
    this.#log.warn(
      { data: this.#folder.path, free: mib(freeBytes), hoursLeft: Math.round(secondsLeft / 360) / 10 },
      'the disk is filling: at the present rate no command is taken any more when that time is over',
    );
  }

  #beCalm(): void {
    if (this.#warnedSeconds === null) return;
    const nowMs = this.#facts.steadyMs();
    this.#calmSinceMs ??= nowMs;
    if (nowMs - this.#calmSinceMs < CALM_FOR_MS) return;
    this.#warnedSeconds = null;
    this.#calmSinceMs = null;
    if (!this.#isHalted) this.#log.info({ data: this.#folder.path }, 'the disk is not filling any more');
  }
}

function mib(bytes: number): string {
  return `${Math.floor(bytes / MIB)} MiB`;
}
