/**
 * Where wire words meet core words, and how values are written (wire 1.3): the only file that knows both vocabularies.
 *
 * Codes to words (`type` 1 = open long), words to codes, and the formats P Q M A R. Text is exact: an integer at a fixed number of
 * decimals, never through a double, without exponent, `-0` or thousands separators.
 */
import type { Effect, Execution, MarginMode, PositionMode, Side, TriggerBy } from '../core/commands.ts';
import type { Contract } from '../core/contract.ts';
import { canonicalText, fixedText, scaledInteger } from '../core/num/decimal.ts';
import { mul } from '../core/num/mul-div.ts';
import type { Money, RateE8, Steps, Ticks } from '../core/num/units.ts';
import type { Order, PlanKind, PlanOrder } from '../core/order.ts';

/** `type` of an order request: what it opens or closes. */
export const ORDER_TYPES = {
  '1': { side: 'long', effect: 'open' },
  '2': { side: 'short', effect: 'open' },
  '3': { side: 'long', effect: 'close' },
  '4': { side: 'short', effect: 'close' },
} as const satisfies Record<string, { side: Side; effect: Effect }>;

/** `order_type`: what the order does with what it finds and with its rest. */
export const EXECUTION_CODES = {
  '0': 'normal',
  '1': 'postOnly',
  '2': 'fok',
  '3': 'ioc',
} as const satisfies Record<string, Execution>;

/** `match_price`: limit or market. */
export const PRICE_KINDS = { '0': 'limit', '1': 'market' } as const;

export const MARGIN_MODES = { '1': 'cross', '3': 'isolated' } as const satisfies Record<string, MarginMode>;
export const POSITION_MODES = { '1': 'combined', '2': 'separated' } as const satisfies Record<string, PositionMode>;
export const TRIGGERS = { '1': 'last', '3': 'mark' } as const satisfies Record<string, TriggerBy>;

export const MARGIN_MODE_CODES: Readonly<Record<MarginMode, string>> = { cross: '1', isolated: '3' };
export const POSITION_MODE_CODES: Readonly<Record<PositionMode, string>> = { combined: '1', separated: '2' };
export const MARGIN_MODE_WORDS: Readonly<Record<MarginMode, string>> = { cross: 'SHARED', isolated: 'ISOLATED' };
export const POSITION_MODE_WORDS: Readonly<Record<PositionMode, string>> = { combined: 'COMBINED', separated: 'SEPARATED' };
export const SIDE_WORDS: Readonly<Record<Side, string>> = { long: 'LONG', short: 'SHORT' };
export const TRIGGER_CODES: Readonly<Record<TriggerBy, string>> = { unset: '', last: '1', mark: '3' };
export const PLAN_TYPES: Readonly<Record<PlanKind, string>> = {
  normal: 'normal_plan',
  takeProfit: 'profit_plan',
  stopLoss: 'loss_plan',
};
/** `coin` and `coin_id` of the one margin coin. */
export const COIN = 'USDT';
export const COIN_ID = 2;

/** `type` 1–10 as words, in the order of their codes (wire 5.10). */
export const TYPE_WORDS = [
  'open_long',
  'open_short',
  'close_long',
  'close_short',
  'offset_liquidate_long',
  'offset_liquidate_short',
  'agreement_close_long',
  'agreement_close_short',
  'burst_liquidate_long',
  'burst_liquidate_short',
] as const;

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
export const PLAN_ORDER_TYPE_WORDS: Readonly<Record<string, string>> = {
  '0': 'NORMAL',
  '1': 'POST_ONLY',
  '2': 'FOK',
  '3': 'IOC',
};

/** `order_type` words of the order object; a market order is `ioc`. */
export function executionWord(order: Order): Execution {
  return order.price === 0 ? 'ioc' : order.execution;
}

/** P: a price with exactly the tick's decimals, also for zero. */
export function priceText(contract: Contract, ticks: Ticks): string {
  return fixedText(ticks * contract.tickUnit, contract.priceDecimals);
}

/** P of money in 1e-8 (an index price), rounded half-up to the tick's decimals. */
export function indexPriceText(contract: Contract, priceE8: Money): string {
  const unit = 10n ** BigInt(8 - contract.priceDecimals);
  return fixedText((2n * BigInt(priceE8) + unit) / (2n * unit), contract.priceDecimals);
}

/** Q: a size in base coin with exactly the step's decimals; zero is `0`. */
export function sizeText(contract: Contract, steps: Money): string {
  return steps === 0 ? '0' : fixedText(mul(steps, contract.stepUnit), contract.sizeDecimals);
}

/** M: money with exactly 8 decimals; zero is `0`. */
export function moneyText(amount: Money): string {
  return amount === 0 ? '0' : fixedText(amount, 8);
}

/** A: an average price given as a count of 10^−(decimals+2): trailing zeros removed, but never below the tick's decimals. */
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
