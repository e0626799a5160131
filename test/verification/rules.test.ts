// What a team does itself, by the rules in force: each cheat is found, its verdict is not VERIFIED where most of what
// it did is one, and the honest team beside it is clean. What two teams do to each other is in rules-between.test.ts.
import { generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { MinuteBar } from '../../src/core/standing/minute.ts';
import { signedBytes } from '../../src/core/log/signature.ts';
import { sha256 } from '../ailog-vectors.ts';
import { DEFAULT_RULESET, RULESETS } from '../../src/core/verification/ruleset.ts';
import { RULES } from '../../src/core/verification/rules.ts';
import { saysManual } from '../../src/core/verification/manual.ts';
import { DEFAULT_TERMS } from '../../src/core/verification/terms.ts';
import { ContestDay, distinctReason, findingsOf, type LogFields, MINUTE, teamLine } from './contest-day.ts';

const BAR: MinuteBar = { symbol: 'cmt_btcusdt', low: '90900', high: '91100' };
const TYPES = ['1', '3', '2', '4'] as const;
const ACTIONS = { 1: 'OPEN_LONG', 2: 'OPEN_SHORT', 3: 'CLOSE_LONG', 4: 'CLOSE_SHORT' } as const;
/** What the nth order of a team that goes in and out, long and short, is. */
const typeOf = (nth: number): keyof typeof ACTIONS => Number(TYPES[nth % 4]) as keyof typeof ACTIONS;
const outputOf = (nth: number): object => ({ decision: ACTIONS[typeOf(nth)], symbol: 'BTCUSDT' });

/** Rounds in and out, each order with what `says` makes of its log, a minute of bars and fills after each. */
function rounds(count: number, says: (nth: number) => LogFields, team: { publicKey?: string } = {}): ContestDay {
  const one = new ContestDay().team('t1', '1000001', team).minute([], [BAR]);
  for (let nth = 0; nth < count; nth++) {
    const orderId = one
      .after(2 * MINUTE)
      .pair(
        { stage: `Decision ${nth}`, output: outputOf(nth), ...says(nth) },
        { type: String(typeOf(nth)), price: null },
      );
    one.after(1000).minute([{ orderId, price: '91000' }], [BAR]);
  }
  return one;
}

const verdictOf = (one: ContestDay): string => teamLine(one.verify(), 't1').verdict;
const found = (one: ContestDay): string[] => findingsOf(one.verify());

describe('what is true of most of what a team did is no detail', () => {
  it('an honest team in and out is VERIFIED', () => {
    expect([found(rounds(44, () => ({}))), verdictOf(rounds(44, () => ({})))]).toEqual([[], 'VERIFIED']);
  });

  const canned = { input: { prompt: 'What now?', market: [] }, explanation: 'As always' };
  const models = 'abcdefgh'.split('').map((letter) => `stranger-${letter}`);
  it.each<[string, (nth: number) => LogFields, string]>([
    ['one canned log for every order', () => ({ ...canned, output: { usual: 1 } }), 'V07 H'],
    ['a canned log but for its decision', () => canned, 'V07 H'],
    ['one reason for all, whatever was done', () => ({ explanation: 'As always' }), 'V08 H'],
    ['prompt test, response output', () => ({ input: { prompt: 'test' }, output: { response: 'output' } }), 'V11 H'],
    ['{} for all', () => ({ input: {}, output: {} }), 'V11 H'],
    ['{} as the input of all', () => ({ input: {} }), 'V11 H'],
    ['prices 2.7 times the market’s', () => ({ input: { market: [{ symbol: 'BTCUSDT', mark: '245700' }] } }), 'V12 H'],
    ['stage "Manual take profit" for all', () => ({ stage: 'Manual take profit' }), 'V05 H'],
    ['eight models that are not registered', (nth) => ({ model: models[nth % 8]! }), 'V06 H'],
  ])('%s', (_, says, finding) => {
    const one = rounds(44, says);
    expect(found(one)).toContain(finding);
    expect(verdictOf(one)).not.toBe('VERIFIED');
  });

  it('of a part it is counted, and says how many orders it touches', () => {
    const one = rounds(40, (nth) => (nth < 20 ? { model: 'stranger' } : {}));
    expect(teamLine(one.verify(), 't1')).toMatchObject({
      findings: [{ rule: 'V06', severity: 'M', count: 20, touched: 20, first: null, others: [] }],
      verdict: 'VERIFIED',
    });
    expect(found(rounds(40, (nth) => (nth < 21 ? { model: 'stranger' } : {})))).toEqual(['V06 H']);
  });

  it('is as it was for a contest that froze the first version', () => {
    const one = rounds(44, () => canned);
    expect(findingsOf(one.verify(RULESETS[1]))).toEqual(['V07 M', 'V08 M']);
    expect(teamLine(one.verify(RULESETS[1]), 't1').verdict).toBe('VERIFIED');
    expect(one.verify(RULESETS[1]).report.v).toBe(1);
  });
});

describe('a log that decides nothing', () => {
  const letters = (nth: number): string => 'qwertzuiopasdfghjkl'.slice(nth % 7, (nth % 7) + 9);

  it('covers nothing: a person has to read what random letters say', () => {
    const one = rounds(44, (nth) => ({
      input: { [letters(nth)]: letters(nth + 1) },
      output: { [letters(nth + 2)]: `${letters(nth)} ${letters(nth + 3)}` },
      explanation: letters(nth + 4) + letters(nth * 3),
    }));
    const line = teamLine(one.verify(), 't1');
    expect(line).toMatchObject({ coverage: 'unclear', covered: 0, verdict: 'REVIEW' });
    expect(line.grades).toMatchObject({ C: 0, D: 44 });
    expect(teamLine(one.verify(RULESETS[1]), 't1')).toMatchObject({ covered: 44, verdict: 'VERIFIED' });
  });

  it('is borne below the share that coverage bears', () => {
    const some = (count: number): string =>
      verdictOf(rounds(40, (nth) => (nth < count ? { output: { note: 'x y' } } : {})));
    expect([some(2), some(3)]).toEqual(['VERIFIED', 'REVIEW']);
  });

  it('does not excuse orders that have no log', () => {
    const one = rounds(20, () => ({ output: { note: 'x y' } }));
    for (let nth = 0; nth < 20; nth++) one.after(MINUTE).order('x');
    expect(verdictOf(one)).toBe('INSUFFICIENT');
  });
});

describe('a veto in words of a team’s own', () => {
  const veto = { output: { action: 'FLOW_GATE_BLOCKED', min_flow: 0.6 } };
  /** Every second decision is one not to trade: a log without an order. */
  const withVetoes = (one: ContestDay, count: number, fields: LogFields): ContestDay => {
    for (let nth = 0; nth < count; nth++)
      one.after(MINUTE).log({ stage: `Gate ${nth}`, explanation: distinctReason(nth), ...fields });
    return one;
  };

  it('is a decision not to trade: the team that logs them is as clean as with HOLD', () => {
    const hold = { output: { action: 'HOLD', min_flow: 0.6 } };
    const vetoed = withVetoes(
      rounds(44, () => ({})),
      20,
      veto,
    );
    const held = withVetoes(
      rounds(44, () => ({})),
      20,
      hold,
    );
    expect([found(vetoed), verdictOf(vetoed)]).toEqual([[], 'VERIFIED']);
    expect(teamLine(vetoed.verify(), 't1')).toEqual(teamLine(held.verify(), 't1'));
  });

  it('that an order follows is contradicted by it, as HOLD is', () => {
    const against = (output: object): ContestDay => rounds(44, (nth) => (nth < 2 ? { output } : {}));
    const line = teamLine(against(veto.output).verify(), 't1');
    expect(line.grades).toMatchObject({ A: 42, X: 2 });
    expect(line).toEqual(teamLine(against({ action: 'HOLD', min_flow: 0.6 }).verify(), 't1'));
    expect(found(against(veto.output))).toEqual(['V03 H']);
  });

  it('is told from random letters, which cover nothing and hold nothing', () => {
    const labels = rounds(44, (nth) => ({ output: { action: `QWERTZ_${'UIOPASDF'.slice(nth % 7)}` } }));
    expect(teamLine(labels.verify(), 't1')).toMatchObject({ coverage: 'unclear', covered: 0, verdict: 'REVIEW' });
    expect(teamLine(labels.verify(), 't1').grades).toMatchObject({ D: 44, X: 0 });
  });

  it('decides nothing in a contest that froze the first version', () => {
    const line = teamLine(rounds(44, () => veto).verify(RULESETS[1]), 't1');
    expect(line.grades).toMatchObject({ C: 44, X: 0 });
  });
});

describe('a log that decides everything', () => {
  const all = Object.values(ACTIONS);

  it('decides nothing: all four actions for two contracts', () => {
    const orders = ['BTCUSDT', 'ETHUSDT'].flatMap((symbol) => all.map((action) => ({ symbol, action })));
    const one = rounds(24, () => ({ output: { orders } }));
    expect(teamLine(one.verify(), 't1')).toMatchObject({ covered: 0, verdict: 'REVIEW' });
  });

  it('is none even with prices on both sides of the market, for who goes to the market', () => {
    const orders = all.map((action) => ({ symbol: 'BTC', action, price: action.endsWith('LONG') ? 90_000 : 92_000 }));
    expect(teamLine(rounds(24, () => ({ output: { orders } })).verify(), 't1').covered).toBe(0);
  });

  it('but a reversal, and quotes on both sides, are decisions', () => {
    const reversal = {
      orders: [
        { symbol: 'BTC', action: 'CLOSE_SHORT' },
        { symbol: 'BTC', action: 'OPEN_LONG' },
      ],
    };
    const quotes = {
      orders: [
        { symbol: 'BTC', action: 'BUY', price: '90900.0' },
        { symbol: 'BTC', action: 'SELL', price: '91100.0' },
      ],
    };
    const one = new ContestDay().team('t1', '1000001');
    one.pair({ output: reversal }, { type: '1', price: null });
    const bid = one.log({ output: quotes });
    one.order(`${bid}-00`, { type: '1', price: '90900.0' });
    one.order(`${bid}-01`, { type: '2', price: '91100.0' });
    one.order(`${bid}-02`, { type: '1', price: '90901.0' });
    expect(one.verify().report.orders.map(({ grade }) => grade)).toEqual(['A', 'A', 'A', 'D']);
  });

  it('and voices that differ leave the decision to the one that is named final', () => {
    const output = {
      votes: [
        { agent: 'trend', signal: 'SELL', symbol: 'BTC' },
        { agent: 'flow', signal: 'BUY', symbol: 'BTC' },
      ],
      decision: { action: 'OPEN_LONG', symbol: 'BTC' },
    };
    const one = new ContestDay().team('t1', '1000001');
    one.pair({ output });
    one.pair({ output: { votes: output.votes } });
    expect(one.verify().report.orders.map(({ grade }) => grade)).toEqual(['A', 'D']);
  });
});

describe('V17: decisions announced for whatever will be done', () => {
  /** Every hour a log for each action, and a person who then trades by whichever suits. */
  function picking(names: number): ContestDay {
    const one = new ContestDay().team('t1', '1000001');
    const fills: { orderId: string }[] = [];
    for (let hour = 0; hour < 6; hour++) {
      const ids: Record<string, string[]> = {};
      for (const [type, decision] of Object.entries(ACTIONS)) {
        ids[type] = Array.from({ length: names }, (_, nth) => `h${hour}-${type}-${nth}`);
        one.after(1000).log({ output: { symbol: 'BTC', decision, clientOids: ids[type] } });
      }
      for (let nth = 0; nth < 4; nth++) {
        const type = String(typeOf(nth));
        fills.push({ orderId: one.after(10 * MINUTE).order(ids[type]!.shift()!, { type }) });
      }
      one.after(20 * MINUTE);
    }
    return one.minute(fills);
  }

  it('finds who logs all four actions, with ten names each or one, and picks', () => {
    expect(found(picking(10))).toEqual(['V17 H']);
    expect(found(picking(1))).toEqual(['V17 H']);
    expect(verdictOf(picking(10))).toBe('REVIEW');
    expect(findingsOf(picking(10).verify(RULESETS[1]))).toEqual([]);
  });

  it('finds names that nobody used, whatever they decide', () => {
    const named = (names: number, used: number): string[] => {
      const one = new ContestDay().team('t1', '1000001');
      const fills: { orderId: string }[] = [];
      for (let nth = 0; nth < 10; nth++) {
        const clientOids = Array.from({ length: names }, (_, at) => `n${nth}-${at}`);
        one.after(2 * MINUTE).log({ output: { symbol: 'BTC', decision: 'OPEN_LONG', clientOids } });
        for (const name of clientOids.slice(0, used)) fills.push({ orderId: one.after(1000).order(name) });
      }
      return found(one.minute(fills));
    };
    expect(named(10, 1)).toEqual(['V17 H']);
    // A grid, all of it placed; and an order that may be tried again under another name.
    expect(named(10, 10)).toEqual([]);
    expect(named(3, 1)).toEqual([]);
  });

  it('leaves alone who changes its mind and acts on the latest, and who quotes both sides at once', () => {
    const one = new ContestDay().team('t1', '1000001');
    const fills: { orderId: string }[] = [];
    for (let nth = 0; nth < 12; nth++) {
      // Refused by its own risk check, three minutes later decided the other way.
      one.after(3 * MINUTE).log({ output: { symbol: 'BTC', decision: nth % 2 === 0 ? 'OPEN_LONG' : 'OPEN_SHORT' } });
      const decision = nth % 2 === 0 ? 'CLOSE_LONG' : 'CLOSE_SHORT';
      const clientOid = one.after(3 * MINUTE).log({ output: { symbol: 'BTC', decision } });
      fills.push({ orderId: one.after(2000).order(clientOid, { type: nth % 2 === 0 ? '3' : '4' }) });
      const bid = one.after(MINUTE).log({ output: { symbol: 'BTC', decision: 'BUY', price: '91000' } });
      const offer = one.after(1000).log({ output: { symbol: 'BTC', decision: 'SELL', price: '91000' } });
      fills.push({ orderId: one.after(1000).order(bid, { type: '1' }) }, { orderId: one.order(offer, { type: '2' }) });
    }
    expect(found(one.minute(fills))).toEqual([]);
  });
});

describe('V05: a person', () => {
  const texts = JSON.parse(readFileSync(new URL('../vectors/manual-texts.json', import.meta.url), 'utf8')) as {
    readonly acted: readonly string[];
    readonly automatic: readonly string[];
  };
  const says = (text: string): boolean => saysManual(text, DEFAULT_TERMS.manualWords);

  it.each(texts.acted)('acted: %s', (text) => expect(says(text)).toBe(true));
  it.each(texts.automatic)('did not: %s', (text) => expect(says(text)).toBe(false));

  it('a bot that calls itself artificial intelligence is none', () => {
    const one = rounds(20, () => ({
      stage: '人工智能决策',
      explanation: 'Instead of manual trading: manual_override=false',
    }));
    expect(found(one).filter((text) => text.startsWith('V05'))).toEqual([]);
  });
});

describe('V07: repeats', () => {
  it('one decision sent once for each slice of an order is one decision', () => {
    const same = { input: { prompt: 'Sell a tenth, ten times' }, output: { decision: 'OPEN_SHORT', symbol: 'BTC' } };
    const one = new ContestDay().team('t1', '1000001');
    const fills: { orderId: string }[] = [];
    for (let nth = 0; nth < 10; nth++)
      fills.push({ orderId: one.after(5 * MINUTE).pair({ ...same, explanation: distinctReason(nth) }, { type: '2' }) });
    expect(found(one.minute(fills))).toEqual([]);
    for (let nth = 0; nth < 10; nth++)
      fills.push({
        orderId: one.after(MINUTE).pair({ ...same, explanation: distinctReason(10 + nth) }, { type: '2' }),
      });
    expect(found(one.minute(fills))).toEqual(['V07 M']);
  });
});

describe('V08: few texts', () => {
  const few = (count: number, texts: number, type = 'llm'): string[] => {
    const one = new ContestDay().team('t1', '1000001', { modelClass: type });
    const fills = Array.from({ length: count }, (_, nth) => ({
      orderId: one.after(2 * MINUTE).pair(
        {
          explanation: `RSI ${nth} ${ACTIONS[typeOf(nth)]} ${nth % texts}x`.replace(
            /[0-9]x/,
            (d) => 'abcdefghij'[Number(d[0])]!,
          ),
          output: outputOf(nth),
        },
        { type: String(typeOf(nth)) },
      ),
    }));
    return found(one.minute(fills));
  };

  it('is judged from twenty logs on, in proportion', () => {
    expect(few(20, 1)).toEqual(['V08 M']);
    expect(few(19, 1)).toEqual([]);
    expect(few(20, 5)).toEqual([]);
    expect(few(20, 1, 'ml')).toEqual(['V08 I']);
  });

  it('is no more than counted for a program’s own sentence, which ends with what it does', () => {
    const sentence =
      'The configured indicators show a distance of 1.5 deviations from the mean and conditions that'.padEnd(120, '.');
    const one = rounds(40, (nth) => ({
      explanation: `${sentence} support ${nth % 4 === 0 || nth % 4 === 3 ? 'BUY' : 'SELL'}`,
    }));
    expect(found(one)).toEqual(['V08 M']);
    expect(found(rounds(40, () => ({ explanation: sentence })))).toEqual(['V08 H']);
  });
});

describe('a log that decides', () => {
  it('does so before one that decides nothing, whichever came last', () => {
    const one = new ContestDay().team('t1', '1000001');
    one.log({ output: { symbol: 'BTC', decision: 'OPEN_LONG', clientOid: 'mine' } });
    one.log({ stage: 'Risk Assessment', output: { approved: true, clientOid: 'mine' } });
    one.after(1000).order('mine');
    expect(one.verify().report.orders).toMatchObject([{ grade: 'A', log: 2 }]);
    expect(one.verify(RULESETS[1]).report.orders).toMatchObject([{ grade: 'C', log: 3 }]);
  });
});

describe('V12: prices', () => {
  it('that came after the order are held against those before it', () => {
    const one = new ContestDay().team('t1', '1000001');
    const fills: { orderId: string }[] = [];
    for (let nth = 0; nth < 6; nth++) {
      one.minute([], [{ symbol: 'cmt_btcusdt', low: '90000', high: '90100' }]);
      const orderId = one.after(1000).order('x', { price: null });
      fills.push({ orderId });
      one.after(14 * MINUTE).minute([], [{ symbol: 'cmt_btcusdt', low: '94000', high: '94100' }]);
      one.after(1000).log({ orderId, input: { symbol: 'BTC', mark: `9405${nth}` } });
      one.after(30 * MINUTE);
    }
    one.minute(fills);
    expect(found(one)).toEqual(['V12 H']);
    expect(findingsOf(one.verify(RULESETS[1]))).toEqual([]);
  });

  it('of yesterday’s close are no claim about now', () => {
    const one = rounds(10, (nth) => ({ input: { market: [{ symbol: 'BTC', close: `6000${nth}` }] } }));
    expect(found(one)).toEqual([]);
  });
});

describe('take-profits and stop-losses', () => {
  const opening = { output: { symbol: 'BTC', decision: 'OPEN_LONG', clientOids: ['tp', 'sl'] } };
  /** A long that is opened with a log, and closed by a trigger. */
  function bracket(trigger: string, name = 'x', log: LogFields = {}): ContestDay {
    const one = new ContestDay().team('t1', '1000001').minute([], [BAR]);
    const orderId = one.after(1000).pair({ ...opening, ...log }, { price: null });
    one.after(1000).minute([{ orderId }], [BAR]);
    const closing = one.after(10 * MINUTE).order(name, { type: '3', triggerPrice: trigger, price: null });
    return one
      .minute([], [BAR])
      .after(MINUTE)
      .minute([{ orderId: closing }], [BAR]);
  }
  const gradesOf = (one: ContestDay, rules = DEFAULT_RULESET as Parameters<ContestDay['verify']>[0]) =>
    one.verify(rules).report.orders.map(({ grade, link }) => [grade, link]);

  it('follow the opening that is covered, named by its log or not', () => {
    for (const name of ['x', 'tp'])
      expect(gradesOf(bracket('93000', name))).toEqual([
        ['A', 'hash'],
        ['A', 'opening'],
      ]);
    expect(gradesOf(bracket('93000', 'tp'), RULESETS[1])).toEqual([
      ['A', 'hash'],
      ['X', 'named'],
    ]);
    expect(gradesOf(bracket('93000'), RULESETS[1])[1]).toEqual(['U', null]);
  });

  it('need a log of their own beside the mark, after an opening without one, or against what theirs says', () => {
    expect(gradesOf(bracket('91150'))[1]).toEqual(['U', null]);
    expect(gradesOf(bracket('93000', 'x', { output: { symbol: 'BTC', decision: 'HOLD' } }))[1]).toEqual(['U', null]);
    const one = bracket('93000', 'mine');
    const orderId = one.leaves.flatMap((leaf) => (leaf.kind === 'order' ? [leaf.header.orderId] : [])).at(-1)!;
    one.after(1000).log({ orderId, output: { symbol: 'BTC', decision: 'HOLD' } });
    expect(gradesOf(one)[1]).toEqual(['X', 'orderId']);
  });

  /** A preset’s stop, which is moved to `trigger` while the mark is 91 000, and fires. */
  function moved(trigger: string, more: (one: ContestDay, stop: string) => void = () => undefined): ContestDay {
    const one = new ContestDay().team('t1', '1000001').minute([], [BAR]);
    const parentOrderId = one.after(1000).pair({}, { price: null });
    const stop = one.order('~1', { channel: 'plan', type: '3', triggerPrice: '80000.0', parentOrderId, price: null });
    one.after(1000).minute([{ orderId: parentOrderId }], [BAR]);
    one.after(10 * MINUTE).change(stop, { triggerPrice: trigger, mark: '91000' });
    more(one, stop);
    return one.after(MINUTE).minute([{ orderId: stop }], [BAR]);
  }

  it('moved beside the mark are orders to close, with a log of their own or none', () => {
    expect(gradesOf(moved('90990'))).toEqual([
      ['A', 'hash'],
      ['U', null],
    ]);
    const reasoned = moved('90990', (one, orderId) => one.after(1000).log({ orderId, output: { decision: 'EXIT' } }));
    expect(gradesOf(reasoned)[1]).toEqual(['B', 'orderId']);
    const held = moved('90990', (one, orderId) => one.after(1000).log({ orderId, output: { decision: 'HOLD' } }));
    expect(gradesOf(held)[1]).toEqual(['X', 'orderId']);
    expect(gradesOf(moved('90990'), RULESETS[1])).toHaveLength(1);
  });

  it('trailing behind the mark are the stop that was decided', () => {
    expect(gradesOf(moved('90000'))).toHaveLength(1);
    const back = moved('90990', (one, stop) => one.change(stop, { triggerPrice: '89000', mark: '91000' }));
    expect(gradesOf(back)).toHaveLength(1);
  });

  it('thirty-two exits by hand through a preset are not covered', () => {
    const one = new ContestDay().team('t1', '1000001').minute([], [BAR]);
    for (let nth = 0; nth < 32; nth++) {
      const parentOrderId = one.after(1000).pair({}, { price: null });
      const plan = { channel: 'plan', type: '3', triggerPrice: '80000.0', parentOrderId, price: null } as const;
      const stop = one.order(`~${nth}`, plan);
      one.after(5 * MINUTE).change(stop, { triggerPrice: '90995', mark: '91000' });
      one.after(1000).minute([{ orderId: parentOrderId }, { orderId: stop }], [BAR]);
    }
    expect(teamLine(one.verify(), 't1')).toMatchObject({ counted: 64, covered: 32, verdict: 'INSUFFICIENT' });
    expect(teamLine(one.verify(RULESETS[1]), 't1')).toMatchObject({ counted: 32, verdict: 'VERIFIED' });
  });
});

it('has a rule for every number, in both versions', () => {
  const ids = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => `V${String(at + 1).padStart(2, '0')}`);
  expect([1, 2].map((v) => RULES[v as 1 | 2].map(({ id }) => id))).toEqual([ids(16), ids(18)]);
});

