/**
 * Client order ids of all accounts, each leading to the record that answers for it (ORDR-004): those of what works or
 * waits by their text, with each account; those of what has ended by their fingerprint (`fingerprints.ts`).
 */
import { isClientOrderId } from '../text/client-order-id.ts';
import type { AnyOrder } from './order.ts';
import type { OrderRecords } from './order-records.ts';
import type { Account, Order, PlanOrder } from './records.ts';

export class ClientOrderIds {
  readonly #orders: OrderRecords;

  constructor(orders: OrderRecords) {
    this.#orders = orders;
  }

  /** The record that answers for the account's id, or undefined; any text may be asked for. */
  get(account: Account, clientOrderId: string): AnyOrder | undefined {
    const live = account.names?.get(clientOrderId);
    if (live !== undefined) return live;
    return isClientOrderId(clientOrderId) ? this.#orders.endedNamed(account, clientOrderId) : undefined;
  }

  /** The record answers for its client order id from now on. */
  set(record: Order | PlanOrder): void {
    const { account } = record;
    account.names ??= new Map();
    account.names.set(record.clientOrderId, record);
  }

  /** The record has ended: its row answers for it. */
  end({ account, clientOrderId }: Order | PlanOrder): void {
    account.names?.delete(clientOrderId);
  }
}
