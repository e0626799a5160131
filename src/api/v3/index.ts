/** The operations of `/capi/v3`: a new one is a file and a line here. */
import type { Route } from '../call/route.ts';
import { allOpenOrders } from './allOpenOrders.ts';
import { cancelOrder } from './cancelOrder.ts';
import { cancelOrders } from './cancelOrders.ts';
import { closePositions } from './closePositions.ts';
import { getOrder } from './getOrder.ts';
import { marketTime } from './marketTime.ts';
import { openInterest } from './openInterest.ts';
import { openOrders } from './openOrders.ts';
import { placeOrder } from './placeOrder.ts';
import { placeOrders } from './placeOrders.ts';
import { symbolConfig } from './symbolConfig.ts';
import { userTrades } from './userTrades.ts';

export const ROUTES_V3: readonly Route[] = [
  // Market, public.
  marketTime,
  openInterest,
  // Account.
  symbolConfig,
  // Orders.
  placeOrder,
  cancelOrder,
  getOrder,
  openOrders,
  userTrades,
  allOpenOrders,
  placeOrders,
  cancelOrders,
  closePositions,
];
