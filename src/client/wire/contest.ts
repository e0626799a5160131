/**
 * Requests and answers of /contest.
 * Generated from the routes by scripts/client-wire.ts, not edited by hand.
 */
import type { MarketTimeRequest } from './market.ts';
import type { AiCoverageAnswerGrades } from './ai.ts';
import type { LeverageAnswer } from './account.ts';

export type ContestListRequest = MarketTimeRequest;

export interface ContestListAnswerList {
  readonly contest: string;
  readonly title: string;
  readonly phase: string;
  readonly practice: boolean;
  readonly startMs: number;
  readonly endMs: number;
}

export interface ContestListAnswer {
  readonly list: readonly ContestListAnswerList[];
}

export interface ContestInfoRequest {
  /** Id of the contest */ readonly id: string | number;
}

export interface ContestInfoAnswerPhases {
  readonly phase: string;
  readonly t: number;
  /** Of its leaf */ readonly index: number;
}

export interface ContestInfoAnswerTeams {
  readonly team: string;
  readonly name: string;
  readonly state: string;
  readonly modelClass: string;
}

export interface ContestInfoAnswer {
  /** As in the leaf of the contest */ readonly config: Readonly<Record<string, unknown>>;
  readonly phase: string;
  readonly phases: readonly ContestInfoAnswerPhases[];
  readonly teams: readonly ContestInfoAnswerTeams[];
}

export interface ContestLeaderboardRequest {
  /** Id of the contest */ readonly id: string | number;
  /** Epoch ms; the latest sample until then */ readonly at?: string | number | null | undefined;
}

export interface ContestLeaderboardAnswerRows {
  readonly rank: number;
  readonly team: string;
  readonly name: string;
  /** null: eliminated */ readonly score: string | null;
  /** USDT */ readonly pnl: string;
  /** 1e-8 */ readonly return8: string;
  /** Millionths of the peak */ readonly mddPpm: number;
  /** 1e-6 */ readonly sharpe6: string | null;
  /** 1e-6 */ readonly sortino6: string | null;
  /** 1e-6 */ readonly romad6: string | null;
  /** Counted orders with a fill, by the sample */ readonly filled: number;
  /** Of the report, as grades, level and verdict are; 0 before the first */ readonly coveredPpm: number;
  readonly grades: AiCoverageAnswerGrades | null;
  /** Evidence level that half of its counted orders reach; null: none, or no report yet */
  readonly level: number | null;
  /** Counted orders whose log the team signed, by the report; null: it registered no key, or there is no report yet */
  readonly signed: number | null;
  /** VERIFIED, REVIEW or INSUFFICIENT */ readonly verdict: string | null;
  /** Rules that found something, by the same report */ readonly notes: readonly string[];
  readonly provisional: boolean;
  /**
   * What judges decided about it: cleared, warned, disqualified; upheld or overturned on appeal. The verdict is that of
   * the report all the same
   */
  readonly decided: string | null;
}

export interface ContestLeaderboardAnswerUnranked {
  readonly team: string;
  readonly name: string;
  /** minFilledOrders by the sample; withdrawn or disqualified at once */ readonly reason: string;
  /** Counted orders with a fill, by the sample */ readonly filled: number;
}

export interface ContestLeaderboardAnswerSkillRows {
  readonly team: string;
  /** 1e-8; 90 % of the returns drawn lie between low8 and high8 */ readonly low8: number;
  /** 1e-8 */ readonly high8: number;
  /** Of a million draws, how many have it above the next row; null: it is the last */
  readonly beatsNextPpm: number | null;
  /** Of a million agents by coin, how many returned as much or more; null: there are none */
  readonly coinsPpm: number | null;
}

export interface ContestLeaderboardAnswerSkillCoins {
  readonly agents: number;
  /** 1e-8; 90 % of their returns lie between low8 and high8 */ readonly low8: number;
  /** 1e-8; half of them returned less */ readonly middle8: number;
  /** 1e-8 */ readonly high8: number;
  /** Part of the time in the market, as the teams */ readonly presentPpm: number;
  /** Positions in parts of equity, as the teams */ readonly sharePpm: number;
  /** 1e-8 of what they traded, as the teams */ readonly fee8: number;
}

