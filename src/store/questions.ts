/**
 * Everything that can be asked of the store, by name: each question's needs and answer, and the code that answers it.
 *
 * Amounts are core `Money` (whole 1e-8 USDT), prices ticks, sizes steps, times epoch milliseconds. Questions about the
 * past read SQL; `bodiesTake`, `checkpointPut`, `account…` and `key…` change primary data and answer when that is
 * durable.
 */
import type { SettledRate } from '../bars/past.ts';
import type { TeamFacts } from '../core/standing/standing.ts';
import type { Bill } from '../core/language/bills.ts';
import { type AccountCreateArgs, type AccountItem, accountCreate, accountList } from './keys/accounts.ts';
import { type CaseFilesPut, caseFileGet, caseFilesPut } from './evidence/case-files.ts';
import { type CaseSaid, type CaseSaidArgs, caseSaid, caseTextGet, caseTextPut } from './evidence/case-texts.ts';
import {
  type BodyRead,
  bodyReadList,
  bodyReadNote,
  type Credential,
  type CredentialCreateArgs,
  credentialCreate,
  credentialList,
  credentialOf,
  credentialRevoke,
  type Role,
} from './keys/credentials.ts';
import type { BodyIntake } from './evidence/body-intake.ts';
import type { Database } from './database/db.ts';
import { keysUnseen, type UnseenBy } from './keys/follow-keys.ts';
import type { KeyCreateArgs, KeyCreated, KeyItem, KeyringEntry, Keys } from './keys/keys.ts';
import { claim } from './database/owner.ts';
import type { Page } from './read/paging.ts';
import {
  type CheckpointCosigned,
  type CheckpointPut,
  type CheckpointStored,
  checkpointNewest,
  checkpointCosign,
  checkpointPut,
  type StoredCheckpoint,
} from './evidence/checkpoints.ts';
import {
  type Orphans,
  type OrphansArgs,
  payloadDrop,
  payloadGet,
  payloadOrphans,
  payloadVolume,
  type StoredBody,
} from './evidence/payloads.ts';
import { type AiCoverage, type AiCoverageArgs, aiCoverage } from './read/aiCoverage.ts';
import { type AiGradeArgs, aiGrade } from './read/aiGrade.ts';
import { type AiLogArgs, type AiLogWhole, aiLog } from './read/aiLog.ts';
import { type ActivityPage, activity } from './read/activity.ts';
import type { ActivityArgs } from './read/activity-args.ts';
import { type AiOrderItem, type AiOrdersArgs, aiOrders } from './read/aiOrders.ts';
import { type AiLogItem, type AiLogsArgs, aiLogs } from './read/aiLogs.ts';
import { type AllowlistChange, allowlistChanges } from './read/allowlistChanges.ts';
import { type BarsArgs, bars, type StoredBars } from './read/bars.ts';
import { type BillsArgs, bills } from './read/bills.ts';
import {
  type ContestAtArgs,
  type ContestSeries,
  type ContestSeriesArgs,
  contestAt,
  contestSeries,
  type PublicLeaf,
  publicLeaves,
} from './read/contests.ts';
import { type CopyHistoryArgs, copyRelations, copySkips } from './read/copyTrading.ts';
import {
  type EndedOrder,
  type EndedOrderArgs,
  endedOrder,
  type OrderHistoryArgs,
  orderHistory,
} from './read/endedOrders.ts';
import { type FillsArgs, type FillsPage, fills } from './read/fills.ts';
import { finishedOrders } from './read/finishedOrders.ts';
import { type FundingRatesArgs, fundingRates } from './read/fundingRates.ts';
import { type EndedPlanOrder, type HistoryPlanArgs, historyPlan } from './read/historyPlan.ts';
import { type LeafItem, type LeavesArgs, leaves } from './read/leaves.ts';
import {
  type LeafArgs,
  leavesOfOthers,
  type LeavesOfArgs,
  logLeaf,
  logProof,
  logTile,
  type OpenedLeaf,
  type ProofArgs,
} from './evidence/log-tiles.ts';
import type { TileName } from '../core/log/tiles.ts';
import type { SnapshotMade } from '../snapshots/write.ts';
import type { Keeper } from './upkeep/snapshots.ts';
import type { Audited, Prover, StateHash } from './read/prove.ts';
import type { Grade } from '../core/verification/grade.ts';
import type { JudgesDossier } from '../core/verification/judges-dossier.ts';
import {
  type ReportArgs,
  type ReportItem,
  type ReportPut,
  type ReportSummary,
  reportBody,
  reportDossier,
  reportList,
  reportPut,
  reportSummary,
} from './evidence/reports.ts';
import type { CopyRelationTable, CopySkipTable } from './schema/tables.ts';

/**
 * Questions that can be refused throw `StoreRefusal`: the lists for a `badCursor`, accounts and keys for their own
 * reasons.
 */
