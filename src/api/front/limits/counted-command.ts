/**
 * A command as the order rates count the request that it was: by the operation whose rate that is, and by the orders it
 * creates. For commands that came in at another node; whatever comes in here is counted by its route (limits.ts).
 */
import { isHouse } from '../../../core/language/accounts.ts';
import type { Command } from '../../../core/language/commands.ts';

export interface Counted {
  readonly account: number;
  /** The operation by which a second's rate is counted; null for one that has none. */
  readonly as: string | null;
  readonly creates: number;
}

/** Null for one that no rate counts: it is of another kind, or the house's. */
export function countedOf(command: Command): Counted | null {
  if (!('account' in command) || command.account === null || isHouse(command.account)) return null;
  const { account } = command;
  switch (command.name) {
    case 'placeOrder':
      return { account, as: 'placeOrder', creates: 1 };
    case 'placePlanOrder':
      return { account, as: 'plan_order', creates: 1 };
    case 'cancelOrder':
      return { account, as: 'cancel_order', creates: 0 };
    case 'cancelPlanOrder':
      return { account, as: 'cancel_plan', creates: 0 };
    case 'placeTpSlOrder':
      return { account, as: null, creates: 1 };
    case 'batchOrders':
      return { account, as: null, creates: command.orders.length };
    default:
      return null;
  }
}
