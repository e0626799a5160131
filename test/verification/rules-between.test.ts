// What two teams do to each other, by the rules in force: copies, gifts, twins. Each cheat is found, who was first is
// not accused, and nobody can be framed; strangers with one framework, one strategy or one quiet market are clean.
import { describe, expect, it } from 'vitest';
import type { MinuteBar, MinuteFill } from '../../src/core/standing/minute.ts';
import { DEFAULT_RULESET, RULESETS } from '../../src/core/verification/ruleset.ts';
import type { Finding } from '../../src/core/verification/finding.ts';
import { CONTEST, ContestDay, findingsOf, type LogFields, MINUTE, START, teamLine } from './contest-day.ts';

const [ALPHA, BETA, GAMMA] = ['1000001', '1000002', '1000003'] as const;
const HOUSE = '9000001';
const long = 'The four hour trend is up, the funding rate is low and the book is deep on the bid side, so we go long';

const teams = (...uids: readonly string[]): ContestDay => {
  const one = new ContestDay();
  for (const [nth, uid] of uids.entries()) one.team(`t${nth + 1}`, uid);
  return one;
};
const of = (one: ContestDay, rule: string): (string | undefined)[] =>
  ['t1', 't2', 't3'].flatMap((team) => {
    const line = one.verify().report.teams.find((found) => found.team === team);
    return line === undefined ? [] : [line.findings.find((finding) => finding.rule === rule)?.severity];
  });
const finding = (one: ContestDay, team: string, rule: string): Finding | undefined =>
  teamLine(one.verify(), team).findings.find((found) => found.rule === rule);

