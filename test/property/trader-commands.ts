/**
 * What traders want in a random walk: orders of every kind, cancels, leverage, modes and margin, and their money in and
 * out. Prices are near the mark and most ids exist, so that most of it is accepted; now and then it is nonsense.
 */
import { rulesOf } from '../../src/core/language/execution.ts';
import type { MarginMode, OrderFields, PositionMode, TriggerBy } from '../../src/core/language/commands.ts';
import { canonicalText } from '../../src/core/num/decimal.ts';
import { isFlat } from '../../src/core/orders/draft.ts';
import type { Instrument, Position } from '../../src/core/state/records.ts';
import type { State } from '../../src/core/state/state.ts';
import { sizeText } from '../scenarios/figures.ts';
import { limitsFrom } from './operator-commands.ts';
import { beyond, caller, instrumentOf, near, PEOPLE, pick, positionsOf, type Resolve, type Wish } from './wish.ts';

/**
 * A size worth up to twice the money there is, and 40 million USDT, at the mark; in whole steps, one in fifty off the
 * grid or nothing.
 */
function size(state: State, instrument: Instrument, seed: number): string {
  if (seed % 100 === 7) return '0';
  if (seed % 100 === 8) return '0.00000001';
  const scale = Number(BigInt(state.deposited) / 10n ** 12n);
  const value = Math.min(40_000_000, scale * (20 + (seed % 1000) ** 2 / 40));
  const steps = Math.max(1, Math.round((value * 1e8) / (Math.max(1, instrument.mark) * instrument.contract.valueUnit)));
  return sizeText(instrument.contract, steps);
}

const workingOf = (state: State, account: number): number[] =>
  (state.accounts.get(account)?.orders.values() ?? []).map((order) => order.id).sort((a, b) => a - b);

const plansOf = (state: State, account: number): number[] =>
  [...state.plans.values()].filter((plan) => plan.account.id === account).map((plan) => plan.id);

/** The pair in force where there is one, so that most orders get past MODE-002; now and then whatever was drawn. */
function modesOf(state: State, wish: Wish, instrument: Instrument): readonly [MarginMode | null, PositionMode | null] {
  const holding = state.accounts.get(caller(wish).account)?.holdings[instrument.index];
  if (holding === undefined || isFlat(holding) || wish.c % 12 === 0) return wish.modes;
  return [holding.marginMode, holding.positionMode];
}

/**
 * The contract of an order, and the position it closes if any: most closes go to a position there is, wherever it is.
 */
function aimOf(state: State, wish: Wish): { readonly instrument: Instrument; readonly closes: Position | null } {
  const position = pick(positionsOf(state, caller(wish).account), wish.c);
  const closes = !wish.open && position !== undefined && wish.c % 4 !== 0 ? position : null;
  return { instrument: closes?.instrument ?? instrumentOf(state, wish), closes };
}

function fieldsOf(state: State, wish: Wish, serial: number): OrderFields {
  const { instrument, closes } = aimOf(state, wish);
  const side = closes?.side ?? wish.side;
  const long = side === 'long';
  const whole = closes === null || wish.b % 3 !== 0 ? null : Math.max(1, closes.size - closes.frozen);
  const [marginMode, positionMode] = modesOf(state, wish, instrument);
  return {
    // One in twenty repeats an earlier name.
    clientOrderId: wish.c % 20 === 1 ? `o${Math.max(0, serial - (wish.a % 9))}` : `o${serial}`,
    side,
    effect: wish.open ? 'open' : 'close',
    execution: wish.market && rulesOf(wish.execution).makerOnly ? 'normal' : wish.execution,
    size: whole === null ? size(state, instrument, wish.b) : sizeText(instrument.contract, whole),
    price: wish.market ? null : near(instrument, wish.a),
    takeProfit: wish.open && wish.presets[0] ? beyond(instrument, long, wish.a + 300) : null,
    stopLoss: wish.open && wish.presets[1] ? beyond(instrument, !long, wish.c + 300) : null,
    marginMode,
    positionMode,
    positionId: closes !== null && wish.a % 5 === 0 ? closes.id : null,
  };
}

