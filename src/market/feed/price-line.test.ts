import { describe, expect, it } from 'vitest';
import { plainName, readPriceLine } from './price-line.ts';

describe('a line of a feed', () => {
  it.each([
    ['{"symbol":"BTCUSDT","price":"90000.1"}', 9_000_010_000_000, null],
    ['{"symbol":"BTCUSDT","price":0.15,"time":1767258000000}', 15_000_000, 1_767_258_000_000],
    ['{"symbol":"BTCUSDT","price":"0.123456789"}', 12_345_678, null],
    ['{"time":null,"price":"1","symbol":"BTCUSDT","more":[1]}', 100_000_000, null],
  ])('%s is a price', (line, priceE8, timeMs) => {
    expect(readPriceLine(line)).toEqual({ symbol: 'BTCUSDT', priceE8, timeMs });
  });

  it.each([
    ['90000.1', 'no symbol'],
    ['{"symbol":"BTCUSDT"', 'no JSON'],
    ['{"price":"1"}', 'no symbol'],
    ['null', 'no symbol'],
    ['{"symbol":"BTCUSDT","price":"0"}', 'no price above 0'],
    ['{"symbol":"BTCUSDT","price":"-1"}', 'no price above 0'],
    ['{"symbol":"BTCUSDT","price":"1e5"}', 'no price above 0'],
    ['{"symbol":"BTCUSDT","price":"999999999"}', 'no price above 0'],
    ['{"symbol":"BTCUSDT","price":"1","time":1767258000}', 'a time that is not in epoch ms'],
  ])('%s is none: %s', (line, what) => {
    expect(() => readPriceLine(line)).toThrow(`${what} in ${line}; a line is`);
  });

  it('names a contract as either door does', () => {
    for (const name of ['cmt_btcusdt', 'BTCUSDT', 'btcusdt', 'BTC-USDT', 'BTC/USDT'])
      expect([name, plainName(name)]).toEqual([name, 'btcusdt']);
    for (const name of ['BTC', 'ETHUSDT', 'BTCUSDTPERP', '']) expect(plainName(name)).not.toBe('btcusdt');
  });
});
