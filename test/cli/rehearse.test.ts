// Contests that play themselves: honest teams, cheats and those they frame, over HTTP, to a final board. Some of the
// styles, which stand for all of them: what becomes of each is what is expected, and the bundle convinces a process
// that has nothing else.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isMet, ratesOf } from '../../src/rehearsal/rates.ts';
import { type Outcome, type Rehearsed, rehearse, surpriseOf } from '../../src/rehearsal/rehearse.ts';
import { STYLES, stylesNamed } from '../../src/rehearsal/styles.ts';
import { markdown, outcomeTable, rateTable } from '../../src/cli/rehearse-table.ts';
import { readBundle } from '../../src/bundle/bundle-file.ts';
import { rehearseVerb, verify } from '../../src/cli/rehearse.ts';
import { PATIENCE_MS } from '../patience.ts';

const PLAYED = [
  'Recommended',
  'Beacon',
  'Minutes late',
  'Chinese',
  'All coins at once',
  'Outage',
  'New model',
  'Retries',
  'Maker',
  'Child orders',
  'Presets',
  'Seldom',
  'Idle',
  'Null ids',
  'No logs',
  'Sixteen minutes late',
  'Holds',
  'Elsewhere',
  'Copies logs',
  'Names others',
  'Left',
  'Within a minute',
  'Some by hand',
  'Reads others',
];

