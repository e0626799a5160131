/**
 * Rules about a team's counted orders: V01 to V03, V05, V15 (docs/evidence.md, Rules).
 */
import type { Dossier, GradedOrder } from './dossier.ts';
import { ppmOf, ratioPpm, compare } from './exact.ts';
import { type Everything, type Found, isAboveShare, type Rule, sharePpm } from './finding.ts';
import { isCovered } from './grade.ts';

const indices = (orders: readonly GradedOrder[]): readonly number[] => orders.map(({ order }) => order.index);

/** V01: too few counted orders have a log that is in time and fits. */
function orderCoverage({ counted, covered, coverage }: Dossier, { state: { rules } }: Everything): Found | null {
  if (coverage === 'pass') return null;
  const missing = counted.filter(({ grade }) => !isCovered(grade));
  return {
    severity: coverage === 'fail' ? 'INSUFFICIENT' : 'REVIEW',
    count: missing.length,
    evidence: indices(missing),
    limit: rules.coveragePpm,
    ...(counted.length === 0 ? {} : { value: sharePpm(covered, counted.length) }),
  };
}

/** V02: the same by traded value. */
function notionalCoverage(dossier: Dossier, { state: { rules } }: Everything): Found | null {
  const { counted, notionalCounted, notionalCovered } = dossier;
  if (passesByNotional(dossier, rules.coveragePpm)) return null;
  const missing = counted.filter(({ grade, order }) => !isCovered(grade) && order.notional.units > 0n);
  return {
    severity: 'REVIEW',
    count: missing.length,
    evidence: indices(missing),
    value: ratioPpm(notionalCovered, notionalCounted),
    limit: rules.coveragePpm,
  };
}

/** Whether enough of the traded value is covered, or nothing was traded. */
export function passesByNotional({ notionalCounted, notionalCovered }: Dossier, requiredPpm: number): boolean {
  return compare(ppmOf(notionalCovered, 1_000_000), ppmOf(notionalCounted, requiredPpm)) >= 0;
}

/** V03: the log says something other than what the order does. */
function contradictions({ counted }: Dossier, { state: { rules } }: Everything): Found | null {
  const those = counted.filter(({ grade }) => grade === 'X');
  if (those.length === 0) return null;
  const many =
    those.length >= rules.contradictionMin && isAboveShare(those.length, counted.length, rules.contradictionPpm);
  return {
    severity: many ? 'H' : 'L',
    count: those.length,
    evidence: indices(those),
    value: sharePpm(those.length, counted.length),
    limit: rules.contradictionPpm,
  };
}

/** V05: a person acted: any opening, or too many closings. */
function manualActions({ counted }: Dossier, { state: { rules } }: Everything): Found | null {
  const isManual = ({ order }: GradedOrder): boolean =>
    order.header.channel === 'web' || order.deciding?.log.facts?.isManual === true;
  const isOpening = ({ order }: GradedOrder): boolean => order.header.type === '1' || order.header.type === '2';
  const manual = counted.filter(isManual);
  const closings = counted.filter((one) => !isOpening(one));
  const manualClosings = closings.filter(isManual);
  const tooMany = isAboveShare(manualClosings.length, closings.length, rules.manualClosePpm);
  if (manualClosings.length === manual.length && !tooMany) return null;
  return {
    severity: 'M',
    count: manual.length,
    evidence: indices(manual),
    value: sharePpm(manualClosings.length, closings.length),
    limit: rules.manualClosePpm,
    touched: manual.length,
  };
}

/** V15: too few orders were filled for a rank. */
function fewFilled({ filled }: Dossier, { state: { contest } }: Everything): Found | null {
  if (filled >= contest.minFilledOrders) return null;
  return { severity: 'I', count: filled, evidence: [], value: filled, limit: contest.minFilledOrders };
}

export const ORDER_RULES: readonly Rule[] = [
  { id: 'V01', find: orderCoverage },
  { id: 'V02', find: notionalCoverage },
  { id: 'V03', find: contradictions },
  { id: 'V05', find: manualActions },
  { id: 'V15', find: fewFilled },
];
