/** Tools that place, cancel, protect and close. An order placed here has no reason: `log_decide` gives one with it. */
import { randomUUID } from 'node:crypto';
import { decimal, flag, input, oneOf, text } from '../schema.ts';
import { type Asking, type Given, optional, textOf, type Tool, ToolRefusal } from '../tool.ts';
import { ACTIONS, ORDER_FIELDS, orderOf, outcome } from './actions.ts';

const OWN_ID = 36;

async function place(asking: Asking, given: Given): Promise<object> {
  const client_oid = optional(given, 'client_oid') ?? randomUUID().slice(0, OWN_ID);
  const placed = await asking.call('placeOrder', { ...orderOf(given, textOf(given, 'action')), client_oid });
  return {
    ...(await outcome(asking, placed.order_id)),
    note: 'graded U until its log is uploaded; log_decide does both',
  };
}

async function cancel({ call }: Asking, given: Given): Promise<object> {
  const [orderId, clientOid, symbol] = ['order_id', 'client_oid', 'symbol'].map((name) => optional(given, name));
  if (orderId !== undefined || clientOid !== undefined) {
    const { result, err_msg } = await call('cancel_order', { orderId, clientOid });
    return { canceled: result ? 1 : 0, ...(err_msg ? { why_not: err_msg } : {}) };
  }
  if (given['all'] !== true)
    throw new ToolRefusal(
      'nothing was named',
      'give order_id or client_oid; or all: true, with symbol or for all contracts',
    );
  const kinds = ['normal', 'plan'] as const;
  const done = await Promise.all(kinds.map((cancelOrderType) => call('cancelAllOrders', { symbol, cancelOrderType })));
  const [orders = 0, plans = 0] = done.map((rows) => rows.filter(({ success }) => success).length);
  return { canceled_orders: orders, canceled_stops_and_plans: plans };
}

/** Sets both triggers as they were asked for: one that is there is moved, one that isn't is placed. */
async function protect({ call }: Asking, given: Given): Promise<object> {
  const [symbol, side] = [textOf(given, 'symbol'), textOf(given, 'position')];
  const [plans, positions] = await Promise.all([call('currentPlan', { symbol }), call('singlePosition', { symbol })]);
  const position = positions.find((one) => one.side.toLowerCase() === side);
  if (position === undefined)
    throw new ToolRefusal(
      `no ${side} of ${symbol} is open`,
      'account_get_state shows what is; an order takes its own stop_loss',
    );
  const wanted = [
    ['profit_plan', optional(given, 'take_profit')],
    ['loss_plan', optional(given, 'stop_loss')],
  ] as const;
  if (wanted.every(([, trigger]) => trigger === undefined))
    throw new ToolRefusal('no trigger was given', 'give stop_loss, take_profit or both, in USDT');
  const size = optional(given, 'size') ?? position.size;
  for (const [planType, triggerPrice] of wanted) {
    if (triggerPrice === undefined) continue;
    const there = plans.find((plan) => plan.planType === planType && plan.positionSide === side);
    if (there !== undefined) await call('modifyTpSlOrder', { orderId: there.order_id, triggerPrice });
    else {
      const clientOrderId = randomUUID();
      await call('placeTpSlOrder', {
        symbol,
        clientOrderId,
        planType,
        triggerPrice,
        size,
        positionSide: side as 'long',
      });
    }
  }
  const now = await call('currentPlan', { symbol });
  return {
    symbol,
    position: side,
    size_base: position.size,
    protection: now
      .filter(({ planType, positionSide }) => planType !== 'normal_plan' && positionSide === side)
      .map(({ order_id, planType, triggerPrice, size: of }) => ({
        order_id,
        kind: planType === 'loss_plan' ? 'stop_loss' : 'take_profit',
        trigger_usdt: triggerPrice,
        size_base: of,
      })),
  };
}

async function close({ call }: Asking, given: Given): Promise<object> {
  const [symbol, side] = [optional(given, 'symbol'), optional(given, 'position')];
  if (symbol === undefined && given['all'] !== true)
    throw new ToolRefusal('nothing was named', 'give symbol; or all: true for every position');
  const positionId = side === undefined ? undefined : await positionOf({ call } as Asking, symbol ?? '', side);
  const rows = await call('closePositions', { symbol, positionId });
  return {
    closed: rows.filter(({ success }) => success).length,
    orders: rows.map(({ positionId: id, successOrderId, success, errorMessage }) => ({
      position_id: String(id),
      ...(success ? { order_id: String(successOrderId) } : { why_not: errorMessage }),
    })),
  };
}

async function positionOf({ call }: Asking, symbol: string, side: string): Promise<number> {
  const found = (await call('singlePosition', { symbol })).find((one) => one.side.toLowerCase() === side);
  if (found === undefined) throw new ToolRefusal(`no ${side} of ${symbol} is open`, 'account_get_state shows what is');
  return found.id;
}

const POSITION = oneOf(['long', 'short']);

export const ORDER_TOOLS: readonly Tool[] = [
  {
    name: 'order_place',
    module: 'order',
    about: 'Places an order without a reason. Use log_decide instead where orders are graded.',
    input: input({ action: oneOf(ACTIONS), ...ORDER_FIELDS, client_oid: text('yours; the same one is placed once') }, [
      'action',
      'symbol',
      'size',
    ]),
    run: place,
  },
  {
    name: 'order_cancel',
    module: 'order',
    about: 'Cancels one resting order or stop by an id, or all of them.',
    input: input({ order_id: text(), client_oid: text(), all: flag(), symbol: text('with all: only these') }),
    run: cancel,
  },
  {
    name: 'order_protect',
    module: 'order',
    about:
      'Sets stop loss and take profit of an open position; one that is there is moved. Use it after every fill without them.',
    input: input(
      {
        symbol: text(),
        position: POSITION,
        stop_loss: decimal('trigger in USDT'),
        take_profit: decimal('trigger in USDT'),
        size: decimal('base coin; default all of it'),
      },
      ['symbol', 'position'],
    ),
    run: protect,
  },
  {
    name: 'position_close',
    module: 'position',
    about:
      'Closes at market: both sides of a contract, one of them, or everything. A close that is graded goes by log_decide.',
    input: input({ symbol: text(), position: POSITION, all: flag() }),
    run: close,
  },
];
