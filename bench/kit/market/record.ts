/** What is written down of a made-up market, to measure its facts by. */
import { BUY, type Book, bestPrice, SELL } from '../../../src/core/matching/book.ts';
import { E8 } from '../../../src/core/num/units.ts';
import { auditRules } from '../../../src/core/audit.ts';
import type { Instrument } from '../../../src/core/state/records.ts';
import type { Event } from '../../../src/core/turn/events.ts';
import { MadeUpMarket } from '../../../src/env/made-up-market.ts';
import { isBuy } from '../../../src/market/house/accounts.ts';

const LOOKED_AT = 5;
const RANKS = 10;
const BASIS_POINT = 1 / 10_000;

export interface RecordedTrade {
  readonly second: number;
  readonly sign: number;
  /** USDT, of all its fills. */
  value: number;
  /** Of its first fill, ticks. */
  readonly price: number;
}

/** Of one contract; seconds are counted from the first recorded one. */
export interface ContractRecord {
  readonly instrument: Instrument;
  /** Logarithm of the middle at the end of each second. */
  readonly middles: number[];
  readonly trades: RecordedTrade[];
  /** Basis points of the middle, every five seconds. */
  readonly spreads: number[];
  /** USDT within 10 basis points of the middle, every five seconds: bids and asks. */
  readonly depths: readonly [number[], number[]];
  /** Σ of sizes at the first ten prices, both sides, at minutes' ends. */
  readonly profile: number[];
  /** The middle over the index, basis points, at minutes' ends. */
  readonly basis: number[];
  /** Rates that were settled, basis points. */
  readonly funding: number[];
}

export interface MarketRecord {
  readonly contracts: readonly ContractRecord[];
  /** Second of the epoch of the first recorded second. */
  readonly firstSecond: number;
  readonly emptySeconds: number;
  readonly refused: number;
  readonly objections: number;
}

/** Lets a market pass for so many hours, of which the first is not recorded. */
export function recordMarket(seed: string, hours: number, symbols?: readonly string[]): MarketRecord {
  const market = new MadeUpMarket(seed, symbols === undefined ? {} : { symbols });
  for (let second = 0; second < 3_600; second++) market.pass();
  const contracts = market.engine.state.instruments.map(recordOf);
  const firstSecond = market.second;
  let emptySeconds = 0;
  market.hooks = {
    onApplied: (_command, { events }) => noteEvents(contracts, events, market.second - firstSecond),
  };
  for (let second = 0; second < (hours - 1) * 3_600; second++) {
    market.pass();
    let isEmpty = false;
    for (const record of contracts) if (!look(record, second)) isEmpty = true;
    if (isEmpty) emptySeconds += 1;
  }
  const objections = auditRules(market.engine.state).length;
  return { contracts, firstSecond, emptySeconds, refused: market.refused, objections };
}

function recordOf(instrument: Instrument): ContractRecord {
  const profile = Array.from({ length: RANKS }, () => 0);
  return { instrument, middles: [], trades: [], spreads: [], depths: [[], []], profile, basis: [], funding: [] };
}

/** All fills of one taker's order are one trade. */
function noteEvents(contracts: readonly ContractRecord[], events: readonly Event[], second: number): void {
  let orderId = 0;
  for (const event of events) {
    if (event.name === 'fundingSettled') contracts[event.instrument.index]!.funding.push((event.rateE8 / E8) * 10_000);
    if (event.name !== 'fillMade' || event.price === 0) continue;
    const { trades } = contracts[event.instrument.index]!;
    const { order } = event.taker;
    const value = Number(event.value) / E8;
    if (order.id === orderId) trades.at(-1)!.value += value;
    else trades.push({ second, sign: isBuy(order) ? 1 : -1, value, price: event.price });
    orderId = order.id;
  }
}

/** Notes the end of a second; false when a side is empty. */
function look(record: ContractRecord, second: number): boolean {
  const { instrument, middles, spreads, depths, basis } = record;
  const [bid, ask] = [bestPrice(instrument.book, BUY), bestPrice(instrument.book, SELL)];
  if (bid === 0 || ask === 0) {
    middles.push(middles.at(-1) ?? 0);
    return false;
  }
  const middle = (bid + ask) / 2;
  middles.push(Math.log(middle));
  if (second % LOOKED_AT === LOOKED_AT - 1) {
    spreads.push((ask - bid) / middle / BASIS_POINT);
    depths[0].push(depthWithin(instrument, BUY, middle * (1 - 10 * BASIS_POINT)));
    depths[1].push(depthWithin(instrument, SELL, middle * (1 + 10 * BASIS_POINT)));
  }
  if (second % 60 === 59) {
    const index = Number(instrument.indexPrice) / instrument.contract.tickE8;
    basis.push((middle / index - 1) / BASIS_POINT);
    addProfile(record, instrument.book);
  }
  return true;
}

function depthWithin({ book: { levels }, contract }: Instrument, side: typeof BUY | typeof SELL, last: number): number {
  let value = 0;
  for (let level = levels.best[side]!; level >= 0; level = levels.worse[level]!) {
    const price = levels.prices[level]!;
    if (side === BUY ? price < last : price > last) break;
    value += (levels.volumes[level]! * contract.valueUnit * price) / E8;
  }
  return value;
}

function addProfile({ profile }: ContractRecord, { levels }: Book): void {
  for (const side of [BUY, SELL]) {
    let level = levels.best[side]!;
    for (let rank = 0; rank < RANKS && level >= 0; rank++) {
      profile[rank]! += levels.volumes[level]!;
      level = levels.worse[level]!;
    }
  }
}
