// The first version of the rule set: a fixture for each rule V01 to V16: it fires, and just below it does not. And an
// honest day. Contests that froze this version keep it, so nothing here ever changes.
import { describe, expect, it } from 'vitest';
import { RULES } from '../../src/core/verification/rules.ts';
import { type Ruleset, RULESETS } from '../../src/core/verification/ruleset.ts';
import type { ContestFacts } from '../../src/core/verification/records.ts';
import type { Finished } from '../../src/core/verification/report.ts';
import { CONTEST, ContestDay, findingsOf, MINUTE, START, teamLine } from './contest-day.ts';

const HOUSE = '9000001';

class FirstDay extends ContestDay {
  override verify(rules: Ruleset = RULESETS[1], contest: ContestFacts = CONTEST): Finished {
    return super.verify(rules, contest);
  }
}
const long = 'The four hour trend is up, the funding rate is low and the book is deep on the bid side, so we go long';

/** A day with `count` orders, each decided by a log of its own, and what `change` makes of the ones below `changed`. */
function day(count: number, changed: number, change: (day: ContestDay, at: number) => void): ContestDay {
  const one = new FirstDay().team('t1', '1000001').team('t2', '1000002');
  for (let at = 0; at < count; at++) {
    one.after(MINUTE);
    if (at < changed) change(one, at);
    else one.pair();
  }
  return withFills(one);
}

/** One fill for every order of the first team, so that V15 says nothing. */
function withFills(one: ContestDay): ContestDay {
  const fills = one.leaves.flatMap((leaf) =>
    leaf.kind === 'order' && leaf.header.uid === '1000001' ? [{ orderId: leaf.header.orderId }] : [],
  );
  return one.after(1000).minute(fills);
}

describe('V01: order coverage', () => {
  const without = (one: ContestDay): unknown => one.order('x');

  it.each([
    [100, 5, [], 'VERIFIED'],
    [100, 6, ['V01 REVIEW', 'V02 REVIEW'], 'REVIEW'],
    [100, 10, ['V01 INSUFFICIENT', 'V02 REVIEW'], 'INSUFFICIENT'],
    [9, 9, ['V01 REVIEW', 'V02 REVIEW'], 'REVIEW'],
  ])('of %i orders %i without a log', (count, missing, findings, verdict) => {
    const finished = day(count, missing, without).verify();
    expect(findingsOf(finished)).toEqual(findings);
    expect(teamLine(finished, 't1').verdict).toBe(verdict);
  });

  it('asks a person when there is no order', () => {
    const finished = new FirstDay().team('t1', '1000001').verify();
    expect(findingsOf(finished)).toEqual(['V01 REVIEW', 'V15 I']);
    expect(teamLine(finished, 't1')).toMatchObject({ coverage: 'none', verdict: 'REVIEW' });
  });
});

describe('V02: notional coverage', () => {
  it.each([
    ['0.0100', []],
    ['0.0110', ['V02 REVIEW']],
  ])('one of twenty orders without a log, of size %s', (size, findings) => {
    const one = new FirstDay().team('t1', '1000001');
    const fills = [{ orderId: one.order('x', { size }), size }];
    for (let at = 1; at < 20; at++) fills.push({ orderId: one.after(MINUTE).pair(), size: '0.0100' });
    expect(findingsOf(one.minute(fills).verify())).toEqual(findings);
  });

  it('counts fills of a preset under its opening order', () => {
    const one = new FirstDay().team('t1', '1000001');
    const parentOrderId = one.pair();
    const child = one.order('~p', { channel: 'plan', triggerPrice: '80000.0', parentOrderId, type: '3' });
    const finished = one.minute([{ orderId: parentOrderId }, { orderId: child }]).verify();
    expect(teamLine(finished, 't1')).toMatchObject({ counted: 1, notionalCounted: '1820', notionalCovered: '1820' });
  });
});

describe('V03: contradictions', () => {
  const against = (one: ContestDay): unknown => one.pair({ output: { decision: 'HOLD' } });

  it.each([
    [100, 1, ['V03 L']],
    [200, 2, ['V03 L']],
    [199, 2, ['V03 H']],
  ])('of %i orders %i against their log', (count, against1, findings) => {
    expect(findingsOf(day(count, against1, against).verify())).toEqual(findings);
  });
});

