import { describe, expect, it } from 'vitest';
import { GRADE_SAYS, LEVEL_SAYS, VERDICT_SAYS } from '../core/verification/words/en.ts';
import { boardText, foundText, legend, skillText, verdictText } from './standings.ts';

const found = (...texts: string[]) =>
  texts.map((text) => ({ rule: text.split(' ')[0]!, severity: text.split(' ')[1]! }));

describe('a verdict', () => {
  it.each([
    ['VERIFIED', [], 'VERIFIED'],
    ['VERIFIED', ['V07 M', 'V08 M'], 'VERIFIED, 2 notes (V07, V08)'],
    ['VERIFIED', ['V15 I'], 'VERIFIED, 1 note (V15)'],
    ['REVIEW', ['V10 H'], 'REVIEW for V10'],
    ['REVIEW', ['V03 H', 'V07 M', 'V08 L'], 'REVIEW for V03; 2 notes (V07, V08)'],
    ['INSUFFICIENT', ['V01 INSUFFICIENT', 'V02 REVIEW', 'V11 L'], 'INSUFFICIENT for V01, V02; 1 note (V11)'],
  ])('%s with %j is: %s', (verdict, findings, text) => {
    expect(verdictText(verdict, found(...findings))).toBe(text);
  });
});

describe('a finding', () => {
  it('says its rule, how much of it, and who else is concerned', () => {
    const one = { rule: 'V10', severity: 'H', count: 3 };
    expect(foundText(one, 12)).toBe('V10 a log another team sent first (3)');
    expect(foundText({ ...one, touched: 3, first: 't2', others: ['t2'] }, 12)).toBe(
      'V10 a log another team sent first (3; 25 % of orders; with t2; t2 was first)',
    );
  });
});

describe('a legend', () => {
  it('has the one sentence of each verdict, grade and level that is shown', () => {
    expect(legend({ verdicts: ['VERIFIED'], grades: ['A', 'X'], levels: [3] })).toEqual([
      `VERIFIED: ${VERDICT_SAYS.VERIFIED}`,
      `grade A: ${GRADE_SAYS.A}`,
      `grade X: ${GRADE_SAYS.X}`,
      `level 3: ${LEVEL_SAYS[3]}`,
    ]);
  });
});

describe('a board', () => {
  const row = { rank: 1, team: 't1', name: 'Alpha', pnl: '-5.1277', return8: '-51277', mddPpm: 512, filled: 12 };
  const judged = { coveredPpm: 950_000, verdict: 'REVIEW', provisional: true };

  it('says shares in per cents, and reasons in words', () => {
    const apart = [{ team: 't2', name: 'Beta', reason: 'minFilledOrders' }];
    expect(boardText([{ ...row, ...judged, score: '-51277' }], apart).split('\n')).toEqual([
      'rank\tteam\tname\treturn\tPnL in USDT\tdeepest fall\tfilled orders\tvalue covered\tverdict',
      '1\tt1\tAlpha\t-0.0513 %\t-5.1277\t0.0512 %\t12\t95 %\tREVIEW, provisional',
      'unranked: t2 Beta, too few filled orders',
    ]);
  });

  it('says what judges decided beside a verdict that stays', () => {
    const shown = boardText(
      [{ ...row, ...judged, score: '-51277', verdict: 'INSUFFICIENT', decided: 'overturned' }],
      [],
    );
    expect(shown).toContain('\tINSUFFICIENT, provisional, cleared on appeal');
  });

  it('has points where rank is not by return alone, and knows who is out', () => {
    expect(boardText([{ ...row, coveredPpm: 0, score: '734211' }], [])).toContain('\t-0.0513 %\t734211\t');
    expect(boardText([{ ...row, coveredPpm: 0, score: null }], [])).toContain('\tAlpha\tout\t-5.1277');
  });
});

it('says how sure returns are, and nothing where no report does', () => {
  const rows = [
    { team: 't1', low8: -410_000, high8: 2_390_000, beatsNextPpm: 812_750, coinsPpm: 215_000 },
    { team: 't2', low8: -1_000_000, high8: 1_000_000, beatsNextPpm: null, coinsPpm: null },
  ];
  const text = skillText({ rows, coins: { agents: 200, low8: -2_100_000, high8: 1_730_000 } });
  expect(text.split('\n').slice(-3)).toEqual([
    expect.stringMatching(/^t1\s+-0\.41 % to 2\.39 %\s+81\.28 %\s+21\.5 %$/),
    expect.stringMatching(/^t2\s+-1 % to 1 %\s+-\s+-$/),
    '200 agents by coin: 90 % of them -2.1 % to 1.73 %',
  ]);
  expect(skillText(null)).toBe('');
});
