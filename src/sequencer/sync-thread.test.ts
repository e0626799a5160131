import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startSyncThread, type SyncThread } from './sync-thread.ts';

const LONG_MS = 600_000;
const folder = mkdtempSync(join(tmpdir(), 'outcry-sync-'));
const fd = openSync(join(folder, 'file'), 'w');
afterAll(() => {
  closeSync(fd);
  rmSync(folder, { recursive: true });
});
const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of undo.splice(0)) await stop();
});

/** A thread whose syncs do this before they sync. */
function thread(first = ''): SyncThread {
  const code = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
    const real = fs.fdatasyncSync; let count = 0;
    fs.fdatasyncSync = (fd) => { count++; ${first}; real(fd); }; syncBuiltinESMExports();`;
  const made = startSyncThread(() => false, ['--import', `data:text/javascript,${encodeURIComponent(code)}`]);
  undo.push(() => made.stop());
  return made;
}

const pause = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})`;
const fail = `throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })`;

describe('the thread that syncs the journal', () => {
  it('is waited for on the spot as long as it may, and has synced then', () => {
    const { sync } = thread();
    for (let at = 0; at < 50; at++) {
      writeSync(fd, 'x');
      expect(sync(fd, LONG_MS)).toBeUndefined();
    }
  });

  it('holds nobody up when the disk takes longer', async () => {
    const { sync } = thread(`if (count > 1) ${pause(1_000)}`);
    expect(sync(fd, LONG_MS)).toBeUndefined();
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    const slow = sync(fd, 2);
    expect(slow).toBeInstanceOf(Promise);
    await slow;
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
    const next = sync(fd, 0);
    await next;
  });

  it('says what the disk threw, on the spot and in the background, and goes on', async () => {
    const { sync } = thread(`if (count % 2 === 0) ${fail}`);
    expect(sync(fd, LONG_MS)).toBeUndefined();
    expect(() => sync(fd, LONG_MS)).toThrow(
      expect.objectContaining({ message: 'EIO: i/o error, fdatasync', code: 'EIO' }),
    );
    await sync(fd, 0);
    await expect((async () => sync(fd, 0))()).rejects.toThrow('EIO');
    await sync(fd, LONG_MS);
  });

  it('loses no end between the two ways of waiting', async () => {
    const { sync } = thread();
    for (let at = 0; at < 2_000; at++) await sync(fd, at % 3 === 0 ? 0 : 0.05);
  });

  it('fails what is asked once it has ended, and what it was asked when it ended', async () => {
    const { sync } = thread(`if (count === 2) process.exit(1)`);
    await sync(fd, LONG_MS);
    await expect((async () => sync(fd, 1))()).rejects.toThrow('the thread that syncs the journal has ended');
    expect(() => sync(fd, LONG_MS)).toThrow('has ended');
  });

  it('can be stopped, also before it has begun', async () => {
    const made = startSyncThread(() => false);
    await made.stop();
    expect(() => made.sync(fd, 1)).toThrow('has ended');
  });
});
