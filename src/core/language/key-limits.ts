/** The limits a key can carry, as a command gives them (LIMT-001). */
import { BOOLEAN, DECIMAL, listOf, nullable, recordOf, text, TIME, type TypeOf } from './kinds.ts';

/** Amounts in USDT, above 0; `untilMs` 0: it does not expire. */
export const KEY_LIMITS = recordOf({
  maxOrder: nullable(DECIMAL),
  maxPosition: nullable(DECIMAL),
  maxDayLoss: nullable(DECIMAL),
  closeOnly: BOOLEAN,
  symbols: nullable(listOf(text(0, 64), 1_000)),
  untilMs: TIME,
});

export type KeyLimitFields = TypeOf<typeof KEY_LIMITS>;

/** A limit by which something is refused. */
export type KeyLimit = 'symbols' | 'closeOnly' | 'maxOrder' | 'maxPosition' | 'maxDayLoss';
