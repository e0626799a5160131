/** The operations of `/capi/v3`: a new one is a file and a line here. */
import type { Route } from '../call/route.ts';
import { accountConfig } from './accountConfig.ts';
import { algoOpenOrders } from './algoOpenOrders.ts';
import { allAlgoOrders } from './allAlgoOrders.ts';
import { allOpenOrders } from './allOpenOrders.ts';
import { allPosition } from './allPosition.ts';
import { apiTradingSymbols } from './apiTradingSymbols.ts';
import { balance } from './balance.ts';
import { bookTicker } from './bookTicker.ts';
import { cancelAlgoOrder } from './cancelAlgoOrder.ts';
import { cancelOrder } from './cancelOrder.ts';
import { cancelOrders } from './cancelOrders.ts';
import { closePositions } from './closePositions.ts';
import { commissionRate } from './commissionRate.ts';
import { depth } from './depth.ts';
import { exchangeInfo } from './exchangeInfo.ts';
import { fundingRate } from './fundingRate.ts';
import { getOrder } from './getOrder.ts';
import { headlines } from './headlines.ts';
import { historyKlines } from './historyKlines.ts';
import { income } from './income.ts';
import { indexPriceKlines } from './indexPriceKlines.ts';
import { klines } from './klines.ts';
import { leverage } from './leverage.ts';
import { marginType } from './marginType.ts';
import { marketTime } from './marketTime.ts';
import { markPriceKlines } from './markPriceKlines.ts';
import { modifyAutoAppendMargin } from './modifyAutoAppendMargin.ts';
import { modifyTpSlOrder } from './modifyTpSlOrder.ts';
import { openAlgoOrders } from './openAlgoOrders.ts';
import { openInterest } from './openInterest.ts';
import { openOrders } from './openOrders.ts';
import { orderHistory } from './orderHistory.ts';
import { placeAlgoOrder } from './placeAlgoOrder.ts';
import { placeOrder } from './placeOrder.ts';
import { placeOrders } from './placeOrders.ts';
import { placeTpSlOrder } from './placeTpSlOrder.ts';
import { positionMargin } from './positionMargin.ts';
import { premiumIndex } from './premiumIndex.ts';
import { simAllPosition } from './simAllPosition.ts';
import { simBalance } from './simBalance.ts';
import { simOrderHistory } from './simOrderHistory.ts';
import { simPlaceOrder } from './simPlaceOrder.ts';
import { simUploadAiLog } from './simUploadAiLog.ts';
import { singlePosition } from './singlePosition.ts';
import { spotCoins } from './spotCoins.ts';
import { spotExchangeInfo } from './spotExchangeInfo.ts';
import { spotPing } from './spotPing.ts';
import { spotTime } from './spotTime.ts';
import { symbolConfig } from './symbolConfig.ts';
import { symbolPrice } from './symbolPrice.ts';
import { ticker24hr } from './ticker24hr.ts';
import { trades } from './trades.ts';
import { uploadAiLog } from './uploadAiLog.ts';
import { userTrades } from './userTrades.ts';

export const ROUTES_V3: readonly Route[] = [
  // Market, public.
  marketTime,
  exchangeInfo,
  apiTradingSymbols,
  depth,
  ticker24hr,
  bookTicker,
  trades,
  headlines,
  klines,
  indexPriceKlines,
  markPriceKlines,
  historyKlines,
  symbolPrice,
  openInterest,
  premiumIndex,
  fundingRate,
  // Account.
  balance,
  accountConfig,
  symbolConfig,
  commissionRate,
  leverage,
  marginType,
  positionMargin,
  modifyAutoAppendMargin,
  income,
  allPosition,
  singlePosition,
  // Orders.
  placeOrder,
  cancelOrder,
  getOrder,
  openOrders,
  orderHistory,
  userTrades,
  allOpenOrders,
  placeOrders,
  cancelOrders,
  closePositions,
  // Algo orders.
  placeAlgoOrder,
  cancelAlgoOrder,
  openAlgoOrders,
  allAlgoOrders,
  algoOpenOrders,
  placeTpSlOrder,
  modifyTpSlOrder,
  // AI logs.
  uploadAiLog,
  // The names of the demo.
  simBalance,
  simAllPosition,
  simPlaceOrder,
  simOrderHistory,
  simUploadAiLog,
  // For programs that ask the spot market first.
  spotCoins,
  spotExchangeInfo,
  spotTime,
  spotPing,
];
