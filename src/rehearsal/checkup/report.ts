/**
 * The checkup of an account (REH-12): every rule asked of the facts, a score, and figures. Pure; what the facts don't
 * hold it does not say.
 */
import type { CheckupView } from '../../api/shapes/checkup.ts';
import type { Both, Facts } from './facts/facts.ts';
import { figuresOf } from './facts/figures.ts';
import { RULES } from './rules/index.ts';
import type { Severity } from './rules/rule.ts';

const VERSION = 1;
const MOST_EVIDENCE = 20;
const PERFECT = 100;
/** Points that a finding takes off the score. */
const COSTS: Readonly<Record<Severity, number>> = { fail: 20, warn: 5, note: 0 };
const ORDER: readonly Severity[] = ['fail', 'warn', 'note'];

export type Language = keyof Both;

/** @param language of what, why and fix */
export function reportOf(facts: Facts, language: Language): CheckupView {
  const findings = RULES.flatMap(({ id, why, fix, find }) => {
    const found = find(facts);
    if (found === null) return [];
    const { severity, count, what, evidence } = found;
    return {
      id,
      severity,
      count,
      what: what[language],
      why: why[language],
      fix: (found.fix ?? fix)[language],
      evidence: evidence.slice(0, MOST_EVIDENCE),
    };
  }).toSorted((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || (a.id < b.id ? -1 : 1));
  const cost = findings.reduce((total, { severity }) => total + COSTS[severity], 0);
  const { known } = facts;
  return {
    version: VERSION,
    run: facts.run,
    unrepeatable: facts.unrepeatable?.[language] ?? null,
    account: String(facts.account),
    period: {
      fromMs: facts.fromMs,
      toMs: facts.toMs,
      /** Requests are known since then: older ones are no longer on file, or there were none. */
      requestsFromMs: known.requests[0]?.at ?? null,
      isComplete: !known.isCut && !facts.isCut && known.lost === 0,
    },
    score: Math.max(0, PERFECT - cost),
    findings,
    figures: figuresOf(facts),
  };
}
