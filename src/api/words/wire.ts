/**
 * Translates between the words of the wire and of the core, and writes values (docs/api.md, Conventions): the only file
 * that knows both vocabularies.
 *
 * Codes to words (`type` 1 = open long), words to codes, and the formats P Q M A R. Text is exact: an integer at a
 * fixed number of decimals, never through a double, without exponent, `-0` or thousands separators.
 */
import type {
  CancelAllOrders,
  Effect,
  MarginMode,
  PositionMode,
  Side,
  TriggerBy,
} from '../../core/language/commands.ts';
import type { Execution } from '../../core/language/execution.ts';
import type { Contract } from '../../core/language/contract.ts';
import { canonicalText, fixedText, scaledInteger } from '../../core/num/decimal.ts';
import { divHalfUp, mul } from '../../core/num/mul-div.ts';
import type { Money, RateE8, Steps, Ticks } from '../../core/num/units.ts';
import type { Order, PlanOrder } from '../../core/state/records.ts';
import type { OrderCause, PlanKind } from '../../core/language/vocabulary.ts';

interface TypeRow {
  readonly code: string;
  readonly word: string;
  readonly side: Side;
  readonly effect: Effect;
  readonly cause: OrderCause;
}

/** `type`: the side an order opens or closes, and for whom. Callers send 1 to 4; the risk engine makes the others. */
const TYPES: readonly TypeRow[] = [
  { code: '1', word: 'open_long', side: 'long', effect: 'open', cause: 'wanted' },
  { code: '2', word: 'open_short', side: 'short', effect: 'open', cause: 'wanted' },
  { code: '3', word: 'close_long', side: 'long', effect: 'close', cause: 'wanted' },
  { code: '4', word: 'close_short', side: 'short', effect: 'close', cause: 'wanted' },
  { code: '5', word: 'offset_liquidate_long', side: 'long', effect: 'close', cause: 'reduce' },
  { code: '6', word: 'offset_liquidate_short', side: 'short', effect: 'close', cause: 'reduce' },
  { code: '7', word: 'agreement_close_long', side: 'long', effect: 'close', cause: 'deleverage' },
  { code: '8', word: 'agreement_close_short', side: 'short', effect: 'close', cause: 'deleverage' },
  { code: '9', word: 'burst_liquidate_long', side: 'long', effect: 'close', cause: 'liquidation' },
  { code: '10', word: 'burst_liquidate_short', side: 'short', effect: 'close', cause: 'liquidation' },
  { code: '3', word: 'close_long', side: 'long', effect: 'close', cause: 'settlement' },
  { code: '4', word: 'close_short', side: 'short', effect: 'close', cause: 'settlement' },
];

/** The types that callers send, by code. */
export const ORDER_TYPES: Readonly<Record<string, TypeRow>> = Object.fromEntries(
  TYPES.filter(({ cause }) => cause === 'wanted').map((row) => [row.code, row]),
);

/** Code and word of an order's type; plan orders are always wanted. */
export function orderType(side: Side, effect: Effect, cause: OrderCause = 'wanted'): TypeRow {
  return TYPES.find((row) => row.side === side && row.effect === effect && row.cause === cause) as TypeRow;
}

/** `order_type`: its code, the word for plan orders (W-18), those of the private socket and of v3, and two to read. */
export const EXECUTION_WIRE = {
  normal: { code: '0', word: 'NORMAL', pushed: 'GOOD_TIL_CANCEL', v3: 'GTC', en: 'normal', zh: '普通' },
  postOnly: { code: '1', word: 'POST_ONLY', pushed: 'POST_ONLY', v3: 'POST_ONLY', en: 'post-only', zh: '只做maker' },
  fok: { code: '2', word: 'FOK', pushed: 'FILL_OR_KILL', v3: 'FOK', en: 'FOK', zh: '全部成交或取消' },
  ioc: { code: '3', word: 'IOC', pushed: 'IMMEDIATE_OR_CANCEL', v3: 'IOC', en: 'IOC', zh: '立即成交剩余取消' },
} as const satisfies Readonly<
  Record<Execution, { code: string; word: string; pushed: string; v3: string; en: string; zh: string }>
