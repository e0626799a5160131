import { describe, expect, it } from 'vitest';
import { averagePrice, filledSize, leadMs, resultSoFar } from './thread-facts.ts';
import { type ActivityRow, Threads } from './threads.ts';

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
};
const FILL: ActivityRow = { id: 3, t: 2_201, kind: 'fill', orderId: '7', size: '0.01', price: '90512.3' };

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
      expect([thread?.log?.index, thread?.order?.index, thread?.fills.length, thread?.t]).toEqual([10, 11, 1, 1_000]);
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

  it('takes no fill twice, and lets a row that is disclosed later add to what is known', () => {
    const sealed: ActivityRow = { id: 1, t: 1_000, kind: 'log', index: 10, opensAt: 5_000 };
    const [thread] = threadsOf(sealed, FILL, FILL, LINKED).newest;
    expect(thread?.fills).toHaveLength(1);
    expect([thread?.log?.opensAt, thread?.log?.explanation]).toEqual([5_000, 'Momentum up.']);
  });

  it('keeps at most five hundred, the newest', () => {
    const threads = new Threads();
    for (let t = 0; t < 1_200; t++) threads.take([{ id: t, t, kind: 'log', index: t }]);
    expect([threads.newest.length, threads.newest[0]?.t, threads.newest.at(-1)?.t]).toEqual([500, 1_199, 700]);
  });

  it('keeps what is for everybody apart', () => {
    const threads = threadsOf({ id: 9, t: 1, kind: 'outage' }, { id: 9, t: 1, kind: 'outage' }, LOG);
    expect([threads.notices.length, threads.newest.length]).toEqual([1, 1]);
  });

  it('sums fills exactly and says what an opening order has won so far', () => {
    const [thread] = threadsOf(ORDER, FILL, { ...FILL, id: 4, size: '0.03', price: '90516.3' }).newest;
    expect([filledSize(thread!.fills), averagePrice(thread!.fills)]).toEqual(['0.04000000', '90515.30000000']);
    expect(resultSoFar(thread!, '90615.3')).toBe('4.00000000');
    expect(resultSoFar({ ...thread!, order: { ...ORDER, type: '2' } }, '90615.3')).toBe('-4.00000000');
    expect(resultSoFar({ ...thread!, order: { ...ORDER, type: '3' } }, '90615.3')).toBeNull();
  });
});
