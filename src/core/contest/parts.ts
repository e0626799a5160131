/** The collateral parts of an account (LEDG-001): its SHARED money and that of each isolated position. */
import { isShared } from '../state/parts.ts';
import type { Account, Part } from '../state/records.ts';

export function* parts({ shared, holdings }: Account): Generator<Part> {
  yield shared;
  for (const holding of holdings) for (const { part } of holding?.positions ?? []) if (!isShared(part)) yield part;
}