>;

export type ExecutionCode = (typeof EXECUTION_WIRE)[Execution]['code'];

const executionRows = Object.entries(EXECUTION_WIRE) as [Execution, (typeof EXECUTION_WIRE)[Execution]][];

/** From the code to the core's word. */
export const EXECUTION_CODES = Object.fromEntries(executionRows.map(([name, { code }]) => [code, name]));

/** The words of the private socket. */
export const TRIGGER_WORDS: Readonly<Record<TriggerBy, string>> = {
  unset: 'LAST_PRICE',
  last: 'LAST_PRICE',
  mark: 'MARK_PRICE',
};

/** Such as "0 normal, 1 post-only, …". */
export const EXECUTION_MEANING = {
  en: executionRows.map(([, { code, en }]) => `${code} ${en}`).join(', '),
  zh: executionRows.map(([, { code, zh }]) => `${code}${zh}`).join('、'),
};

/** `match_price`: limit or market. */
export const PRICE_KINDS = { '0': 'limit', '1': 'market' } as const;

export const MARGIN_MODES = { '1': 'cross', '3': 'isolated' } as const satisfies Record<string, MarginMode>;
export const POSITION_MODES = { '1': 'combined', '2': 'separated' } as const satisfies Record<string, PositionMode>;
export const TRIGGERS = { '1': 'last', '3': 'mark' } as const satisfies Record<string, TriggerBy>;

export const MARGIN_MODE_CODES: Readonly<Record<MarginMode, string>> = { cross: '1', isolated: '3' };
export const POSITION_MODE_CODES: Readonly<Record<PositionMode, string>> = { combined: '1', separated: '2' };
export const MARGIN_MODE_WORDS: Readonly<Record<MarginMode, string>> = { cross: 'SHARED', isolated: 'ISOLATED' };
export const POSITION_MODE_WORDS: Readonly<Record<PositionMode, string>> = {
  combined: 'COMBINED',
  separated: 'SEPARATED',
};
export const SIDE_WORDS: Readonly<Record<Side, string>> = { long: 'LONG', short: 'SHORT' };
/** `liquidateType`: what a fill says about why its order was made (BOOK-008). */
export const LIQUIDATE_TYPES: Readonly<Record<OrderCause, string>> = {
  wanted: 'NONE',
  reduce: 'REDUCE',
  deleverage: 'AUTO_DELEVERAGE',
  liquidation: 'FORCE_LIQUIDATE',
  settlement: 'NONE',
};

/** Whether the risk engine made an order of this cause, rather than its owner or a delisting. */
export function isForced(cause: OrderCause): boolean {
  return LIQUIDATE_TYPES[cause] !== 'NONE';
}

export const TRIGGER_CODES: Readonly<Record<TriggerBy, string>> = { unset: '', last: '1', mark: '3' };
export const PLAN_TYPES: Readonly<Record<PlanKind, string>> = {
  normal: 'normal_plan',
  takeProfit: 'profit_plan',
  stopLoss: 'loss_plan',
};
/** `planType` of a take profit or stop loss. */
export const PROTECTIONS = { profit_plan: 'takeProfit', loss_plan: 'stopLoss' } as const satisfies Record<
  string,
  PlanKind
>;
/** `positionSide` of plan orders. */
export const POSITION_SIDES = { long: 'long', short: 'short' } as const satisfies Record<string, Side>;
/** `cancelOrderType`: what cancelAllOrders cancels. */
export const CANCEL_KINDS = { normal: 'normal', plan: 'plan' } as const satisfies Record<
  string,
  CancelAllOrders['kind']
>;
/** The names of the largest sizes in contracts. */
export const SIZE_LIMITS = { maxSizeLimit: 'maxOrderSize', maxSizeMarket: 'marketOpenLimitSize' } as const;

