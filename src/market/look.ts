/** The market at a glance, for its operator: all but its seed. Figures are for display. */
import type { AccountId, DecimalText } from '../core/num/units.ts';
import { E8 } from '../core/num/units.ts';
import { BUY, type BookSide, bestPrice, levelsOf, SELL } from '../core/matching/book.ts';
import { equityOf } from '../core/risk/margin.ts';
import type { Instrument } from '../core/state/records.ts';
import type { State } from '../core/state/state.ts';
import { CROWD, makerOf, memberOf, takerOf } from './house/accounts.ts';
import { indexText, valueOf } from './house/texts.ts';
import type { Market } from './market.ts';

const BASIS_POINT = 1 / 10_000;
/** Depth is looked at within so much of the middle. */
const DEPTH = 10 * BASIS_POINT;
const MOST_LEVELS = 1_000;

export interface MarketLook {
  /** Of seed and table; null: its prices come from elsewhere. */
  readonly commitment: string | null;
  /** Seconds that passed in it, and the last of them, since the epoch. */
  readonly step: number;
  readonly second: number;
  /** Mean of about a minute, ticks left out. */
  readonly commandsPerSecond: number;
  readonly equityUsdt: HouseEquity;
  /** Contracts that the house quotes. */
  readonly list: readonly ContractLook[];
}

/** Equity of the house's accounts, USDT, by what they do; at the last marks where one is not valid. */
export type HouseEquity = Readonly<Record<'maker' | 'taker' | 'crowd', number>>;

export interface ContractLook {
  readonly symbol: string;
  readonly state: Instrument['tradingState'];
  /** Null: it has none yet. */
  readonly index: DecimalText | null;
  /** Deviation of its moves, in that of a usual second. */
  readonly vol: number;
  /** Premium over the index, as its source has it. */
  readonly premiumBp: number;
  /** Null: a side is empty. */
  readonly spreadBp: number | null;
  /** Value that rests within ten basis points of the middle, everybody's. */
  readonly bidsUsdt: number;
  readonly asksUsdt: number;
  /** Net value the flow bought, fading over half a minute. */
  readonly flowUsdt: number;
  /** Of its six accounts of the house. */
  readonly equityUsdt: number;
}

export function lookAt(market: Market, state: State): MarketLook {
  return {
    commitment: market.commitment,
    step: market.step,
    second: market.second,
    commandsPerSecond: rounded(market.commandsPerSecond),
    equityUsdt: equityOfHouse(market, state),
    list: state.instruments.flatMap((instrument) => contractLook(market, state, instrument)),
  };
}

export function equityOfHouse(market: Market, state: State): HouseEquity {
  const equity = { maker: 0, taker: 0, crowd: 0 };
  for (const instrument of state.instruments) {
    if (market.house.fairOf(instrument) === null) continue;
    const { maker, taker, crowd } = equityIn(state, instrument);
    equity.maker += maker;
    equity.taker += taker;
    equity.crowd += crowd;
  }
  return equity;
}

function contractLook({ house, weather }: Market, state: State, instrument: Instrument): ContractLook[] {
  const { contract, tradingState, indexPrice } = instrument;
  const { symbol, tickE8 } = contract;
  const fair = house.fairOf(instrument);
  const row = weather.rows.find((one) => one.row.symbol === symbol);
  if (fair === null || row === undefined) return [];
  const { maker, taker, crowd } = equityIn(state, instrument);
  return [
    {
      symbol,
      state: tradingState,
      index: indexPrice === 0 ? null : indexText(Number(indexPrice), tickE8),
      vol: rounded(row.vol),
      premiumBp: rounded(row.premium),
      ...bookOf(instrument),
      flowUsdt: Math.round(fair.flow),
      equityUsdt: maker + taker + crowd,
    },
  ];
}

function bookOf(instrument: Instrument): Pick<ContractLook, 'spreadBp' | 'bidsUsdt' | 'asksUsdt'> {
  const bid = bestPrice(instrument.book, BUY);
  const ask = bestPrice(instrument.book, SELL);
  // Of an empty side the other's best is the middle.
  const middle = bid === 0 || ask === 0 ? bid + ask : (bid + ask) / 2;
  return {
    spreadBp: bid === 0 || ask === 0 ? null : rounded((ask - bid) / middle / BASIS_POINT),
    bidsUsdt: valueWithin(instrument, BUY, middle),
    asksUsdt: valueWithin(instrument, SELL, middle),
  };
}

function valueWithin(instrument: Instrument, side: BookSide, middle: number): number {
  let value = 0;
  for (const [price, size] of levelsOf(instrument.book, side, MOST_LEVELS)) {
    if (Math.abs(price - middle) > DEPTH * middle) break;
    value += valueOf(instrument, size, price);
  }
  return Math.round(value);
}

function equityIn(state: State, instrument: Instrument): HouseEquity {
  const of = (account: AccountId): number => {
    const known = state.accounts.get(account);
    return known === undefined ? 0 : Math.floor(Number(equityOf(known.shared)) / E8);
  };
  let crowd = 0;
  for (let member = 0; member < CROWD; member++) crowd += of(memberOf(instrument, member));
  return { maker: of(makerOf(instrument)), taker: of(takerOf(instrument)), crowd };
}

/** To two decimals. */
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