describe('V18: logs that their team did not sign', () => {
  const { privateKey, publicKey: own } = generateKeyPairSync('ed25519');
  const publicKey = own.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');
  const signed = (body: Uint8Array): string => sign(null, signedBytes(sha256(body)), privateKey).toString('base64');
  const other = (body: Uint8Array): string => signed(sha256(body));
  const day = (says: (nth: number) => LogFields, fields: { readonly publicKey?: string } = { publicKey }) =>
    rounds(10, says, fields);

  it('are none when it signed all, and the level of a bare log is 1', () => {
    const { report } = day(() => ({ sign: signed })).verify();
    expect(report.orders.map(({ level }) => level)).toEqual(Array.from({ length: 10 }, () => 1));
    expect(report.teams[0]).toMatchObject({ findings: [], signed: 10, verdict: 'VERIFIED' });
  });

  it('are shown where some are missing, and say nothing against it', () => {
    const one = day((nth) => (nth < 3 ? {} : { sign: signed }));
    expect(found(one)).toEqual(['V18 I']);
    expect(teamLine(one.verify(), 't1')).toMatchObject({ signed: 7, verdict: 'VERIFIED' });
    expect(teamLine(one.verify(), 't1').findings[0]).toMatchObject({ count: 3, touched: 3 });
  });

  it('need a person where one is wrong, which the exchange never takes', () => {
    const one = day((nth) => ({ sign: nth === 4 ? other : signed }));
    expect([found(one), verdictOf(one)]).toEqual([['V18 H'], 'REVIEW']);
  });

  it('leave alone who has no key, and reports are as they were', () => {
    const one = day(() => ({ sign: signed }), {});
    expect(found(one)).toEqual([]);
    expect(teamLine(one.verify(), 't1')).not.toHaveProperty('signed');
    expect(one.verify().report.orders[0]!.level).toBe(0);
  });
});
