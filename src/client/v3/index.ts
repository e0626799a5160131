/**
 * Every operation: where it is asked, what it takes, what it answers.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type * as market from './market.ts';
import type * as account from './account.ts';
import type * as order from './order.ts';
import type * as sim from './sim.ts';
import type * as spot from './spot.ts';

export type * from './market.ts';
export type * from './account.ts';
export type * from './order.ts';
export type * from './sim.ts';
export type * from './spot.ts';

/** Where each operation is asked, whether that is signed, and whether its input is a body though it is no POST. */
export const OPERATIONS = {
  marketTime: { method: 'GET', path: '/capi/v3/market/time', signed: false },
  exchangeInfo: { method: 'GET', path: '/capi/v3/market/exchangeInfo', signed: false },
  apiTradingSymbols: { method: 'GET', path: '/capi/v3/market/apiTradingSymbols', signed: false },
  depth: { method: 'GET', path: '/capi/v3/market/depth', signed: false },
  ticker24hr: { method: 'GET', path: '/capi/v3/market/ticker/24hr', signed: false },
  bookTicker: { method: 'GET', path: '/capi/v3/market/ticker/bookTicker', signed: false },
  trades: { method: 'GET', path: '/capi/v3/market/trades', signed: false },
  headlines: { method: 'GET', path: '/capi/v3/market/headlines', signed: false },
  klines: { method: 'GET', path: '/capi/v3/market/klines', signed: false },
  indexPriceKlines: { method: 'GET', path: '/capi/v3/market/indexPriceKlines', signed: false },
  markPriceKlines: { method: 'GET', path: '/capi/v3/market/markPriceKlines', signed: false },
  historyKlines: { method: 'GET', path: '/capi/v3/market/historyKlines', signed: false },
  symbolPrice: { method: 'GET', path: '/capi/v3/market/symbolPrice', signed: false },
  openInterest: { method: 'GET', path: '/capi/v3/market/openInterest', signed: false },
  premiumIndex: { method: 'GET', path: '/capi/v3/market/premiumIndex', signed: false },
  fundingRate: { method: 'GET', path: '/capi/v3/market/fundingRate', signed: false },
  balance: { method: 'GET', path: '/capi/v3/account/balance', signed: true },
  accountConfig: { method: 'GET', path: '/capi/v3/account/accountConfig', signed: true },
  symbolConfig: { method: 'GET', path: '/capi/v3/account/symbolConfig', signed: true },
  commissionRate: { method: 'GET', path: '/capi/v3/account/commissionRate', signed: true },
  leverage: { method: 'POST', path: '/capi/v3/account/leverage', signed: true },
  marginType: { method: 'POST', path: '/capi/v3/account/marginType', signed: true },
  positionMargin: { method: 'POST', path: '/capi/v3/account/positionMargin', signed: true },
  modifyAutoAppendMargin: { method: 'POST', path: '/capi/v3/account/modifyAutoAppendMargin', signed: true },
  income: { method: 'POST', path: '/capi/v3/account/income', signed: true },
  allPosition: { method: 'GET', path: '/capi/v3/account/position/allPosition', signed: true },
  singlePosition: { method: 'GET', path: '/capi/v3/account/position/singlePosition', signed: true },
  placeOrder: { method: 'POST', path: '/capi/v3/order', signed: true },
  cancelOrder: { method: 'DELETE', path: '/capi/v3/order', signed: true },
  getOrder: { method: 'GET', path: '/capi/v3/order', signed: true },
  openOrders: { method: 'GET', path: '/capi/v3/openOrders', signed: true },
  orderHistory: { method: 'GET', path: '/capi/v3/order/history', signed: true },
  userTrades: { method: 'GET', path: '/capi/v3/userTrades', signed: true },
  allOpenOrders: { method: 'DELETE', path: '/capi/v3/allOpenOrders', signed: true },
  placeOrders: { method: 'POST', path: '/capi/v3/batchOrders', signed: true },
  cancelOrders: { method: 'DELETE', path: '/capi/v3/batchOrders', signed: true, inBody: true },
  closePositions: { method: 'POST', path: '/capi/v3/closePositions', signed: true },
  placeAlgoOrder: { method: 'POST', path: '/capi/v3/algoOrder', signed: true },
  cancelAlgoOrder: { method: 'DELETE', path: '/capi/v3/algoOrder', signed: true },
  openAlgoOrders: { method: 'GET', path: '/capi/v3/openAlgoOrders', signed: true },
  allAlgoOrders: { method: 'GET', path: '/capi/v3/allAlgoOrders', signed: true },
  algoOpenOrders: { method: 'DELETE', path: '/capi/v3/algoOpenOrders', signed: true },
  placeTpSlOrder: { method: 'POST', path: '/capi/v3/placeTpSlOrder', signed: true },
  modifyTpSlOrder: { method: 'POST', path: '/capi/v3/modifyTpSlOrder', signed: true },
  uploadAiLog: { method: 'POST', path: '/capi/v3/order/uploadAiLog', signed: true },
  simBalance: { method: 'GET', path: '/capi/v3/sim/balance', signed: true },
  simAllPosition: { method: 'GET', path: '/capi/v3/sim/position/allPosition', signed: true },
  simPlaceOrder: { method: 'POST', path: '/capi/v3/sim/order', signed: true },
  simOrderHistory: { method: 'GET', path: '/capi/v3/sim/order/history', signed: true },
  simUploadAiLog: { method: 'POST', path: '/capi/v3/sim/order/uploadAiLog', signed: true },
  spotCoins: { method: 'GET', path: '/api/v3/coins', signed: false },
  spotExchangeInfo: { method: 'GET', path: '/api/v3/exchangeInfo', signed: false },
  spotTime: { method: 'GET', path: '/api/v3/time', signed: false },
  spotPing: { method: 'GET', path: '/api/v3/ping', signed: false },
} as const;