export interface ContestLeaderboardAnswerSkill {
  /** Of the last sample it is of, epoch ms */ readonly at: number;
  /** Of the leaves it follows from */ readonly logSize: number;
  /** Of the log at that size; it seeds what is drawn */ readonly beacon: string;
  /** From sample to sample, that were drawn from */ readonly changes: number;
  /** How many of them stay together */ readonly block: number;
  readonly draws: number;
  /** The teams that were ranked then, in that order */ readonly rows: readonly ContestLeaderboardAnswerSkillRows[];
  /** Agents who decide by coin, at the same marks; null: nobody traded */
  readonly coins: ContestLeaderboardAnswerSkillCoins | null;
}

export interface ContestLeaderboardAnswer {
  readonly contest: string;
  /** Of the sample that scores, returns, PnL and fills are of; 0 before the first */ readonly at: number;
  /** Of the report that coverage, grades, levels and verdicts are of; null before the first */
  readonly reportAt: number | null;
  readonly phase: string;
  readonly hidden: boolean;
  readonly rows: readonly ContestLeaderboardAnswerRows[];
  readonly unranked: readonly ContestLeaderboardAnswerUnranked[];
  /** How sure the returns are, by the report; null: too few samples, no report, or hidden */
  readonly skill: ContestLeaderboardAnswerSkill | null;
}

export interface ContestTeamRequest {
  /** Id of the contest */ readonly id: string | number;
  /** Id of the team */ readonly team: string | number;
}

export interface ContestTeamAnswerStanding {
  /** USDT */ readonly pnl: string;
  /** 1e-8 */ readonly return8: string;
  /** Millionths of the peak */ readonly mddPpm: number;
  /** 1e-6 */ readonly sharpe6: string | null;
  /** 1e-6 */ readonly sortino6: string | null;
  /** 1e-6 */ readonly romad6: string | null;
  /** Counted orders with a fill, by the sample */ readonly filled: number;
  /** Of the report, as grades, level and verdict are; 0 before the first */ readonly coveredPpm: number;
  readonly grades: AiCoverageAnswerGrades | null;
  /** Evidence level that half of its counted orders reach; null: none, or no report yet */
  readonly level: number | null;
  /** Counted orders whose log the team signed, by the report; null: it registered no key, or there is no report yet */
  readonly signed: number | null;
  /** VERIFIED, REVIEW or INSUFFICIENT */ readonly verdict: string | null;
  /** Rules that found something, by the same report */ readonly notes: readonly string[];
  readonly provisional: boolean;
  /**
   * What judges decided about it: cleared, warned, disqualified; upheld or overturned on appeal. The verdict is that of
   * the report all the same
   */
  readonly decided: string | null;
}

export interface ContestTeamAnswerPositions {
  /** New for every term, from open to fully closed */ readonly id: number;
  readonly symbol: string;
  /** LONG or SHORT */ readonly side: string;
  readonly leverage: string;
  readonly size: string;
  /** What its size cost, USDT */ readonly openValue: string;
  /** At the mark; null: the contract has no mark price */ readonly pnl: string | null;
  /** When it was opened, epoch ms */ readonly t: number;
}

export interface ContestTeamAnswerFindings {
  readonly count: number;
  /** Leaf indices, the first 50; none until the contest is final, but for the team itself, or where disclosed */
  readonly evidence: readonly number[];
  readonly limit: string | null;
  /** V01 to V18 */ readonly rule: string;
  /** H, M, L, I, REVIEW or INSUFFICIENT */ readonly severity: string;
  readonly value: string | null;
  /** The team that was first, where another is concerned */ readonly first: string | null;
  /** The other teams or accounts that are concerned */ readonly others: readonly string[];
  /** How many counted orders it touches; null: it is not about orders */ readonly touched: number | null;
}

