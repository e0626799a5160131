// What verdicts, grades, levels and rules say: a sentence each, in both languages, from one home, and none that claims
// more than rows of the log hold. Every text of the page, the command line and the core is held to that.
import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/core/verification/rules.ts';
import * as plainEn from '../../src/core/verification/words/en.ts';
import * as storiesEn from '../../src/core/verification/words/en-stories.ts';
import * as plainZh from '../../src/core/verification/words/zh.ts';
import * as storiesZh from '../../src/core/verification/words/zh-stories.ts';
import { blank, filesUnder, read } from '../source.ts';

const en = { ...plainEn, ...storiesEn };
const zh = { ...plainZh, ...storiesZh };

/**
 * What a log can't show: that a model decided, that nobody helped, that somebody is honest or cheats.
 */
const MORE_THAN_ROWS: readonly RegExp[] = [
  /\b(?:proves?|proven|proof|guarantees?|certif(?:y|ies|ied)|confirms?|ensures?)\b[^.\n]{0,40}\b(?:model|AI|agent|no human|nobody helped|autonomous)/i,
  /\b(?:really|truly|genuinely|actually) (?:an? )?(?:AI|model|autonomous|decided by)/i,
  /\b(?:decided|made|traded|placed) by (?:an? |the )?(?:AI|model|agent)s? (?:alone|only|itself)/i,
  /\b(?:no|without any) (?:human|person|hand) (?:was |is )?(?:involved|took part|helped|touched)/i,
  /\b(?:is|are|was|were|as) (?:honest|genuine|trustworthy|cheat-free|fraud-free|fair)\b/i,
  /\b(?:is|are|was|were) (?:a )?(?:cheat|cheater|fraud|fraudster|liar)s?\b/i,
  /(?:证明|保证|确认|认证)[^。\n]{0,12}(?:模型|人工智能|智能体|AI|无人)/,
  /(?:确实|真正|的确)(?:由|是)?(?:模型|人工智能|智能体|AI)/,
  /(?:诚实|作弊|欺诈|造假)/,
];
/** What people read beside verdicts. Not the rehearsal's: its teams are cheats by their part. */
const TEXTS = filesUnder('src', (path) =>
  /^src\/(?:web\/words\/|core\/verification\/words|cli\/|api\/shapes\/contest|app\/evidence\/)/.test(path),
).filter((path) => !/\.test\.ts$|rehears/.test(path));

describe('the sentences', () => {
  it('are there for every grade, level, verdict, rule and fact, in both languages, and no two are alike', () => {
    const ids = RULES[2].map(({ id }) => id);
    expect(Object.keys(en.RULE_SAYS)).toEqual(ids);
    expect(Object.keys(en.FALSE_ALARM_SAYS)).toEqual(ids);
    expect(Object.keys(zh)).toEqual(Object.keys(en));
    for (const name of Object.keys(en) as (keyof typeof en)[]) {
      const [english, chinese] = [Object.values<string>(en[name]), Object.values<string>(zh[name])];
      expect(Object.keys(zh[name])).toEqual(Object.keys(en[name]));
      for (const all of [english, chinese]) expect(new Set(all).size).toBe(all.length);
      for (const text of english) expect(text).toMatch(/^[ -~’]{4,160}$/);
      for (const text of chinese) expect(text).toMatch(/[\u4e00-\u9fff]/);
    }
  });

  it('have one home: no other file says one of them again', () => {
    const said = [en, zh].flatMap((one) =>
      [one.GRADE_SAYS, one.VERDICT_SAYS, one.RULE_SAYS].flatMap((home) => Object.values<string>(home)),
    );
    const long = said.filter((text) => text.length > 24 || /[\u4e00-\u9fff]{9}/.test(text));
    const others = filesUnder('src', (path) => /\.tsx?$/.test(path) && !path.includes('verification/words/'));
    expect(others.length).toBeGreaterThan(500);
    const again = others.flatMap((path) =>
      long.filter((text) => read(path).includes(`'${text}'`)).map((text) => `${path}: ${text}`),
    );
    expect(again).toEqual([]);
  });
});

describe('no text claims more than rows hold', () => {
  it('in what people read beside verdicts', () => {
    expect(TEXTS.length).toBeGreaterThan(40);
    const claims = TEXTS.flatMap((path) => tooMuchIn(read(path)).map((claim) => `${path}: ${claim}`));
    expect(claims).toEqual([]);
  });

  it.each([
    'VERIFIED proves that a model decided',
    'This team is honest',
    'Certified: no human was involved',
    'placed by an AI alone',
    'a truly autonomous agent',
    '保证由人工智能决定',
    '该队没有作弊',
  ])('and it would be found: %s', (text) => expect(tooMuchIn(`'${text}'`)).not.toEqual([]));

  it.each([
    'We do not claim: that the named model produced them, that the inputs were true, or that the decision was good.',
    'the reason was on record before the order',
    'names a response of the model and what was asked',
  ])('and this is none: %s', (text) => expect(tooMuchIn(`'${text}'`)).toEqual([]));
});

/** The strings of a source that claim too much. Comments are for readers of the code. */
function tooMuchIn(source: string): string[] {
  const code = blank(source, { strings: false });
  return MORE_THAN_ROWS.flatMap((claim) => claim.exec(code)?.[0] ?? []);
}