export interface Questions {
  bills: { args: BillsArgs; answer: Page<Bill> };
  historyPlan: { args: HistoryPlanArgs; answer: Page<EndedPlanOrder> };
  fills: { args: FillsArgs; answer: FillsPage };
  orderHistory: { args: OrderHistoryArgs; answer: Page<EndedOrder> };
  /** With the plan orders that never became one. */
  finishedOrders: { args: OrderHistoryArgs; answer: Page<EndedOrder> };
  /** Null: no such ended order, or not this account's. */
  endedOrder: { args: EndedOrderArgs; answer: EndedOrder | null };
  fundingRates: { args: FundingRatesArgs; answer: SettledRate[] };
  bars: { args: BarsArgs; answer: StoredBars };
  copyRelations: { args: CopyHistoryArgs; answer: CopyRelationTable[] };
  copySkips: { args: CopyHistoryArgs; answer: CopySkipTable[] };
  aiLogs: { args: AiLogsArgs; answer: Page<AiLogItem> };
  /** Null: no such log, or not this account's. */
  aiLog: { args: AiLogArgs; answer: AiLogWhole | null };
  aiOrders: { args: AiOrdersArgs; answer: Page<AiOrderItem> };
  activity: { args: ActivityArgs; answer: ActivityPage };
  aiCoverage: { args: AiCoverageArgs; answer: AiCoverage };
  /** Null: an order without a leaf. */
  aiGrade: { args: AiGradeArgs; answer: Grade | null };
  allowlistChanges: { args: { readonly uid: number }; answer: AllowlistChange[] };
  /** Takes everything that uploads made durable. Answers when it is stored; the same `h` again changes nothing. */
  bodiesTake: { args: null; answer: null };
  /** Removes those of these bodies that no log refers to at the sequence asked for. */
  payloadDrop: { args: { readonly hs: readonly string[] }; answer: null };
  /** Bodies that may never have got their log, a part at a time. */
  payloadOrphans: { args: OrphansArgs; answer: Orphans };
  payloadGet: { args: { readonly h: string }; answer: StoredBody | null };
  /** The bytes of a tile or an entry bundle; null when the log is not that large. */
  logTile: { args: TileName; answer: Uint8Array | null };
  /** The hashes of a proof in the tree of that size. */
  logProof: { args: ProofArgs; answer: Uint8Array[] };
  leavesOfOthers: { args: LeavesOfArgs; answer: number[] };
  /** Null: no such leaf, or not this account's. */
  logLeaf: { args: LeafArgs; answer: OpenedLeaf | null };
  /** The largest tree that was signed under the name. */
  checkpointNewest: { args: { readonly origin: string }; answer: StoredCheckpoint | null };
  /** Answers when it is durable; see `checkpointPut`. */
  checkpointPut: { args: CheckpointPut; answer: CheckpointStored };
  checkpointCosign: { args: CheckpointCosigned; answer: { readonly ok: true } };
  /** Bytes logged by the account since the start of the UTC day. */
  payloadVolume: { args: { readonly uid: number; readonly sinceMs: number }; answer: number };
  /** Writes down whose database it is. */
  claim: { args: { readonly exchange: string }; answer: null };
  accountCreate: { args: AccountCreateArgs; answer: AccountItem };
  accountList: { args: null; answer: AccountItem[] };
  keyCreate: { args: KeyCreateArgs; answer: KeyCreated };
  /** The keys of one account, or of all when `uid` is null. */
  keyList: { args: { readonly uid: number | null }; answer: KeyItem[] };
  keyRevoke: { args: { readonly id: string; readonly nowMs: number }; answer: KeyItem };
  keySetEnabled: { args: { readonly id: string; readonly enabled: boolean }; answer: KeyItem };
  /** Nodes that may still take keys as they were before the latest change; it waits so long for there to be none. */
  keysUnseen: { args: { readonly waitMs: number }; answer: UnseenBy[] };
  /** Null before the first sample. */
  contestAt: { args: ContestAtArgs; answer: { readonly atMs: number; readonly teams: readonly TeamFacts[] } | null };
  contestSeries: { args: ContestSeriesArgs; answer: ContestSeries };
  publicLeaves: { args: { readonly kinds: readonly string[] }; answer: PublicLeaf[] };
  leaves: { args: LeavesArgs; answer: Page<LeafItem> };
  /** Answers when the text is durable. */
  caseTextPut: { args: { readonly text: string; readonly nowMs: number }; answer: { readonly sha256: string } };
  caseTextGet: { args: { readonly sha256: string }; answer: { readonly text: string } | null };
  /** Answers when the files are durable. */
  caseFilesPut: { args: CaseFilesPut; answer: null };
  caseFileGet: { args: { readonly sha256: string }; answer: Uint8Array | null };
  caseSaid: { args: CaseSaidArgs; answer: CaseSaid[] };
  /** Answers when the report is durable. */
  reportPut: { args: ReportPut; answer: null };
  reportSummary: { args: ReportArgs; answer: ReportSummary | null };
  reportBody: { args: ReportArgs; answer: string | null };
  reportDossier: { args: ReportArgs & { readonly team: string }; answer: JudgesDossier | null };
  reportList: { args: { readonly contest: string }; answer: ReportItem[] };
  credentialCreate: { args: CredentialCreateArgs; answer: { readonly token: string } };
  credentialRevoke: { args: { readonly name: string; readonly nowMs: number }; answer: Credential };
  credentialList: { args: null; answer: Credential[] };
  /** Null: unknown, or revoked. */
  credentialOf: { args: { readonly hash: string }; answer: { readonly name: string; readonly role: Role } | null };
  bodyReadNote: { args: BodyRead; answer: null };
  bodyReadList: { args: null; answer: BodyRead[] };
  /** About the state at the sequence the answer names. These two take seconds on a large exchange. */
  stateHash: { args: null; answer: StateHash };
  audit: { args: null; answer: Audited };
  /** Writes down the state, for the next start to resume from; this takes as long. */
  snapshot: { args: null; answer: SnapshotMade };
  /** Every key with its secret, for the API's own copy, or the one with the id: must be read again after it changes. */
  keyring: { args: { readonly id: string } | null; answer: KeyringEntry[] };
}

