/** The account as an agent needs it before it decides: money, positions, orders, protection, and limits of the key. */
import type { Answers } from '../../client/wire/index.ts';
import { input } from '../schema.ts';
import type { Asking, Tool } from '../tool.ts';
import { actionOf } from './actions.ts';

type Position = Answers['allPosition'][number];
type Order = Answers['current'][number];
type Plan = Answers['currentPlan'][number];

const PRICE_DIGITS = 10;

function positionView(position: Position) {
  const { id, symbol, side, size, open_value, unrealizePnl, liquidatePrice, leverage, margin_mode } = position;
  return {
    position_id: String(id),
    symbol,
    side: side.toLowerCase(),
    size_base: size,
    entry_usdt: Number(Math.abs(Number(open_value) / Number(size)).toPrecision(PRICE_DIGITS)),
    unrealised_pnl_usdt: unrealizePnl,
    liquidation_usdt: liquidatePrice,
    leverage,
    margin: margin_mode === 'SHARED' ? 'cross' : 'isolated',
  };
}

function orderView({ order_id, client_oid, symbol, type, size, filled_qty, price, order_type }: Order) {
  const action = actionOf(type);
  return {
    order_id,
    client_oid,
    symbol,
    action,
    size_base: size,
    filled_base: filled_qty,
    price_usdt: price,
    order_type,
  };
}

function planView({ order_id, symbol, planType, positionSide, triggerPrice, size }: Plan) {
  const kind = planType === 'loss_plan' ? 'stop_loss' : planType === 'profit_plan' ? 'take_profit' : 'plan_order';
  return { order_id, symbol, kind, position: positionSide, trigger_usdt: triggerPrice, size_base: size };
}

async function state({ call }: Asking): Promise<object> {
  const [assets, positions, orders, plans, key, log] = await Promise.all([
    call('assets'),
    call('allPosition'),
    call('current'),
    call('currentPlan'),
    call('apiKey'),
    call('aiAllowlist'),
  ]);
  const usdt = assets[0];
  return {
    account: key.uid,
    equity_usdt: usdt?.equity ?? '0',
    available_usdt: usdt?.available ?? '0',
    unrealised_pnl_usdt: usdt?.unrealizePnl ?? '0',
    positions: positions.map(positionView),
    open_orders: orders.map(orderView),
    protection_and_plans: plans.map(planView),
    key: { permission: key.permission, limits_usdt: key.limits },
    may_upload_logs: log.allowed,
  };
}

export const ACCOUNT_TOOLS: readonly Tool[] = [
  {
    name: 'account_get_state',
    module: 'account',
    about:
      'Your money, positions, open orders, stops and targets, and the limits of your key. Use it before you decide and after you trade.',
    input: input({}),
    isRead: true,
    run: state,
  },
];
