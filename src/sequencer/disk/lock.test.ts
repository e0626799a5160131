import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUse, holderOf, LockLost, lockFolder } from './lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function refusalOf(attempt: () => Promise<unknown>): Promise<unknown> {
  try {
    await attempt();
  } catch (error) {
    return error;
  }
  return null;
}

async function holdInAnotherProcess() {
  const script = `import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    await lockFolder(${JSON.stringify(folder)}); process.stdout.write('locked'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  const kill = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  };
  return { pid: child.pid, kill };
}

describe('lockFolder', () => {
  it('refuses a second lock in the same process until the first is released', async () => {
    const lock = await lockFolder(folder);
    const refusal = await refusalOf(() => lockFolder(folder));
    expect(refusal).toBeInstanceOf(FolderInUse);
    expect(refusal).toMatchObject({ folder, pid: process.pid });
    expect(String(refusal)).toContain(`the data folder ${folder} is in use by this process`);
    lock.release();
    lock.release();
    expect(existsSync(join(folder, 'lock.pid'))).toBe(false);
    (await lockFolder(folder)).release();
  });

  it('refuses a second process, names the first, and is free once that one was killed with SIGKILL', async () => {
    const child = await holdInAnotherProcess();
    try {
      expect(await refusalOf(() => lockFolder(folder))).toMatchObject({ name: 'FolderInUse', folder, pid: child.pid });
    } finally {
      await child.kill();
    }
    (await lockFolder(folder)).release();
  });

  it('is for its owner only', async () => {
    writeFileSync(join(folder, 'lock.db'), '', { mode: 0o644 });
    const lock = await lockFolder(folder);
    for (const file of ['lock.db', 'lock.pid']) expect(statSync(join(folder, file)).mode & 0o777, file).toBe(0o600);
    lock.release();
  });

  it('is lost when its file is removed or replaced: the holder hears of it, and takes nothing of its successor', async () => {
    for (const replaced of [false, true]) {
      const lock = await lockFolder(folder);
      const lost = new Promise<Error>((resolve) => lock.watch(resolve));
      expect(lock.isHeld()).toBe(true);
      rmSync(join(folder, 'lock.db'));
      if (replaced) writeFileSync(join(folder, 'lock.db'), '');
      expect(lock.isHeld()).toBe(false);
      expect(() => lock.mustHold()).toThrow(LockLost);
      expect(String(await lost)).toContain('was removed or replaced');
      const next = await lockFolder(folder);
      lock.release();
      expect(existsSync(join(folder, 'lock.pid'))).toBe(true);
      next.release();
    }
  });

  it('is not taken while the process that lock.pid names still runs, whatever became of lock.db', async () => {
    const child = await holdInAnotherProcess();
    try {
      rmSync(join(folder, 'lock.db'));
      expect(await refusalOf(() => lockFolder(folder, true))).toMatchObject({ name: 'FolderInUse', pid: child.pid });
      expect(existsSync(join(folder, 'lock.db'))).toBe(false);
      expect(holderOf(folder)).toEqual({ isHeld: true, pid: child.pid });
    } finally {
      await child.kill();
    }
  });

  it('waits, where there is neither file beside a journal, until who may have held it has ended', async () => {
    const started = performance.now();
    (await lockFolder(folder, true)).release();
    expect(performance.now() - started).toBeGreaterThan(2_000);
    const again = performance.now();
    (await lockFolder(folder, true)).release();
    expect(performance.now() - again).toBeLessThan(2_000);
  });

  it('does not believe a lock.pid whose process began at another time: numbers are given again', async () => {
    writeFileSync(join(folder, 'lock.pid'), `${process.ppid}\nsome-other-boot 1\n`);
    (await lockFolder(folder)).release();
  });

  it('passes on what else goes wrong: a folder that is not there', async () => {
    const refusal = await refusalOf(() => lockFolder(join(folder, 'missing')));
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(FolderInUse);
  });
});
