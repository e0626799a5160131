/** Orders in an agent's words, and as `placeOrder` takes them. */
import { Execution, OrderType, PriceKind } from '../../client/wire/index.ts';
import type { DecidedOrder } from '../../client/decide.ts';
import { decimal, oneOf, text, type ValueSchema } from '../schema.ts';
import { type Asking, type Given, optional, textOf, ToolRefusal } from '../tool.ts';

const TYPES: Readonly<Record<string, OrderType>> = {
  open_long: OrderType.OPEN_LONG,
  open_short: OrderType.OPEN_SHORT,
  close_long: OrderType.CLOSE_LONG,
  close_short: OrderType.CLOSE_SHORT,
};
const EXECUTIONS: Readonly<Record<string, Execution>> = {
  normal: Execution.NORMAL,
  post_only: Execution.POST_ONLY,
  fok: Execution.FOK,
  ioc: Execution.IOC,
};
export const ACTIONS = Object.keys(TYPES);

/** The fields every order has. */
export const ORDER_FIELDS: Readonly<Record<string, ValueSchema>> = {
  symbol: text('such as cmt_btcusdt'),
  size: decimal('base coin, a multiple of step_base'),
  price: decimal('limit in USDT; left out: at market'),
  execution: oneOf(Object.keys(EXECUTIONS), 'default normal'),
  take_profit: decimal('trigger in USDT; of an opening order'),
  stop_loss: decimal('trigger in USDT; of an opening order'),
};

export function actionOf(type: string): string {
  return ACTIONS.find((action) => String(TYPES[action]) === type) ?? `type ${type}`;
}

export function orderOf(given: Given, action: string): DecidedOrder {
  const type = TYPES[action];
  const [size, price] = [optional(given, 'size'), optional(given, 'price')];
  if (type === undefined || size === undefined)
    throw new ToolRefusal('an order needs size', 'give size in base coin, a multiple of step_base');
  const [takeProfit, stopLoss] = [optional(given, 'take_profit'), optional(given, 'stop_loss')];
  return {
    symbol: textOf(given, 'symbol'),
    size,
    type,
    order_type: EXECUTIONS[optional(given, 'execution') ?? 'normal'] ?? Execution.NORMAL,
    match_price: price === undefined ? PriceKind.MARKET : PriceKind.LIMIT,
    ...(price === undefined ? {} : { price }),
    ...(takeProfit === undefined ? {} : { presetTakeProfitPrice: takeProfit }),
    ...(stopLoss === undefined ? {} : { presetStopLossPrice: stopLoss }),
  };
}

/** The order as it is after it was placed. */
export async function outcome({ call }: Asking, orderId: string): Promise<object> {
  const { client_oid, status, filled_qty, price_avg, fee, cancelReason, cancelDetail } = await call('detail', {
    orderId,
  });
  return {
    order_id: orderId,
    client_oid,
    status,
    filled_base: filled_qty,
    average_usdt: price_avg,
    fee_usdt: fee,
    ...(cancelReason === null ? {} : { canceled_because: [cancelReason, cancelDetail].filter(Boolean).join(': ') }),
  };
}
