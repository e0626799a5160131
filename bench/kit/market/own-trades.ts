/**
 * What accounts' own trades do to a contract: the same seed twice, once with them and once without. What the untouched
 * middle's moves gave them, which they did not cause, is taken out of what it cost, and what they hold is worth the
 * middle: their mark follows it late, by minutes.
 */
import { BUY, bestPrice, SELL } from '../../../src/core/matching/book.ts';
import { E8 } from '../../../src/core/num/units.ts';
import type { Instrument } from '../../../src/core/state/records.ts';
import { MadeUpMarket } from '../../../src/env/made-up-market.ts';
import { stepsFor, valueOf } from '../../../src/market/house/texts.ts';
import { constantsOf, TABLE } from '../../../src/market/world/table.ts';
import { median } from '../figures.ts';
import { Account } from './resist/account.ts';
import { mean } from './series.ts';

const POINTS = 10_000;
const BTC = 'cmt_btcusdt';

export interface Trades {
  readonly symbol: string;
  readonly accounts: number;
  /** Passed before anybody trades. */
  readonly warm: number;
  readonly seconds: number;
  /** Acts in each second, directly after its prices. */
  readonly act: (second: number, instrument: Instrument, accounts: readonly Account[]) => void;
}

export interface Moves {
  /** Of the mark and of the middle against the same seed untouched, by second, bp. */
  readonly marks: readonly number[];
  readonly middles: readonly number[];
  /** The most that what was held was worth more by the mark's move, and what it all cost, USDT. */
  readonly most: number;
  readonly cost: number;
}

const middleOf = ({ book }: Instrument): number => (bestPrice(book, BUY) + bestPrice(book, SELL)) / 2;

export function besideUntouched(seed: string, { symbol, accounts: count, warm, seconds, act }: Trades): Moves {
  const [touched, untouched] = [symbol, symbol].map((one) => new MadeUpMarket(seed, { symbols: [one] })) as [
    MadeUpMarket,
    MadeUpMarket,
  ];
  const [here, there] = [touched.engine.state.instruments[0]!, untouched.engine.state.instruments[0]!];
  const accounts = Array.from({ length: count }, (_, place) => new Account(touched, place));
  const heldOf = (): number => accounts.reduce((sum, account) => sum + account.held(here), 0);
  const moves = { marks: [] as number[], middles: [] as number[], most: 0 };
  let [second, byMarket, middle] = [-warm, 0, 0];
  // The untouched one is ahead by this second.
  let middleThere = 0;
  untouched.hooks = { afterTurn: () => (middleThere = middleOf(there)) };
  const hold = (now: number): void => {
    byMarket += (heldOf() * here.contract.valueUnit * (now - middle)) / E8;
    middle = now;
  };
  touched.hooks = {
    onApplied: (_command, { events }) => accounts.forEach((account) => account.see(events)),
    afterTurn() {
      hold(middleThere);
      if (second >= 0) act(second, here, accounts);
    },
  };
  for (; second < seconds; second++) {
    untouched.pass();
    touched.pass();
    if (here.indexPrice !== there.indexPrice) throw new Error(`${seed}: a trade in ${symbol} moved its index`);
    if (second < 0) continue;
    const move = here.mark / there.mark - 1;
    moves.marks.push(move * POINTS);
    moves.middles.push((middleOf(here) / middleOf(there) - 1) * POINTS);
    moves.most = Math.max(moves.most, valueOf(here, heldOf(), there.mark) * move);
  }
  hold(middleOf(there));
  const late = (heldOf() * here.contract.valueUnit * (here.mark - middleOf(here))) / E8;
  const cost = accounts.reduce((sum, account) => {
    const { gross, fees } = account.result('');
    return sum + fees - gross;
  }, byMarket + late);
  return { ...moves, cost };
}

/** Takes so much over so many seconds, waits, and sells it again as fast. */
export function takeAndSell(seed: string, symbol: string, value: number, seconds: number, waits = 10): Moves {
  const last = 2 * seconds + waits - 1;
  return besideUntouched(seed, {
    symbol,
    accounts: 1,
    warm: 120,
    seconds: last + 10,
    act(second, instrument, [account]) {
      const held = account!.held(instrument);
      const steps = stepsFor(instrument, value / seconds, instrument.mark);
      if (second < seconds) account!.take(instrument, true, steps);
      else if (second >= seconds + waits && held > 0)
        account!.take(instrument, false, second >= last ? held : Math.min(held, steps));
    },
  });
}

