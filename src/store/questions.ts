/**
 * Everything that can be asked of the store, by name: each question's needs and answer, and the code that answers it.
 *
 * Amounts are core `Money` (whole 1e-8 USDT), prices ticks, sizes steps, times epoch milliseconds. Questions about the
 * past read SQL; `payloadPut`, `account…` and `key…` change primary data and answer when that is durable.
 */
import type { Bill } from '../core/language/bills.ts';
import { type AccountCreateArgs, type AccountItem, accountCreate, accountList } from './accounts.ts';
import type { StoredBody } from './ai-log-facts.ts';
import type { Database } from './db.ts';
import type { KeyCreateArgs, KeyCreated, KeyItem, KeyringEntry, Keys } from './keys.ts';
import { claim } from './owner.ts';
import type { Page } from './paging.ts';
import {
  createPayloadWriter,
  type Orphans,
  type OrphansArgs,
  type Payload,
  payloadDrop,
  payloadGet,
  payloadOrphans,
  payloadVolume,
} from './payloads.ts';
import { type AiCoverage, type AiCoverageArgs, aiCoverage } from './queries/aiCoverage.ts';
import { type AiLogArgs, type AiLogWhole, aiLog } from './queries/aiLog.ts';
import { type AiLogItem, type AiLogsArgs, aiLogs } from './queries/aiLogs.ts';
import { type AllowlistChange, allowlistChanges } from './queries/allowlistChanges.ts';
import { type BarsArgs, bars, type StoredBars } from './queries/bars.ts';
import { type BillsArgs, bills } from './queries/bills.ts';
import { type CopyHistoryArgs, copyRelations, copySkips } from './queries/copyTrading.ts';
import {
  type EndedOrder,
  type EndedOrderArgs,
  endedOrder,
  type OrderHistoryArgs,
  orderHistory,
} from './queries/endedOrders.ts';
import { type FillsArgs, type FillsPage, fills } from './queries/fills.ts';
import { type FundingRate, type FundingRatesArgs, fundingRates } from './queries/fundingRates.ts';
import { type EndedPlanOrder, type HistoryPlanArgs, historyPlan } from './queries/historyPlan.ts';
import type { Audited, Prover, StateHash } from './prove.ts';
import type { CopyRelationTable, CopySkipTable } from './tables.ts';

/**
 * Questions that can be refused throw `StoreRefusal`: the lists for a `badCursor`, accounts and keys for their own
 * reasons.
 */
export interface Questions {
  bills: { args: BillsArgs; answer: Page<Bill> };
  historyPlan: { args: HistoryPlanArgs; answer: Page<EndedPlanOrder> };
  fills: { args: FillsArgs; answer: FillsPage };
  orderHistory: { args: OrderHistoryArgs; answer: Page<EndedOrder> };
  /** Null: no such order that ended, or not this account's. */
  endedOrder: { args: EndedOrderArgs; answer: EndedOrder | null };
  fundingRates: { args: FundingRatesArgs; answer: FundingRate[] };
  bars: { args: BarsArgs; answer: StoredBars };
  copyRelations: { args: CopyHistoryArgs; answer: CopyRelationTable[] };
  copySkips: { args: CopyHistoryArgs; answer: CopySkipTable[] };
  aiLogs: { args: AiLogsArgs; answer: Page<AiLogItem> };
  /** Null: no such log, or not this account's. */
  aiLog: { args: AiLogArgs; answer: AiLogWhole | null };
  aiCoverage: { args: AiCoverageArgs; answer: AiCoverage };
  allowlistChanges: { args: { readonly uid: number }; answer: AllowlistChange[] };
  /** Answers when the body is durable; the same `h` again changes nothing. */
  payloadPut: { args: Payload; answer: null };
  /** Removes those of these bodies that no log refers to at the sequence asked for. */
  payloadDrop: { args: { readonly hs: readonly string[] }; answer: null };
  /** Bodies that may never have got their log, a part at a time. */
  payloadOrphans: { args: OrphansArgs; answer: Orphans };
  payloadGet: { args: { readonly h: string }; answer: StoredBody | null };
  /** Bytes logged by the account since the start of the UTC day. */
  payloadVolume: { args: { readonly uid: number; readonly sinceMs: number }; answer: number };
  /** Writes down whose database it is. */
  claim: { args: { readonly exchange: string }; answer: null };
  accountCreate: { args: AccountCreateArgs; answer: AccountItem };
  accountList: { args: null; answer: AccountItem[] };
  keyCreate: { args: KeyCreateArgs; answer: KeyCreated };
  /** Of one account, or of all when `uid` is null. */
  keyList: { args: { readonly uid: number | null }; answer: KeyItem[] };
  keyRevoke: { args: { readonly id: string; readonly nowMs: number }; answer: KeyItem };
  keySetEnabled: { args: { readonly id: string; readonly enabled: boolean }; answer: KeyItem };
  /** Of the state at the sequence the answer names. These two take seconds on a large exchange. */
  stateHash: { args: null; answer: StateHash };
  audit: { args: null; answer: Audited };
  /** Every key with its secret, for the API's own copy; to be read again after each change of keys. */
  keyring: { args: null; answer: KeyringEntry[] };
}

export type Question = keyof Questions;
export type Answers = { readonly [Q in Question]: (args: Questions[Q]['args']) => Promise<Questions[Q]['answer']> };

export function createAnswers(database: Database, keys: Keys, prover: Prover): Answers {
  const payloads = createPayloadWriter(database);
  return {
    bills: (args) => bills(database, args),
    historyPlan: (args) => historyPlan(database, args),
    fills: (args) => fills(database, args),
    orderHistory: (args) => orderHistory(database, args),
    endedOrder: (args) => endedOrder(database, args),
    fundingRates: (args) => fundingRates(database, args),
    bars: (args) => bars(database, args),
    copyRelations: (args) => copyRelations(database, args),
    copySkips: (args) => copySkips(database, args),
    aiLogs: (args) => aiLogs(database, args),
    aiLog: (args) => aiLog(database, args),
    aiCoverage: (args) => aiCoverage(database, args),
    allowlistChanges: (args) => allowlistChanges(database, args),
    payloadPut: async (args) => {
      await payloads.put(args);
      return null;
    },
    payloadDrop: (args) => payloadDrop(database, args),
    payloadOrphans: (args) => payloadOrphans(database, args),
    payloadGet: (args) => payloadGet(database, args),
    payloadVolume: (args) => payloadVolume(database, args),
    claim: (args) => claim(database, args),
    accountCreate: (args) => accountCreate(database, args),
    accountList: () => accountList(database),
    keyCreate: (args) => keys.create(args),
    keyList: (args) => keys.list(args),
    keyRevoke: (args) => keys.revoke(args),
    keySetEnabled: (args) => keys.setEnabled(args),
    keyring: () => keys.keyring(),
    stateHash: () => prover.stateHash(),
    audit: () => prover.audit(),
  };
}
