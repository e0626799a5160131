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

/** Words of certainty, and what no row of a log is certain of. */
const SURE = '(?:prov(?:es?|en|ing)|proofs?|guarantee[sd]?|certif(?:y|ies|ied)|confirm(?:s|ed)?|ensures?|assures?)';
const UNSEEN =
  '(?:models?|AI|agents?|humans?|persons?|nobody|no one|autonom\\w*|honest\\w*|cheat\\w*|frauds?|fair(?:ness)?|genuine\\w*|clean|innocen\\w*|trust\\w*|manipulat\\w*)';
const GIVEN = '(?:VERIFIED|verdicts?|grades? [A-DUX]|(?:evidence )?levels? [0-5]|badges?)';

/**
 * What a log can't show: that a model decided, that nobody helped, that somebody is honest or cheats.
 */
const MORE_THAN_ROWS: readonly RegExp[] = [
  new RegExp(`\\b${SURE}\\b[^.\\n]{0,40}\\b${UNSEEN}\\b`, 'i'),
  new RegExp(`\\b${GIVEN}\\b[^.\\n]{0,30}\\b${SURE}\\b`, 'i'),
  new RegExp(`\\b${UNSEEN}\\b[^.\\n]{0,20}\\b(?:is|are|was|were) ${SURE}\\b`, 'i'),
  /\b(?:no|not?|without|free of|never|zero|nobody) (?:\w+ )?(?:cheat(?:s|ed|ing|ers?)?|fraud|manipulation|foul play)\b/i,
  /\b(?:100|hundred) ?(?:%|per ?cent) (?:AI|autonomous|fair|verified|honest)\b/i,
  /\b(?:really|truly|genuinely|actually) (?:an? )?(?:AI|model|autonomous|decided by)/i,
  /\b(?:decided|made|traded|placed) by (?:an? |the )?(?:AI|model|agent)s? (?:alone|only|itself)/i,
  /\b(?:no|without any) (?:human|person|hand) (?:was |is )?(?:involved|took part|helped|touched)/i,
  /\b(?:is|are|was|were|as) (?:honest|genuine|trustworthy|cheat-free|fraud-free|fair)\b/i,
  /\b(?:is|are|was|were) (?:a )?(?:cheat|cheater|fraud|fraudster|liar)s?\b/i,
  /(?:证明|证实|保证|确保|担保|确认|认证)[^。\n]{0,12}(?:模型|人工智能|智能体|AI|无人|诚信|公平|清白|可信)/,
  /(?:VERIFIED|结论|等级|级别)[^。\n]{0,8}(?:证明了?|证实|保证|确保|担保)/,
  /(?:没有|未曾|绝无|杜绝|从未)(?:任何)?(?:作弊|舞弊|造假|操纵)/,
  /(?:确实|真正|的确)(?:由|是)?(?:模型|人工智能|智能体|AI)/,
  /(?:诚实|作弊|欺诈|造假)/,
];
/** What people read beside verdicts. Not the rehearsal's: its teams are cheats by their part. */
const TEXTS = filesUnder('src', (path) =>
  /^src\/(?:web\/(?:words|pages|parts)\/|core\/verification\/words|cli\/|api\/(?:shapes|routes|words)\/|app\/evidence\/)/.test(
    path,
  ),
).filter((path) => !/\.test\.ts$|rehears/.test(path));
/** The pages for teams, organisers, judges and whoever checks. */
const PAGES = filesUnder('docs', (path) =>
  /^docs\/(?:(?:evidence|contest|threats|ai-log|bring-your-bot)|(?:web|start)\/.*)\.md$/.test(path),
);

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
    expect(TEXTS.length).toBeGreaterThan(300);
    const claims = TEXTS.flatMap((path) => tooMuchIn(read(path)).map((claim) => `${path}: ${claim}`));
    expect(claims).toEqual([]);
  });

  it('in the documents about contests', () => {
    expect(PAGES.length).toBeGreaterThan(8);
    // Commands claim nothing.
    const prose = (path: string): string => read(path).replace(/^```[\s\S]*?^```/gm, '');
    expect(PAGES.flatMap((path) => claimsIn(prose(path)).map((claim) => `${path}: ${claim}`))).toEqual([]);
  });

  it.each([
    'VERIFIED proves that a model decided',
    'the verdict guarantees it',
    'grade A proves it',
    'no cheating here',
    'nobody cheated',
    'the absence of fraud is proven',
    'proof of an honest team',
    '100 % AI',
    '结论保证了这一点',
    '确保公平',
    '绝无舞弊',
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
  return claimsIn(blank(source, { strings: false }));
}

function claimsIn(text: string): string[] {
  return MORE_THAN_ROWS.flatMap((claim) => claim.exec(text)?.[0] ?? []);
}
