/**
 * The words in which orders and plan orders tell their lives: why they were made, their status, why they ended.
 *
 * This file has words only. The public ones are in the API's own tables; what each means is decided where it is set.
 */
import type { PlacePlanOrder, PlaceTpSlOrder } from './commands.ts';

/**
 * Why there is an order: a trader wants it, the risk engine makes it (ORDR-013), or a delisting settles what is open.
 */
export type OrderCause = 'wanted' | 'reduce' | 'deleverage' | 'liquidation' | 'settlement';

/** Against a position that lacks margin. Its fee is no sign of it: who has nothing left pays none (LIQD-008). */
export function isForced(cause: OrderCause): boolean {
  return cause === 'liquidation' || cause === 'reduce';
}

/** `open` 0, `partlyFilled` 1, `filled` 2, `canceled` −1. The last two are final. */
export type OrderStatus = 'open' | 'partlyFilled' | 'filled' | 'canceled';

/** Why an order ended without being filled. */
export type CancelReason =
  | 'COULD_NOT_FILL'
  | 'MARGIN_NOT_ENOUGH'
  | 'REDUCE_ONLY_CANCELED'
  | 'LIQUIDATE_CANCELED'
  | 'USER_CANCELED'
  | 'ADMIN_CANCELED';

export type PlanKind = 'normal' | 'takeProfit' | 'stopLoss';

/**
 * `untriggered` until fired; then `triggered` and its order tells the rest; `canceled` when it ended before or at
 * firing.
 */
export type PlanStatus = 'untriggered' | 'triggered' | 'canceled';

/** The command row a plan order came from, kept to recognise a repeat (ORDR-005). */
export type PlanRequest = PlacePlanOrder | PlaceTpSlOrder;
