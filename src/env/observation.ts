/** Observations: the view of an agent at the end of a step, as plain numbers: sizes in the coin, money in USDT. */
import type { Side } from '../core/language/commands.ts';
import {
  BUY,
  type Book,
  bestLevel,
  bestPrice,
  levelPrice,
  levelVolume,
  SELL,
  worseLevel,
} from '../core/matching/book.ts';
import { NONE } from '../core/matching/book.ts';
import { E8, type Id, type Steps, type Ticks } from '../core/num/units.ts';
import { formingRateOf } from '../core/risk/funding.ts';
import { availableOf, equityOf } from '../core/risk/margin.ts';
import { partsOf } from '../core/state/parts.ts';
import type { Account, Holding, Instrument } from '../core/state/records.ts';
import type { MinuteCloses } from './minute-closes.ts';

/** A contract, the same for all agents. */
export interface MarketObservation {
  readonly symbol: string;
  /** Best prices; 0: that side is empty. */
  readonly bid: number;
  readonly ask: number;
  /** The price equity is measured at. */
  readonly mark: number;
  readonly index: number;
  /** The rate that would be settled if the period ended now; above 0 longs pay. */
  readonly funding: number;
  /** (bids − asks)/(bids + asks) of sizes within 10 basis points of the middle: −1 to 1; 0 of an empty book. */
  readonly imbalance: number;
  /** The mark at the ends of the last 60 minutes, oldest first; before there were so many, the first one. */
  readonly closes: readonly number[];
}

export interface ContractObservation extends MarketObservation {
  /** Long less short. */
  readonly position: number;
  /** Mean price the position was opened at; 0 when there is none. */
  readonly entry: number;
}

export interface WorkingOrder {
  readonly orderId: Id;
  readonly clientOrderId: string;
  readonly symbol: string;
  readonly side: Side;
  readonly effect: 'open' | 'close';
  readonly price: number;
  readonly remaining: number;
}

export interface Observation {
  /** Of the exchange, epoch ms. */
  readonly timeMs: number;
  readonly equity: number;
  /** Free for new orders. */
  readonly available: number;
  /** In the order they were asked for. */
  readonly contracts: readonly ContractObservation[];
  /** Resting on the book. */
  readonly orders: readonly WorkingOrder[];
}

const NEAR = 10 / 10_000;

export function priceOf(price: Ticks, { contract }: Instrument): number {
  return (price * contract.tickE8) / E8;
}

export function sizeOf(size: Steps, { contract }: Instrument): number {
  return (size * contract.stepUnit) / 10 ** contract.sizeDecimals;
}

/** Money of all parts of an account, USDT. */
export function equityIn(account: Account): number {
  if (!account.holdings.some((holding) => holding !== undefined && holding.positions.length > 0))
    return Number(account.shared.amount) / E8;
  let equity = 0;
  for (const part of partsOf(account)) equity += Number(equityOf(part));
  return equity / E8;
}

/** Value of all positions of an account at the mark, long and short, USDT. */
export function heldValue({ holdings }: Account): number {
  let value = 0;
  for (const holding of holdings) {
    if (holding === undefined) continue;
    const { instrument, longSize, shortSize } = holding;
    value += sizeOf(longSize + shortSize, instrument) * priceOf(instrument.mark, instrument);
  }
  return value;
}

/** @param timeMs of the exchange */
export function observeMarket(instrument: Instrument, minutes: MinuteCloses, timeMs: number): MarketObservation {
  const { book, contract, mark, indexPrice } = instrument;
  const [bid, ask] = [bestPrice(book, BUY), bestPrice(book, SELL)];
  return {
    symbol: contract.symbol,
    bid: priceOf(bid, instrument),
    ask: priceOf(ask, instrument),
    mark: priceOf(mark, instrument),
    index: Number(indexPrice) / E8,
    funding: formingRateOf(instrument, timeMs) / E8,
    imbalance: imbalanceOf(book, bid, ask),
    closes: minutes.closes,
  };
}

function imbalanceOf(book: Book, bid: Ticks, ask: Ticks): number {
  if (bid === 0 || ask === 0) return bid === ask ? 0 : bid === 0 ? -1 : 1;
  const middle = (bid + ask) / 2;
  const bids = within(book, BUY, middle * (1 - NEAR));
  const asks = within(book, SELL, middle * (1 + NEAR));
  return bids + asks === 0 ? 0 : (bids - asks) / (bids + asks);
}

function within(book: Book, side: typeof BUY | typeof SELL, bound: number): Steps {
  let sum = 0;
  for (let level = bestLevel(book, side); level !== NONE; level = worseLevel(book, level)) {
    const price = levelPrice(book, level);
    if (side === BUY ? price < bound : price > bound) break;
    sum += levelVolume(book, level);
  }
  return sum;
}

export function observe(account: Account, markets: readonly MarketObservation[], timeMs: number): Observation {
  return {
    timeMs,
    equity: equityIn(account),
    available: Number(availableOf(account)) / E8,
    contracts: markets.map((market) => ({ ...market, ...positionOf(account, market.symbol) })),
    orders: ordersOf(account),
  };
}

const NONE_HELD = { position: 0, entry: 0 };

function positionOf({ holdings }: Account, symbol: string): { position: number; entry: number } {
  const holding = holdings.find((one) => one?.instrument.contract.symbol === symbol);
  return holding === undefined || holding.positions.length === 0 ? NONE_HELD : held(holding);
}

function held({ instrument, longSize, shortSize, positions }: Holding): { position: number; entry: number } {
  let value = 0;
  for (const { openValue } of positions) value += Number(openValue);
  const entry = (value / (instrument.contract.valueUnit * (longSize + shortSize))) * (instrument.contract.tickE8 / E8);
  return { position: sizeOf(longSize - shortSize, instrument), entry };
}

function ordersOf(account: Account): WorkingOrder[] {
  if (account.workingOrders === 0) return [];
  return account.orders.values().map(({ id, clientOrderId, instrument, side, effect, price, remaining }) => ({
    orderId: id,
    clientOrderId,
    symbol: instrument.contract.symbol,
    side,
    effect,
    price: priceOf(price, instrument),
    remaining: sizeOf(remaining, instrument),
  }));
}
