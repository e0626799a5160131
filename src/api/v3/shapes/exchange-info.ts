/** The contracts with grid, limits and fees as numbers, the margin coins, and the budgets in force. */
import type { RateLimitSettings } from '../../front/limits/settings.ts';
import type { Instrument } from '../../../core/state/records.ts';
import type { State } from '../../../core/state/state.ts';
import { contractView } from '../../shapes/contract.ts';
import { boolean, list, number, object, string } from '../../shapes/schema.ts';
import { shape, type ViewOf } from '../../shapes/shape.ts';
import { DEMO_COIN, symbolText } from '../words/names.ts';
import { plainNumber } from '../words/number.ts';
import { COIN } from '../../words/wire.ts';

const assetShape = object({ asset: string(), marginAvailable: boolean() });
const budgetShape = object({
  rateLimitType: string('REQUEST_WEIGHT of an address, or ORDERS of an account'),
  interval: string(),
  intervalNum: number(),
  limit: number(),
});
const contractShape = object({
  symbol: string(),
  displaySymbol: string(),
  contractType: string(),
  underlyingType: string(),
  baseAsset: string(),
  quoteAsset: string(),
  marginAsset: string(),
  pricePrecision: number('Decimals of a price'),
  quantityPrecision: number('Decimals of a size'),
  baseAssetPrecision: number(),
  quotePrecision: number(),
  contractVal: number('Face value; sizes are in base coin, whatever it is'),
  delivery: list(string()),
  forwardContractFlag: boolean(),
  minLeverage: number(),
  maxLeverage: number(),
  buyLimitPriceRatio: number(),
  sellLimitPriceRatio: number(),
  makerFeeRate: number(),
  takerFeeRate: number(),
  minOrderSize: number(),
  maxOrderSize: number(),
  maxPositionSize: number(),
  marketOpenLimitSize: number(),
  stepSize: number(),
  tickSize: number(),
  minPrice: number(),
  contractId: number(),
});

export const exchangeInfoShape = shape(
  object({ assets: list(assetShape), rateLimits: list(budgetShape), symbols: list(contractShape) }),
  {
    assets: [
      { asset: 'USDT', marginAvailable: true },
      { asset: 'SUSDT', marginAvailable: true },
    ],
    rateLimits: [
      { rateLimitType: 'REQUEST_WEIGHT', interval: 'SECOND', intervalNum: 10, limit: 1000 },
      { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 1, limit: 10 },
    ],
    symbols: [
      {
        symbol: 'BTCUSDT',
        displaySymbol: 'BTCUSDT',
        contractType: 'PERPETUAL',
        underlyingType: 'COIN',
        baseAsset: 'BTC',
        quoteAsset: 'USDT',
        marginAsset: 'USDT',
        pricePrecision: 1,
        quantityPrecision: 4,
        baseAssetPrecision: 4,
        quotePrecision: 8,
        contractVal: 0.0001,
        delivery: ['00:00:00', '08:00:00', '16:00:00'],
        forwardContractFlag: true,
        minLeverage: 1,
        maxLeverage: 125,
        buyLimitPriceRatio: 0.15,
        sellLimitPriceRatio: 0.15,
        makerFeeRate: 0.0002,
        takerFeeRate: 0.0006,
        minOrderSize: 0.0001,
        maxOrderSize: 1200,
        maxPositionSize: 100000,
        marketOpenLimitSize: 100,
        stepSize: 0.0001,
        tickSize: 0.1,
        minPrice: 10,
        contractId: 10000001,
      },
    ],
  },
);

type ExchangeInfoView = ViewOf<typeof exchangeInfoShape>;

/** The margin coins: the one there is, and its name on the demo paths. */
export const ASSETS = [COIN, DEMO_COIN].map((asset) => ({ asset, marginAvailable: true }));

/** The budgets; none while nothing is counted. */
export function budgetsView({ enabled, windowMs, ip, orders }: RateLimitSettings): ExchangeInfoView['rateLimits'] {
  const budget = (rateLimitType: string, lengthMs: number, limit: number) => ({
    rateLimitType,
    interval: 'SECOND',
    intervalNum: lengthMs / 1000,
    limit,
  });
  if (!enabled) return [];
  const weight = budget('REQUEST_WEIGHT', windowMs, ip.budget);
  return orders.perSecond === 0 ? [weight] : [weight, budget('ORDERS', 1000, orders.perSecond)];
}

/** A contract. @param faceValue whether `contractVal` is that, or 1 */
export function symbolView(
  state: State,
  instrument: Instrument,
  faceValue: boolean,
): ExchangeInfoView['symbols'][number] {
  const { contract } = instrument;
  const { spec } = contract;
  const view = contractView(state, instrument, 0);
  const symbol = symbolText(contract.symbol);
  return {
    symbol,
    displaySymbol: symbol,
    contractType: 'PERPETUAL',
    underlyingType: 'COIN',
    baseAsset: spec.base,
    quoteAsset: COIN,
    marginAsset: COIN,
    pricePrecision: contract.priceDecimals,
    quantityPrecision: contract.sizeDecimals,
    baseAssetPrecision: contract.sizeDecimals,
    quotePrecision: 8,
    contractVal: faceValue ? plainNumber(spec.contractVal) : 1,
    delivery: view.delivery,
    forwardContractFlag: view.forwardContractFlag,
    minLeverage: view.minLeverage,
    maxLeverage: view.maxLeverage,
    buyLimitPriceRatio: plainNumber(spec.buyLimitRatio),
    sellLimitPriceRatio: plainNumber(spec.sellLimitRatio),
    makerFeeRate: plainNumber(spec.makerFee),
    takerFeeRate: plainNumber(spec.takerFee),
    minOrderSize: plainNumber(spec.minSize),
    maxOrderSize: plainNumber(spec.maxSizeLimit),
    maxPositionSize: plainNumber(spec.maxPositionSize),
    marketOpenLimitSize: plainNumber(spec.maxSizeMarket),
    stepSize: plainNumber(spec.step),
    tickSize: plainNumber(spec.tick),
    minPrice: plainNumber(spec.minPrice),
    contractId: contract.id,
  };
}
