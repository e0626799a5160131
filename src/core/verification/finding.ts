/**
 * A finding: what a rule found about a team, how much of it, and where to look (docs/evidence.md, Rules). Numbers that
 * were compared are decimal text.
 */
import type { Dossier } from './dossier.ts';
import type { Verification } from './step.ts';
import type { Signs, Team, TeamLog } from './team.ts';

export type RuleId =
  | 'V01'
  | 'V02'
  | 'V03'
  | 'V04'
  | 'V05'
  | 'V06'
  | 'V07'
  | 'V08'
  | 'V09'
  | 'V10'
  | 'V11'
  | 'V12'
  | 'V13'
  | 'V14'
  | 'V15'
  | 'V16';

/** H: a person must look. M: counted by the verdict. L and I: shown. The other two are verdicts by themselves. */
export type Severity = 'H' | 'M' | 'L' | 'I' | 'REVIEW' | 'INSUFFICIENT';

export type Finding = {
  readonly count: number;
  /** Leaf indices, the first 50. */
  readonly evidence: readonly number[];
  readonly limit: string | null;
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly value: string | null;
};

/** One rule: what it finds about one team among all, or null. */
export interface Rule {
  readonly id: RuleId;
  readonly find: (dossier: Dossier, all: Everything) => Found | null;
}

/** Everything a rule may look at. */
export interface Everything {
  readonly state: Verification;
  readonly dossiers: readonly Dossier[];
  /** The signs of each team's net positions, until the contest's end or the last leaf. */
  readonly signs: ReadonlyMap<Team, Signs>;
  /** The long texts that each team wrote several times, with their logs. */
  readonly longTexts: ReadonlyMap<Team, ReadonlyMap<string, readonly TeamLog[]>>;
}

/** A finding before its rule is named and its evidence cut. */
export interface Found {
  readonly severity: Severity;
  readonly count: number;
  readonly evidence: readonly number[];
  readonly value?: bigint | number;
  readonly limit?: number;
}

const EVIDENCE = 50;
const MILLION = 1_000_000n;

export function findingOf(rule: RuleId, { severity, count, evidence, value, limit }: Found): Finding {
  return {
    count,
    evidence: [...evidence].sort((a, b) => a - b).slice(0, EVIDENCE),
    limit: limit === undefined ? null : String(limit),
    rule,
    severity,
    value: value === undefined ? null : String(value),
  };
}

/** ⌊10⁶·part / whole⌋, or 0 when `whole` is 0. */
export function sharePpm(part: number, whole: number): number {
  return whole === 0 ? 0 : Number((MILLION * BigInt(part)) / BigInt(whole));
}

/** Whether part / whole is above `ppm` millionths. */
export function isAboveShare(part: number, whole: number, ppm: number): boolean {
  return MILLION * BigInt(part) > BigInt(ppm) * BigInt(whole);
}
