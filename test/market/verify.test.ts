// A market that was revealed is computed again, and every index price of a journal, or candle, held against it: what
// was altered is named by its second and contract, what the log tells of (shocks, standing still) is followed.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { E8 } from '../../src/core/num/units.ts';
import { TABLE } from '../../src/market/world/table.ts';
import { World } from '../../src/market/world/world.ts';
import { indexText } from '../../src/market/house/texts.ts';
import type { History, Series } from '../../src/market/history/history.ts';
import { checkBars } from '../../src/market/verify/check-bars.ts';
import { type FoundPrice, PriceCheck, type PricesChecked } from '../../src/market/verify/check-prices.ts';
import { type MarketLine, readMarketLog } from '../../src/market/verify/market-log.ts';
import { commitmentOf, readReveal, revealText } from '../../src/market/verify/reveal.ts';
import { sha256 } from '../../src/store/sha256.ts';

const START = 1_769_990_400;
const REVEALED = { seed: 'a seed for this test alone', table: TABLE };
const TICKS_E8: Readonly<Record<string, number>> = { cmt_btcusdt: 10_000_000, cmt_dogeusdt: 1_000 };
const tickOf = (symbol: string): number => TICKS_E8[symbol] ?? 1_000_000;

/** An exchange's market: its journal's prices, and its log. */
class Played {
  readonly prices: FoundPrice[] = [];
  readonly lines: MarketLine[] = [];
  #world: World;
  #step = 0;
  second: number;
  /** The saved world of each step, to go on from after a kill. */
  readonly saved = new Map<number, ReturnType<World['save']>>();

  constructor(revealed = REVEALED, second = START, prices: readonly number[] = TABLE.map(({ start }) => start)) {
    const market = commitmentOf(revealed, sha256);
    this.lines.push({ what: 'begin', step: 0, second, symbol: null, market, prices });
    this.#world = new World({ ...revealed, sha256, second, prices });
    this.second = second;
  }

  run(seconds: number, isTaken: (symbol: string) => boolean = () => true): this {
    for (let left = seconds; left > 0; left--) {
      this.#world.step(this.second);
      this.#step += 1;
      for (const { row, price } of this.#world.rows) {
        const tickE8 = tickOf(row.symbol);
        const text = indexText(price * E8, tickE8);
        if (isTaken(row.symbol)) this.prices.push({ second: this.second, symbol: row.symbol, price: text, tickE8 });
      }
      this.second += 1;
    }
    return this;
  }

