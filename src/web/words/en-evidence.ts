/**
 * Words for grades, levels, verdicts and findings, in English, for cards, boards, teams, an account's own page
 * and judges (docs/evidence.md). The sentences that reports and the command line say too are the core's.
 */
import { DECIDED_SAYS, GRADE_SAYS, LEVEL_SAYS, RULE_SAYS, VERDICT_SAYS } from '../../core/verification/words/en.ts';

/** "1 order", "2 orders". */
const of = (count: string, one: string): string => `${count} ${one}${count === '1' ? '' : 's'}`;

/** A finding's figures as text: of its value and of its limit a share is per cent already. */
interface Figures {
  readonly count: string;
  readonly value: string;
  readonly limit: string;
}

export const enEvidence = {
  grade: (grade: string) => `grade ${grade}`,
  /** Of one order, beside the time between it and its log. */
  says: {
    A: 'said before, and did the same',
    hash: 'bound to it before, sent after, and did the same',
    B: 'said in time after it, and did the same',
    C: 'said late, and did the same',
    unread: 'its decision can’t be read',
    both: 'decided both to buy and to sell',
    off: 'said another size or price',
    D: 'said too late',
    X: 'said something else',
    U: 'no reason on record',
  },
  /** Of many. */
  grades: GRADE_SAYS,
  levels: LEVEL_SAYS,
  level: (level: string, means: string) => `Evidence level ${level}, which half of its orders reach: ${means}`,
  verdicts: VERDICT_SAYS as Readonly<Record<string, string>>,
  /** The judges' decisions about a team. */
  decided: DECIDED_SAYS as Readonly<Record<string, string>>,
  notes: (count: number, rules: string) => (count === 1 ? `1 note (${rules})` : `${count} notes (${rules})`),
  severities: {
    H: 'a person must look',
    M: 'counts in the verdict',
    L: 'noted',
    I: 'for information',
    REVIEW: 'a person must look',
    INSUFFICIENT: 'too little evidence',
  } as Readonly<Record<string, string>>,
  rule: 'Rule',
  severity: 'Weight',
  whatFound: 'Found',
  leaves: 'Leaves',
  concerns: (others: string) => `concerns ${others}`,
  wasFirst: (team: string) => `${team} was first`,
  noFindings: 'No rule found anything.',
  rules: RULE_SAYS as Readonly<Record<string, string>>,
  found: {
    V01: ({ count, value, limit }) => `${of(count, 'order')} without one; ${value} have one, ${limit} must`,
    V02: ({ count, value, limit }) => `${of(count, 'order')} without one; ${value} of the value has one, ${limit} must`,
    V03: ({ count, value, limit }) => `${of(count, 'order')}, ${value} of all; a person looks above ${limit}`,
    V04: ({ count, limit }) => `${of(count, 'log')}; a person looks from ${limit}`,
    V05: ({ count, value, limit }) =>
      `${of(count, 'order')}; of its closings ${value} were by hand, at most ${limit} may be, and no opening`,
    V06: ({ count }) => of(count, 'log'),
    V07: ({ count, value, limit }) =>
      `${of(count, 'order')} backed by a log like an earlier one, ${value} of all; at most ${limit} may`,
    V08: ({ count, value, limit }) => `${count} stretches of logs, ${value} of all; at most ${limit} may be`,
    V09: ({ count }) => of(count, 'log'),
    V10: ({ count }) => of(count, 'log'),
    V11: ({ count, limit }) => `${of(count, 'log')}; counts from ${limit}`,
    V12: ({ count, value, limit }) => `${of(count, 'price')}, ${value} of those it names; counts from ${limit}`,
    V13: ({ value, limit }) => `${value}; looked at from ${limit}`,
    V14: ({ value, limit }) => `${value} alike; counts from ${limit}`,
    V15: ({ count, limit }) => `${of(count, 'filled order')}; ${limit} are needed for a rank`,
    V16: ({ count }) => of(count, 'log'),
    V17: ({ value, limit }) => `${value} of its orders; counts above ${limit}`,
    V18: ({ count }) => of(count, 'log'),
  } as Readonly<Record<string, (figures: Figures) => string>>,
};

export type EvidenceWords = typeof enEvidence;
