import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dataFolder } from '../../folder/disk/data-folder.ts';
import { DISK, type DiskFacts, watchDisk } from './disk-watch.ts';

const MIB = 1024 * 1024;
const path = mkdtempSync(join(tmpdir(), 'outcry-disk-'));
afterAll(() => rmSync(path, { recursive: true }));
const folder = dataFolder(path);

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A watch over a disk whose room is what `disk.free` says, with 100 MiB of reserve. */
async function watched(free: number | null, snapshot = 0, settings = { reserveBytes: 100 * MIB, warnHours: 24 }) {
  const disk = { free, snapshot };
  const facts: DiskFacts = {
    freeBytes: () => Promise.resolve(disk.free),
    largestSnapshot: () => Promise.resolve(disk.snapshot),
    steadyMs: () => performance.now(),
  };
  const logged: string[] = [];
  const say = (level: string) => (_: object, text: string) => void logged.push(`${level}: ${text}`);
  const log = { error: say('error'), warn: say('warn'), info: say('info') };
  const watch = await watchDisk(folder, settings, log as never, facts);
  /** Lets time pass, the room changing by so many MiB a minute. */
  const pass = async (minutes: number, perMinute = 0): Promise<void> => {
    for (let seconds = 0; seconds < minutes * 60; seconds++) {
      if (disk.free !== null) disk.free += (perMinute * MIB) / 60;
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  return { disk, watch, logged, pass };
}

it('takes no command below the reserve, and takes them again by itself once there is a quarter more', async () => {
  const { disk, watch, logged, pass } = await watched(101 * MIB);
  expect(watch.halted()).toBeNull();
  disk.free = 99 * MIB;
  await pass(1 / 60);
  expect(watch.halted()).toEqual({
    why: 'disk',
    text: 'the disk of the exchange is nearly full, 99 MiB are left: no command is taken until there are 125 MiB',
    retryAfterSeconds: 30,
  });
  disk.free = 124 * MIB;
  await pass(1 / 60);
  expect(watch.halted()).not.toBeNull();
  disk.free = 126 * MIB;
  await pass(1 / 60);
  expect(watch.halted()).toBeNull();
  disk.free = 101 * MIB;
  await pass(1 / 60);
  expect(watch.halted()).toBeNull();
  expect(logged).toEqual([
    'error: the disk is nearly full: no command is taken until there is room; reads go on',
    'info: the disk has room again: commands are taken',
  ]);
  watch.stop();
  disk.free = 0;
  await pass(1);
  expect(watch.halted()).toBeNull();
});

it('keeps room for one more snapshot on top', async () => {
  const { disk, watch, pass } = await watched(150 * MIB, 60 * MIB);
  expect(watch.halted()?.text).toContain('until there are 200 MiB');
  disk.snapshot = 20 * MIB;
  await pass(1.1);
  expect(watch.halted()).toBeNull();
});

it('never stops anything without a reserve, nor where the room can not be told', async () => {
  const { watch } = await watched(0, 60 * MIB, { reserveBytes: 0, warnHours: 24 });
  expect(watch.halted()).toBeNull();
  const unknown = await watched(null);
  await unknown.pass(1);
  expect([unknown.watch.halted(), unknown.watch.freeBytes, unknown.watch.filling()]).toEqual([null, null, null]);
  expect(unknown.logged).toEqual(['warn: the system does not say how much room the disk has: it is not watched']);
});

it('warns once of a disk that will be full within a day, again when half the time is left, and says when that is over', async () => {
  const { disk, watch, logged, pass } = await watched(100 * MIB + 20 * 60 * MIB);
  const filling = 'warn: the disk is filling: at the present rate no command is taken any more when that time is over';
  await pass(30, -1);
  expect(logged).toEqual([]);
  await pass(30, -1);
  expect(logged).toEqual([filling]);
  expect(watch.filling()).toBeGreaterThan(18 * 3_600);
  expect(watch.filling()).toBeLessThan(20 * 3_600);
  await pass(300, -1);
  expect(logged).toEqual([filling]);
  await pass(5 * 60, -1);
  expect(logged).toEqual([filling, filling]);
  disk.free = 50_000 * MIB;
  await pass(9);
  expect(logged).toHaveLength(2);
  await pass(9);
  expect(logged.slice(2)).toEqual(['info: the disk is not filling any more']);
  expect([watch.filling(), watch.secondsLeft]).toEqual([null, Number.POSITIVE_INFINITY]);
  await pass(1);
  expect(logged).toHaveLength(3);
});

it('asks the real disk, and finds the largest snapshot', async () => {
  vi.useRealTimers();
  expect(await DISK.freeBytes(folder)).toBeGreaterThan(0);
  expect(await DISK.freeBytes(dataFolder(join(path, 'nowhere')))).toBeNull();
  expect(await DISK.largestSnapshot(folder)).toBe(0);
  mkdirSync(join(path, 'snapshots'));
  writeFileSync(join(path, 'snapshots', '1.snap'), 'x'.repeat(77));
  writeFileSync(join(path, 'snapshots', '2.snap'), 'x'.repeat(7));
  expect(await DISK.largestSnapshot(folder)).toBe(77);
});
