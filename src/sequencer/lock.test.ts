import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInUse, lockFolder } from './lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function refusalOf(attempt: () => unknown): unknown {
  try {
    attempt();
  } catch (error) {
    return error;
  }
  return null;
}

describe('lockFolder', () => {
  it('refuses a second lock in the same process until the first is released', () => {
    const lock = lockFolder(folder);
    const refusal = refusalOf(() => lockFolder(folder));
    expect(refusal).toBeInstanceOf(FolderInUse);
    expect(refusal).toMatchObject({ folder, pid: process.pid });
    expect(String(refusal)).toContain(`the data folder ${folder} is in use by this process`);
    lock.release();
    lock.release();
    expect(existsSync(join(folder, 'lock.pid'))).toBe(false);
    lockFolder(folder).release();
  });

  it('refuses a second process, names the first, and is free once that one was killed with SIGKILL', async () => {
    const script = `import { lockFolder } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
      lockFolder(${JSON.stringify(folder)}); process.stdout.write('locked'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve));
      expect(refusalOf(() => lockFolder(folder))).toMatchObject({ name: 'FolderInUse', folder, pid: child.pid });
    } finally {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    lockFolder(folder).release();
  });

  it('passes on what else goes wrong: a folder that is not there', () => {
    const refusal = refusalOf(() => lockFolder(join(folder, 'missing')));
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).not.toBeInstanceOf(FolderInUse);
  });
});
