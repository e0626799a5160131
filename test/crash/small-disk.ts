/** A disk of a few mebibytes, in memory, that can be filled and grown: where this user may mount one. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../cli/process.ts';

export const MEBIBYTE = 1024 * 1024;

export interface SmallDisk {
  readonly path: string;
  freeBytes(): number;
  /** Leaves so many bytes free, or as many as there are. */
  fill(leaveBytes: number): void;
  /** Takes back what `fill` wrote. */
  empty(): void;
  grow(mebibytes: number): void;
  unmount(): void;
}

export const canMount = mayMount();
/** For the names of tests. */
export const noMount = canMount ? '' : ' (skipped: this user may not mount a small disk)';

function mayMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const place = newFolder();
  const isMounted = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'outcry-test', place);
  if (isMounted) run('umount', place);
  return isMounted;
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}

function must(isDone: boolean, what: string): void {
  if (!isDone) throw new Error(`a small disk can't be ${what}`);
}

export function smallDisk(mebibytes: number): SmallDisk {
  const path = newFolder();
  must(run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'outcry-test', path), 'mounted');
  const filler = join(path, 'filler');
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    path,
    freeBytes,
    fill(leaveBytes) {
      const file = openSync(filler, 'a');
      try {
        for (let left = freeBytes() - leaveBytes; left > 0; left = freeBytes() - leaveBytes)
          writeSync(file, Buffer.alloc(Math.min(left, MEBIBYTE), 1));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    grow: (more) => must(run('mount', '-o', `remount,size=${more}m`, path), 'grown'),
    unmount: () => void run('umount', '-l', path),
  };
}
