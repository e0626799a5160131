/**
 * Copies of the folder of an exchange that is being killed: `outcry backup` and `outcry restore` in processes of their
 * own, of which some are killed at a random instant too. One that was left to end must be right, one that was killed
 * must have left nothing that passes for a copy or a folder.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readManifest } from '../../src/folder/backup/manifest.ts';
import type { Random } from '../../src/market/random.ts';
import { newFolder, outcryJson } from '../cli/process.ts';
import { launchVerb } from './killable.ts';

export interface Copies {
  /** Begins a copy of the folder, and what follows from it; resolves when that has ended. */
  begin(data: string): Promise<void>;
  /** What was killed, and what was restored. */
  readonly counts: { backupsKilled: number; restoresKilled: number; restored: number };
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function takeCopies(random: Random): Copies {
  const counts = { backupsKilled: 0, restoresKilled: 0, restored: 0 };

  /** Runs the verb, or kills it on the way. Whether it was left to end. */
  async function run(verb: readonly string[]): Promise<boolean> {
    const { child, ended } = launchVerb(...verb);
    const isKilled = random.below(2) === 0;
    if (isKilled) void sleep(200 + random.below(800)).then(() => child.kill('SIGKILL'));
    const { code, stderr } = await ended;
    if (code === null) return false;
    expect(code, stderr).toBe(0);
    return true;
  }

  async function begin(data: string): Promise<void> {
    const folder = newFolder();
    const [copy, target] = [join(folder, 'copy'), join(folder, 'target')];
    if (await run(['backup', copy, '--data', data])) {
      if (await run(['restore', copy, '--data', target])) await check(copy, target);
      else {
        counts.restoresKilled++;
        // Nothing, or all of it: what was half made has another name, and is made anew by the next try.
        if (!existsSync(target)) await outcryJson('restore', copy, '--data', target);
        await check(copy, target);
        expect(readdirSync(folder).toSorted()).toEqual(['copy', 'target']);
      }
    } else {
      counts.backupsKilled++;
      if (!existsSync(join(copy, 'manifest.json')))
        await expect(outcryJson('restore', copy, '--data', target)).rejects.toThrow('not finished');
    }
    rmSync(folder, { recursive: true, force: true });
  }

  /** The journal of what was restored leads to a sound state, whose rows the store has. */
  async function check(copy: string, target: string): Promise<void> {
    const { sequence } = readManifest(copy);
    expect(await outcryJson('replay', '--data', target)).toMatchObject({ sequence, problems: [], mismatches: [] });
    counts.restored++;
  }

  return { begin, counts };
}