describe('V09: copies', () => {
  const reason = (nth: number): string => `${long}: reason ${'abcdefghij'.charAt(nth)} of our own`;
  /** Alpha says it, and Beta what `copies` makes of that, a minute later. */
  function copying(count: number, copies: (nth: number) => LogFields): ContestDay {
    const one = teams(ALPHA, BETA);
    for (let nth = 0; nth < count; nth++) {
      one.after(MINUTE).pair({ explanation: reason(nth), input: { prompt: `${long} ${nth}` } });
      one.after(MINUTE).pair({ uid: BETA, ...copies(nth) });
    }
    return one;
  }

  it('accuses the later of two, by different texts in different logs, and says who was first', () => {
    const one = copying(3, (nth) => ({
      explanation: reason(nth),
      output: { symbol: 'BTC', decision: 'BUY', clientOid: `b${nth}` },
    }));
    expect(of(one, 'V09')).toEqual(['L', 'H']);
    expect(finding(one, 't2', 'V09')).toMatchObject({ count: 3, first: 't1', others: ['t1'] });
    expect(finding(one, 't1', 'V09')).toMatchObject({ count: 3, first: 't1', others: ['t2'] });
    expect(teamLine(one.verify(), 't1').verdict).toBe('VERIFIED');
    expect(
      of(
        copying(2, (nth) => ({ explanation: reason(nth) })),
        'V09',
      ),
    ).toEqual([undefined, undefined]);
  });

  it('finds inputs that were copied under words of one’s own', () => {
    const one = copying(3, (nth) => ({ input: { prompt: `${long} ${nth}` }, explanation: `mine ${nth}` }));
    expect(of(one, 'V09')).toEqual(['L', 'H']);
  });

  it('does not take the question of a public program for a copy, asked at the same moment with the same figures', () => {
    const asked = (own: number): ContestDay => {
      const one = teams(ALPHA, BETA);
      const ask = (uid: string, nth: number) =>
        one.after(1000).pair({ uid, input: { prompt: long, rsi: nth % 2 === 0 ? nth : -nth / 8 } });
      for (let nth = 0; nth < 5; nth++) for (const uid of [ALPHA, BETA]) ask(uid, nth);
      // The same program of another team at other moments.
      for (let nth = 0; nth < own; nth++) ask(BETA, 100 + nth);
      return one;
    };
    expect(of(asked(6), 'V09')).toEqual([undefined, undefined]);
    // Who takes as many as it fills itself is a copier that hides them.
    expect(of(asked(5), 'V09')).toEqual(['L', 'H']);
  });

  it('does not take one constant input of a public program for copies', () => {
    const one = teams(ALPHA, BETA);
    for (let nth = 0; nth < 5; nth++)
      for (const uid of [ALPHA, BETA]) one.after(MINUTE).pair({ uid, input: { prompt: long } });
    expect(of(one, 'V09')).toEqual([undefined, undefined]);
  });

  it('tells a text of three teams as a public one', () => {
    const one = teams(ALPHA, BETA, GAMMA);
    for (let nth = 0; nth < 3; nth++)
      for (const uid of [ALPHA, BETA, GAMMA]) one.after(MINUTE).pair({ uid, explanation: `${long} ${nth}` });
    expect(of(one, 'V09')).toEqual(['I', 'I', 'I']);
    expect(finding(one, 't1', 'V09')).toMatchObject({ first: null, others: ['t2', 't3'] });
    expect(findingsOf(one.verify(RULESETS[1]))).toContain('V09 H');
  });

  it('finds three that copy one: what an author said but once is no program’s text', () => {
    const one = teams(ALPHA, BETA, GAMMA);
    for (let nth = 0; nth < 3; nth++)
      for (const uid of [ALPHA, BETA, GAMMA]) one.after(MINUTE).pair({ uid, explanation: reason(nth) });
    expect(of(one, 'V09')).toEqual(['L', 'H', 'H']);
  });

  describe('of two users of one rare kit, each first with some of its texts,', () => {
    /** Who sends which text of the kit, in turn. */
    const using = (...sent: readonly (readonly [uid: string, text: number])[]): ContestDay => {
      const one = teams(ALPHA, BETA);
      for (const [nth, [uid, text]] of sent.entries())
        one.after(MINUTE).pair({ uid, explanation: reason(text), input: { prompt: `${uid} ${nth}` } });
      return one;
    };
    const times = <One>(count: number, one: One): One[] => Array.from({ length: count }, () => one);

    it('that one is not accused which was first with more of them, however often it sent the others', () => {
      const one = using(
        [ALPHA, 0],
        [ALPHA, 1],
        [BETA, 2],
        ...times(9, [ALPHA, 2] as const),
        ...times(3, [BETA, 0] as const),
        [BETA, 1],
      );
      expect(of(one, 'V09')).toEqual(['L', 'H']);
      expect(finding(one, 't1', 'V09')).toMatchObject({ first: 't1', others: ['t2'] });
      expect(finding(one, 't2', 'V09')).toMatchObject({ first: 't1', count: 4 });
    });

    it('that one is not accused which was first of all, when they are even', () => {
      const one = using([BETA, 0], [ALPHA, 1], ...times(3, [ALPHA, 0] as const), ...times(3, [BETA, 1] as const));
      expect(of(one, 'V09')).toEqual(['H', 'L']);
    });

    it('a copier is accused as before that planted a text the other then used', () => {
      const planted = [BETA, 9] as const;
      const copied = [0, 1, 2, 3].flatMap((text) => [[ALPHA, text] as const, [BETA, text] as const]);
      expect(of(using(planted, ...times(5, [ALPHA, 9] as const), ...copied), 'V09')).toEqual(['L', 'H']);
    });
  });

  it('knows texts that were frozen as common', () => {
    const one = teams(ALPHA, BETA);
    for (let nth = 0; nth < 3; nth++)
      for (const uid of [ALPHA, BETA]) one.after(MINUTE).pair({ uid, explanation: `${long} ${nth}` });
    const rules = { ...DEFAULT_RULESET, commonTemplates: [`${long.toLowerCase()} 0`] };
    expect(
      ['t1', 't2'].flatMap((team) => findingsOf(one.verify(rules), team)).filter((text) => text.startsWith('V09')),
    ).toEqual([]);
  });
});

describe('V10: bodies', () => {
  it('names the later team, and who was first', () => {
    const one = teams(ALPHA, BETA);
    const body = { input: { prompt: 'x' }, explanation: 'the same' };
    one.pair(body);
    one.pair({ ...body, uid: BETA });
    one.pair(body);
    expect(of(one, 'V10')).toEqual([undefined, 'H']);
    expect(finding(one, 't2', 'V10')).toMatchObject({ count: 1, first: 't1', others: ['t1'] });
  });
});

