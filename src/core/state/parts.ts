/**
 * Small questions about collateral parts and holdings: whether a part is its account's SHARED money, which parts an
 * account has, and the net size of a holding.
 */
import type { Steps } from '../num/units.ts';
import type { Account, Holding, Part } from './records.ts';

/** Whether it is an account's SHARED money; otherwise it is that of one ISOLATED position (LEDG-001). */
export function isShared(part: Pick<Part, 'positionId'>): boolean {
  return part.positionId === 0;
}

/** Σ long − Σ short of a holding, whose positions are all of one part or each of its own. */
export function netSizeOf(holding: Holding): Steps {
  return holding.longSize - holding.shortSize;
}

/** The parts of an account: the SHARED one, then one for each isolated position. */
export function partsOf(account: Account): Part[] {
  const parts = [account.shared];
  for (const holding of account.holdings)
    for (const position of holding?.positions ?? []) if (!isShared(position.part)) parts.push(position.part);
  return parts;
}
