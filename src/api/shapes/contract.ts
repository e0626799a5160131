/**
 * A contract that can be traded, with its grid, limits and fees, as contracts shows it. Decimals are as configured.
 */
import { markSourceOf } from '../../core/state/contest-lists.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import { boolean, list, number, object, string } from './schema.ts';
import { COIN } from '../words/wire.ts';
import { shape, type ViewOf } from './shape.ts';

const MIN_LEVERAGE = 1;

export const contractShape = shape(
  object({
    symbol: string(),
    underlying_index: string(),
    quote_currency: string(),
    coin: string(),
    contract_val: string(),
    delivery: list(string()),
    size_increment: string('Decimals of a size'),
    tick_size: string('Decimals of a price'),
    forwardContractFlag: boolean(),
    priceEndStep: number(),
    minLeverage: number(),
    maxLeverage: number(),
    buyLimitPriceRatio: string(),
    sellLimitPriceRatio: string(),
    makerFeeRate: string(),
    takerFeeRate: string(),
    minOrderSize: string(),
    maxOrderSize: string(),
    maxPositionSize: string(),
    marketOpenLimitSize: string(),
    stepSize: string(),
    minPrice: string(),
    contractId: number(),
    state: string('TRADING, HALTED or DELISTED: orders only while TRADING'),
    simulatedUntil: number('Epoch ms; candles before it are a simulated past. 0: there is none'),
    markSource: string(
      'median: the mark is that of index, book and trades. index: it is the index alone, as a live contest may fix',
    ),
  }),
  {
    symbol: 'cmt_btcusdt',
    underlying_index: 'BTC',
    quote_currency: 'USDT',
    coin: 'USDT',
    contract_val: '0.0001',
    delivery: ['00:00:00', '08:00:00', '16:00:00'],
    size_increment: '4',
    tick_size: '1',
    forwardContractFlag: true,
    priceEndStep: 1,
    minLeverage: 1,
    maxLeverage: 125,
    buyLimitPriceRatio: '0.15',
    sellLimitPriceRatio: '0.15',
    makerFeeRate: '0.0002',
    takerFeeRate: '0.0006',
    minOrderSize: '0.0001',
    maxOrderSize: '1200',
    maxPositionSize: '100000',
    marketOpenLimitSize: '100',
    stepSize: '0.0001',
    minPrice: '10',
    contractId: 10000001,
    state: 'TRADING',
    simulatedUntil: 0,
    markSource: 'median',
  },
);

export type ContractView = ViewOf<typeof contractShape>;

/** In the order of all lists of contracts: by contract id. */
export function byContractId(instruments: readonly Instrument[]): Instrument[] {
  return instruments.toSorted((a, b) => a.contract.id - b.contract.id);
}

/** @param simulatedUntil where its simulated past ends; 0 when it has none */
export function contractView(state: State, instrument: Instrument, simulatedUntil: number): ContractView {
  const { contract, tradingState } = instrument;
  const { spec } = contract;
  return {
    symbol: contract.symbol,
    underlying_index: spec.base,
    quote_currency: COIN,
    coin: COIN,
    contract_val: spec.contractVal,
    delivery: fundingTimes(spec.intervalMin),
    size_increment: String(contract.sizeDecimals),
    tick_size: String(contract.priceDecimals),
    forwardContractFlag: true,
    priceEndStep: contract.tickUnit,
    minLeverage: MIN_LEVERAGE,
    maxLeverage: contract.maxLeverage,
    buyLimitPriceRatio: spec.buyLimitRatio,
    sellLimitPriceRatio: spec.sellLimitRatio,
    makerFeeRate: spec.makerFee,
    takerFeeRate: spec.takerFee,
    minOrderSize: spec.minSize,
    maxOrderSize: spec.maxSizeLimit,
    maxPositionSize: spec.maxPositionSize,
    marketOpenLimitSize: spec.maxSizeMarket,
    stepSize: spec.step,
    minPrice: spec.minPrice,
    contractId: contract.id,
    state: tradingState,
    simulatedUntil,
    markSource: markSourceOf(state, instrument),
  };
}

/** `HH:MM:SS` of every funding of a UTC day. */
function fundingTimes(intervalMin: number): string[] {
  const times: string[] = [];
  for (let minute = 0; minute < 1440; minute += intervalMin) {
    times.push(`${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`);
  }
  return times;
}