let folder: string;
let done: Rehearsed;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outcry-rehearse-'));
  const styles = stylesNamed(PLAYED)!;
  done = await rehearse({
    folder: join(folder, 'run'),
    seed: 1,
    styles,
    hours: { day: 8, long: 8 },
    say: () => undefined,
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const outcome = (name: string): Outcome => done.outcomes.find(({ style }) => style.name === name)!;

describe('a rehearsal', () => {
  it('has every style come out as expected, by verdict, by rules and by what was refused', () => {
    const late = done.outcomes.filter(({ surprise }) => surprise !== null);
    expect(late.map(({ style, surprise, grades }) => [style.name, surprise, grades])).toEqual([]);
    expect(done.outcomes.length).toBe(PLAYED.length + 3);
  });

  it('grades each style as it deserves', () => {
    expect(outcome('Recommended').grades).toMatchObject({ A: outcome('Recommended').counted });
    expect(outcome('Beacon').levels[3]).toBe(outcome('Beacon').counted);
    expect(outcome('Minutes late').grades['C']).toBe(outcome('Minutes late').counted);
    // What it logged seventeen minutes later, after an outage, counts as if it had been there.
    expect(outcome('Outage').grades).toMatchObject({ B: outcome('Outage').counted });
    expect(outcome('Holds').grades).toMatchObject({ X: outcome('Holds').counted });
    expect(outcome('Sixteen minutes late').grades['D']).toBeGreaterThan(10);
    for (const { style, counted } of done.outcomes)
      if (!['Seldom', 'Idle'].includes(style.name)) expect(counted, style.name).toBeGreaterThan(8);
  });

  it('says in each bundle which version made it, and how to get that', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    for (const { bundle } of done.contests) {
      const text = Buffer.from(readBundle(readFileSync(bundle)).get('VERIFY.md')!).toString();
      expect(text).toContain(`Outcry ${version} made it.`);
      expect(text).toContain(`npm install ./outcry-${version}.tgz`);
    }
  });

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'makes bundles that Python alone takes (needs it)',
    () => {
      expect(done.contests.length).toBeGreaterThan(0);
      for (const { bundle } of done.contests) {
        const words = ['examples/check_bundle.py', bundle, done.policy];
        const { status, stdout, stderr } = spawnSync('python3', words, { encoding: 'utf8', timeout: PATIENCE_MS });
        expect([status, stderr]).toEqual([0, '']);
        expect(stdout).toMatch(/REHEARSAL: the checkpoint of rehearsal\/outcry-[0-9a-f]{8} at size/);
        expect(stdout).toContain('entries lead to its root, each at its place');
        expect(stdout).toMatch(
          /^(checked {6}the board the contest ended with|not checked {2}the board, which is scored)/m,
        );
      }
    },
  );

  it('ends with a board of all that played, and a bundle that is verified without the data folder', async () => {
    const ranks = done.outcomes.flatMap(({ rank }) => rank ?? []);
    expect(ranks.toSorted((a, b) => a - b)).toEqual(ranks.map((_, nth) => nth + 1));
    expect(ranks.length).toBe(done.outcomes.length - 2);
    const elsewhere = join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    const [bundle, policy] = [join(elsewhere, 'b.tar.gz'), join(elsewhere, 'policy')];
    copyFileSync(done.contests[0]!.bundle, bundle);
    copyFileSync(done.policy, policy);
    rmSync(join(folder, 'run'), { recursive: true });
    expect(await verify(bundle, policy)).toMatchObject({ code: 1, json: { outcome: 'findings', fault: null } });
    const bytes = readFileSync(bundle);
    bytes[Math.floor(bytes.length / 2)]! ^= 1;
    writeFileSync(bundle, bytes);
    expect(await verify(bundle, policy)).toMatchObject({ code: 2, json: { outcome: 'broken' } });
  });

  it('says what came out in words and per cents', () => {
    const table = outcomeTable(done.outcomes);
    expect(table).toMatch(/^STYLE +EXPECTED +FOUND\n-- Honest teams$/m);
    expect(table).toMatch(
      /^No logs +INSUFFICIENT by V01 +INSUFFICIENT; V01 INSUFFICIENT orders without a reason in time/m,
    );
    expect(table).toMatch(/^Recommended +VERIFIED +VERIFIED; -?[0-9.]+ %, rank [0-9]+$/m);
    expect(table).not.toContain('<<');
    const rates = ratesOf([done]);
    expect(rates.shares.every(isMet)).toBe(true);
    expect(rateTable(rates)).toMatch(/cheats that are called found, not VERIFIED: ([0-9]+) of \1 \(100 %/);
    expect(markdown(rates)).toContain('| No logs | trades by hand, without a log | INSUFFICIENT by V01 |');
  });

  it('tells what is not as expected', () => {
    const one = outcome('No logs');
    const judged = (more: object) =>
      surpriseOf({ ...one.style, expected: { ...one.style.expected, ...more } }, one, []);
    expect(judged({})).toBe(null);
    expect(judged({ verdict: 'VERIFIED' })).toBe('INSUFFICIENT and not VERIFIED');
    expect(judged({ by: ['V01', 'V14'] })).toBe('not found by V14');
    expect(judged({ isUnranked: true })).toBe(`ranks ${one.rank}`);
    expect(judged({ refused: '40020' })).toBe('tried nothing');
    // A cheat that passes, an honest team that needs a person, a framed one: each misses its goal.
    const [rate] = ratesOf([{ ...done, outcomes: [{ ...one, verdict: 'VERIFIED' }] }]).shares.filter(
      ({ of }) => of > 0,
    );
    expect(isMet(rate!)).toBe(false);
  });
});

describe('the styles', () => {
  it('are at least sixty, half of them honest, each with a name and a sentence of its own', () => {
    const isHonest = STYLES.filter(({ kind }) => kind === 'honest' || kind === 'framed').length;
    expect(isHonest).toBeGreaterThanOrEqual(30);
    expect(STYLES.length - isHonest).toBeGreaterThanOrEqual(30);
    expect(new Set(STYLES.map(({ name }) => name.toLowerCase())).size).toBe(STYLES.length);
    for (const { does } of STYLES) expect(does.length).toBeGreaterThan(9);
  });

  it('are in docs/threats.md, each with what it does and what happens to it', () => {
    const page = readFileSync('docs/threats.md', 'utf8');
    expect(STYLES.filter(({ name, does }) => !page.includes(`| ${name} | ${does} |`)).map(({ name }) => name)).toEqual(
      [],
    );
  });

  it('come with those they need, and no other has their name', () => {
    expect(stylesNamed(['left'])!.map(({ name }) => name)).toEqual(['Left', 'Right']);
    expect(stylesNamed(['Left', 'Nobody'])).toBe(null);
    for (const { beside = [] } of STYLES) expect(stylesNamed(beside)).not.toBe(null);
  });
});

describe('the verb', () => {
  it('takes no folder that has something in it, no style that is none, no number that is none', async () => {
    writeFileSync(join(folder, 'something'), '');
    await expect(rehearseVerb.run([folder])).rejects.toThrow('is not empty');
    await expect(rehearseVerb.run(['--style', 'Nobody'])).rejects.toThrow(
      'no style is called Nobody; there are Recommended',
    );
    await expect(rehearseVerb.run(['--seeds', '0'])).rejects.toThrow("--seeds is '0', needs a number from 1 to 1000");
  });
});
