/**
 * Positions that copies follow (COPY-003, COPY-004): a binding lives from the copy's first fill to its last close,
 * whatever becomes of the lead's position or of the relation in between.
 */
import { invariant } from '../num/invariant.ts';
import type { Id } from '../num/units.ts';
import type { Position, CopyBinding, CopyRelation } from '../state/records.ts';
import { delistCopy, enlistCopy } from '../state/copy-lists.ts';
import { netProfitOf } from './relation.ts';

/** Binds a follower's new position to the position of its lead that it copies. */
export function bind(relation: CopyRelation, position: Position, leadPositionId: Id): void {
  invariant(position.account === relation.follower, 'COPY-003: a copy is of the follower', relation, position);
  invariant(position.positionMode === 'separated', 'COPY-003: a copy is a position of its own', relation, position);
  enlistCopy({ relation, position, leadPositionId, counted: netProfitOf(position) });
  relation.open++;
}

/** The copy is closed. */
export function unbind(binding: CopyBinding): void {
  const { relation, position } = binding;
  invariant(position.size === 0, 'COPY-003: a copy is bound until it is closed', relation, position);
  delistCopy(binding);
  relation.open--;
  invariant(relation.open >= 0, 'COPY-003: no more copies end than were bound', relation, relation.open);
}
