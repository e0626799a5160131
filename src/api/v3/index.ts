/** The operations of `/capi/v3`: a new one is a file and a line here. */
import type { Route } from '../call/route.ts';
import { cancelOrder } from './cancelOrder.ts';
import { getOrder } from './getOrder.ts';
import { marketTime } from './marketTime.ts';
import { openInterest } from './openInterest.ts';
import { placeOrder } from './placeOrder.ts';
import { symbolConfig } from './symbolConfig.ts';

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
];
