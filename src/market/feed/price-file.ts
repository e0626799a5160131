/**
 * Index prices of a file: lines of `time,symbol,price` with epoch ms, ascending, or of JSON as a feed writes them. It
 * is played round and round by the clock: at each moment the price is that of the same place in the file, so a restart
 * goes on where the clock is and needs no memory. At its end the price jumps to that of its beginning; a file for a
 * contest is as long as the contest, and begun before it.
 *
 * Read whole, at the start; 16 bytes a price.
 */
import { readFileSync } from 'node:fs';
import type { PriceSource } from '../source.ts';
import { NoPrice, plainName, priceOf, readPriceLine } from './price-line.ts';

/** What is wrong with the file, by line. */
class PriceFileError extends Error {}

const MOST_PRICES = 20_000_000;

interface Series {
  readonly timesMs: number[];
  readonly pricesE8: number[];
}

/** @throws PriceFileError; Error when it can't be read */
export function openPriceFile(path: string): PriceSource {
  const { series, firstMs, lastMs } = readSeries(path);
  const lengthMs = lastMs - firstMs;
  return {
    pastSeed: null,
    of({ contract: { symbol } }) {
      const found = series.get(plainName(symbol));
      if (found === undefined) return null;
      const { timesMs, pricesE8 } = found;
      return {
        jump: null,
        next(nowMs) {
          const place = lastAtOrBefore(timesMs, firstMs + (nowMs % lengthMs));
          return place < 0 ? null : { priceE8: pricesE8[place]!, timeMs: nowMs };
        },
      };
    },
  };
}

function readSeries(path: string): { series: Map<string, Series>; firstMs: number; lastMs: number } {
  const series = new Map<string, Series>();
  let [firstMs, lastMs, count] = [0, 0, 0];
  for (const [at, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const isHeader = at === 0 && /^\s*"?time/i.test(line);
    if (line.trim() === '' || isHeader) continue;
    const { timeMs, symbol, priceE8 } = readRow(path, at + 1, line);
    if (timeMs < lastMs) throw wrong(path, at + 1, `the time ${timeMs} is before ${lastMs}, that of a line above`);
    if (count === 0) firstMs = timeMs;
    lastMs = timeMs;
    if (++count > MOST_PRICES) throw wrong(path, at + 1, `more than ${MOST_PRICES} prices`);
    const name = plainName(symbol);
    let one = series.get(name);
    if (one === undefined) series.set(name, (one = { timesMs: [], pricesE8: [] }));
    one.timesMs.push(timeMs);
    one.pricesE8.push(priceE8);
  }
  if (lastMs <= firstMs) throw new PriceFileError(`${path} has prices of ${count === 0 ? 'no' : 'one'} moment`);
  return { series, firstMs, lastMs };
}

function readRow(path: string, line: number, text: string) {
  if (text.trimStart().startsWith('{')) {
    try {
      const { timeMs, ...price } = readPriceLine(text);
      if (timeMs === null) throw new NoPrice('no time');
      return { ...price, timeMs };
    } catch (error) {
      throw error instanceof NoPrice ? wrong(path, line, error.message) : error;
    }
  }
  const [time = '', symbol = '', price = ''] = text.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));
  const priceE8 = priceOf(price);
  if (!/^[0-9]{12,15}$/.test(time)) throw wrong(path, line, `'${time.slice(0, 40)}' is no time in epoch ms`);
  if (symbol === '') throw wrong(path, line, 'no symbol in the second place');
  if (priceE8 === null) throw wrong(path, line, `'${price.slice(0, 40)}' is no price above 0`);
  return { timeMs: Number(time), symbol, priceE8 };
}

function wrong(path: string, line: number, what: string): PriceFileError {
  return new PriceFileError(`${path}, line ${line}: ${what}; a line is 1767258000000,BTCUSDT,90000.1`);
}

/** The last place whose time is not after that moment; −1: all are. */
function lastAtOrBefore(timesMs: readonly number[], atMs: number): number {
  let [low, high] = [0, timesMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timesMs[middle]! <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
