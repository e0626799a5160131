// The contest that plays itself: honest teams of several styles and cheats of every kind, over HTTP, to a final board.
// What the rules find is what they are meant to find, and the bundle convinces a process that has nothing else.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rehearsed, rehearse } from '../../src/app/rehearsal/rehearse.ts';
import { rehearseVerb, verify } from '../../src/cli/rehearse.ts';

let folder: string;
let done: Rehearsed;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-rehearse-'));
  done = await rehearse({ folder: join(folder, 'run'), say: () => undefined, verify });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const team = (name: string) => done.teams.find((one) => one.name === name)!;

describe('a rehearsal', () => {
  it('finds every cheat by the rules that are meant to, and nothing of an honest team', () => {
    expect(done.surprises).toEqual([]);
    expect(done.teams.filter(({ meant }) => meant.length === 0).length).toBeGreaterThanOrEqual(6);
    const found = new Set(done.teams.flatMap(({ findings }) => findings));
    for (const rule of ['V01', 'V03', 'V04', 'V05', 'V07', 'V08', 'V10', 'V12', 'V13', 'V14'])
      expect(found).toContain(rule);
  });

  it('grades each style as it deserves', () => {
    expect(team('Heron').grades).toMatchObject({ A: 12 });
    expect(team('Meerkat').grades).toMatchObject({ A: 12 });
    expect(team('Meerkat').levels[3]).toBe(12);
    expect(team('Otter').grades).toMatchObject({ B: 12 });
    // Late by six minutes, but for what the outage excuses.
    expect(team('Sloth').grades).toMatchObject({ B: 1, C: 11 });
    // What it logged twelve minutes after the outage counts as if it had been there.
    expect(team('Owl').grades).toMatchObject({ B: 12 });
    expect(team('Statue').grades).toMatchObject({ X: 12 });
    expect(done.teams.filter(({ verdict }) => verdict === 'INSUFFICIENT').map(({ name }) => name)).toEqual([
      'Statue',
      'Compass',
    ]);
  });

  it('ends with a board of all that played, and a bundle that is verified without the data folder', async () => {
    expect(done.teams.map(({ rank }) => rank).sort((a, b) => a! - b!)).toEqual(done.teams.map((_, nth) => nth + 1));
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    const [bundle, policy] = [join(elsewhere, 'b.tar.gz'), join(elsewhere, 'policy')];
    copyFileSync(done.bundle, bundle);
    copyFileSync(done.policy, policy);
    rmSync(join(folder, 'run'), { recursive: true });
    expect(await verify(bundle, policy)).toMatchObject({ code: 1, json: { outcome: 'findings', fault: null } });
    const bytes = readFileSync(bundle);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    writeFileSync(bundle, bytes);
    expect(await verify(bundle, policy)).toMatchObject({ code: 2, json: { outcome: 'broken' } });
  });

  it('takes no folder that has something in it', async () => {
    await expect(rehearseVerb.run([folder])).rejects.toThrow('is not empty');
  });
});