export type Operation = keyof typeof OPERATIONS;

/** The input of each operation: a query, or a body. */
export interface Requests {
  readonly marketTime: market.MarketTimeRequest;
  readonly exchangeInfo: market.ExchangeInfoRequest;
  readonly apiTradingSymbols: market.ApiTradingSymbolsRequest;
  readonly depth: market.DepthRequest;
  readonly ticker24hr: market.Ticker24hrRequest;
  readonly bookTicker: market.BookTickerRequest;
  readonly trades: market.TradesRequest;
  readonly headlines: market.HeadlinesRequest;
  readonly klines: market.KlinesRequest;
  readonly indexPriceKlines: market.IndexPriceKlinesRequest;
  readonly markPriceKlines: market.MarkPriceKlinesRequest;
  readonly historyKlines: market.HistoryKlinesRequest;
  readonly symbolPrice: market.SymbolPriceRequest;
  readonly openInterest: market.OpenInterestRequest;
  readonly premiumIndex: market.PremiumIndexRequest;
  readonly fundingRate: market.FundingRateRequest;
  readonly balance: account.BalanceRequest;
  readonly accountConfig: account.AccountConfigRequest;
  readonly symbolConfig: account.SymbolConfigRequest;
  readonly commissionRate: account.CommissionRateRequest;
  readonly leverage: account.LeverageRequest;
  readonly marginType: account.MarginTypeRequest;
  readonly positionMargin: account.PositionMarginRequest;
  readonly modifyAutoAppendMargin: account.ModifyAutoAppendMarginRequest;
  readonly income: account.IncomeRequest;
  readonly allPosition: account.AllPositionRequest;
  readonly singlePosition: account.SinglePositionRequest;
  readonly placeOrder: order.PlaceOrderRequest;
  readonly cancelOrder: order.CancelOrderRequest;
  readonly getOrder: order.GetOrderRequest;
  readonly openOrders: order.OpenOrdersRequest;
  readonly orderHistory: order.OrderHistoryRequest;
  readonly userTrades: order.UserTradesRequest;
  readonly allOpenOrders: order.AllOpenOrdersRequest;
  readonly placeOrders: order.PlaceOrdersRequest;
  readonly cancelOrders: order.CancelOrdersRequest;
  readonly closePositions: order.ClosePositionsRequest;
  readonly placeAlgoOrder: order.PlaceAlgoOrderRequest;
  readonly cancelAlgoOrder: order.CancelAlgoOrderRequest;
  readonly openAlgoOrders: order.OpenAlgoOrdersRequest;
  readonly allAlgoOrders: order.AllAlgoOrdersRequest;
  readonly algoOpenOrders: order.AlgoOpenOrdersRequest;
  readonly placeTpSlOrder: order.PlaceTpSlOrderRequest;
  readonly modifyTpSlOrder: order.ModifyTpSlOrderRequest;
  readonly uploadAiLog: order.UploadAiLogRequest;
  readonly simBalance: sim.SimBalanceRequest;
  readonly simAllPosition: sim.SimAllPositionRequest;
  readonly simPlaceOrder: sim.SimPlaceOrderRequest;
  readonly simOrderHistory: sim.SimOrderHistoryRequest;
  readonly simUploadAiLog: sim.SimUploadAiLogRequest;
  readonly spotCoins: spot.SpotCoinsRequest;
  readonly spotExchangeInfo: spot.SpotExchangeInfoRequest;
  readonly spotTime: spot.SpotTimeRequest;
  readonly spotPing: spot.SpotPingRequest;
}

