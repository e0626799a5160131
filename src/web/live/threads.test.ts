import { describe, expect, it } from 'vitest';
import { resultOf } from './lots.ts';
import {
  agreementOf,
  averagePrice,
  decisionsAbout,
  filledSize,
  leadMs,
  liquidationOf,
  nameOf,
} from './thread-facts.ts';
import { type ActivityRow, ROWS_KEPT, Threads } from './threads.ts';

const LOG: ActivityRow = { id: 1, t: 1_000, kind: 'log', index: 10, name: 'Meerkat', explanation: 'Momentum up.' };
const LINKED: ActivityRow = { ...LOG, links: [{ orderId: '7', how: 'named' }] };
const ORDER: ActivityRow = {
  id: 2,
  t: 2_200,
  kind: 'order',
  index: 11,
  orderId: '7',
  symbol: 'cmt_btcusdt',
  type: '1',
  lateUntil: 902_200,
};
const FILL: ActivityRow = {
  id: 3,
  t: 2_201,
  kind: 'fill',
  orderId: '7',
  symbol: 'cmt_btcusdt',
  type: '1',
  size: '0.01',
  price: '90512.3',
  value: '905.123',
  realised: '0',
};

function threadsOf(...rows: ActivityRow[]) {
  const threads = new Threads();
  for (const row of rows) threads.take([row]);
  return threads;
}