export interface ContestTeamAnswerCasesDecisions {
  /** Of its leaf */ readonly index: number;
  /** Epoch ms */ readonly t: number;
  /** cleared, warned or disqualified; of an appeal upheld or overturned */ readonly outcome: string;
  /** How many decided it */ readonly judges: number;
}

export interface ContestTeamAnswerCases {
  readonly case: string;
  readonly state: string;
  /** cleared, warned or disqualified; overturned */ readonly outcome: string | null;
  /** Of the decision */ readonly rules: readonly string[];
  /** Of the decision */ readonly publicText: string;
  /** As their leaves say, the first one first */ readonly decisions: readonly ContestTeamAnswerCasesDecisions[];
}

export interface ContestTeamAnswerDisclosure {
  readonly what: string;
  readonly delayMs: number;
}

export interface ContestTeamAnswer {
  /** Of the sample the row is of; 0 before the first */ readonly at: number;
  /** Of the report its coverage, grades, level, verdict and findings are of; null: none yet */
  readonly reportAt: number | null;
  /** null: it is not ranked */ readonly row: ContestLeaderboardAnswerRows | null;
  /** Ranked or not; null: it is on no board */ readonly standing: ContestTeamAnswerStanding | null;
  /** Open ones as of now, not of the sample; null unless the contest is live and discloses them at once */
  readonly positions: readonly ContestTeamAnswerPositions[] | null;
  readonly models: readonly string[];
  /** Ed25519, base64: it signs its AI logs with it; null: it signs none */ readonly publicKey: string | null;
  readonly state: string;
  /** Of the report in force */ readonly findings: readonly ContestTeamAnswerFindings[];
  /** Decided ones */ readonly cases: readonly ContestTeamAnswerCases[];
  readonly disclosure: ContestTeamAnswerDisclosure;
}

export interface ContestEquityRequest {
  /** Id of the contest */ readonly id: string | number;
  /** Ids of at most 12 teams, separated by commas */ readonly teams: string | number;
  /** How many samples, spread evenly */ readonly points?: string | number | null | undefined;
}

export interface ContestEquityAnswerSeries {
  readonly team: string;
  readonly return8: readonly (string | null)[];
}

export interface ContestEquityAnswer {
  readonly t: readonly number[];
  readonly series: readonly ContestEquityAnswerSeries[];
  readonly benchmark: readonly (string | null)[];
}

export type ContestNoticesRequest = ContestInfoRequest;

export interface ContestNoticesRow {
  /** Of its leaf */ readonly index: number;
  readonly t: number;
  /** contest, team, outage, report, verdict, or notice: of the organiser */ readonly kind: string;
  /** In one line */ readonly text: string;
  /**
   * What its leaf says: phase; team, name, state, frozen, by and reason; cause, from and to; logSize and reportSha256;
   * outcome, rules and text; of a notice text and pinned, or which notice was changed and how
   */
  readonly says: Readonly<Record<string, unknown>>;
  readonly pinned?: boolean;
  /** Of a notice that was taken back: index of the leaf that says so */ readonly withdrawn?: number;
}

export type ContestNoticesAnswer = readonly ContestNoticesRow[];

export type ContestRulesetRequest = ContestInfoRequest;

export interface ContestRulesetAnswer {
  readonly sha256: string;
  /** Of its leaf */ readonly index: number;
  readonly ruleset: Readonly<Record<string, unknown>>;
}

export type ContestBundleRequest = ContestInfoRequest;

export type ContestBundleAnswer = Uint8Array;

export type ContestOwnBundleRequest = ContestInfoRequest;

export type ContestOwnBundleAnswer = Uint8Array;

export type ContestMeRequest = MarketTimeRequest;

export interface ContestMeAnswerCasesSaidFiles {
  readonly name: string;
  readonly sha256: string;
  /** Bytes */ readonly size: number;
}

