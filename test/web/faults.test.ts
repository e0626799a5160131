// Whatever the exchange can have against an organiser's forms is said in Chinese on a page in Chinese: every sentence
// of its own, as its checks make them.
import { describe, expect, it } from 'vitest';
import { readTeamList } from '../../src/api/admin/team-list.ts';
import { draftIn, faultOfRuleset } from '../../src/api/admin/contest-draft.ts';
import { brandIn, NO_BRAND } from '../../src/api/app/brand.ts';
import { DEFAULT_RULESET } from '../../src/core/verification/ruleset.ts';
import { zhFault, zhRefused } from '../../src/web/words/zh-faults.ts';
import { jpeg, png } from '../pictures.ts';
import { read } from '../source.ts';

const NOW = Date.UTC(2026, 11, 1);
const HOUR = 3_600_000;
const RIGHT = {
  id: 'c1',
  startMs: NOW + HOUR,
  endMs: NOW + 2 * HOUR,
  symbols: [{ symbol: 'cmt_btcusdt', maxLeverage: 20 }],
  rulesetSha256: '0'.repeat(64),
};

const ofRehearsed = (config: object): string[] => ofConfig(config, {});
function ofConfig(config: object, rehearsal?: object): string[] {
  const deps = {
    engine: { state: { bySymbol: new Map([['cmt_btcusdt', {}]]) } },
    clock: { nowMs: () => NOW },
    rehearsal,
  } as unknown as Parameters<typeof draftIn>[0];
  return draftIn(deps, { ...RIGHT, ...config }).faults.map(({ msg }) => msg);
}

const ofRuleset = (fields: object): string[] => {
  const fault = faultOfRuleset({ ...DEFAULT_RULESET, ...fields }) ?? '';
  const [name = ''] = fault.split(' ');
  return [Object.hasOwn(DEFAULT_RULESET, name) ? fault.slice(name.length + 1) : fault];
};
const ofList = (csv: string): string[] => readTeamList(csv).faults.map(({ msg }) => msg);
const ofBrand = (given: object): string[] => brandIn({ ...given }, NO_BRAND).faults.map(({ msg }) => msg);
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64');

const TIMES = ['', 'soon', 7, '2026-13-01T00:00:00Z', '2026-02-30T00:00:00Z', '2026-01-01T25:00:00Z', NOW - HOUR, 1.5];
const CONFIGS: readonly object[] = [
  ...TIMES.map((startMs) => ({ startMs })),
  { startMs: undefined },
  { endMs: NOW },
  { evidenceUntilMs: NOW + HOUR },
  { boardHiddenFromMs: NOW },
  { boardHiddenFromMs: 'x' },
  { id: 'Not An Id' },
  { id: undefined },
  { title: '' },
  { practice: 'yes' },
  { startBalance: '1,5' },
  { startBalance: '0' },
  { symbols: [] },
  { symbols: 'all' },
  { symbols: [{ symbol: 'cmt_nope', maxLeverage: 1 }] },
  { symbols: [{ symbol: 'cmt_btcusdt', maxLeverage: 0 }] },
  { symbols: [{ symbol: 'cmt_btcusdt' }] },
  { channels: [] },
  { channels: ['fax'] },
  { maxOrdersPerMinute: 0 },
  { minFilledOrders: -1 },
  { finalMinutes: 61 },
  { publicBundle: 'some' },
  { markSource: 'last' },
  { coin: 'EUR' },
  { rulesetSha256: 'x' },
  { score: { mode: 'luck' } },
  { score: { mode: 'composite', weights: { return: 7 } } },
  { score: 'return' },
  { disclosure: { what: 'reasons', delayMs: 1 } },
  { disclosure: { what: 'reasons', delayMs: -1 } },
  { slogan: 'x' },
];
const RULESETS: readonly object[] = [
  { lateMs: -1 },
  { lateMs: undefined },
  { name: '' },
  { commonTemplates: 7 },
  { answerMs: 7 },
  { v: 9 },
  { luck: 1 },
];
const LISTS: readonly string[] = [
  '',
  'name\n',
  'uid\n1\n',
  'name,name,slogan\nTeam,x,y\n',
  'name\n"Team',
  'name\n"Team"x\n',
  'name,class\nTeam,llm,more\n',
  'uid,name,contact,class,models,members\nx,,"a\u202E",gpt,*,a b\n',
  `name,contact\nTeam,${'x'.repeat(101)}\n`,
  `name,models\nTeam,${'x'.repeat(129)}\n`,
  'name,members\nTeam,a;a\n',
  'name\nTeam\nteam.\n',
  ...['a\u202Eb', 'a\u200Bb', 'a\u0007b', 'a\uE000', 'a<b>', '\u0301ab', '队', 'x'.repeat(33), 'Tеam', '...'].map(
    (name) => `name\n${name}\n`,
  ),
];
const BRANDS: readonly object[] = [
  { slogan: 'x' },
  { name: 7 },
  { name: 'a\u202Eb' },
  { name: 'x' },
  { logo: '!' },
  { logo: base64('<svg/>') },
  { logo: base64('GIF89a') },
  { logo: base64('x') },
  { logo: base64(png(16, 16, 'acTL')) },
  { logo: base64(png(16, 16).subarray(0, -1)) },
  { logo: base64(jpeg(9, 9)) },
  { logo: base64(Buffer.alloc(70_000)) },
  { light: 'red' },
  { light: '#ffd000' },
  { dark: '#101010' },
  { origins: 'x' },
  { origins: ['https://*.x'] },
  { origins: [7] },
];