/** `coin` and `coin_id` of the one margin coin. */
export const COIN = 'USDT';
export const COIN_ID = 2;

/** Status codes of plan orders (W-03). */
export type PlanStatusCode = '-1' | '0' | '1' | '2';

/** The status a plan order shows: its own until it fires, then its order's. */
export function planStatusCode(plan: PlanOrder): PlanStatusCode {
  if (plan.status === 'canceled') return '-1';
  if (plan.order === null) return '0';
  const { status } = plan.order;
  return status === 'open' ? '0' : status === 'partlyFilled' ? '1' : status === 'filled' ? '2' : '-1';
}

/** The words `compat.planOrderEnums=words` shows instead of plan-order codes (W-18). */
export const PLAN_STATUS_WORDS: Readonly<Record<PlanStatusCode, string>> = {
  '-1': 'CANCELED',
  '0': 'UNTRIGGERED',
  '1': 'OPEN',
  '2': 'FILLED',
};
export const PLAN_ORDER_TYPE_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  executionRows.map(([, { code, word }]) => [code, word]),
);

/** `order_type` words of the order object; a market order is `ioc`. */
export function executionWord({ price, execution }: Pick<Order, 'price' | 'execution'>): Execution {
  return price === 0 ? 'ioc' : execution;
}

/** P: a price with exactly the tick's decimals, even for zero. */
export function priceText(contract: Contract, ticks: Ticks): string {
  return fixedText(ticks * contract.tickUnit, contract.priceDecimals);
}

/** P of money in 1e-8 (an index price), rounded half-up to the tick's decimals. */
export function indexPriceText(contract: Contract, priceE8: Money): string {
  return fixedText(divHalfUp(priceE8, 10 ** (8 - contract.priceDecimals)), contract.priceDecimals);
}

/** Q: a size in base coin with exactly the step's decimals; zero is `0`. */
export function sizeText(contract: Contract, steps: Money): string {
  return steps === 0 ? '0' : fixedText(mul(steps, contract.stepUnit), contract.sizeDecimals);
}

/** Q of an amount of base coin in 1e-8, rounded half-up to the step's decimals; zero is `0`. */
export function baseText(contract: Contract, amountE8: Money): string {
  if (amountE8 === 0) return '0';
  return fixedText(divHalfUp(amountE8, 10 ** (8 - contract.sizeDecimals)), contract.sizeDecimals);
}

/** M: money with exactly 8 decimals; zero is `0`. */
export function moneyText(amount: Money): string {
  return amount === 0 ? '0' : fixedText(amount, 8);
}

/** M, or null where the amount is unknown. */
export function moneyOrNull(amount: Money | null): string | null {
  return amount === null ? null : moneyText(amount);
}

/**
 * A: an average price given as a count of 10^−(decimals+2): trailing zeros removed, but never below the tick's
 * decimals.
 */
export function averageText(contract: Contract, average: Money): string {
  if (average === 0) return '0';
  const decimals = contract.priceDecimals + 2;
  const text = fixedText(average, decimals);
  let end = text.length;
  const least = text.length - 2 - (contract.priceDecimals === 0 ? 1 : 0);
  while (end > least && (text.charCodeAt(end - 1) === 48 || text.charCodeAt(end - 1) === 46)) end--;
  return text.slice(0, end);
}

/** R: a rate or ratio in 1e-8, plain. */
export function rateText(rateE8: RateE8 | Money): string {
  return canonicalText(rateE8, 8);
}

/** A size in contracts (W-32): the size over the face value, for display. */
export function contractsOf(contract: Contract, steps: Steps): number {
  const faceE8 = Number(canonicalScaled(contract.spec.contractVal));
  return (steps * contract.stepE8) / faceE8;
}

function canonicalScaled(text: string): Money {
  return scaledInteger(text, 8) ?? 1;
}