describe('V04: orders of others', () => {
  it.each([
    [0, []],
    [2, ['V04 L']],
    [3, ['V04 H']],
  ])('%i logs name one', (count, findings) => {
    const one = new FirstDay().team('t1', '1000001').team('t2', '1000002');
    const orderId = one.pair({ uid: '1000002' });
    const own = one.pair();
    for (let at = 0; at < count; at++) one.log({ orderId });
    one.log({ orderId: '712345678901234567' });
    expect(findingsOf(one.minute([{ orderId: own }]).verify())).toEqual(findings);
  });
});

describe('V05: manual actions', () => {
  const closing = { type: '3' };
  const close = { output: { symbol: 'cmt_btcusdt', decision: 'CLOSE_LONG' } };

  it('fires on one opening that a log calls manual, and not on one that calls it not', () => {
    const manual = day(30, 1, (one) => one.pair({ explanation: 'Manual entry' }));
    const automatic = day(30, 1, (one) => one.pair({ explanation: 'No manual entry' }));
    expect([findingsOf(manual.verify()), findingsOf(automatic.verify())]).toEqual([['V05 M'], []]);
  });

  it.each([
    [2, []],
    [3, ['V05 M']],
  ])('of ten closings %i by the web page', (manual, findings) => {
    const one = day(10, 10, (one, at) => one.pair(close, { ...closing, channel: at < manual ? 'web' : 'api' }));
    expect(findingsOf(one.verify())).toEqual(findings);
  });
});

describe('V06: models', () => {
  const register = (t: number): ContestDay => {
    const one = new FirstDay().team('t1', '1000001', { models: ['a-model', 'Family-*'] });
    for (const model of ['A-MODEL', 'family-7']) one.after(MINUTE).pair({ model });
    one.pair({ model: 'late' });
    return withFills(one.team('t1', '1000001', { models: ['late'], t }));
  };

  it('may be registered a day after, and no later', () => {
    const used = START + 2 * MINUTE + 2000;
    expect(findingsOf(register(used + 86_400_000).verify())).toEqual([]);
    expect(findingsOf(register(used + 86_400_001).verify())).toEqual(['V06 M']);
  });
});

describe('V07: repeats', () => {
  const again = (one: ContestDay, at: number): unknown =>
    one.pair({ input: { prompt: 'x' }, stage: `s${at}`, output: { decision: 'OPEN_LONG' } });

  it.each([
    [5, 20, []],
    [6, 20, ['V07 M']],
    [6, 250, []],
    [6, 249, ['V07 M']],
  ])('%i equal ones of %i', (equal, count, findings) => {
    expect(findingsOf(day(count, equal, again).verify())).toEqual(findings);
  });

  it('does not count the children of one log', () => {
    const one = new FirstDay().team('t1', '1000001');
    const parent = one.log();
    for (let at = 0; at < 10; at++) one.after(1000).order(`${parent}-0${at}`);
    expect(findingsOf(withFills(one).verify())).toEqual([]);
  });
});

describe('V08: templates', () => {
  const same = (letters: number) => (one: ContestDay, at: number) =>
    one.pair({ explanation: `RSI ${at} ${'abcdefghijkl'.charAt(at % letters)}` });

  it.each([
    [40, 9, ['V08 M']],
    [40, 10, []],
    [39, 9, []],
  ])('%i logs of %i texts', (count, texts, findings) => {
    expect(findingsOf(day(count, count, same(texts)).verify())).toEqual(findings);
  });

  it('asks for more than half of the windows', () => {
    expect(findingsOf(day(80, 40, same(2)).verify())).toEqual([]);
    expect(findingsOf(day(120, 80, same(2)).verify())).toEqual(['V08 M']);
  });

  it('tells other models than language models', () => {
    const one = new FirstDay().team('t1', '1000001', { modelClass: 'ml' });
    for (let at = 0; at < 40; at++) same(2)(one.after(MINUTE), at);
    expect(findingsOf(withFills(one).verify())).toEqual(['V08 I']);
  });
});

describe('V09: texts of two teams', () => {
  const both = (text: string, second: number, rules = RULESETS[1]): string[][] => {
    const one = new FirstDay().team('t1', '1000001').team('t2', '1000002');
    for (let at = 0; at < 3; at++) one.after(MINUTE).pair({ explanation: `${text} ${at}` });
    for (let at = 0; at < second; at++) one.after(MINUTE).pair({ uid: '1000002', explanation: `${text} ${at}` });
    const finished = withFills(one).verify(rules);
    return ['t1', 't2'].map((team) => findingsOf(finished, team).filter((text) => text.startsWith('V09')));
  };

  it('names both, when each wrote it three times and it is long', () => {
    expect(both(long, 3)).toEqual([['V09 H'], ['V09 H']]);
    expect(both(long, 2)).toEqual([[], []]);
    expect(both('x'.repeat(78), 3)).toEqual([['V09 H'], ['V09 H']]);
    expect(both('x'.repeat(77), 3)).toEqual([[], []]);
  });

  it('knows texts everybody uses', () => {
    const common = `${long.toLowerCase()} 0`;
    expect(both(long, 3, { ...RULESETS[1], commonTemplates: [common] })).toEqual([[], []]);
  });
});

