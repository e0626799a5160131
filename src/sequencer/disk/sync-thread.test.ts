import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { startSyncThread, type SyncThread } from './sync-thread.ts';

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
  const made = startSyncThread(['--import', `data:text/javascript,${encodeURIComponent(code)}`]);
  undo.push(() => made.stop());
  return made;
}

const pause = (ms: number) => `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${ms})`;
const fail = `throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })`;

describe('the thread that syncs the journal', () => {
  it('has synced when it says so, each time', async () => {
    const { sync } = thread();
    for (let at = 0; at < 500; at++) {
      writeSync(fd, 'x');
      expect(await sync(fd)).toBeUndefined();
    }
  });

  it('holds nobody up when the disk takes long', async () => {
    const { sync } = thread(pause(1_000));
    let turns = 0;
    const timer = setInterval(() => turns++, 10);
    await sync(fd);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(10);
  });

  it('says what the disk threw, and goes on', async () => {
    const { sync } = thread(`if (count % 2 === 0) ${fail}`);
    await sync(fd);
    await expect(sync(fd)).rejects.toMatchObject({ message: 'EIO: i/o error, fdatasync', code: 'EIO' });
    await sync(fd);
  });

  it('fails what is asked once it has ended, and what it was asked when it ended', async () => {
    const { sync } = thread(`if (count === 2) process.exit(1)`);
    await sync(fd);
    await expect(sync(fd)).rejects.toThrow('the thread that syncs the journal has ended');
    await expect(sync(fd)).rejects.toThrow('has ended');
  });

  it('can be stopped, also before it has begun, and twice', async () => {
    const made = startSyncThread();
    await made.stop();
    await made.stop();
    await expect(made.sync(fd)).rejects.toThrow('has ended');
  });
});
