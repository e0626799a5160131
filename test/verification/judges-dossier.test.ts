// What a judge looks at of a team is made of the numbers that the rules compared: orders, delays, texts, prices,
// counterparties and twins, each with leaves that show it.
import { expect, it } from 'vitest';
import { type JudgesDossier, judgesDossiers } from '../../src/core/verification/judges-dossier.ts';
import { ContestDay, findingsOf, MINUTE } from './contest-day.ts';

const HOUSE = '9000001';
const long = 'The four hour trend is up, the funding rate is low and the book is deep on the bid side, so we go long';

function dossiersOf(one: ContestDay): readonly JudgesDossier[] {
  const { everything, report } = one.verify();
  return judgesDossiers(everything, new Map(report.teams.map(({ team, findings }) => [team, findings])));
}

it('has orders by grade, and how long before or after them their logs came', () => {
  const one = new ContestDay().team('t1', '1000001');
  one.pair();
  const log = one.next;
  const early = one.log();
  const before = one.after(20 * MINUTE).next;
  one.order(early);
  const late = one.after(MINUTE).order('x');
  one.after(30_000).log({ orderId: late });
  const none = one.after(MINUTE).next;
  one.order('y', { type: '4', size: '0.2', price: null });
  const [dossier] = dossiersOf(one);
  expect(dossier!.grades).toEqual({ A: 2, B: 1, C: 0, D: 0, U: 1, X: 0 });
  expect(dossier!.orders.A[1]).toMatchObject({ order: before, log, delta: -20 * MINUTE, link: 'hash', level: 0 });
  expect(dossier!.orders.B).toMatchObject([{ orderId: late, delta: 30_000, link: 'orderId' }]);
  const bare = { order: none, type: '4', size: '0.2', price: null, log: null, delta: null, link: null, level: null };
  expect(dossier!.orders.U).toMatchObject([bare]);
  const delays = dossier!.delays.filter(({ count }) => count > 0);
  expect(delays).toEqual([
    { from: -3_600_000, to: -900_000, count: 1 },
    { from: -10_000, to: 0, count: 1 },
    { from: 10_000, to: 60_000, count: 1 },
  ]);
});

it('keeps the first hundred orders of a grade, and counts all', () => {
  const one = new ContestDay().team('t1', '1000001');
  for (let at = 0; at < 130; at++) one.after(1000).order('x');
  const [dossier] = dossiersOf(one);
  expect([dossier!.grades.U, dossier!.orders.U.length]).toEqual([130, 100]);
});

it('puts texts together that came again, with the other teams that wrote them', () => {
  const one = new ContestDay().team('t1', '1000001').team('t2', '1000002');
  const logs = [];
  for (let at = 0; at < 3; at++) {
    logs.push(one.after(MINUTE).next);
    one.pair({ explanation: `${long} ${at}` });
  }
  one.pair();
  one.pair({ uid: '1000002', explanation: `${long} 77` });
  const [first, second] = dossiersOf(one);
  const text = `${long.toLowerCase()} 0`;
  expect(first!.templates).toMatchObject({ logs: 4, distinct: 2 });
  expect(first!.templates.clusters).toEqual([{ text, length: text.length, count: 3, logs, alsoOf: ['t2'] }]);
  expect(second!.templates.clusters).toMatchObject([{ count: 1, alsoOf: ['t1'] }]);
});

it('has claimed prices beside our bar, those the rule counts', () => {
  const one = new ContestDay().team('t1', '1000001');
  one.minute([], [{ symbol: 'cmt_btcusdt', low: '90000', high: '91000' }]);
  const wrong = [];
  for (const mark of ['90500', '70000', '92820', '92821', '1']) {
    if (mark !== '90500' && mark !== '92820') wrong.push([one.after(1000).next, mark]);
    one.pair({ input: { symbol: 'BTC', mark } });
  }
  const [dossier] = dossiersOf(one);
  expect(findingsOf(one.verify())).toContain('V12 H');
  expect(dossier!.grounding).toMatchObject({ claims: 5, wrong: 3 });
  expect(dossier!.grounding.misses.map(({ log, claimed }) => [log, claimed])).toEqual(wrong);
  expect(dossier!.grounding.misses[0]).toMatchObject({ symbol: 'cmt_btcusdt', low: '90000', high: '91000' });
});

it('names who lost to the team, and who stands where it does', () => {
  const one = new ContestDay().team('t1', '1000001').team('t2', '1000002').team('t3', '1000003');
  const held = { '1000001': 0, '1000002': 0, '1000003': 0 };
  for (let at = 0; at < 200; at++) {
    const wanted = at % 2 === 0 ? 1 : -1;
    const fills = (['1000001', '1000002', '1000003'] as const).flatMap((uid, who) => {
      const sign = who === 2 && at % 3 === 0 ? -wanted : wanted;
      const change = sign - held[uid];
      held[uid] = sign;
      const orderId = change === 0 ? '' : one.order('x', { uid, type: change > 0 ? '1' : '2' });
      return change === 0 ? [] : [{ orderId, uid, size: String(Math.abs(change)) }];
    });
    one.minute(fills).after(15 * MINUTE);
  }
  const order = one.next;
  const orderId = one.pair();
  one.minute([
    { orderId, counter: '1000002', realised: '60' },
    { orderId, counter: HOUSE, realised: '40' },
  ]);
  const [dossier] = dossiersOf(one);
  expect(dossier!.counterparties).toEqual([
    { account: '1000002', team: 't2', isHouse: false, gained: '60', sharePpm: 600_000, orders: [order + 1] },
    { account: HOUSE, team: null, isHouse: true, gained: '40', sharePpm: 400_000, orders: [order + 1] },
  ]);
  expect(dossier!.twins.map(({ team, isTwin }) => [team, isTwin])).toEqual([
    ['t2', true],
    ['t3', false],
  ]);
  expect(dossier!.twins[0]!.ppm).toBeGreaterThan(902_500);
});

it('tells a finding: who was first, which logs stand side by side, and what speaks for the team', () => {
  const one = new ContestDay().team('t1', '1000001').team('t2', '1000002');
  const pairs: { own: number; other: number; team: string }[] = [];
  for (const letter of ['a', 'b', 'c']) {
    const other = one.after(MINUTE).next;
    one.pair({ explanation: `${long} ${letter}` });
    pairs.push({ own: one.after(MINUTE).next, other, team: 't1' });
    one.pair({ uid: '1000002', explanation: `${long} ${letter}` });
  }
  const [first, second] = dossiersOf(one);
  expect(second!.stories.filter(({ rule }) => rule === 'V09')).toEqual([
    {
      rule: 'V09',
      first: 't1',
      others: ['t1'],
      pairs,
      speaksFor: [
        { fact: 'before', count: 3, of: 3 },
        { fact: 'worded', count: 3, of: 3 },
      ],
    },
  ]);
  const told = first!.stories.find(({ rule }) => rule === 'V09')!;
  expect(told.pairs[0]).toEqual({ own: pairs[0]!.other, other: pairs[0]!.own, team: 't2' });
  expect(told.speaksFor[0]).toEqual({ fact: 'first', count: 1, of: 1 });
});

it('gives an order without a log the one nearby that decided the same and names no order', () => {
  const one = new ContestDay().team('t1', '1000001');
  const near = one.next;
  one.log();
  one.after(5000).log({ output: { decision: 'HOLD', symbol: 'BTC' } });
  one.after(5000).order('x');
  one.after(5 * MINUTE).order('y');
  const [dossier] = dossiersOf(one);
  expect(dossier!.orders.U.map((order) => order.near)).toEqual([near, null]);
});
