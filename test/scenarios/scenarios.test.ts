/** Plays every *.scn file of this folder, and holds the reader to its strictness. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { playScenario, readScenarios } from './reader.ts';

const folder = new URL('./', import.meta.url);
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.scn'))
  .toSorted();

it('finds the scenarios', () => {
  expect(files.length).toBeGreaterThanOrEqual(10);
});

for (const file of files) {
  describe(file, () => {
    for (const scenario of readScenarios(file, readFileSync(new URL(file, folder), 'utf8'))) {
      it(`${scenario.rules.join(', ')} ${scenario.title}`, () => {
        expect(playScenario(scenario)).toBeGreaterThan(0);
      });
    }
  });
}

describe('the reader', () => {
  const play = (...lines: string[]) =>
    playScenario(readScenarios('t.scn', ['# ORDR-001 title', ...lines].join('\n'))[0]!);

  it.each([
    ['an unknown line', ['ann dances'], "t.scn:2: not a line of this language: 'ann dances'"],
    ['an unknown person', ['zoe deposits 1'], 't.scn:2'],
    [
      'an unknown figure',
      ['ann deposits 1', 'ann has wealth 1'],
      "t.scn:3: ann has wealth 1\nno figure called 'wealth 1'",
    ],
    ['an unknown option', ['ann opens long 1 at market slowly'], "not something to say here: 'slowly'"],
    ['an unknown name', ['order a1 is open'], "0 orders are called 'a1'"],
    ['an unknown setting', ['given maxFun 3'], "nothing to give: 'maxFun 3'"],
    ['a setting too late', ['ann deposits 1', 'given maxOpenOrders 3'], 't.scn:3'],
    ['a wrong figure', ['ann deposits 1', 'ann has amount 2'], 'expected amount 2, found 1'],
    ['a wrong answer', ['ann withdraws 1'], 'expected accepted, found BALANCE_NOT_ENOUGH'],
    [
      'an acceptance where a reject was stated',
      ['ann deposits 1 → AMOUNT_INVALID'],
      'expected AMOUNT_INVALID, found accepted',
    ],
    ['a bill too few', ['ann deposits 1', 'bills', '  ann SHARED deposit 1'], 'expected 1 bills, found 2'],
    ['a wrong bill', ['ann deposits 1', 'bills', '  EXTERNAL SHARED deposit -1', '  ann SHARED deposit 2'], 't.scn:5'],
    ['no check at all', ['ann deposits 1'], 'a scenario that checks nothing proves nothing'],
  ])('stops at %s', (_what, lines, message) => {
    expect(() => play(...lines)).toThrow(message);
  });

  it('stops at a scenario without a rule', () => {
    expect(() => readScenarios('t.scn', '# just a title\ntick')).toThrow(
      "t.scn:1: a scenario starts with '# RULE-001 what it shows'",
    );
  });

  it('plays what is right', () => {
    expect(play('ann deposits 1 // money', 'ann has amount 1, equity 1', 'ann withdraws 2 → BALANCE_NOT_ENOUGH')).toBe(
      3,
    );
  });
});
