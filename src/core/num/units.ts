/**
 * The integers the exchange is made of (ARIT-001), by the name of their unit.
 *
 * Prices are whole ticks, sizes whole steps, money whole 1e-8 USDT, rates whole 1e-8. A flavour keeps a price from
 * being handed over as a size; plain numbers still fit everywhere, so arithmetic needs no casts.
 *
 * Only this file and `mul-div.ts` know how money is represented: a `number` while it is a safe integer, a `bigint`
 * beyond (always in that one form, so `===` compares amounts). `<`, `>` and `===` work on it as they are; for sums and
 * products use `mul-div.ts`.
 */

declare const flavour: unique symbol;
type Flavoured<T, Name extends string> = T & { readonly [flavour]?: Name };

/** A price: whole ticks of its contract. */
export type Ticks = Flavoured<number, 'ticks'>;
/** A size: whole steps of its contract. */
export type Steps = Flavoured<number, 'steps'>;
/** Money: whole 1e-8 USDT. A safe integer as `number`, anything larger as `bigint`. */
export type Money = number | bigint;
/** A rate: whole 1e-8 (0.06 % = 60 000). */
export type RateE8 = Flavoured<number, 'rateE8'>;
/** A point in time: milliseconds since the epoch, UTC. */
export type TimeMs = Flavoured<number, 'timeMs'>;
export type AccountId = Flavoured<number, 'account'>;
/** An id given out by the one counter of FLOW-005, from 700000000000001 up. */
export type Id = Flavoured<number, 'id'>;
/**
 * The caller's exact decimal number as canonical text (ARIT-006): no exponent, no `+`, no needless zeros, `0` for zero.
 */
export type DecimalText = Flavoured<string, 'decimal'>;

/** 10^8: one USDT in money, 100 % in rates. */
export const E8 = 100_000_000;
/** The highest price in ticks, and the largest size in steps (ARIT-007). */
export const MAX_TICKS: Ticks = 1_000_000_000;
export const MAX_STEPS: Steps = 1_000_000_000;
/** Ids count up from here (FLOW-005). */
export const FIRST_ID = 700_000_000_000_001;

/** +1 for long (buying opens), −1 for short. */
export type Sign = 1 | -1;
