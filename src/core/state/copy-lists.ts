/**
 * A copy's places: in the list of those that copy the lead's position, and among its account's own. Structure only:
 * when a copy is bound and when it ends is decided in `copy/`. The account has a role: it follows a lead.
 */
import type { CopyBinding } from './records.ts';

export function enlistCopy(binding: CopyBinding): void {
  const { relation, position, leadPositionId } = binding;
  const { copies } = relation.lead;
  const list = copies.get(leadPositionId);
  if (list === undefined) copies.set(leadPositionId, [binding]);
  else list.push(binding);
  position.account.copyRole!.bound.set(position.id, binding);
}

export function delistCopy(binding: CopyBinding): void {
  const { relation, position, leadPositionId } = binding;
  const { copies } = relation.lead;
  const list = copies.get(leadPositionId)!;
  list.splice(list.indexOf(binding), 1);
  if (list.length === 0) copies.delete(leadPositionId);
  position.account.copyRole!.bound.delete(position.id);
}