  shock(number: number, bp: number): this {
    const { symbol } = TABLE[number]!;
    this.#world.shock(number, bp);
    this.lines.push({ what: 'shock', step: this.#step + 1, second: this.second, symbol, bp, by: 'the operator' });
    return this;
  }

  standStill(seconds: number): this {
    this.second += seconds;
    this.lines.push({ what: 'gap', step: this.#step + 1, second: this.second, symbol: null });
    return this;
  }

  /** It is killed: the journal lacks the last seconds, and the next start goes on from the one before them. */
  kill(lost: number): this {
    const before = this.#world.save();
    this.run(lost, () => false).standStill(3);
    this.#world.restore(before);
    this.#step -= lost;
    return this.standStill(20);
  }
}

type Kept = Pick<Played, 'prices' | 'lines'>;

function checked({ prices, lines }: Kept, revealed = REVEALED): PricesChecked {
  const check = new PriceCheck(revealed, lines, sha256);
  for (const price of prices) check.take(price);
  return check.end();
}

const RIGHT = { differing: 0, differences: [], fault: null, outside: 0, foreign: 0 };

describe('the prices of a journal', () => {
  it('of some hours are those of the seed', () => {
    const found = checked(new Played().run(3 * 3_600));
    expect(found).toMatchObject({ ...RIGHT, compared: 8 * 10_800, firstSecond: START, missing: {}, shocks: 0 });
    expect(found.lastSecond).toBe(START + 10_799);
  });

  it('name the second and the contract of one that was altered', () => {
    const played = new Played().run(600);
    const at = played.prices.findIndex(({ second, symbol }) => second === START + 317 && symbol === 'cmt_solusdt');
    const right = played.prices[at]!;
    played.prices[at] = { ...right, price: `${right.price}1` };
    const { price: wanted } = right;
    const difference = { second: START + 317, symbol: 'cmt_solusdt', found: `${wanted}1`, wanted, isBegin: false };
    expect(checked(played)).toMatchObject({ differing: 1, differences: [difference] });
  });

  it('may lack a second, or a contract for some, whose commands were refused', () => {
    const played = new Played().run(50).run(1, () => false);
    played.run(20, (symbol) => symbol !== 'cmt_ltcusdt').run(50);
    expect(checked(played)).toMatchObject({ ...RIGHT, missing: { cmt_btcusdt: 1, cmt_ltcusdt: 21 } });
  });

  it('may lack no more than a hundred seconds in a row', () => {
    expect(
      checked(
        new Played()
          .run(50)
          .run(100, () => false)
          .run(5),
      ),
    ).toMatchObject(RIGHT);
    const { fault, compared } = checked(
      new Played()
        .run(50)
        .run(101, () => false)
        .run(5),
    );
    expect([fault, compared]).toEqual([
      `the journal has no price from second ${START + 50} on for more than 100 steps`,
      8 * 50,
    ]);
  });

  it('follow shocks and times in which the market stood still', () => {
    const played = new Played().run(100).shock(0, -3_000).run(100).standStill(3_600).run(100);
    played.shock(2, 250).shock(2, 125.5).run(100);
    expect(checked(played)).toMatchObject({ ...RIGHT, compared: 8 * 400, shocks: 3, gaps: 1 });
    const silent = { prices: played.prices, lines: played.lines.filter(({ step }) => step !== 101) };
    expect(checked(silent).differences[0]).toMatchObject({ second: START + 100, symbol: 'cmt_btcusdt' });
    const still = played.prices.map((price) =>
      price.second === START + 50 ? { ...price, second: START + 900 } : price,
    );
    const { differences } = checked({ lines: played.lines, prices: still.sort((a, b) => a.second - b.second) });
    expect(differences[0]).toMatchObject({ second: START + 900, symbol: 'cmt_btcusdt', wanted: null });
  });

  it('go on over a kill, whose last seconds no journal has', () => {
    const played = new Played().run(100).kill(7).run(50).shock(1, 40).run(5);
    expect(checked(played)).toMatchObject({ ...RIGHT, compared: 8 * 155, gaps: 1, shocks: 1 });
  });

  it('go on over a second world, which begins where the first ended', () => {
    const played = new Played().run(100);
    const ends = TABLE.map(({ symbol }) => Number(played.prices.findLast((one) => one.symbol === symbol)!.price));
    const next = new Played(REVEALED, played.second + 60, ends).run(100);
    const both = { prices: [...played.prices, ...next.prices], lines: [...played.lines, ...next.lines] };
    expect(checked(both)).toMatchObject({ ...RIGHT, compared: 8 * 200 });
    const moved = new Played(REVEALED, played.second + 60, ends.with(3, ends[3]! * 1.01)).run(1);
    const pushed = { prices: [...played.prices, ...moved.prices], lines: [...played.lines, ...moved.lines] };
    expect(checked(pushed).differences).toMatchObject([
      { second: played.second + 60, symbol: 'cmt_dogeusdt', wanted: String(ends[3]), isBegin: true },
    ]);
  });

  it('of another world of the folder are not compared', () => {
    const first = new Played({ ...REVEALED, seed: 'an older one' }).run(30);
    const ends = TABLE.map(({ symbol }) => Number(first.prices.findLast((one) => one.symbol === symbol)!.price));
    const second = new Played(REVEALED, first.second, ends).run(30);
    const both = { prices: [...first.prices, ...second.prices], lines: [...first.lines, ...second.lines] };
    expect(checked(both)).toMatchObject({ ...RIGHT, outside: 240, compared: 240 });
  });

  it('of another seed, or another table, are told by the commitment', () => {
    const played = new Played().run(5);
    const mine = commitmentOf(REVEALED, sha256);
    for (const other of [
      { ...REVEALED, seed: 'A seed for this test alone' },
      { ...REVEALED, table: TABLE.with(7, { ...TABLE[7]!, sigma: 0.96 }) },
    ])
      expect(() => checked(played, other)).toThrow(
        `no world that began is of this seed and table: it is ${commitmentOf(other, sha256)}, and there is ${mine}`,
      );
    const lines = [{ ...played.lines[0]!, market: commitmentOf({ ...REVEALED, seed: 'x' }, sha256) } as MarketLine];
    expect(checked({ prices: played.prices, lines }, { ...REVEALED, seed: 'x' }).differing).toBeGreaterThan(8 * 4);
  });
});

/** Candles of a minute, made as the exchange makes them, of prices taken so late. */
function candlesOf(prices: readonly FoundPrice[], symbol: string, lateSeconds = 0): Series {
  const series = { symbol, timesMs: [], open: [], high: [], low: [], close: [], volume: [], premiumBp: [] } as Series;
  let before = 0;
  for (const { second, symbol: of, price } of prices) {
    if (of !== symbol) continue;
    const priceE8 = Math.round(Number(price) * E8);
    const timeMs = Math.floor((second + lateSeconds) / 60) * 60_000;
    const at = series.timesMs.length - 1;
    if (series.timesMs[at] === timeMs) {
      series.high[at] = Math.max(series.high[at]!, priceE8);
      series.low[at] = Math.min(series.low[at]!, priceE8);
      series.close[at] = priceE8;
    } else {
      const open = before === 0 ? priceE8 : before;
      series.timesMs.push(timeMs);
      series.open.push(open);
      series.high.push(Math.max(open, priceE8));
      series.low.push(Math.min(open, priceE8));
      series.close.push(priceE8);
    }
    before = priceE8;
  }
  return series;
}

function historyOf(series: readonly Series[]): History {
  const [fromMs, toMs] = [series[0]!.timesMs[0]!, series[0]!.timesMs.at(-1)! + 60_000];
  const named = new Map(series.map((one) => [one.symbol.replace('cmt_', ''), one]));
  return { barMs: 60_000, series: named, fromMs, toMs, sha256: '', files: [] };
}

describe('published candles', () => {
  const played = new Played().run(1_200).shock(0, 120).run(1_200);

  it('are those of the seed, also where a price was taken late', () => {
    const series = [candlesOf(played.prices, 'cmt_btcusdt'), candlesOf(played.prices.slice(0, -8), 'cmt_dogeusdt', 1)];
    const found = checkBars(REVEALED, played.lines, historyOf(series), sha256);
    expect(found).toMatchObject({ differing: 0, foreign: [], outside: 2 });
    expect(found.compared).toBe(2 * 39);
  });

  it('name the bar of a price that was altered', () => {
    const altered = played.prices.map((price) =>
      price.second === START + 1_000 && price.symbol === 'cmt_ethusdt' ? { ...price, price: '3333.333' } : price,
    );
    const history = historyOf([candlesOf(altered, 'cmt_ethusdt'), candlesOf(altered, 'cmt_nothing')].slice(0, 1));
    const { differences } = checkBars(REVEALED, played.lines, history, sha256);
    expect(differences.map(({ symbol, timeMs }) => [symbol, timeMs])).toEqual([['cmt_ethusdt', (START + 960) * 1_000]]);
  });
});

describe('what is revealed', () => {
  it('has one text, and its hash is the commitment', () => {
    const text = revealText(REVEALED);
    expect(text).toMatch(/^\{"market":1,"seed":"a seed for this test alone","table":\[\{"beta":0\.92,"depth":20000,/);
    expect(readReveal(text)).toEqual(REVEALED);
    expect(readReveal(JSON.stringify({ table: TABLE, seed: REVEALED.seed, market: 1 }, null, 2))).toEqual(REVEALED);
    expect(commitmentOf(REVEALED, sha256)).toBe(createHash('sha256').update(text).digest('hex'));
  });

  it.each([
    ['', 'it is no JSON'],
    ['[1]', 'it is a list of 1, needs an object of market, seed, table'],
    ['{"market":2,"seed":"x","table":[]}', 'market is 2, needs 1'],
    ['{"market":1,"seed":"","table":[]}', 'seed is "", needs text of 1 to 64'],
    ['{"market":1,"seed":"x","table":[]}', 'table is a list of 0, needs a list of 1 to 1000 rows'],
    ['{"market":1,"seed":"x","table":[{}]}', 'table[0].symbol is missing, needs a contract'],
    [
      '{"market":1,"seed":"x","table":[],"more":1}',
      'it has the field "more", needs market, seed, table, perhaps headlines and nothing else',
    ],
    [revealText(REVEALED).replace('"rate":0.9', '"rate":1e999'), 'table[0].rate is null, needs a number from 0.001 to'],
    [revealText(REVEALED).replace('"rate":0.9', '"rate":NaN'), 'it is no JSON'],
    [revealText(REVEALED).replace('"beta":0.92', '"beta":-1'), 'table[0].beta is -1, needs a number from 0 to 1'],
    [revealText({ ...REVEALED, table: [TABLE[0]!, TABLE[0]!] }), 'table has cmt_btcusdt twice'],
    [
      `{"market":1,"seed":"x","table":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      'table[0] is a list of 1, needs an',
    ],
  ])('is refused where it is none: %.60s', (text, why) => {
    expect(() => readReveal(text)).toThrow(why);
  });

  it('is told with a log whose lines are named where they are none', () => {
    const begin = JSON.stringify(new Played().lines[0]);
    expect(readMarketLog(`${begin}\n{"what":"ga`)).toHaveLength(1);
    for (const [line, why] of [
      ['x', 'line 2: '],
      ['[]', 'line 2: what is missing, needs begin, gap or shock'],
      ['{"what":"gap","step":0,"second":1}', 'line 2: step is 0, needs 0 of a begin, else a whole number from 1 on'],
      [
        '{"what":"shock","step":1,"second":2,"symbol":"a","bp":1e300,"by":""}',
        'line 2: bp is 1e+300, needs basis points',
      ],
      ['{"what":"begin","step":0,"second":2,"market":"0"}', 'line 2: market is "0", needs a SHA-256 in hex'],
    ] as const)
      expect(() => readMarketLog(`${begin}\n${line}\n`)).toThrow(why);
    const check = (lines: string) => new PriceCheck(REVEALED, readMarketLog(lines), sha256);
    expect(() => check('{"what":"gap","step":1,"second":1,"symbol":null}\n')).toThrow('a gap comes before any begin');
    expect(() => check('')).toThrow('and there is none');
  });
});
