// `outcry verify` as a process: its exit codes, and its words for what was not checked.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleFiles, packed, POLICY } from '../verification/bundle-day.ts';
import { VERDICT_SAYS } from '../../src/core/verification/words/en.ts';
import { ContestDay, MINUTE, START } from '../verification/contest-day.ts';
import { cleanUp, newFolder, outcry } from './process.ts';

afterAll(cleanUp);

describe('outcry verify', () => {
  const folder = newFolder();
  const file = (name: string, content: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

  it('ends with 0, 1, 2 and 5, and says what was not checked', async () => {
    const policy = file('policy', POLICY);
    const honest = new ContestDay().team('t1', '1000001');
    honest.minute([{ orderId: honest.pair() }]);
    const lazy = new ContestDay().team('t1', '1000001');
    lazy.minute([{ orderId: lazy.order('x') }]);
    const fine = file('fine', await packed(bundleFiles(honest).files));
    const agrees = await outcry('verify', fine, '--policy', policy);
    expect(agrees.code).toBe(0);
    expect(agrees.stdout).toContain('checked      the board the contest ended with follows from the leaves');
    expect(agrees.stdout).toContain('\n-\tt1\t\tnot on the board\tVERIFIED\t-\n');
    const open = file('open', await packed(bundleFiles(honest, 'none').files));
    const shut = await outcry('verify', open, '--policy', policy);
    expect(shut.code).toBe(5);
    expect(shut.stdout).toContain('not checked  1 AI logs were withheld');
    expect(shut.stdout).toContain('not judged   t1: whose account it is, is withheld\n0 of 1 team judged again.');
    expect(shut.stdout).toContain('\tVERIFIED (not judged again)\t');
    expect(shut.stdout).toContain(`\nVERIFIED: ${VERDICT_SAYS.VERIFIED}\n`);
    const found = await outcry('verify', file('found', await packed(bundleFiles(lazy).files)), '--policy', policy);
    expect([found.code, found.stdout]).toEqual([1, expect.stringContaining('\tREVIEW for V01, V02\t')]);
    const broken = await outcry('verify', policy, '--policy', policy, '--json');
    expect([broken.code, JSON.parse(broken.stdout)]).toMatchObject([2, { outcome: 'broken' }]);
    expect((await outcry('verify', fine)).code).toBe(2);
    expect((await outcry('verify', join(folder, 'none'), '--policy', policy)).code).toBe(2);
  });

  it('says who came where, with what verdict, and whom judges disqualified, by whom and in which leaf', async () => {
    const day = new ContestDay();
    const teams = ['1000001', '1000002', '1000003'].map((uid, nth) => [`t${nth + 1}`, uid, `Team${nth}`] as const);
    for (const state of ['approved', 'active'] as const)
      for (const [team, uid, name] of teams) day.team(team, uid, { name, state, t: START - 500 });
    const fills = teams.map(([, uid]) => ({ orderId: day.pair({ uid }) }));
    const equity = ['10320', '10110.5', '9000'].map((text, nth) => ({
      team: teams[nth]![0],
      equity: text,
      flows: '0',
    }));
    day.after(MINUTE).minute(fills, [], equity);
    day.team('t3', '1000003', { name: 'Team2', state: 'disqualified', t: day.now });
    const verdict = { contest: 'c1', case: 'k1', team: 't3', rules: ['V03', 'V10'], text: 'public' };
    const verdicts = [
      { ...verdict, outcome: 'disqualified', by: ['jane', 'mike'] },
      { ...verdict, outcome: 'upheld', by: ['zoe'] },
      { ...verdict, contest: 'other', outcome: 'cleared', by: ['zoe'] },
    ];
    const bundle = file('ranked', await packed(bundleFiles(day, 'full', verdicts).files));
    const words = ['verify', bundle, '--policy', file('policy', POLICY)];
    const { code, stdout } = await outcry(...words);
    const lines = stdout.split('\n').slice(stdout.split('\n').indexOf('THE FINAL BOARD') + 1);
    const leaf = day.next + 2;
    expect(lines.slice(0, 4)).toEqual([
      'rank\tteam\tname\treturn\tverdict\tdecided by judges',
      expect.stringMatching(/^1\tt1\tTeam0\t3\.2 %\t[A-Z]+.*\t-$/),
      expect.stringMatching(/^2\tt2\tTeam1\t1\.11 %\t[A-Z]+.*\t-$/),
      expect.stringContaining(
        `\tdisqualified by 2 judges (jane, mike) for V03, V10, leaf ${leaf}; upheld by 1 judge (zoe) for V03, V10, leaf ${leaf + 1}`,
      ),
    ]);
    expect(lines[3]).toMatch(/^-\tt3\tTeam2\tdisqualified\t/);
    const json = JSON.parse((await outcry(...words, '--json')).stdout);
    expect(json).toMatchObject({
      ranking: {
        isFinal: true,
        rows: [
          { rank: 1, team: 't1', return8: '3200000' },
          { rank: 2, team: 't2' },
        ],
      },
      decisions: [
        { team: 't3', outcome: 'disqualified', by: ['jane', 'mike'], leaf },
        { outcome: 'upheld', leaf: leaf + 1 },
      ],
    });
    expect([code, json.outcome]).toEqual([0, 'agrees']);
    // Its rank is known where what it follows from is withheld.
    const withheld = file('withheld', await packed(bundleFiles(day, 'none', verdicts).files));
    const shown = (await outcry('verify', withheld, '--policy', file('policy', POLICY))).stdout;
    expect(shown).toContain('THE FINAL BOARD\nrank\tteam\tname\treturn\tverdict\tdecided by judges\n1\tt1\tTeam0\t-\t');
  });
});
