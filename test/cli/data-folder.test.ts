// A data folder that can't be: the start says at once what it found and what it needs, and ends with 1. Node's own
// recursive mkdir never returned under /proc.
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PATIENCE_MS } from '../patience.ts';
import { cleanUp, newFolder, outcryArgs, root, startExchange } from './process.ts';

afterAll(cleanUp);

const NOBODY = 65_534;

/** Runs `outcry start` on the folder to its end, by force if it has none. */
function start(data: string, options: { uid?: number } = {}) {
  const args = [...outcryArgs(), 'start', '--json', '--port', '0', '--log-level', 'warn', '--data', data];
  const { status, stdout, stderr, signal } = spawnSync(process.execPath, args, {
    cwd: root,
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
    ...options,
  });
  return { status, signal, stdout, stderr };
}

function expectRefused(data: string, why: string, options?: { uid: number }): void {
  const { status, signal, stdout, stderr } = start(data, options);
  expect([signal, status, stdout]).toEqual([null, 1, '']);
  expect(stderr).toBe(
    `outcry: can't start: the data folder ${data} can't be used: ${why}. It has to be a folder this user may write in; choose one with --data\n`,
  );
}

describe('a data folder', () => {
  it('is made with all that is missing above it, for its owner only', async () => {
    const outermost = join(newFolder(), 'a');
    const data = join(outermost, 'b', 'c');
    const { stop } = await startExchange('start', data, '--no-market');
    await stop();
    for (const folder of [outermost, data]) expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('can be a link to a folder', async () => {
    const place = newFolder();
    mkdirSync(join(place, 'real'));
    symlinkSync(join(place, 'real'), join(place, 'link'));
    const { stop } = await startExchange('start', join(place, 'link'), '--no-market');
    await stop();
    expect(existsSync(join(place, 'real', 'journal.log'))).toBe(true);
  });
});

describe('a data folder that can not be', () => {
  it('because a file is there, or on the way', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, 'kept');
    expectRefused(file, `${file} is there, and is no folder`);
    expectRefused(join(file, 'deeper', 'still'), `${file} is there, and is no folder`);
  });

  it('because a link leads nowhere', () => {
    const link = join(newFolder(), 'link');
    symlinkSync('/nowhere/at/all', link);
    expectRefused(link, `${link} is a link that leads nowhere`);
  });

  it('because its name is too long', () => {
    const place = newFolder();
    expectRefused(
      join(place, 'x'.repeat(300)),
      `the name is too long in ${join(place, 'x'.repeat(300))} (ENAMETOOLONG)`,
    );
  });

  const noProc = existsSync('/proc/self') ? '' : ' (skipped: this machine has no /proc)';
  it.skipIf(noProc !== '')(`because the file system takes no folders${noProc}`, () => {
    expectRefused('/proc/outcry/data', 'nothing can be made in /proc (ENOENT)');
  });

  // Everything may be written by root, so root has somebody else try.
  const isRoot = process.getuid?.() === 0;
  const uid = isRoot ? { uid: NOBODY } : undefined;
  const canTry = process.platform !== 'win32' && (!isRoot || start('/proc/outcry', { uid: NOBODY }).status === 1);
  const unable = canTry ? '' : ' (skipped: nobody else but root can run the exchange here)';
  it.skipIf(unable !== '')(`because this user may not write there${unable}`, () => {
    const place = newFolder();
    mkdirSync(join(place, 'closed'));
    if (isRoot) chownSync(place, NOBODY, NOBODY);
    if (isRoot) chmodSync(join(place, 'closed'), 0o755);
    else chmodSync(join(place, 'closed'), 0o555);
    const remedy = isRoot ? 'run it as root' : 'its mode is 0555';
    expectRefused(join(place, 'closed'), `this user may not write in ${join(place, 'closed')}; ${remedy}`, uid);
    expectRefused(join(place, 'closed', 'new'), `this user may not write in ${join(place, 'closed')}; ${remedy}`, uid);
  });
});
