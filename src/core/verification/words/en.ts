/**
 * The words of grades, levels, verdicts, rules and judges, in English, and in Chinese in `zh.ts`: the one home of these
 * sentences, for boards, reports, dossiers, the verifier and the page (docs/evidence.md). Each claims what rows of the
 * log hold, no more: that there was a reason, when, and what it said; never that a model thought of it or that nobody
 * helped.
 */
import type { CaseWord } from '../../language/contest-config.ts';
import type { RuleId } from '../finding.ts';
import type { Grade } from '../grade.ts';
import type { Verdict } from '../report.ts';

export const GRADE_SAYS: Readonly<Record<Grade, string>> = {
  A: 'the reason was on record before the order, or the order was bound to it',
  B: 'the reason came within the first deadline',
  C: 'the reason came within the second deadline',
  D: 'the reason came too late, says another size or price, or decides nothing that can be read',
  U: 'no reason on record',
  X: 'the reason says something else than the order did',
};

/** By level, 0 to 5. */
export const LEVEL_SAYS: readonly string[] = [
  'asserted',
  'signed by the team’s key',
  'names a response of the model and what was asked',
  'before the order, and quotes a recent checkpoint',
  'attested',
  'replayed',
];

export const VERDICT_SAYS: Readonly<Record<Verdict, string>> = {
  VERIFIED: 'enough orders have their reason in time, and no rule asks a person to look',
  REVIEW: 'a person must look',
  INSUFFICIENT: 'too few orders have their reason in time',
};

/** The judges' decision about a team; the verdict of its report stays beside it. */
export const DECIDED_SAYS: Readonly<Record<CaseWord, string>> = {
  cleared: 'cleared by two judges',
  warned: 'warned by two judges',
  disqualified: 'disqualified by two judges',
  upheld: 'disqualified, and upheld on appeal',
  overturned: 'cleared on appeal',
};

/** Findings by rule. */
export const RULE_SAYS: Readonly<Record<RuleId, string>> = {
  V01: 'orders without a reason in time',
  V02: 'traded value without a reason in time',
  V03: 'reasons that say something else than the order did',
  V04: 'logs about orders of others',
  V05: 'actions by hand',
  V06: 'models that were not registered',
  V07: 'one log for many orders',
  V08: 'few templates',
  V09: 'words that another team has too',
  V10: 'a log another team sent first',
  V11: 'placeholders',
  V12: 'prices that were not ours',
  V13: 'money handed on by prices off the market',
  V14: 'a twin',
  V15: 'too few filled orders',
  V16: 'what looks like a credential in a log',
  V17: 'decisions for whatever would be done',
  V18: 'logs that were not signed with its key',
};