export interface ContestMeAnswerCasesSaid {
  /** notice, answer or appeal */ readonly step: string;
  readonly at: number;
  readonly sha256: string | null;
  readonly text: string | null;
  readonly files: readonly ContestMeAnswerCasesSaidFiles[];
}

export interface ContestMeAnswerCases {
  readonly case: string;
  readonly state: string;
  /** Until when the notice may be answered; null when it can not be */ readonly dueAt: number | null;
  /** Until when the decision may be appealed; null when it can not be */ readonly appealDueAt: number | null;
  /** cleared, warned or disqualified once decided; overturned */ readonly outcome: string | null;
  /** Of the decision */ readonly rules: readonly string[];
  /** Of the decision */ readonly publicText: string | null;
  /** Given, of twenty */ readonly answers: number;
  /** Sent with them, of twenty */ readonly files: number;
  /** The notice, and what you said, in order */ readonly said: readonly ContestMeAnswerCasesSaid[];
}

export interface ContestMeAnswer {
  /** null: in none that is not over */ readonly contest: string | null;
  readonly team: string | null;
  readonly state: string | null;
  /** By the latest sample; null: unranked */ readonly rank: number | null;
  /** Counted orders with a fill, up to now */ readonly filled: number;
  readonly channels: readonly string[];
  readonly symbols: readonly string[];
  readonly cases: readonly ContestMeAnswerCases[];
  /** Of the report in force; V16 is told to the team alone */ readonly findings: readonly ContestTeamAnswerFindings[];
}

export interface ContestRegisterRequest {
  /** Id of the contest */ readonly contestId: string | number;
  /** 2 to 32 letters, digits, spaces and . _ - ' ’ · & of any script, in Unicode form NFC, nobody else’s */
  readonly teamName: string | number;
  /** llm, ml or hybrid */ readonly modelClass: string | number;
  /** Models you may use, at most 20; a * at the end, after 3 characters at least, stands for anything */
  readonly models?: readonly string[] | null | undefined;
  /** Codes of the members, not their names; at most 20 */ readonly members: readonly string[];
  /** Ed25519 public key that your AI logs are signed with, 32 bytes as base64; fixed from then on */
  readonly publicKey?: string | number | null | undefined;
}

export interface ContestRegisterAnswer {
  readonly contestId: string;
  readonly team: string;
}

export interface ContestModelsRequest {
  /** Id of the contest */ readonly contestId: string | number;
  /** At most 20 with those before; a * at the end, after 3 characters at least, stands for anything */
  readonly models: readonly string[];
}

export type ContestModelsAnswer = LeverageAnswer;

export interface ContestWithdrawRequest {
  /** Id of the contest */ readonly contestId: string | number;
  /** Why, for everybody to read; one line of at most 200 characters */ readonly reason: string | number;
}

export type ContestWithdrawAnswer = LeverageAnswer;

export interface ContestAnswerRequestFiles {
  /**
   * 1 to 100 characters; a plain name of a file: no control or invisible characters, none of / \ : * ? " < > |, no dot
   * or blank at its ends
   */
  readonly name: string;
  /** Its bytes in base64, at most 393216 of them */ readonly file: string;
}

export interface ContestAnswerRequest {
  /** Id of the contest */ readonly contestId: string | number;
  /** Id of the case */ readonly caseId: string | number;
  /** What you say, at most 20000 characters */ readonly text: string | number;
  /** Files, at most 20 in the whole case */ readonly files?: readonly ContestAnswerRequestFiles[] | null | undefined;
  /** true: this is all, the case may go on */
  readonly waive?: boolean | 'true' | 'false' | '1' | '0' | 1 | 0 | null | undefined;
}

export interface ContestAnswerAnswer {
  readonly contestId: string;
  readonly case: string;
  readonly step: string;
}

export interface ContestAppealRequest {
  /** Id of the contest */ readonly contestId: string | number;
  /** Id of the case */ readonly caseId: string | number;
  /** What you say, at most 20000 characters */ readonly text: string | number;
}

export type ContestAppealAnswer = ContestAnswerAnswer;
