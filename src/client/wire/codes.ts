/**
 * The numbers that requests carry, by name.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */

/** `type`, `delegateType` */
export const OrderType = {
  OPEN_LONG: 1,
  OPEN_SHORT: 2,
  CLOSE_LONG: 3,
  CLOSE_SHORT: 4,
} as const;
export type OrderType = (typeof OrderType)[keyof typeof OrderType];

/** `order_type` */
export const Execution = {
  NORMAL: 0,
  POST_ONLY: 1,
  FOK: 2,
  IOC: 3,
} as const;
export type Execution = (typeof Execution)[keyof typeof Execution];

/** `match_price`, `match_type` */
export const PriceKind = {
  LIMIT: 0,
  MARKET: 1,
} as const;
export type PriceKind = (typeof PriceKind)[keyof typeof PriceKind];

/** `marginMode` */
export const MarginMode = {
  CROSS: 1,
  ISOLATED: 3,
} as const;
export type MarginMode = (typeof MarginMode)[keyof typeof MarginMode];

/** `separatedMode` */
export const PositionMode = {
  COMBINED: 1,
  SEPARATED: 2,
} as const;
export type PositionMode = (typeof PositionMode)[keyof typeof PositionMode];

/** `triggerPriceType` */
export const TriggerType = {
  LAST: 1,
  MARK: 3,
} as const;
export type TriggerType = (typeof TriggerType)[keyof typeof TriggerType];