export const placeOrder: Resolve = (state, wish, serial) => {
  // A close without a position is refused: once in a while is enough.
  if (!wish.open && positionsOf(state, caller(wish).account).length === 0 && wish.c % 10 !== 0) return null;
  return {
    name: 'placeOrder',
    ...caller(wish),
    symbol: aimOf(state, wish).instrument.contract.symbol,
    ...fieldsOf(state, wish, serial),
  };
};

export const batchOrders: Resolve = (state, wish, serial) => {
  const rows = Array.from({ length: 1 + (wish.a % 3) }, (_, row) => ({
    ...wish,
    a: wish.a + 37 * row,
    b: wish.b + 11 * row,
    open: true,
  }));
  const orders = rows.map((row, index) => ({
    ...fieldsOf(state, row, serial),
    clientOrderId: `o${serial}-${index % 2}`,
  }));
  return { name: 'batchOrders', ...caller(wish), symbol: instrumentOf(state, wish).contract.symbol, orders };
};

export const cancelOrder: Resolve = (state, wish) => {
  const ids = [...workingOf(state, caller(wish).account), ...plansOf(state, caller(wish).account)];
  const byName = wish.b % 4 === 0;
  const id = wish.c % 10 === 0 ? 700_000_000_000_001 + (wish.a % 500) : pick(ids, wish.a);
  if (id === undefined && !byName) return null;
  return {
    name: 'cancelOrder',
    ...caller(wish),
    orderId: byName ? null : (id ?? null),
    clientOrderId: byName ? `o${wish.a % 100}` : null,
  };
};

export const cancelBatchOrders: Resolve = (state, wish) => {
  const ids = workingOf(state, caller(wish).account);
  const orderIds = [pick(ids, wish.a), pick(ids, wish.b), pick(ids, wish.a)].filter((id) => id !== undefined);
  return { name: 'cancelBatchOrders', ...caller(wish), orderIds, clientOrderIds: [`o${wish.c % 100}`] };
};

export const cancelPlanOrder: Resolve = (state, wish) => {
  const orderId = pick(plansOf(state, caller(wish).account), wish.a);
  return orderId === undefined ? null : { name: 'cancelPlanOrder', ...caller(wish), orderId };
};

export const cancelAllOrders: Resolve = (_state, wish) => ({
  name: 'cancelAllOrders',
  ...caller(wish),
  symbol: null,
  kind: wish.a % 2 === 0 ? 'normal' : 'plan',
});

export const closePositions: Resolve = (_state, wish) => ({
  name: 'closePositions',
  ...caller(wish),
  symbol: null,
  positionId: null,
});

export const placePlanOrder: Resolve = (state, wish, serial) => {
  const { execution: _none, ...fields } = fieldsOf(state, wish, serial);
  const { instrument } = aimOf(state, wish);
  const triggerBy: TriggerBy = wish.b % 3 === 0 ? 'mark' : wish.b % 3 === 1 ? 'last' : 'unset';
  const { takeProfit, stopLoss } = fields;
  return {
    name: 'placePlanOrder',
    ...caller(wish),
    symbol: instrument.contract.symbol,
    ...fields,
    clientOrderId: wish.c % 3 === 0 ? null : fields.clientOrderId,
    triggerPrice: near(instrument, wish.c),
    triggerBy,
    takeProfit: wish.a % 2 === 0 ? takeProfit : null,
    stopLoss: wish.a % 2 === 0 ? stopLoss : null,
  };
};

export const placeTpSlOrder: Resolve = (state, wish, serial) => {
  const position = pick(positionsOf(state, caller(wish).account), wish.a);
  if (position === undefined) return null;
  const takeProfit = wish.b % 2 === 0;
  const { instrument, side } = position;
  return {
    name: 'placeTpSlOrder',
    ...caller(wish),
    symbol: instrument.contract.symbol,
    clientOrderId: wish.b % 5 === 0 ? null : `o${serial}`,
    kind: takeProfit ? 'takeProfit' : 'stopLoss',
    side,
    size:
      wish.c % 7 === 0
        ? null
        : sizeText(instrument.contract, Math.max(1, Math.round((position.size * (1 + (wish.c % 100))) / 90))),
    price: wish.market ? null : near(instrument, wish.b),
    triggerPrice: beyond(instrument, takeProfit === (side === 'long'), wish.c),
    triggerBy: wish.b % 3 === 0 ? 'mark' : 'last',
    positionId: wish.c % 2 === 0 ? position.id : null,
  };
};

