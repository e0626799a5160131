/** Passes that an operator may not order, and the refusal (FUND-004). */
import { expect, it } from 'vitest';
import { run } from '../../../test/scenarios/exchange.ts';
import { exchangeOf } from '../../../test/scenarios/play.ts';
import { playLines } from '../../../test/scenarios/reader.ts';

function answerTo(rate: string, symbol = 'cmt_btcusdt', afterMs = 0, given = '') {
  const play = playLines(`${given}\nindex btc 50000`);
  const outcome = run(exchangeOf(play), { name: 'settleFunding', symbol, rate }, play.timeMs + afterMs);
  return outcome.ok ? 'settled' : outcome.reject;
}

const refused = { reason: 'PARAMETER_INVALID', cause: 'invalid' } as const;

it.each(['', 'much', '1e-4'])('%j is no decimal', (rate) => {
  expect(answerTo(rate)).toMatchObject({ ...refused, field: 'rate' });
});

it.each(['0.000000001', '0.00300001', '-0.00300001', '100000000000'])('%j is no rate', (rate) => {
  const found = `${rate}, needs -0.003 to 0.003, at most 8 decimals`;
  expect(answerTo(rate)).toEqual({ ...refused, field: 'rate', found });
});

it.each(['0', '0.003', '-0.003', '0.00000001'])('%s is one', (rate) => {
  expect(answerTo(rate)).toBe('settled');
});

it('the floor is a bound of its own', () => {
  const found = '-0.00200001, needs -0.002 to 0.003, at most 8 decimals';
  expect(answerTo('-0.00200001', 'cmt_btcusdt', 0, 'given btc fundingFloor -0.002')).toEqual({
    ...refused,
    field: 'rate',
    found,
  });
});

it('a contract nobody lists settles nothing', () => {
  expect(answerTo('0.001', 'cmt_abcusdt')).toEqual({ ...refused, field: 'symbol', found: 'cmt_abcusdt' });
});

it('without a valid mark nothing is settled: there is none yet, or it has gone stale', () => {
  const play = playLines('given indexStaleMs 7000\nindex btc 50000\nwait 8s\ntick');
  const { state } = exchangeOf(play);
  const settle = (symbol: string) =>
    run(exchangeOf(play), { name: 'settleFunding', symbol, rate: '0.001' }, play.timeMs + 500);
  const unavailable = { reason: 'MARK_PRICE_UNAVAILABLE', allowedMs: 7_000 };
  expect(settle('cmt_btcusdt')).toMatchObject({ reject: { ...unavailable, symbol: 'cmt_btcusdt', ageMs: 9_500 } });
  expect(settle('cmt_ethusdt')).toMatchObject({
    reject: { ...unavailable, symbol: 'cmt_ethusdt', ageMs: state.timeMs },
  });
});
