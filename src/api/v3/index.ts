/** The operations of `/capi/v3`: a new one is a file and a line here. */
import type { Route } from '../call/route.ts';
import { allOpenOrders } from './allOpenOrders.ts';
import { apiTradingSymbols } from './apiTradingSymbols.ts';
import { bookTicker } from './bookTicker.ts';
import { cancelOrder } from './cancelOrder.ts';
import { cancelOrders } from './cancelOrders.ts';
import { closePositions } from './closePositions.ts';
import { depth } from './depth.ts';
import { exchangeInfo } from './exchangeInfo.ts';
import { fundingRate } from './fundingRate.ts';
import { getOrder } from './getOrder.ts';
import { historyKlines } from './historyKlines.ts';
import { indexPriceKlines } from './indexPriceKlines.ts';
import { klines } from './klines.ts';
import { marketTime } from './marketTime.ts';
import { markPriceKlines } from './markPriceKlines.ts';
import { openInterest } from './openInterest.ts';
import { openOrders } from './openOrders.ts';
import { orderHistory } from './orderHistory.ts';
import { placeOrder } from './placeOrder.ts';
import { placeOrders } from './placeOrders.ts';
import { premiumIndex } from './premiumIndex.ts';
import { symbolConfig } from './symbolConfig.ts';
import { symbolPrice } from './symbolPrice.ts';
import { ticker24hr } from './ticker24hr.ts';
import { trades } from './trades.ts';
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
  klines,
  indexPriceKlines,
  markPriceKlines,
  historyKlines,
  symbolPrice,
  openInterest,
  premiumIndex,
  fundingRate,
  // Account.
  symbolConfig,
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
];