export const modifyTpSlOrder: Resolve = (state, wish) => {
  const plan = state.plans.get(pick(plansOf(state, caller(wish).account), wish.a) ?? 0);
  if (plan === undefined) return null;
  const up = plan.kind === 'normal' ? wish.b % 2 === 0 : plan.direction === 'up';
  return {
    name: 'modifyTpSlOrder',
    ...caller(wish),
    orderId: plan.id,
    triggerPrice: beyond(plan.instrument, up, wish.c),
    price: wish.market ? null : near(plan.instrument, wish.b),
    triggerBy: wish.b % 3 === 0 ? 'mark' : 'last',
  };
};

export const setLeverage: Resolve = (state, wish) => {
  const marginMode: MarginMode = wish.a % 2 === 0 ? 'cross' : 'isolated';
  const long = 1 + (wish.b % 60);
  const short = marginMode === 'cross' && wish.c % 9 !== 0 ? long : 1 + (wish.c % 60);
  return {
    name: 'setLeverage',
    ...caller(wish),
    symbol: instrumentOf(state, wish).contract.symbol,
    marginMode,
    long,
    short,
  };
};

export const setMarginMode: Resolve = (state, wish) => ({
  name: 'setMarginMode',
  ...caller(wish),
  symbol: instrumentOf(state, wish).contract.symbol,
  marginMode: wish.a % 2 === 0 ? 'cross' : 'isolated',
  positionMode: wish.b % 2 === 0 ? 'combined' : 'separated',
});

export const adjustIsolatedMargin: Resolve = (state, wish) => {
  const isolated = positionsOf(state, caller(wish).account).filter((position) => position.marginMode === 'isolated');
  const position = pick(wish.c % 10 === 0 ? positionsOf(state, caller(wish).account) : isolated, wish.a);
  if (position === undefined) return null;
  const amount = canonicalText((1 + (wish.b % 1000)) * 12_345_678 * (wish.c % 2 === 0 ? 1 : -1), 8);
  return { name: 'adjustIsolatedMargin', ...caller(wish), positionId: position.id, amount };
};

export const logIn: Resolve = (_state, wish) => ({ name: 'logIn', ...caller(wish) });

export const setAutoAppend: Resolve = (state, wish) => {
  const position = pick(positionsOf(state, caller(wish).account), wish.a);
  return position === undefined
    ? null
    : { name: 'setAutoAppend', ...caller(wish), positionId: position.id, on: wish.b % 2 === 0 };
};

export const deposit: Resolve = (_state, wish) => ({
  name: 'deposit',
  account: caller(wish).account,
  amount: String(1 + (wish.a % 1000)),
});

export const withdraw: Resolve = (_state, wish) => ({
  name: 'withdraw',
  account: caller(wish).account,
  amount: canonicalText(1 + wish.a * 3_000_017, 8),
});

export const transfer: Resolve = (_state, wish) => ({
  name: 'transfer',
  from: caller(wish).account,
  to: PEOPLE[(wish.who + 1) % PEOPLE.length]!,
  amount: canonicalText(1 + wish.a * 1_000_003, 8),
  reason: 'USER_TRANSFER',
});

export const tightenKey: Resolve = ({ timeMs }, wish) => ({
  name: 'tightenKey',
  ...caller(wish),
  limits: limitsFrom(wish, timeMs),
});

/** Seldom: it is for good. */
export const stopKey: Resolve = (_state, wish) =>
  wish.a % 8 === 0 ? { name: 'stopKey', ...caller(wish), closes: wish.b % 2 === 0 } : null;
