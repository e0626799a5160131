/**
 * Which position copies which (COPY-003, COPY-004): a binding lives from the copy's first fill to its last close,
 * whatever becomes of the lead's position or of the relation in between.
 */
import type { Id } from '../num/units.ts';
import type { Position, CopyBinding, CopyRelation } from '../state/records.ts';
import { delistCopy, enlistCopy } from '../state/copy-lists.ts';
import { netProfitOf } from './relation.ts';

/** Binds a follower's new position to the position of its lead that it copies. */
export function bind(relation: CopyRelation, position: Position, leadPositionId: Id): void {
  enlistCopy({ relation, position, leadPositionId, counted: netProfitOf(position) });
  relation.open++;
}

/** The copy is closed. */
export function unbind(binding: CopyBinding): void {
  delistCopy(binding);
  binding.relation.open--;
}
