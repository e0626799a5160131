/**
 * A copy's places: in the list of those that copy the lead's position, and among its account's own. Structure only:
 * when a copy is bound and when it ends is decided in `copy/`. The account has a role: it follows a lead.
 */
import { invariant } from '../num/invariant.ts';
import type { CopyBinding } from './records.ts';

export function enlistCopy(binding: CopyBinding): void {
  const { relation, position, leadPositionId } = binding;
  const { copies } = relation.lead;
  const list = copies.get(leadPositionId);
  if (list === undefined) copies.set(leadPositionId, [binding]);
  else list.push(binding);
  const { bound } = position.account.copyRole!;
  invariant(!bound.has(position.id), 'COPY-003: a position copies one other', relation, position);
  bound.set(position.id, binding);
}

export function delistCopy(binding: CopyBinding): void {
  const { relation, position, leadPositionId } = binding;
  const { copies } = relation.lead;
  const list = copies.get(leadPositionId)!;
  const at = list.indexOf(binding);
  invariant(at >= 0, 'COPY-003: a lead knows the copies of its position', relation, position);
  list.splice(at, 1);
  if (list.length === 0) copies.delete(leadPositionId);
  position.account.copyRole!.bound.delete(position.id);
}