describe('V10: bodies of others', () => {
  it('names the later team', () => {
    const one = new FirstDay().team('t1', '1000001').team('t2', '1000002');
    const body = { input: { prompt: 'x' }, explanation: 'the same' };
    one.pair(body);
    one.pair({ ...body, uid: '1000002' });
    one.pair(body);
    const finished = withFills(one).verify();
    expect([findingsOf(finished), findingsOf(finished, 't2')]).toEqual([[], ['V10 H', 'V15 I']]);
  });
});

describe('V11: placeholders', () => {
  const empty = (one: ContestDay, at: number): unknown =>
    one.pair({ input: at === 0 ? {} : { a: ['Test', { b: ' N/A ' }], stage: 'xxx', c: null } });

  it.each([
    [0, []],
    [2, ['V11 L']],
    [3, ['V11 M']],
  ])('%i of them', (count, findings) => {
    expect(findingsOf(day(20, count, empty).verify())).toEqual(findings);
  });

  it('takes a number for a word', () => {
    expect(findingsOf(day(5, 5, (one, at) => one.pair({ input: { a: 'test', b: at } })).verify())).toEqual([]);
  });
});

describe('V12: prices', () => {
  /** Logs that claim a price each, half of them by a list; the mark is 90 000 to 91 000. */
  const claiming = (prices: readonly string[]): string[] => {
    const one = new FirstDay().team('t1', '1000001');
    one.minute([], [{ symbol: 'cmt_btcusdt', low: '90000', high: '91000' }]);
    for (const [at, price] of prices.entries()) {
      const claim = { symbol: 'BTC', mark: price };
      one.after(1000).pair({ input: at % 2 === 0 ? { ...claim } : { market: [{ symbol: 'SOL', mark: 1 }, claim] } });
    }
    return findingsOf(withFills(one).verify());
  };

  it('fires at five claims of which half are wrong', () => {
    const [right, low, high] = ['92820', '88199', '92821'] as const;
    expect(claiming([right, right, low, high, low])).toEqual(['V12 M']);
    expect(claiming([right, '88200', low, high])).toEqual([]);
    expect(claiming([right, right, right, low, high])).toEqual([]);
  });

  it('compares with ten minutes', () => {
    const one = new FirstDay().team('t1', '1000001');
    one.minute([], [{ symbol: 'cmt_btcusdt', low: '90000', high: '91000' }]);
    for (let at = 0; at < 6; at++) one.after(11 * MINUTE).pair({ input: { symbol: 'BTC', mark: `25000${at}` } });
    expect(findingsOf(withFills(one).verify())).toEqual([]);
  });
});

describe('V13: one loser', () => {
  const gains = (...list: readonly (readonly [counter: string, realised: string])[]): string[] => {
    const one = new FirstDay().team('t1', '1000001');
    const orderId = one.pair();
    one.minute(list.map(([counter, realised]) => ({ orderId, counter, realised })));
    return findingsOf(one.verify());
  };

  it('gave more than 40 % of a gross profit of 1 % at least', () => {
    expect(gains(['1000005', '41'], [HOUSE, '59'])).toEqual(['V13 H']);
    expect(gains(['1000005', '40'], [HOUSE, '60'])).toEqual([]);
    expect(gains(['1000005', '41'], [HOUSE, '58'])).toEqual([]);
    expect(gains([HOUSE, '100'])).toEqual([]);
    expect(gains(['1000005', '60'], ['1000005', '-100'], [HOUSE, '40'])).toEqual(['V13 H']);
  });
});

describe('V14: twins', () => {
  it('stand alike for 192 samples', () => {
    expect(standing(192, 1_000)).toEqual([['V14 H'], ['V14 H']]);
    expect(standing(191, 1_000)).toEqual([[], []]);
    expect(standing(400, 4)).toEqual([[], []]);
  });

  it('are not two that never move', () => {
    const one = new FirstDay().team('t1', '1000001').team('t2', '1000002');
    for (const uid of ['1000001', '1000002']) one.minute([{ orderId: one.pair({ uid }), uid }]);
    one.after(10 * 86_400_000).minute();
    const finished = one.verify();
    expect(findingsOf(finished)).not.toContain('V14 H');
  });
});