const BAR: MinuteBar = { symbol: 'cmt_btcusdt', low: '99900', high: '100100' };

/** One fill between two accounts, both sides of it, a minute after their orders. */
function meet(
  one: ContestDay,
  {
    seller,
    buyer,
    price,
    maker,
    size = '0.1',
    realised = '0',
  }: Meeting & { readonly seller: string; readonly buyer: string },
): ContestDay {
  one.after(MINUTE).minute([], [BAR]).after(1000);
  const id = String(one.next);
  const side = (uid: string, counter: string, type: string): MinuteFill | null => {
    if (uid === HOUSE) return null;
    const orderId = one.pair(
      { uid, output: { decision: type === '1' ? 'OPEN_LONG' : 'OPEN_SHORT', symbol: 'BTC' } },
      { type, price },
    );
    const role = (maker === 'seller') === (type === '2') ? 'maker' : 'taker';
    return { id, orderId, uid, counter, role, size, price, realised, fee: '0', symbol: BAR.symbol, t: one.now };
  };
  const sides = [side(buyer, seller, '1'), side(seller, buyer, '2')].flatMap((fill) => fill ?? []);
  return one.after(1000).minute(sides, [BAR]);
}
interface Meeting {
  readonly price: string;
  readonly maker: 'seller' | 'buyer';
  readonly size?: string;
  readonly realised?: string;
}

describe('V13: gifts', () => {
  const gift = (price: string, maker: Meeting['maker'], size = '0.1'): ContestDay =>
    meet(teams(ALPHA, BETA), { seller: BETA, buyer: ALPHA, price, maker, size });

  it('at the opening name the giver, whether or not anything is closed', () => {
    // A bid rests 14 % below the mark, Beta sells into it: both acted.
    const one = gift('86000', 'buyer');
    expect(of(one, 'V13')).toEqual(['H', 'H']);
    expect(finding(one, 't2', 'V13')).toMatchObject({ first: 't2', others: ['t1'], value: '139000' });
    expect(finding(one, 't1', 'V13')).toMatchObject({ first: null, others: ['t2'], value: '139000' });
    expect(findingsOf(one.verify(RULESETS[1]))).not.toContain('V13 H');
  });

  it('offered to who only takes them accuse the giver, and are counted for the taker', () => {
    const one = gift('98000', 'seller');
    expect(of(one, 'V13')).toEqual(['H', 'H']);
    // Most of what Alpha did: here its only order. Beside an honest day it is one of many.
    for (let nth = 0; nth < 5; nth++) one.after(MINUTE).pair();
    expect(of(one, 'V13')).toEqual(['M', 'H']);
    expect(teamLine(one.verify(), 't1').verdict).toBe('VERIFIED');
  });

  it('say who gave, and not who took the profit at the mark', () => {
    const one = gift('86000', 'buyer');
    meet(one, { seller: ALPHA, buyer: GAMMA, price: '100000', maker: 'buyer', realised: '1400' });
    expect(finding(one, 't1', 'V13')?.others).toEqual(['t2']);
  });

  it('are summed over those that gave', () => {
    const one = teams(ALPHA, BETA, GAMMA);
    for (const seller of [BETA, GAMMA])
      meet(one, { seller, buyer: ALPHA, price: '97000', maker: 'buyer', size: '0.02' });
    expect(finding(one, 't1', 'V13')).toMatchObject({ severity: 'H', others: ['t2', 't3'], value: '11600' });
  });

  it('are none near the mark, and none where a maker and a taker meet in a quiet market', () => {
    const near = teams(ALPHA, BETA);
    for (let nth = 0; nth < 30; nth++)
      meet(near, { seller: BETA, buyer: ALPHA, price: '99710', maker: 'buyer', realised: '30' });
    expect(of(near, 'V13')).toEqual([undefined, undefined]);
    expect(findingsOf(near.verify(RULESETS[1]))).toContain('V13 H');
    const quiet = teams(ALPHA, BETA);
    for (let nth = 0; nth < 15; nth++)
      meet(quiet, { seller: BETA, buyer: ALPHA, price: '99000', maker: 'buyer', size: '0.02' });
    expect(of(quiet, 'V13')).toEqual([undefined, undefined]);
    // A spread of one per cent paid on hundreds of thousands is no market any more.
    for (let nth = 0; nth < 20; nth++)
      meet(quiet, { seller: BETA, buyer: ALPHA, price: '99000', maker: 'buyer', size: '0.1' });
    expect(of(quiet, 'V13')).toEqual(['L', 'H']);
  });

  it('do not frame a maker that quotes around the mark, however much somebody loses to it', () => {
    const one = teams(ALPHA, BETA);
    for (let nth = 0; nth < 40; nth++) {
      meet(one, { seller: BETA, buyer: ALPHA, price: '99750', maker: 'buyer', realised: '25' });
      meet(one, { seller: ALPHA, buyer: BETA, price: '100250', maker: 'seller', realised: '25' });
    }
    expect(of(one, 'V13')).toEqual([undefined, undefined]);
    expect(teamLine(one.verify(RULESETS[1]), 't1').verdict).toBe('REVIEW');
  });

  it('are none by a quote that the market left behind, nor by the house', () => {
    const one = teams(ALPHA, BETA).minute([], [{ ...BAR, low: '95900', high: '96100' }]);
    const left = one.after(1000).pair({ uid: BETA }, { uid: BETA, type: '2', price: '96200' });
    one
      .after(30 * MINUTE)
      .minute([], [BAR])
      .after(1000);
    const taken = one.pair({}, { price: null });
    const fill = { id: '9', size: '0.1', price: '96200', symbol: BAR.symbol };
    one.after(1000).minute(
      [
        { ...fill, orderId: taken, counter: BETA, role: 'taker' },
        { ...fill, orderId: left, uid: BETA, counter: ALPHA, role: 'maker' },
      ],
      [BAR],
    );
    meet(one, { seller: HOUSE, buyer: ALPHA, price: '90000', maker: 'buyer' });
    expect(of(one, 'V13')).toEqual([undefined, undefined]);
  });
});

