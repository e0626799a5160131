/**
 * The records of contests: the contest, its teams and its cases (section 22 of the rules).
 *
 * Shapes only. They name accounts, whose own record (`records.ts`) names the team: the type of that record is left open
 * here and given there.
 */
import type { Sampled } from '../standing/last-sample.ts';
import type { Track } from '../standing/metrics.ts';
import type { MinuteFill } from '../standing/minute.ts';
import type { RecordReport } from '../language/commands.ts';
import type { CaseOutcome } from '../language/contest-config.ts';
import type { ContestConfig } from '../language/contest-config.ts';
import type { CaseState, Phase, TeamState } from '../language/contest-words.ts';
import type { Money, TimeMs } from '../num/units.ts';

export interface ContestState<Account> {
  /** By id, oldest first. */
  readonly contests: Map<string, Contest<Account>>;
  /** The rule sets that are public. */
  rulesets: PublicRuleset[];
  /** How many contests are live. */
  live: number;
}

/** A rule set that contests may freeze: its SHA-256 in hex, and its version; 0 when it has none. */
export interface PublicRuleset {
  readonly sha256: string;
  readonly version: number;
}

/** The highest and the lowest mark of a contract since the last sample, in 1e-8. */
export interface MarkBar {
  readonly symbol: string;
  high: Money;
  low: Money;
}

/** A row of the final board; `score` null: eliminated. */
export interface FinalRow {
  readonly rank: number;
  readonly team: string;
  readonly score: string | null;
}

export interface Contest<Account> {
  readonly id: string;
  config: ContestConfig;
  phase: Phase;
  readonly teams: Team<Account>[];
  readonly cases: Case<Account>[];
  /** The next moment to sample at; 0 before the start and after the end. */
  nextSampleMs: TimeMs;
  /** The latest moment sampled at; 0 before the first. */
  lastSampleMs: TimeMs;
  /** Fills of its accounts since the last sample, in their order. */
  fills: MinuteFill[];
  bars: MarkBar[];
  /** The latest report; null before the first. */
  report: (RecordReport & { readonly timeMs: TimeMs }) | null;
  /** Null before the end. */
  board: readonly FinalRow[] | null;
}

export interface Team<Account> {
  readonly contest: Contest<Account>;
  readonly id: string;
  readonly account: Account;
  readonly name: string;
  readonly members: readonly string[];
  readonly modelClass: 'llm' | 'ml' | 'hybrid';
  models: readonly string[];
  /** Ed25519, 32 bytes as base64: its AI logs are signed with it; null: they are not. Fixed from its application on. */
  readonly publicKey: string | null;
  state: TeamState;
  /** Leaf index of its approval, −1 before. */
  approved: number;
  /** 0 while it is not eliminated. */
  eliminatedMs: TimeMs;
  /** Its samples; null before the start. */
  track: Track | null;
  /** Samples of the last minutes, where the contest's last sample is their median (CTST-012). */
  latest: Sampled[];
  /** Deposits less withdrawals since the start. */
  flows: Money;
  /** Its own counted orders that have a fill. */
  filled: number;
  /** The same at the latest sample, which the board is of. */
  filledAtSample: number;
  /** Shown only. */
  liquidations: number;
  volume: Money;
  fees: Money;
  funding: Money;
}

/** The proposal of a case, and who confirmed it. */
export interface Proposal {
  readonly by: string;
  readonly outcome: CaseOutcome;
  readonly rules: readonly string[];
  readonly text: string;
  readonly confirmedBy: string | null;
}

export interface Case<Account> {
  readonly contest: Contest<Account>;
  readonly id: string;
  readonly team: Team<Account>;
  readonly openedBy: string;
  state: CaseState;
  /** When the answer is due, 0 before the notice; the time of the waiver when it was waived. */
  answerDueMs: TimeMs;
  answers: number;
  /** Number of files in its answers. */
  files: number;
  proposal: Proposal | null;
  /** 0 before the decision. */
  decidedMs: TimeMs;
  appealed: boolean;
  overturned: boolean;
  /** The team's state before it was disqualified. */
  formerState: TeamState | null;
}
