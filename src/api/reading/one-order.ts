/**
 * One order or plan order of an account (ORDR-012): from the engine if it has all of it; older ones are in the store.
 */
import { type OrderFigures, orderFigures, planAsOrder } from '../../core/orders/figures.ts';
import type { EndedOrderArgs } from '../../store/read/endedOrders.ts';
import type { CallDeps } from '../call/deps.ts';
import { ApiError } from '../words/errors.ts';

type OrderNames = Pick<EndedOrderArgs, 'orderId' | 'clientOrderId'>;

/** An order and the contract in whose grid its figures are. */
export interface FoundOrder {
  readonly symbol: string;
  readonly figures: OrderFigures;
}

/** By its id, else by the caller's. @throws ApiError 50005 */
export async function oneOrder(
  { engine: { state }, store, sequencer }: CallDeps,
  uid: number,
  names: OrderNames,
): Promise<FoundOrder> {
  const account = state.accounts.get(uid);
  const { orderId, clientOrderId } = names;
  const found =
    account === undefined
      ? undefined
      : orderId === null
        ? state.orders.named(account, clientOrderId ?? '')
        : state.orders.get(orderId);
  const own = found?.account === account ? found : undefined;
  if (own?.record === 'plan') return { symbol: own.instrument.contract.symbol, figures: planAsOrder(own) };
  if (own?.record === 'order') return { symbol: own.instrument.contract.symbol, figures: orderFigures(own) };
  const asked = own === undefined ? names : { orderId: own.id, clientOrderId: null };
  const ended = await store.ask('endedOrder', { uid, ...asked }, sequencer.sequence);
  if (ended === null) throw new ApiError(50005, { token: 'ORDER_NOT_FOUND' });
  return { symbol: ended.symbol, figures: ended };
}