type Stance = Readonly<Record<string, (at: number) => number>>;

/** Teams that hold what they say at each quarter of an hour; `lag` is how many ms after the first each moves. */
function holding(samples: number, stances: readonly Stance[], lags: readonly number[] = []): ContestDay {
  const uids = [ALPHA, BETA, GAMMA].slice(0, stances.length);
  const one = teams(...uids);
  const held = new Map<string, number>();
  for (let at = 0; at < samples; at++) {
    const begin = one.now;
    const fills: (Partial<MinuteFill> & { orderId: string })[] = [];
    for (const [nth, stance] of stances.entries()) {
      one.now = begin + (lags[nth] ?? 0);
      const uid = uids[nth]!;
      for (const [symbol, wants] of Object.entries(stance)) {
        const change = wants(at) - (held.get(`${uid} ${symbol}`) ?? 0);
        held.set(`${uid} ${symbol}`, wants(at));
        if (change === 0) continue;
        const decision = change > 0 ? 'BUY' : 'SELL';
        const size = String(Math.abs(change));
        const orderId = one.pair(
          { uid, output: { symbol, decision } },
          { uid, symbol, type: change > 0 ? '1' : '2', size, price: null },
        );
        fills.push({ orderId, uid, symbol, size, t: one.now });
      }
    }
    one.after(1000).minute(fills);
    one.now = begin + 15 * MINUTE;
  }
  return one.minute();
}
const twinsIn = (one: ContestDay): (string | undefined)[] =>
  ['t1', 't2'].map(
    (team) =>
      teamLine(one.verify(DEFAULT_RULESET, { ...CONTEST, endMs: START + 40 * 86_400_000 }), team).findings.find(
        ({ rule }) => rule === 'V14',
      )?.severity,
  );
const BTC = 'cmt_btcusdt';
const ETH = 'cmt_ethusdt';
/** Long and short in turns of `hours`, from `start` on. */
const turns =
  (quarters: number, shift = 0) =>
  (at: number): number =>
    Math.floor((at + shift) / quarters) % 2 === 0 ? 1 : -1;
