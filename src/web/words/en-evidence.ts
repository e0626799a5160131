/**
 * What grades, levels, verdicts and findings say in words, in English: the one home of these sentences, for cards,
 * boards, teams, an account's own page and judges (docs/evidence.md).
 */

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
    off: 'said another size or price',
    D: 'said too late',
    X: 'said something else',
    U: 'no reason on record',
  },
  /** Of many. */
  grades: {
    A: 'the reason was on record before the order, or the order was bound to it',
    B: 'the reason came within the first deadline',
    C: 'the reason came within the second deadline, or its decision can’t be read',
    D: 'the reason came too late, or says another size or price',
    U: 'no reason on record',
    X: 'the reason says something else than the order did',
  },
  levels: [
    'asserted',
    'signed by the team’s key',
    'names a response of the model and what was asked',
    'before the order, and quotes a recent checkpoint',
    'attested',
    'replayed',
  ],
  level: (level: string, means: string) => `Evidence level ${level}, which half of its orders reach: ${means}`,
  verdicts: {
    VERIFIED: 'enough orders have their reason in time, and no rule asks a person to look',
    REVIEW: 'a person must look',
    INSUFFICIENT: 'too little evidence',
  } as Readonly<Record<string, string>>,
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
  noFindings: 'No rule found anything.',
  rules: {
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
    V13: 'money handed on by prices that were not the market’s',
    V14: 'a twin',
    V15: 'too few filled orders',
    V16: 'what looks like a credential in a log',
    V17: 'decisions announced for whatever would be done',
  } as Readonly<Record<string, string>>,
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
    V09: ({ count }) => `${of(count, 'log')} with words that the other team sent too; the log says who was first`,
    V10: ({ count }) => of(count, 'log'),
    V11: ({ count, limit }) => `${of(count, 'log')}; counts from ${limit}`,
    V12: ({ count, value, limit }) => `${of(count, 'price')}, ${value} of those it names; counts from ${limit}`,
    V13: ({ value, limit }) => `${value}; looked at from ${limit}`,
    V14: ({ value, limit }) => `${value} alike; counts from ${limit}`,
    V15: ({ count, limit }) => `${of(count, 'filled order')}; ${limit} are needed for a rank`,
    V16: ({ count }) => of(count, 'log'),
    V17: ({ value, limit }) => `orders by one of several decisions, ${value} of all; counts above ${limit}`,
  } as Readonly<Record<string, (figures: Figures) => string>>,
};

export type EvidenceWords = typeof enEvidence;
