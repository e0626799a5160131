/**
 * The rule set: every number the verification compares with, frozen by a contest as the SHA-256 of its JCS
 * (docs/evidence.md). It has a version, which says by which rules it is judged: those of a version never change, so a
 * contest keeps the rules it froze. The defaults of each version are here; what is read from outside must have every
 * number of its version and nothing else.
 */
import type { Canonical } from '../text/canonical.ts';

/** The fields of every version. */
type Common = {
  readonly name: string;
  /** A log before its order links only within this time. */
  readonly preMs: number;
  /** Grade B and grade C end this long after the order; during an outage, this long after its end. */
  readonly timelyMs: number;
  readonly lateMs: number;
  readonly outageTimelyMs: number;
  readonly outageLateMs: number;
  /** By hash or name a log links to at most this many orders. */
  readonly childOrders: number;
  readonly sizeTolerancePpm: number;
  readonly priceTolerancePpm: number;
  readonly coveragePpm: number;
  readonly coverageMin: number;
  readonly beaconMaxAgeMs: number;
  readonly contradictionMin: number;
  readonly contradictionPpm: number;
  readonly ownershipMin: number;
  readonly manualClosePpm: number;
  readonly repeatMin: number;
  readonly repeatPpm: number;
  readonly templateWindow: number;
  readonly templateDistinct: number;
  readonly copyText: number;
  readonly copyLogs: number;
  readonly commonTemplates: readonly string[];
  readonly placeholderMin: number;
  readonly groundingClaims: number;
  readonly groundingPpm: number;
  readonly counterpartyPpm: number;
  readonly twinSamples: number;
  readonly twinPpm: number;
  readonly mediumMax: number;
  /** For cases: how long a team has to answer, and to appeal. */
  readonly answerMs: number;
  readonly appealMs: number;
};

type First = Common & { readonly v: 1 };

/** The fields that the second version added. */
export type Second = Common & {
  readonly v: 2;
  /** V17: client order ids that were announced and not used: so many, and more than the share of all. */
  readonly announcedMin: number;
  readonly announcedPpm: number;
  /** V09: from so many teams on, a text is common. */
  readonly commonTeams: number;
  /** V13: a fill is a gift when its price is this far outside the minute's marks; … */
  readonly giftTolerancePpm: number;
  /** … beyond this it is one whoever took it, and a rule finds gifts from this part of the start balance on. */
  readonly giftDeepPpm: number;
  readonly giftPpm: number;
  /** The part from which on gifts count that a taker in a thin market may have made. */
  readonly giftThinPpm: number;
  /** A medium finding that touches more than this share of the counted orders is a high one. */
  readonly mediumSharePpm: number;
  /** V17: orders that picked one of several decisions. */
  readonly pickedMin: number;
  readonly pickedPpm: number;
  /** V08 judges fewer logs than a window from so many on. */
  readonly templateLogsMin: number;
  /** A trigger this close to the minute's marks is a decision to close, not to protect. */
  readonly triggerNearPpm: number;
  /** V14: how often each twin must have changed sides, in a contract both hold. */
  readonly twinChanges: number;
};

export type Ruleset = First | Second;
export type RulesetVersion = Ruleset['v'];

const FIRST: First = {
  answerMs: 259_200_000,
  appealMs: 259_200_000,
  beaconMaxAgeMs: 600_000,
  childOrders: 10,
  commonTemplates: [],
  contradictionMin: 2,
  contradictionPpm: 10_000,
  copyLogs: 3,
  copyText: 80,
  counterpartyPpm: 400_000,
  coverageMin: 10,
  coveragePpm: 950_000,
  groundingClaims: 5,
  groundingPpm: 500_000,
  lateMs: 900_000,
  manualClosePpm: 200_000,
  mediumMax: 2,
  name: 'outcry-rules',
  outageLateMs: 1_800_000,
  outageTimelyMs: 900_000,
  ownershipMin: 3,
  placeholderMin: 3,
  preMs: 3_600_000,
  priceTolerancePpm: 20_000,
  repeatMin: 5,
  repeatPpm: 20_000,
  sizeTolerancePpm: 50_000,
  templateDistinct: 10,
  templateWindow: 40,
  timelyMs: 60_000,
  twinPpm: 902_500,
  twinSamples: 192,
  v: 1,
};

const SECOND: Second = {
  ...FIRST,
  announcedMin: 10,
  announcedPpm: 500_000,
  commonTeams: 3,
  giftDeepPpm: 20_000,
  giftPpm: 10_000,
  giftThinPpm: 50_000,
  giftTolerancePpm: 2_000,
  mediumSharePpm: 500_000,
  pickedMin: 5,
  pickedPpm: 200_000,
  templateLogsMin: 20,
  triggerNearPpm: 1_000,
  twinChanges: 4,
  v: 2,
};

/** The defaults of each version. */
export const RULESETS: Readonly<Record<RulesetVersion, Ruleset>> = { 1: FIRST, 2: SECOND };
export const DEFAULT_RULESET = SECOND;

const LONGEST_NAME = 64;

/** A value as a rule set, or what is wrong with it in words. */
export function readRuleset(value: Canonical): Ruleset | string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'a rule set is an object';
  const given = new Map(Object.entries(value as { readonly [key: string]: Canonical }));
  const usualOnes = Object.values(RULESETS).find(({ v }) => v === given.get('v'));
  if (usualOnes === undefined) return `v must be ${Object.keys(RULESETS).join(' or ')}`;
  const known = Object.entries(usualOnes);
  for (const name of given.keys()) if (!known.some(([one]) => one === name)) return `a rule set has no ${name}`;
  for (const [name, usual] of known) {
    const found = given.get(name);
    if (found === undefined) return `${name} is missing`;
    const wrong = wrongWith(found, usual);
    if (wrong !== null) return `${name} ${wrong}`;
  }
  return value as unknown as Ruleset;
}

/** The given fields of a rule set, and the rest as its version has it; of the newest when none is named. */
export function completeRuleset(given: { readonly [key: string]: unknown }): Canonical {
  const usual = Object.values(RULESETS).find(({ v }) => v === given['v']) ?? DEFAULT_RULESET;
  return { ...usual, ...given };
}

function wrongWith(found: Canonical, usual: Canonical): string | null {
  if (Array.isArray(usual))
    return Array.isArray(found) && found.every((one) => typeof one === 'string') ? null : 'must be a list of texts';
  if (typeof usual === 'string')
    return typeof found === 'string' && found !== '' && found.length <= LONGEST_NAME
      ? null
      : `must be a text of 1 to ${LONGEST_NAME} characters`;
  return typeof found === 'number' && Number.isSafeInteger(found) && found >= 0 ? null : 'must be an integer from 0';
}
