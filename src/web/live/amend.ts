/**
 * An order that stands, as it would be written anew: the exchange amends no order (BOOK-001), so a changed one is
 * cancelled and placed again. Plan orders that have not fired change their trigger in place (PLAN-014).
 */
import type { PushedOrder, PushedPosition } from '../../client/index.ts';
import { textOf, unitsOf } from '../format/number.ts';
import { type Draft, EMPTY_DRAFT, type Execution, type OrderType } from './order-draft.ts';
import { isPlan } from './plan-name.ts';

const EXECUTIONS: Readonly<Record<string, Execution>> = {
  GOOD_TIL_CANCEL: '0',
  POST_ONLY: '1',
  FILL_OR_KILL: '2',
  IMMEDIATE_OR_CANCEL: '3',
};

export function orderTypeOf({ positionSide, reduceOnly }: Pick<PushedOrder, 'positionSide' | 'reduceOnly'>): OrderType {
  if (positionSide === 'LONG') return reduceOnly ? '3' : '1';
  return reduceOnly ? '4' : '2';
}

/** The size not filled yet. */
export function leftOf({ size, cumFillSize }: Pick<PushedOrder, 'size' | 'cumFillSize'>, decimals: number): string {
  return textOf((unitsOf(size, decimals) ?? 0n) - (unitsOf(cumFillSize, decimals) ?? 0n), decimals);
}

/** Price of the order itself; empty: at market. */
export function priceOf({ price }: Pick<PushedOrder, 'price'>): string {
  return Number(price) === 0 ? '' : price;
}

/** Made by the take profit or stop loss of an order or position: its size is that one's. */
export function isBound({ openTpslParentOrderId }: PushedOrder): boolean {
  return openTpslParentOrderId !== '0';
}

/** As it was written. */
export function draftOf(order: PushedOrder, left: string, positions: readonly PushedPosition[]): Draft {
  const plan = isPlan(order);
  const separate = positions.find(
    ({ contractId, separatedOpenOrderId }) =>
      contractId === order.contractId && order.separatedOpenOrderId === separatedOpenOrderId,
  );
  return {
    ...EMPTY_DRAFT,
    kind: plan ? 'plan' : 'limit',
    price: priceOf(order),
    size: left,
    trigger: plan ? order.triggerPrice : '',
    triggerBy: order.triggerPriceType === 'MARK_PRICE' ? '3' : '1',
    execution: EXECUTIONS[order.timeInForce] ?? '0',
    takeProfit: order.openTpParam?.triggerPrice ?? '',
    stopLoss: order.openSlParam?.triggerPrice ?? '',
    positionId: order.reduceOnly && order.separatedMode === 'SEPARATED' ? (separate?.id ?? '') : '',
  };
}

/** Whether all of it can be written again: this interface sets no presets that look at the mark price. */
export function canBeWritten({ openTpParam, openSlParam }: PushedOrder): boolean {
  return [openTpParam, openSlParam].every((one) => one === undefined || one.triggerPriceType === 'LAST_PRICE');
}

/**
 * The size to be placed of the one that was wanted, given what was filled before and after the cancel; null: all of it
 * was filled meanwhile.
 */
export function sizeAnew(wanted: string, before: string, after: string, decimals: number): string | null {
  const units = (text: string): bigint => unitsOf(text, decimals) ?? 0n;
  const left = units(wanted) - (units(after) - units(before));
  return left > 0n ? textOf(left, decimals) : null;
}