export type Question = keyof Questions;
export type Answers = { readonly [Q in Question]: (args: Questions[Q]['args']) => Promise<Questions[Q]['answer']> };

export interface Answering {
  readonly keys: Keys;
  readonly intake: BodyIntake;
  readonly prover: Prover;
  readonly keeper: Keeper;
}

export function createAnswers(database: Database, { keys, intake, prover, keeper }: Answering): Answers {
  return {
    bills: (args) => bills(database, args),
    historyPlan: (args) => historyPlan(database, args),
    fills: (args) => fills(database, args),
    orderHistory: (args) => orderHistory(database, args),
    finishedOrders: (args) => finishedOrders(database, args),
    endedOrder: (args) => endedOrder(database, args),
    fundingRates: (args) => fundingRates(database, args),
    bars: (args) => bars(database, args),
    copyRelations: (args) => copyRelations(database, args),
    copySkips: (args) => copySkips(database, args),
    aiLogs: (args) => aiLogs(database, args),
    aiLog: (args) => aiLog(database, args),
    aiOrders: (args) => aiOrders(database, args),
    activity: (args) => activity(database, args),
    aiCoverage: (args) => aiCoverage(database, args),
    aiGrade: (args) => aiGrade(database, args),
    allowlistChanges: (args) => allowlistChanges(database, args),
    bodiesTake: () => intake.take().then(() => null),
    // A body that waits in the queue is taken first.
    payloadDrop: (args) => intake.take().then(() => payloadDrop(database, args)),
    payloadOrphans: (args) => payloadOrphans(database, args),
    payloadGet: (args) => payloadGet(database, args),
    logTile: (args) => logTile(database, args),
    logProof: (args) => logProof(database, args),
    leavesOfOthers: (args) => leavesOfOthers(database, args),
    logLeaf: (args) => logLeaf(database, args),
    checkpointNewest: (args) => checkpointNewest(database, args),
    checkpointPut: (args) => checkpointPut(database, args),
    checkpointCosign: (args) => checkpointCosign(database, args),
    payloadVolume: (args) => payloadVolume(database, args),
    claim: (args) => claim(database, args),
    accountCreate: (args) => accountCreate(database, args),
    accountList: () => accountList(database),
    keyCreate: (args) => keys.create(args),
    keyList: (args) => keys.list(args),
    keyRevoke: (args) => keys.revoke(args),
    keySetEnabled: (args) => keys.setEnabled(args),
    keyring: (args) => keys.keyring(args),
    keysUnseen: (args) => keysUnseen(database, args),
    contestAt: (args) => contestAt(database, args),
    contestSeries: (args) => contestSeries(database, args),
    publicLeaves: (args) => publicLeaves(database, args),
    leaves: (args) => leaves(database, args),
    caseTextPut: (args) => caseTextPut(database, args),
    caseTextGet: (args) => caseTextGet(database, args),
    caseFilesPut: (args) => caseFilesPut(database, args),
    caseFileGet: (args) => caseFileGet(database, args),
    caseSaid: (args) => caseSaid(database, args),
    reportPut: (args) => reportPut(database, args),
    reportSummary: (args) => reportSummary(database, args),
    reportBody: (args) => reportBody(database, args),
    reportDossier: (args) => reportDossier(database, args),
    reportList: (args) => reportList(database, args),
    credentialCreate: (args) => credentialCreate(database, args),
    credentialRevoke: (args) => credentialRevoke(database, args),
    credentialList: () => credentialList(database),
    credentialOf: (args) => credentialOf(database, args),
    bodyReadNote: (args) => bodyReadNote(database, args),
    bodyReadList: () => bodyReadList(database),
    stateHash: () => prover.stateHash(),
    audit: () => prover.audit(),
    snapshot: () => keeper.snapshot(),
  };
}
