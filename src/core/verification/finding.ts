/**
 * A finding: what a rule found about a team, how much of it, and where to look (docs/evidence.md, Rules). Numbers that
 * were compared are decimal text.
 */
import type { Copies } from './copies.ts';
import type { Dossier } from './dossier.ts';
import type { Verification } from './verification.ts';
import type { Team, TeamLog } from './team.ts';
import type { Twin } from './twins.ts';

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
  | 'V16'
  | 'V17'
  | 'V18';

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
  /** From the second version of the rule set on: which team was first, where another is concerned; null: none was. */
  readonly first?: string | null;
  /** The other teams or accounts that are concerned, by name. */
  readonly others?: readonly string[];
  /** How many of the counted orders it touches; null when it is not about orders. */
  readonly touched?: number | null;
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
  /** How each team's positions match those of others, the closest first. */
  readonly likenesses: ReadonlyMap<Team, readonly Twin[]>;
  readonly copies: Copies;
  /** For the first version: the long texts that each team wrote several times, with their logs. */
  readonly longTexts: ReadonlyMap<Team, ReadonlyMap<string, readonly TeamLog[]>>;
}

/** A finding before its rule is named and its evidence cut. */
export interface Found {
  readonly severity: Severity;
  readonly count: number;
  readonly evidence: readonly number[];
  readonly value?: bigint | number;
  readonly limit?: number;
  readonly first?: string;
  readonly others?: readonly string[];
  /** The counted orders it is about, each once. */
  readonly touched?: number;
}

const EVIDENCE = 50;
const MILLION = 1_000_000n;

/** As the first version of the rule set wrote it down. */
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

/** With who was first, who else is concerned, and how much of what the team did it touches. */
export function tellingFinding(rule: RuleId, found: Found): Finding {
  const { first = null, others = [], touched = null } = found;
  const names = [...new Set(others)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return { ...findingOf(rule, found), first, others: names, touched };
}

/** ⌊10⁶·part / whole⌋, or 0 when `whole` is 0. */
export function sharePpm(part: number, whole: number): number {
  return whole === 0 ? 0 : Number((MILLION * BigInt(part)) / BigInt(whole));
}

/** Whether part / whole is above `ppm` millionths. */
export function isAboveShare(part: number, whole: number, ppm: number): boolean {
  return MILLION * BigInt(part) > BigInt(ppm) * BigInt(whole);
}
