/**
 * Changes an order. A plan order's trigger and price change in place; all else is a cancel and a new order, told as
 * such: when the new one is refused the old one is placed again, and if that fails too, it is said and written into the
 * form.
 */
import { NoAnswer, OutcryError } from '../../../client/errors.ts';
import type { ContractsRow, PushedOrder } from '../../../client/index.ts';
import { type Session, session } from '../../base/session.ts';
import { positions } from '../../live/account.ts';
import { draftOf, isBound, leftOf, orderTypeOf, priceOf, sizeAnew } from '../../live/amend.ts';
import { quote } from '../../live/market.ts';
import type { Draft } from '../../live/order-draft.ts';
import { isPlan, waitingName } from '../../live/plan-name.ts';
import { words } from '../../words/words.ts';
import { BY_PERSON, freshOid, place } from './send-order.ts';

export interface AmendTo {
  /** Empty: at market, of a plan order. */
  readonly price: string;
  /** The size left to be filled, in coins. */
  readonly size: string;
  /** Of a plan order. */
  readonly trigger: string;
}

export type Amended =
  | { readonly what: 'changed'; readonly id: string }
  /** Everything was filled, or it fired, before it could be changed. */
  | { readonly what: 'filled' }
  /** The change was refused, and the old order was placed again. */
  | { readonly what: 'restored'; readonly id: string; readonly error: unknown }
  /** The change was refused, and so was the old order: neither stands. */
  | { readonly what: 'lost'; readonly error: unknown; readonly draft: Draft }
  /** No answer: it may stand or not. */
  | { readonly what: 'unknown'; readonly error: unknown };

/** Of an order that stands as it was when it throws. @throws OutcryError, NoAnswer, Error in the visitor's words */
export async function amend(contract: ContractsRow, order: PushedOrder, to: AmendTo): Promise<Amended> {
  const who = session.value;
  if (who === null) throw new Error(words.value.trade.why.signedOut());
  const decimals = Number(contract.size_increment);
  if (isPlan(order) && to.size === leftOf(order, decimals)) return movePlan(who, order, to);
  const filled = await cancelled(who, order);
  if (filled === null) return { what: 'filled' };
  const size = sizeAnew(to.size, order.cumFillSize, filled, decimals);
  if (size === null) return { what: 'filled' };
  const before = draftOf(order, leftOf({ size: order.size, cumFillSize: filled }, decimals), positions.peek());
  const wanted = { ...before, price: to.price, size, trigger: to.trigger };
  try {
    return { what: 'changed', id: await again(contract, order, wanted) };
  } catch (error) {
    // Nobody knows whether it stands: a second one would be one too many.
    if (error instanceof NoAnswer) return { what: 'unknown', error };
    return again(contract, order, before).then(
      (id): Amended => ({ what: 'restored', id, error }),
      (): Amended => ({ what: 'lost', error, draft: before }),
    );
  }
}

/** Trigger and price of a plan order that has not fired; what is not sent would be set anew. */
async function movePlan({ client }: Session, order: PushedOrder, to: Pick<AmendTo, 'price' | 'trigger'>) {
  await client.modifyTpSlOrder(
    {
      orderId: order.id,
      triggerPrice: to.trigger,
      triggerPriceType: order.triggerPriceType === 'MARK_PRICE' ? '3' : '1',
      ...(to.price === '' ? {} : { executePrice: to.price }),
    },
    BY_PERSON,
  );
  return { what: 'changed', id: order.id } as const;
}

/** Moves the trigger of a plan order and leaves the rest of it as it is. */
export function moveTrigger(who: Session, order: PushedOrder, trigger: string) {
  return movePlan(who, order, { price: priceOf(order), trigger });
}

/** Cancels it; how much of it was filled till then. Null: it had ended already. @throws when it stands as it was */
async function cancelled({ client }: Session, order: PushedOrder): Promise<string | null> {
  const named = { orderId: order.id };
  if (isPlan(order)) {
    const { result } = await client.cancel_plan(named);
    return result ? '0' : null;
  }
  try {
    const { result } = await client.cancel_order(named);
    if (!result) return null;
  } catch (error) {
    if (error instanceof OutcryError && error.token === 'ORDER_NOT_FOUND') return null;
    if (!(error instanceof NoAnswer)) throw error;
    if ((await client.detail(named)).status !== 'canceled') throw error;
  }
  return (await client.detail(named)).filled_qty;
}

/** Places it under a new id: as an order, a plan order, or a take profit or stop loss of its position. */
async function again(contract: ContractsRow, order: PushedOrder, what: Draft): Promise<string> {
  const name = waitingName(order, quote(order.contractId)?.ticker.peek()?.lastPrice ?? null);
  if (!order.reduceOnly || !isPlan(order) || isBound(order)) return place(contract, orderTypeOf(order), what);
  const [row] = await (session.value as Session).client.placeTpSlOrder(
    {
      symbol: contract.symbol,
      planType: name === 'takeProfit' ? 'profit_plan' : 'loss_plan',
      clientOrderId: freshOid(),
      triggerPrice: what.trigger,
      ...(what.price === '' ? {} : { executePrice: what.price }),
      size: what.size,
      positionSide: order.positionSide === 'LONG' ? 'long' : 'short',
      triggerPriceType: what.triggerBy,
      ...(what.positionId === '' ? {} : { positionId: what.positionId }),
    },
    BY_PERSON,
  );
  return String(row?.orderId ?? '');
}