/**
 * The first attack on the mark: one rests a sell far above the index, the other a buy beside it, and they trade dust
 * where the two meet, every second.
 */
export function attackWithDust(seed: string, symbol: string): Moves {
  return besideUntouched(seed, {
    symbol,
    accounts: 2,
    warm: 120,
    seconds: 200,
    act(_second, instrument, [one, other]) {
      const index = Number(instrument.indexPrice) / instrument.contract.tickE8;
      const [far, near] = [Math.floor(index * 1.14), Math.floor(index * 1.138)];
      const dust = stepsFor(instrument, 50, index);
      other!.limit(instrument, false, far, { effect: 'open', steps: dust });
      one!.limit(instrument, true, near, { effect: 'open', steps: dust });
      other!.limit(instrument, false, near, { effect: 'open', steps: Math.max(1, Math.floor(dust / 10)) });
    },
  });
}

/** How a buy of that part of a day's value moves btc's middle, bp: after a quarter of it, after it, an hour later. */
export function impactOf(seed: string, part: number, seconds: number): [quarter: number, whole: number, later: number] {
  const { dayValue } = constantsOf(TABLE.find(({ symbol }) => symbol === BTC)!);
  const { middles } = besideUntouched(seed, {
    symbol: BTC,
    accounts: 1,
    warm: 1_800,
    seconds: seconds + 3_600,
    act(second, instrument, [account]) {
      const steps = stepsFor(instrument, (part * dayValue) / seconds, instrument.mark);
      if (second < seconds) account!.take(instrument, true, steps);
    },
  });
  // The quotes differ by chance in each second, so a few of them are looked at.
  const few = Math.max(1, Math.floor(seconds / 60));
  const until = (second: number, count: number): number => mean(middles.slice(second - count, second));
  return [until(seconds / 4, few), until(seconds, few), until(seconds + 3_600, 120)];
}

/** A measure of the above and its band. */
export interface OwnTrade {
  readonly what: string;
  readonly found: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Medians over seeds: in a wild hour the book is half as deep, and marks of two markets differ by chance by as much as
 * what is looked for.
 */
export function ownTrades(seeds: readonly string[]): OwnTrade[] {
  const rows: OwnTrade[] = [];
  const mark = (what: string, high: number, play: (seed: string) => Moves): void => {
    const all = seeds.map(play);
    const furthest = median(all.map(({ marks }) => marks.reduce((most, move) => Math.max(most, Math.abs(move)), 0)));
    const worst = Math.max(...all.map(({ most, cost }) => most / cost));
    rows.push({ what: `${what}: the mark moves, bp`, found: furthest, low: 0, high });
    rows.push({ what: `${what}: holding times move, in its cost, the most`, found: worst, low: 0, high: 1 });
  };
  for (const base of ['btc', 'ada', 'ltc']) {
    const symbol = `cmt_${base}usdt`;
    mark(`${base}, 0.2 M in a second and back`, 5, (seed) => takeAndSell(seed, symbol, 200_000, 1));
    mark(`${base}, 1 M in a minute and back`, 30, (seed) => takeAndSell(seed, symbol, 1_000_000, 60));
    mark(`N1, 2 M of ${base} in 150 s and back`, 80, (seed) => takeAndSell(seed, symbol, 2_000_000, 150));
  }
  mark('N1, dust in btc for 200 s', 5, (seed) => attackWithDust(seed, BTC));
  const impact = (part: number, seconds: number): number[] => {
    const all = seeds.map((seed) => impactOf(seed, part, seconds));
    return [0, 1, 2].map((at) => median(all.map((one) => one[at]!)));
  };
  const [, small] = impact(0.001, 600) as [number, number, number];
  const [, fast] = impact(0.01, 30) as [number, number, number];
  const [quarter, slow, later] = impact(0.01, 600) as [number, number, number];
  rows.push(
    { what: 'btc, V/1,000 in 10 min: the middle moves, bp', found: small, low: 2, high: 7 },
    { what: 'btc, V/100 in 10 min: the middle moves, bp', found: slow, low: 10, high: 20 },
    { what: 'in 30 s, beside that', found: fast / slow, low: 0.75, high: 1.25 },
    { what: 'after a quarter of the buy, beside that', found: quarter / slow, low: 0.35, high: 0.65 },
    { what: 'an hour later, beside that', found: later / slow, low: 0, high: 0.5 },
  );
  return rows;
}
