/** The state of verification after some leaves: shapes only; `step.ts` makes and fills them. */
import type { VerifyEd25519 } from '../log/note.ts';
import type { Sha256 } from '../text/bytes.ts';
import type { Outage } from './grade.ts';
import type { ContestFacts } from './records.ts';
import type { Ruleset } from './ruleset.ts';
import type { Team, TeamLog, TeamOrder } from './team.ts';
import type { Terms } from './terms.ts';

/** Bars of one contract's mark by the minutes' starts, rising. */
export interface MarkBars {
  readonly at: number[];
  readonly low: string[];
  readonly high: string[];
}

export interface Verification {
  readonly sha256: Sha256;
  readonly verifyEd25519: VerifyEd25519;
  readonly ruleset: Ruleset;
  /** The rule set's result. */
  readonly rules: Terms;
  readonly contest: ContestFacts;
  /** Leaves read, and their times. */
  readonly times: number[];
  endMs: number;
  origin: string;
  readonly teams: Map<string, Team>;
  readonly byUid: Map<string, Team>;
  readonly outages: Outage[];
  readonly bars: Map<string, MarkBars>;
  /** By order id: the accounts of orders that belong to no team, and the orders of teams. */
  readonly owners: Map<string, string>;
  readonly orders: Map<string, TeamOrder>;
  /** The log that was first with a body. */
  readonly firstWithBody: Map<string, TeamLog>;
}

/** Time between two samples of teams' positions. */
export const SAMPLE_MS = 900_000;
