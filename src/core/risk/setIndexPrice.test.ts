/** Values that are no price, and the answer the feed gets then (MARK-001). */
import { expect, it } from 'vitest';
import { playLines } from '../../../test/scenarios/reader.ts';
import { exchangeOf, instrumentOf } from '../../../test/scenarios/play.ts';
import { run } from '../../../test/scenarios/exchange.ts';

const symbol = 'cmt_btcusdt';

/** The answer to a price, of the time of the one before unless it says otherwise. */
function answerTo(price: string, laterMs = 0, contract = symbol) {
  const play = playLines('index btc 50000');
  const { timeMs } = exchangeOf(play).state;
  const sourceTimeMs = timeMs + laterMs;
  const outcome = run(exchangeOf(play), { name: 'setIndexPrice', symbol: contract, price, sourceTimeMs }, timeMs);
  const { indexPrice, indexTimeMs } = instrumentOf(play, 'btc');
  return outcome.ok ? { indexPrice, laterMs: indexTimeMs - timeMs } : outcome.reject;
}

it.each(['', '0', '0.0', '-1', '1.000000001', '1e5', 'fifty'])('%j is no price', (price) => {
  const need = 'a price above 0 with at most 8 decimals';
  expect(answerTo(price)).toEqual({ reason: 'INDEX_INVALID', symbol, found: price, need });
});

it('the smallest price there is counts, and one of the same time as the last', () => {
  expect(answerTo('0.00000001')).toEqual({ indexPrice: 1, laterMs: 0 });
  expect(answerTo('50000.12345678', 5)).toEqual({ indexPrice: 5_000_012_345_678, laterMs: 5 });
});

it('one older than the last is refused with both times', () => {
  const found = 'source time 1700000000999';
  expect(answerTo('50000', -1)).toEqual({ reason: 'INDEX_INVALID', symbol, found, need: 'at least 1700000001000' });
});

it('a contract nobody lists has no price', () => {
  const unknown = 'cmt_abcusdt';
  expect(answerTo('1', 0, unknown)).toEqual({
    reason: 'INDEX_INVALID',
    symbol: unknown,
    found: unknown,
    need: 'a listed contract',
  });
});

it('a past is simulated only before the first price', () => {
  const play = playLines('index btc 50000');
  const { timeMs } = exchangeOf(play).state;
  const next = { name: 'setIndexPrice', price: '50000', sourceTimeMs: timeMs, pastSeed: 7 } as const;
  expect(run(exchangeOf(play), { ...next, symbol }, timeMs)).toMatchObject({ ok: false });
  const first = run(exchangeOf(play), { ...next, symbol: 'cmt_ethusdt' }, timeMs);
  const fixed = { name: 'pastFixed', symbol: 'cmt_ethusdt', seed: 7, price: 5_000_000_000_000, endMs: timeMs };
  expect(first.events[0]).toMatchObject(fixed);
});
