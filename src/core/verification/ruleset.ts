/**
 * The rule set: every number the verification compares with, frozen by a contest as the SHA-256 of its JCS
 * (docs/evidence.md). The defaults are here; what is read from outside must have every one of them and nothing else.
 */
import type { Canonical } from '../text/canonical.ts';

export type Ruleset = {
  readonly v: 1;
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

export const DEFAULT_RULESET: Ruleset = {
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

const LONGEST_NAME = 64;

/** A value as a rule set, or what is wrong with it in words. */
export function readRuleset(value: Canonical): Ruleset | string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'a rule set is an object';
  const given = new Map(Object.entries(value as { readonly [key: string]: Canonical }));
  const known = Object.entries(DEFAULT_RULESET);
  for (const name of given.keys()) if (!known.some(([one]) => one === name)) return `a rule set has no ${name}`;
  for (const [name, usual] of known) {
    const found = given.get(name);
    if (found === undefined) return `${name} is missing`;
    const wrong = wrongWith(found, usual);
    if (wrong !== null) return `${name} ${wrong}`;
  }
  return given.get('v') === 1 ? (value as unknown as Ruleset) : 'v must be 1';
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