/** The answer of each operation. */
export interface Answers {
  readonly marketTime: market.MarketTimeAnswer;
  readonly exchangeInfo: market.ExchangeInfoAnswer;
  readonly apiTradingSymbols: market.ApiTradingSymbolsAnswer;
  readonly depth: market.DepthAnswer;
  readonly ticker24hr: market.Ticker24hrAnswer;
  readonly bookTicker: market.BookTickerAnswer;
  readonly trades: market.TradesAnswer;
  readonly headlines: market.HeadlinesAnswer;
  readonly klines: market.KlinesAnswer;
  readonly indexPriceKlines: market.IndexPriceKlinesAnswer;
  readonly markPriceKlines: market.MarkPriceKlinesAnswer;
  readonly historyKlines: market.HistoryKlinesAnswer;
  readonly symbolPrice: market.SymbolPriceAnswer;
  readonly openInterest: market.OpenInterestAnswer;
  readonly premiumIndex: market.PremiumIndexAnswer;
  readonly fundingRate: market.FundingRateAnswer;
  readonly balance: account.BalanceAnswer;
  readonly accountConfig: account.AccountConfigAnswer;
  readonly symbolConfig: account.SymbolConfigAnswer;
  readonly commissionRate: account.CommissionRateAnswer;
  readonly leverage: account.LeverageAnswer;
  readonly marginType: account.MarginTypeAnswer;
  readonly positionMargin: account.PositionMarginAnswer;
  readonly modifyAutoAppendMargin: account.ModifyAutoAppendMarginAnswer;
  readonly income: account.IncomeAnswer;
  readonly allPosition: account.AllPositionAnswer;
  readonly singlePosition: account.SinglePositionAnswer;
  readonly placeOrder: order.PlaceOrderAnswer;
  readonly cancelOrder: order.CancelOrderAnswer;
  readonly getOrder: order.GetOrderAnswer;
  readonly openOrders: order.OpenOrdersAnswer;
  readonly orderHistory: order.OrderHistoryAnswer;
  readonly userTrades: order.UserTradesAnswer;
  readonly allOpenOrders: order.AllOpenOrdersAnswer;
  readonly placeOrders: order.PlaceOrdersAnswer;
  readonly cancelOrders: order.CancelOrdersAnswer;
  readonly closePositions: order.ClosePositionsAnswer;
  readonly placeAlgoOrder: order.PlaceAlgoOrderAnswer;
  readonly cancelAlgoOrder: order.CancelAlgoOrderAnswer;
  readonly openAlgoOrders: order.OpenAlgoOrdersAnswer;
  readonly allAlgoOrders: order.AllAlgoOrdersAnswer;
  readonly algoOpenOrders: order.AlgoOpenOrdersAnswer;
  readonly placeTpSlOrder: order.PlaceTpSlOrderAnswer;
  readonly modifyTpSlOrder: order.ModifyTpSlOrderAnswer;
  readonly uploadAiLog: order.UploadAiLogAnswer;
  readonly simBalance: sim.SimBalanceAnswer;
  readonly simAllPosition: sim.SimAllPositionAnswer;
  readonly simPlaceOrder: sim.SimPlaceOrderAnswer;
  readonly simOrderHistory: sim.SimOrderHistoryAnswer;
  readonly simUploadAiLog: sim.SimUploadAiLogAnswer;
  readonly spotCoins: spot.SpotCoinsAnswer;
  readonly spotExchangeInfo: spot.SpotExchangeInfoAnswer;
  readonly spotTime: spot.SpotTimeAnswer;
  readonly spotPing: spot.SpotPingAnswer;
}
