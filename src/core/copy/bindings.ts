/**
 * Which position copies which (COPY-003, COPY-004): a binding lives from the copy's first fill to its last close, whatever becomes
 * of the lead's position or of the relation in between.
 */
import type { Id } from '../num/units.ts';
import type { Position } from '../state.ts';
import type { CopyBinding, CopyRelation } from './relation.ts';
import { netOf, roleOf } from './relation.ts';

/** Binds a follower's new position to the position of its lead that it copies. */
export function bind(relation: CopyRelation, position: Position, leadPositionId: Id): void {
  const { copies } = relation.lead;
  const binding: CopyBinding = { relation, position, leadPositionId, counted: netOf(position) };
  const list = copies.get(leadPositionId);
  if (list === undefined) copies.set(leadPositionId, [binding]);
  else list.push(binding);
  roleOf(position.account).bound.set(position.id, binding);
  relation.open++;
}

/** The copy is closed. */
export function unbind(binding: CopyBinding): void {
  const { relation, position, leadPositionId } = binding;
  const { copies } = relation.lead;
  const list = copies.get(leadPositionId)!;
  list.splice(list.indexOf(binding), 1);
  if (list.length === 0) copies.delete(leadPositionId);
  roleOf(position.account).bound.delete(position.id);
  relation.open--;
}