const longOrFlat =
  (quarters: number) =>
  (at: number): number =>
    Math.floor(at / quarters) % 2 === 0 ? 1 : 0;

describe('V14: twins', () => {
  it('of one contract are found, over 192 samples in which both hold it', () => {
    expect(twinsIn(holding(192, [{ [BTC]: turns(20) }, { [BTC]: turns(20) }]))).toEqual(['M', 'M']);
    expect(twinsIn(holding(190, [{ [BTC]: turns(20) }, { [BTC]: turns(20) }]))).toEqual([undefined, undefined]);
    expect(twinsIn(holding(200, [{ [BTC]: turns(20) }, { [BTC]: (at) => -turns(20)(at) }]))).toEqual(['M', 'M']);
  });

  it('are not two one-way traders of different contracts, nor of one', () => {
    const strangers = holding(400, [{ [BTC]: longOrFlat(7) }, { [ETH]: longOrFlat(5) }]);
    expect(twinsIn(strangers)).toEqual([undefined, undefined]);
    expect(findingsOf(strangers.verify(RULESETS[1], { ...CONTEST, endMs: START + 40 * 86_400_000 }))).toContain(
      'V14 H',
    );
    expect(twinsIn(holding(400, [{ [BTC]: longOrFlat(7) }, { [BTC]: longOrFlat(7) }]))).toEqual([undefined, undefined]);
  });

  it('are not two that hold a neutral pair, nor two that changed sides once', () => {
    const neutral = { [BTC]: () => 1, [ETH]: () => -1 };
    expect(twinsIn(holding(400, [neutral, neutral]))).toEqual([undefined, undefined]);
    expect(twinsIn(holding(400, [{ [BTC]: turns(200) }, { [BTC]: turns(200) }]))).toEqual([undefined, undefined]);
  });

  it('are not two that agree in one contract and differ in another', () => {
    const one = { [BTC]: turns(20), [ETH]: turns(30) };
    expect(twinsIn(holding(400, [one, { ...one, [ETH]: turns(30, 15) }]))).toEqual([undefined, undefined]);
    expect(twinsIn(holding(400, [one, one]))).toEqual(['M', 'M']);
  });

  it('who is mirrored is not accused, and the mirror is named by who was first', () => {
    const one = holding(200, [{ [BTC]: turns(20) }, { [BTC]: turns(20) }], [0, 40_000]);
    expect(twinsIn(one)).toEqual(['L', 'M']);
    expect(finding(one, 't2', 'V14')).toMatchObject({ first: 't1', others: ['t1'] });
  });

  it('with a second sign need a person: who copied words too', () => {
    const one = holding(200, [{ [BTC]: turns(20) }, { [BTC]: turns(20) }], [0, 40_000]);
    one.pair({ explanation: long });
    one.after(MINUTE).pair({ uid: BETA, explanation: long });
    expect(twinsIn(one)).toEqual(['L', 'H']);
  });
});

describe('a framed team', () => {
  it('needs no case: copied, mirrored and lost to on purpose, it stays VERIFIED', () => {
    const one = holding(200, [{ [BTC]: turns(20) }, { [BTC]: turns(20) }], [0, 40_000]);
    for (let nth = 0; nth < 5; nth++) {
      const input = { prompt: `${long} ${nth}`, at: nth };
      one.after(MINUTE).pair({ input, explanation: `${long} ${'abcde'.charAt(nth)}` });
      one.after(MINUTE).pair({ uid: BETA, input, explanation: `${long} ${'abcde'.charAt(nth)}` });
      meet(one, { seller: BETA, buyer: ALPHA, price: '99750', maker: 'buyer', realised: '60' });
    }
    const end = { ...CONTEST, endMs: START + 40 * 86_400_000 };
    const report = one.verify(DEFAULT_RULESET, end);
    expect(findingsOf(report)).toEqual(['V09 L', 'V14 L']);
    expect(teamLine(report, 't1').verdict).toBe('VERIFIED');
    expect(teamLine(report, 't2').verdict).toBe('REVIEW');
    expect(teamLine(one.verify(RULESETS[1], end), 't1').verdict).toBe('REVIEW');
  });
});