describe('threads', () => {
  it('joins a log, its order and its fills, in whatever order they come', () => {
    for (const rows of [
      [LOG, LINKED, ORDER, FILL],
      [FILL, ORDER, LOG, LINKED],
      [ORDER, LOG, FILL, LINKED],
      [LINKED, FILL, ORDER],
    ]) {
      const [thread, ...rest] = threadsOf(...rows).newest;
      expect(rest).toEqual([]);
      expect([thread?.log?.index, thread?.order?.index, thread?.fills.length, thread?.t]).toEqual([10, 11, 1, 2_200]);
      expect(leadMs(thread!)).toBe(1_200);
    }
  });

  it('keeps a decision not to trade and an order without a log as they are', () => {
    const threads = threadsOf(LOG, { ...ORDER, orderId: '8' }).newest;
    expect(threads.map(({ log, order }) => [log === null, order === null])).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('shows the log that decides beside its order, and one that backs several beside each', () => {
    const other: ActivityRow = {
      ...LOG,
      id: 5,
      index: 12,
      explanation: 'Later.',
      links: [{ orderId: '7', how: 'hash' }],
    };
    const decided = { ...ORDER, links: [{ index: 12, how: 'hash' }] };
    const [first, second] = threadsOf(LINKED, other, decided).newest;
    expect([first?.log?.explanation, first?.order?.orderId]).toEqual(['Later.', '7']);
    expect([second?.log?.explanation, second?.order]).toEqual(['Momentum up.', null]);

    const canned = { ...LOG, links: ['7', '8'].map((orderId) => ({ orderId, how: 'named' })) };
    const both = threadsOf(canned, ORDER, { ...ORDER, id: 4, index: 13, orderId: '8' }).newest;
    expect(both.map(({ log, order }) => [log?.index, order?.orderId])).toEqual([
      [10, '7'],
      [10, '8'],
    ]);
  });

  it('takes no fill twice, and lets a row that is disclosed later add to what is known', () => {
    const sealed: ActivityRow = { id: 1, t: 1_000, kind: 'log', index: 10, opensAt: 5_000 };
    const [thread] = threadsOf(sealed, FILL, FILL, LINKED).newest;
    expect(thread?.fills).toHaveLength(1);
    expect([thread?.log?.opensAt, thread?.log?.explanation]).toEqual([5_000, 'Momentum up.']);
  });

  it('keeps as many rows as it may, the newest', () => {
    const threads = new Threads();
    for (let t = 0; t < 2_000; t++) threads.take([{ id: t, t, kind: 'log', index: t }]);
    const all = threads.newest;
    expect([all.length, all[0]?.t, all.at(-1)?.t]).toEqual([ROWS_KEPT, 1_999, 500]);
  });

  it('begins anew where others came between what is known and the newest there are', () => {
    const rows = (from: number): ActivityRow[] =>
      [2, 1, 0].map((less) => ({ id: from - less, t: from - less, kind: 'log' as const })).toReversed();
    const known = (...news: [readonly ActivityRow[], boolean, boolean?][]) => {
      const threads = new Threads();
      const anew = news.map((one) => threads.takeNewest(...one));
      return [anew.at(-1), threads.newest.map(({ t }) => t)];
    };
    expect(known([rows(3), false], [rows(5), false])).toEqual([false, [5, 4, 3, 2, 1]]);
    expect(known([rows(3), false], [rows(9), false])).toEqual([true, [9, 8, 7]]);
    expect(known([rows(3), false], [rows(9), true])).toEqual([false, [9, 8, 7, 3, 2, 1]]);
    // A thread that opened while nothing was heard is older than the newest there are.
    const sealed = rows(5).map((row) => ({ ...row, opensAt: 99 }));
    expect(known([rows(3), false], [sealed, false, true])).toEqual([true, [5, 4, 3]]);
  });

  it('keeps what is for everybody apart', () => {
    const threads = threadsOf({ id: 9, t: 1, kind: 'outage' }, { id: 9, t: 1, kind: 'outage' }, LOG);
    expect([threads.notices.length, threads.newest.length]).toEqual([1, 1]);
  });

  it('sums fills exactly and says what an order has come to', () => {
    const more = { ...FILL, id: 4, size: '0.03', price: '90516.3', value: '2715.489' };
    const close = {
      ...FILL,
      id: 5,
      t: 3_000,
      orderId: '8',
      type: '3',
      size: '0.04',
      price: '90615.3',
      value: '3624.612',
    };
    const [opened] = threadsOf(ORDER, FILL, more).newest;
    expect([filledSize(opened!.fills), averagePrice(opened!.fills)]).toEqual(['0.04000000', '90515.30000000']);
    expect(resultOf(opened!.lot!, '90615.3')).toBe('4.00000000');
    const [closing, closed] = threadsOf(ORDER, FILL, more, { ...close, realised: '4' }).newest;
    for (const mark of ['90615.3', '1']) expect(resultOf(closed!.lot!, mark)).toBe('4.00000000');
    expect(resultOf(closing!.lot!, '1')).toBe('0.00000000');
  });

  it('has a price for positions that were closed against each other, and says why the exchange did', () => {
    const row = { ...FILL, kind: 'liquidation', price: '0.0', liquidateType: 'AUTO_DELEVERAGE' } as const;
    const [thread] = threadsOf(row).newest;
    expect([averagePrice(thread!.fills), liquidationOf(thread!)]).toEqual(['90512.30000000', 'AUTO_DELEVERAGE']);
  });

  it('names whose it is with a log, without one, and without an order', () => {
    const fill = { ...FILL, name: 'Heron' };
    const name = (...rows: ActivityRow[]) => nameOf(threadsOf(...rows).newest[0]!);
    expect(name(LINKED, ORDER)).toBe('Meerkat');
    expect([name({ ...ORDER, name: 'Heron' }), name(fill)]).toEqual(['Heron', 'Heron']);
    expect(name({ id: 1, t: 1, kind: 'log', opensAt: 5 })).toBeNull();
  });
});

describe('how an order and its reason agree', () => {
  const agreement = (grade: string, log: Partial<ActivityRow> | null, order: Partial<ActivityRow> = {}) =>
    agreementOf({ log: log === null ? null : { ...LINKED, ...log }, order: { ...ORDER, ...order, grade } });

  it('is said of the grade, its place in the log and its time', () => {
    const after = { index: 12, t: 3_000 };
    expect(agreement('A', {})).toBe('A');
    expect(agreement('A', after)).toBe('hash');
    expect([agreement('B', after), agreement('C', after)]).toEqual(['B', 'C']);
    expect(agreement('C', {})).toBe('unread');
    expect([agreement('D', {}), agreement('D', after)]).toEqual(['off', 'off']);
    expect(agreement('D', { index: 12, t: 902_201 })).toBe('D');
    const said = (...decisions: ActivityRow['decisions'] & object) => agreement('D', { decisions });
    const decision = { action: 'BUY', symbol: 'BTC', size: '1', price: null };
    expect([said(), said(decision), said(decision, { ...decision, action: 'SELL' })]).toEqual([
      'unread',
      'off',
      'both',
    ]);
    const quotes = ['BUY', 'SELL'].map((action) => ({ ...decision, action, price: '1' }));
    expect(said(...quotes)).toBe('off');
    expect([agreement('X', {}), agreement('X', after)]).toEqual(['X', 'X']);
    expect(agreement('U', null)).toBe('U');
    expect(agreementOf({ log: LINKED, order: null })).toBeNull();
  });

  it('knows where a log is that is not shown', () => {
    const link = (index: number, deltaMs: number) => ({ links: [{ index, how: 'hash', deltaMs }] });
    expect(agreement('A', null, link(12, 800))).toBe('hash');
    expect(agreement('D', null, link(12, 900_001))).toBe('D');
    expect(agreement('D', null, link(9, -4))).toBe('off');
  });

  it('reads decisions about the contract by any of its names, else those without one, else all', () => {
    const said = (action: string, symbol: string | null) => ({ action, symbol, size: null, price: null });
    const [btc, eth, any] = [said('OPEN_LONG', 'BTC/USDT'), said('HOLD', 'ETHUSDT'), said('SELL', null)];
    const about = (coin: string | null, ...decisions: (typeof btc)[]) => decisionsAbout({ decisions }, coin);
    expect(about('BTC', eth, any, btc)).toEqual([btc]);
    expect(about('SOL', eth, any, btc)).toEqual([any]);
    expect(about('SOL', eth)).toEqual([eth]);
    expect(about(null, eth, btc)).toEqual([eth, btc]);
  });
});