/** Two teams, long and short in turn over `samples` quarters; the second one against the first every `other`th. */
function standing(samples: number, other: number): string[][] {
  const one = new FirstDay().team('t1', '1000001').team('t2', '1000002');
  const held = { '1000001': 0, '1000002': 0 };
  for (let at = 0; at < samples; at++) {
    const wanted = at % 2 === 0 ? 1 : -1;
    const fills = (['1000001', '1000002'] as const).flatMap((uid, who) => {
      const sign = who === 1 && at % other === other - 1 ? -wanted : wanted;
      const change = sign - held[uid];
      held[uid] = sign;
      if (change === 0) return [];
      const orderId = one.order('x', { uid, type: change > 0 ? '1' : '2' });
      return [{ orderId, uid, size: String(Math.abs(change)) }];
    });
    one.minute(fills).after(15 * MINUTE);
  }
  const finished = one.minute().verify(RULESETS[1], { ...CONTEST, endMs: START + samples * 15 * MINUTE });
  return ['t1', 't2'].map((team) => findingsOf(finished, team).filter((text) => text.startsWith('V14')));
}

describe('V15: filled orders', () => {
  it.each([
    [9, ['V15 I']],
    [10, []],
  ])('%i of them', (count, findings) => {
    const one = new FirstDay().team('t1', '1000001');
    const fills = Array.from({ length: count }, () => ({ orderId: one.after(MINUTE).pair() }));
    one.after(MINUTE).pair();
    expect(findingsOf(one.minute(fills).verify(RULESETS[1], { ...CONTEST, minFilledOrders: 10 }))).toEqual(findings);
  });
});

describe('V16: credentials', () => {
  it('are told to the team only', () => {
    const one = new FirstDay().team('t1', '1000001');
    const secret = one.next;
    one.log({ input: { key: `sk-${'a'.repeat(20)}` } });
    one.log({ input: { key: `sk-${'a'.repeat(19)}` } });
    one.pair();
    const finished = withFills(one).verify();
    expect(findingsOf(finished)).toEqual([]);
    expect(finished.toTeams.get('t1')).toMatchObject([{ rule: 'V16', severity: 'I', evidence: [secret] }]);
    expect(finished.text).not.toContain('V16');
  });
});

it('has a fixture for every rule', () => {
  expect(RULES[1].map(({ id }) => id)).toEqual(
    Array.from({ length: 16 }, (_, at) => `V${String(at + 1).padStart(2, '0')}`),
  );
});

describe('an honest day', () => {
  it('of 1 000 logs, 44 of them linked and half of them the same HOLD, is VERIFIED without a finding', () => {
    const one = new FirstDay().team('t1', '1000001');
    const fills: { orderId: string }[] = [];
    for (let at = 0; at < 1000; at++) {
      one.after(80_000);
      if (at % 2 === 0) one.log({ input: { prompt: 'x' }, output: { decision: 'HOLD' }, explanation: 'Nothing to do' });
      else if (at % 22 === 1 && fills.length < 44)
        fills.push({ orderId: one.pair({ input: { beacon: one.beacon() } }) });
      else one.log();
    }
    const finished = one.minute(fills).verify();
    expect(one.leaves.filter(({ kind }) => kind === 'ailog')).toHaveLength(1000);
    expect(teamLine(finished, 't1')).toEqual({
      counted: 44,
      coverage: 'pass',
      covered: 44,
      findings: [],
      grades: { A: 44, B: 0, C: 0, D: 0, U: 0, X: 0 },
      levels: [0, 0, 0, 44, 0, 0],
      notionalCounted: '40040',
      notionalCovered: '40040',
      team: 't1',
      verdict: 'VERIFIED',
    });
  });
});

describe('the verdict', () => {
  it('bears two findings of medium weight, and not three', () => {
    const medium = (count: number): ContestDay =>
      day(60, 45, (one, at) =>
        one.pair({
          ...(count > 0 ? { explanation: 'always the same' } : {}),
          ...(count > 1 ? { model: 'stranger' } : {}),
          ...(count > 2 && at < 3 ? { input: {} } : {}),
        }),
      );
    const of = (count: number): unknown => {
      const line = teamLine(medium(count).verify(), 't1');
      return [line.findings.length, line.verdict];
    };
    expect([of(0), of(1), of(2), of(3)]).toEqual([
      [0, 'VERIFIED'],
      [1, 'VERIFIED'],
      [2, 'VERIFIED'],
      [3, 'REVIEW'],
    ]);
  });
});