/** Sentences of the core's contests that a form or a judge can meet, each fact of them a 7. */
function sentencesAgainst(): string[] {
  const steps = ['caseStep', 'teams', 'outages', 'moveContest', 'find', 'createContest'];
  const source = steps.map((name) => read(`src/core/contest/${name}.ts`)).join('\n');
  const literal = '(`[^`]*`|\'[^\']*\'|"[^"]*")';
  const refused = new RegExp(`(?:conflicting|invalid)Field\\(\\s*'\\w+',\\s*${literal}`, 'g');
  const why = new RegExp(`(?:return|[?:]|return \\w+ === actor \\?) ${literal}(?=[;\\s])`, 'g');
  return [refused, why]
    .flatMap((form) => [...source.matchAll(form)].map(([, text = '']) => text.slice(1, -1)))
    .filter((text) => / /.test(text) && !FROM_PROGRAMS.test(text) && !text.startsWith('${fault.field}'))
    .map((text) => text.replace(/\$\{[^}]*\}/g, '7'));
}

/** What only programs can do wrong. */
const FROM_PROGRAMS =
  /canonical|texts (are frozen|behind)|was not put|only a draft may|does not fit|of a user|with those before/;

describe('on a page in Chinese', () => {
  it.each([
    ['a contest', CONFIGS, ofConfig],
    ['a contest in a rehearsal', [{ practice: false }], ofRehearsed],
    ['a rule set', RULESETS, ofRuleset],
    ['a list of teams', LISTS, ofList],
    ['a brand', BRANDS, ofBrand],
  ] as const)('every fault of %s is in Chinese, with its facts', (_, given, faultsOf) => {
    for (const one of given) {
      const faults = (faultsOf as (given: unknown) => string[])(one);
      expect(faults, JSON.stringify(one)).not.toEqual([]);
      for (const fault of faults) {
        const said = zhFault(fault);
        expect(said, fault).toMatch(/[\u4e00-\u9fff]/);
        expect(said, fault).not.toMatch(
          /\b(is|has|needs?|must|which|there|whole|characters|at most|needs|one of|leave)\b/,
        );
        for (const [figure] of fault.matchAll(/U\+[0-9A-F]+|#[0-9a-f]{6}/g)) expect(said, fault).toContain(figure);
      }
    }
  });

  it('whatever stands against a step of a contest, a team or a case is in Chinese', () => {
    const sentences = sentencesAgainst();
    expect(sentences.length).toBeGreaterThan(40);
    for (const sentence of sentences) {
      const said = zhRefused(sentence);
      expect(said, sentence).toMatch(/[\u4e00-\u9fff]/);
      expect(said, sentence).not.toMatch(/\b(is|are|has|which|only|may|was|until|needs)\b/);
    }
    expect(zhRefused("phase: contest c1 is in live and can't go to final: only a contest in review is ended")).toBe(
      'phase: 比赛 c1 处于“进行”，不能转到“已定案”：只有审查中的比赛可以定案',
    );
  });

  it('a sentence that is not known stays as it is', () => {
    expect(zhFault('the moon is wrong')).toBe('the moon is wrong');
  });
});
