/** The parts of an account's money as its channel tells them. */
import type { Account, Part } from '../../../core/state/records.ts';
import type { TurnoverFigures } from '../../../live/turnover.ts';
import { type AccountView, openPositionsOf } from './channel.ts';
import type { Touched } from './touched.ts';

/** Totals of a part; null: not known, or the part has ended. */
export function figuresOf(part: Part, { turnover }: AccountView): Readonly<TurnoverFigures> | null {
  // Those of an isolated part end with its position.
  const hasEnded = part.positionId !== 0 && part.positions.every(({ size }) => size === 0);
  return hasEnded ? null : turnover.of(part.account.id, part);
}

/** The part of a position that may have ended with the command. */
export function partOf(one: Account, { positions }: Touched, positionId: number): Part | [] {
  if (positionId === 0) return one.shared;
  const position =
    positions.find(({ id }) => id === positionId) ?? openPositionsOf(one).find(({ id }) => id === positionId);
  return position?.part ?? [];
}
