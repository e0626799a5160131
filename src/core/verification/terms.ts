/**
 * The terms a contest is judged by: the numbers of its rule set, and how its version reads logs and orders. Rules ask
 * the terms and never the version, so what a version does is here as data (docs/evidence.md, Versions). The terms of a
 * version never change: a contest keeps those it froze.
 */
import { READING, type Reading } from '../log/decision.ts';
import { DEFAULT_RULESET, type Ruleset, RULESETS, type RulesetVersion, type Second } from './ruleset.ts';
import { type ManualWords, MANUAL_WORDS } from './manual.ts';

type Numbers = Omit<Second, 'v' | 'name' | 'answerMs' | 'appealMs'>;

/** Differences between versions beside numbers. */
interface Ways {
  readonly reading: Reading;
  readonly manualWords: ManualWords;
  /** Names under which an input claims a price. */
  readonly claimNames: readonly string[];
  /** Decisions of one log that contradict each other for a contract are none. */
  readonly contradictionsAreNone: boolean;
  /** The best grade of an order whose log decides nothing. */
  readonly undecidedGrade: 'C' | 'D';
  /** A log that decides something decides before one that doesn't, however both are linked. */
  readonly readableDecides: boolean;
  /** A take-profit or stop-loss follows the opening of its position, unless its trigger is near the mark. */
  readonly closingsFollow: boolean;
  /** A trigger that was moved near the mark is an order to close, placed then. */
  readonly countsChanges: boolean;
  /** The same decision sent once for each slice of one order is one decision. */
  readonly slicesAreOne: boolean;
  /** Texts are told apart by all of them, not by their first 120 characters. */
  readonly wholeTexts: boolean;
  /** Frozen texts are nobody's for V08 too: it looks at what else a team wrote. */
  readonly frozenAreNone: boolean;
  /** A log that came after its order is held against the prices before the order. */
  readonly groundsAtOrder: boolean;
}

export type Terms = Numbers & Ways;

const CLAIMS = ['mark', 'markprice', 'price', 'last', 'lastprice'];

const WAYS: Readonly<Record<RulesetVersion, Ways>> = {
  1: {
    reading: { closesEitherWay: false, finalWins: false, vetoesHold: false },
    manualWords: MANUAL_WORDS[1],
    claimNames: [...CLAIMS, 'close'],
    contradictionsAreNone: false,
    undecidedGrade: 'C',
    readableDecides: false,
    closingsFollow: false,
    countsChanges: false,
    slicesAreOne: false,
    wholeTexts: false,
    groundsAtOrder: false,
    frozenAreNone: false,
  },
  2: {
    reading: READING,
    manualWords: MANUAL_WORDS[2],
    claimNames: CLAIMS,
    contradictionsAreNone: true,
    undecidedGrade: 'D',
    readableDecides: true,
    closingsFollow: true,
    countsChanges: true,
    slicesAreOne: true,
    wholeTexts: true,
    groundsAtOrder: true,
    frozenAreNone: true,
  },
};

/** Whether contests that froze a rule set of this version count moved triggers: then each move is a leaf. */
export function countsChanges(version: number): boolean {
  return Object.entries(WAYS).some(([one, ways]) => Number(one) === version && ways.countsChanges);
}

const WHOLE_PPM = 1_000_000;

export function termsOf(rules: Ruleset): Terms {
  if (rules.v === 2) return { ...rules, ...WAYS[2] };
  // The numbers it does not have, so that what they are for never happens.
  const absent = { ...DEFAULT_RULESET, mediumSharePpm: WHOLE_PPM, templateLogsMin: rules.templateWindow };
  return { ...absent, ...rules, ...WAYS[1] };
}

/** Those of the exchange's own views, which belong to no contest. */
export const DEFAULT_TERMS: Terms = termsOf(RULESETS[2]);
