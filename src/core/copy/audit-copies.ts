/**
 * The invariants of copy trading (INV-013), recounted: what COMMISSION holds is what was deducted and not settled,
 * relations and bindings name each other, and every copy's closes have been counted. Part of `audit.ts`; changes
 * nothing.
 */
import { COMMISSION } from '../language/accounts.ts';
import type { Report } from '../num/invariant.ts';
import { add } from '../num/mul-div.ts';
import type { Money } from '../num/units.ts';
import type { Account, CopyBinding, CopyRelation } from '../state/records.ts';
import type { State } from '../state/state.ts';
import { netProfitOf } from './relation.ts';

export function auditCopies(state: State, report: Report): void {
  let prepaid: Money = 0;
  const open = new Map<CopyRelation, number>();
  for (const account of state.accounts.values()) auditRole(state, account, open, report);
  for (const relation of state.relations.values()) {
    prepaid = add(prepaid, relation.prepaid);
    auditRelation(relation, open.get(relation) ?? 0, report);
    open.delete(relation);
  }
  const held = state.accounts.get(COMMISSION)?.shared.amount ?? 0;
  report('INV-013', held === prepaid, () => `COMMISSION holds ${held} e8, relations prepaid ${prepaid}`);
  report('COPY-003', open.size === 0, () => `${open.size} relations have open copies and are forgotten`);
}

function auditRelation(relation: CopyRelation, open: number, report: Report): void {
  const { id, lead, endedMs, prepaid, follower } = relation;
  report(
    'COPY-001',
    lead.account.copyRole?.lead === lead && lead.account !== follower,
    () => `relation ${id} has no lead`,
  );
  report('COPY-001', follower.copyRole !== null, () => `relation ${id} has a follower without a role`);
  report(
    'COPY-001',
    lead.relations.includes(relation) === (endedMs === 0),
    () => `relation ${id} copies after its end, or not before it`,
  );
  report(
    'COPY-003',
    relation.open === open,
    () => `relation ${id} counts ${relation.open} open copies, there are ${open}`,
  );
  report('COPY-005', prepaid >= 0, () => `relation ${id} prepaid ${prepaid} e8`);
}

function auditRole(state: State, account: Account, open: Map<CopyRelation, number>, report: Report): void {
  const { lead, bound } = account.copyRole ?? { lead: null, bound: new Map<number, CopyBinding>() };
  for (const [id, binding] of bound) {
    const { relation, position, leadPositionId, counted } = binding;
    const known = relation.lead.copies.get(leadPositionId)?.includes(binding) === true;
    report(
      'COPY-003',
      known && relation.follower === account,
      () => `position ${id} is bound to a lead that does not know it`,
    );
    report('COPY-003', state.positions.get(id) === position, () => `position ${id} is bound and has ended`);
    report(
      'COPY-003',
      position.positionMode === 'separated',
      () => `position ${id} is a copy and ${position.positionMode}`,
    );
    report(
      'COPY-005',
      netProfitOf(position) === counted,
      () => `position ${id} brought ${netProfitOf(position)} e8, counted ${counted}`,
    );
    open.set(relation, (open.get(relation) ?? 0) + 1);
  }
  for (const [leadPosition, copies] of lead?.copies ?? [])
    for (const { position } of copies)
      report(
        'COPY-003',
        position.account.copyRole?.bound.get(position.id)?.leadPositionId === leadPosition,
        () => `position ${position.id} is listed as a copy of ${leadPosition} and is none`,
      );
}
