/**
 * The tables of the read store as types: one record per table, in the words of the core.
 *
 * Integers are `Money` where they are amounts of money (a number while it is safe, else a bigint; ARIT-007 keeps every
 * stored one in 64 bits) and plain numbers elsewhere. Prices are ticks and sizes steps of their contract. 0 means none
 * for ids, prices and times. The tables of `PRIMARY_TABLES` are primary data. Everything else is projected from the
 * journal and can be built again.
 */
import type { AccountTable, ApiKeyTable, OwnerTable } from './key-tables.ts';
import type { ContestTables } from './contest-tables.ts';
import type { LogTables } from './log-tables.ts';
import type { NodeTables } from './node-tables.ts';
import type { Grade, LinkKind } from '../../core/verification/grade.ts';
import type {
  Effect,
  MarginMode,
  PositionMode,
  Side,
  TransferReason,
  TriggerBy,
} from '../../core/language/commands.ts';
import type { Execution } from '../../core/language/execution.ts';
import type { BusinessType } from '../../core/language/bills.ts';
import type { PriceKind } from '../../bars/bar.ts';
import type { KeptGranularity } from '../../bars/granularity.ts';
import type { Money } from '../../core/num/units.ts';
import type { CancelReason, OrderCause, PlanKind } from '../../core/language/vocabulary.ts';

/** How an order ended. */
export type EndStatus = 'filled' | 'canceled';

export interface ProjectionStateTable {
  name: string;
  last_sequence: number;
  last_time_ms: number;
}

export interface BillTable {
  id: number;
  uid: number;
  position_id: number;
  symbol: string;
  business_type: BusinessType;
  amount: Money;
  balance: Money;
  legacy_balance: Money;
  fill_fee: Money;
  transfer_reason: TransferReason | 'UNKNOWN_TRANSFER_REASON';
  time_ms: number;
  order_id: number;
  match_sequence: number;
}

/** The columns shared by an order and a fired plan order. */
interface OrderFigures {
  filled: number;
  value: Money;
  fee: Money;
  profit: Money;
  cancel_reason: CancelReason | null;
  cancel_detail: string | null;
}

/**
 * The place of a row in the lists of its account: the first is 1, each next one is one more, and none is left out. Null
 * where nobody reads lists, for the house's accounts.
 */
interface Numbers {
  /** Among all rows of its account. */
  nth: number | null;
  /** Among those of its account in its contract. */
  nth_of_symbol: number | null;
}

/** Orders that ended, numbered in the order of their end. */
export interface OrderRecordTable extends OrderFigures, Numbers {
  id: number;
  uid: number;
  symbol: string;
  client_order_id: string;
  side: Side;
  effect: Effect;
  /** `wanted`, or why the risk engine made it. */
  cause: OrderCause;
  execution: Execution;
  price: number;
  size: number;
  leverage: number;
  margin_mode: MarginMode;
  position_mode: PositionMode;
  position_id: number;
  take_profit: number;
  stop_loss: number;
  /** 1 when it fired from a plan order, which has the same id. */
  from_plan: number;
  trigger_price: number;
  /** When it, or the plan order it fired from, was created: that has the same id. */
  created_ms: number;
  ended_ms: number;
  status: EndStatus;
  /** Each span reaches up to four times as long a life as the one before (`life-span.ts`); null below the first. */
  life_span: number | null;
}

/** Plan orders that ended, with the figures of their order. */
export interface PlanOrderTable extends OrderFigures {
  id: number;
  uid: number;
  symbol: string;
  client_order_id: string;
  kind: PlanKind;
  side: Side;
  effect: Effect;
  margin_mode: MarginMode;
  position_mode: PositionMode;
  position_id: number;
  take_profit: number;
  stop_loss: number;
  parent_id: number;
  bound_position_id: number;
  size: number;
  price: number;
  trigger_price: number;
  trigger_by: TriggerBy;
  direction: 'up' | 'down';
  triggered_ms: number;
  /** 1 when it became an order, which has the same id. */
  has_order: number;
  created_ms: number;
  updated_ms: number;
  status: EndStatus;
}

/** One side of a fill, numbered in the order they were made; both sides have the fill's id. */
export interface FillTable extends Numbers {
  id: number;
  /** Among the fills of its order. */
  nth_of_order: number;
  role: 'taker' | 'maker';
  uid: number;
  order_id: number;
  position_id: number;
  symbol: string;
  side: Side;
  effect: Effect;
  /** Its order's cause; a fill's marks of a liquidation follow from it (BOOK-008). */
  cause: OrderCause;
  margin_mode: MarginMode;
  position_mode: PositionMode;
  price: number;
  size: number;
  value: Money;
  fee: Money;
  liquidate_fee: Money;
  realised: Money;
  match_sequence: number;
  time_ms: number;
}

/** One settlement of a contract's funding. */
export interface FundingRateTable {
  symbol: string;
  /** The boundary it belongs to; for an operator's pass, its time. */
  funding_ms: number;
  /** Sequence of the command that settled it. */
  sequence: number;
  /** In 1e-8; positive: longs pay. */
  rate: number;
  /** The mark it was made at, in 1e-8 USDT; 0: there was none. */
  mark: Money;
  /** 0 when nothing was booked. */
  match_sequence: number;
  paid: Money;
  received: Money;
  dust: Money;
}

/** A bar that is over. Where nothing changed there is none: the close before it held. */
export interface BarTable {
  symbol: string;
  price_kind: PriceKind;
  granularity: KeptGranularity;
  open_ms: number;
  /** In 1e-8 USDT, whatever the contract's tick was, as decimal text: an index has no upper bound. */
  open: string;
  high: string;
  low: string;
  close: string;
  /** In 1e-8 of base coin and USDT, as decimal text: what a week trades can exceed 64 bits. */
  size: string;
  value: string;
  trades: number;
  bought_size: string;
  bought_value: string;
}

export interface CopyRelationTable {
  id: number;
  lead: number;
  follower: number;
  /** In 1e-8. */
  copy_ratio: number;
  margin_mode: MarginMode;
  created_ms: number;
  /** 0 while it copies. */
  ended_ms: number;
}

/** A copy that the exchange refused, by its command and its place among those of the command. */
export interface CopySkipTable {
  sequence: number;
  place: number;
  relation_id: number;
  lead: number;
  follower: number;
  lead_position_id: number;
  symbol: string;
  side: Side;
  effect: Effect;
  reason: string;
  time_ms: number;
}

export interface PayloadTable {
  h: string;
  salt: Uint8Array | null;
  body: Uint8Array | null;
  stored_at: number;
  erased_at: number | null;
}

/** `decisions`, `client_oids` and `warnings` are JSON. */
export interface AiLogTable {
  log_index: number;
  uid: number;
  key_id: string;
  received_at: number;
  order_id: string | null;
  stage: string;
  model: string;
  body_sha256: string;
  h: string;
  size: number;
  decisions: string;
  client_oids: string;
  warnings: string;
}

/** The traces behind a log, if any: it names a response of a model; it quotes a recent beacon. 1: yes. */
export interface AiLogTraceTable {
  log_index: number;
  traced: number;
  fresh: number;
}

/** A mark by which a log can be recognised: part of the body's hash, a client order id it names, an order id. */
export interface AiLogKeyTable {
  uid: number;
  how: LinkKind;
  key: string;
  log_index: number;
  received_at: number;
}

/** An order that has a leaf, and its grade so far. */
export interface AiOrderTable {
  leaf_index: number;
  order_id: number;
  uid: number;
  symbol: string;
  /** As in its leaf, 1 to 10. */
  type: string;
  placed_at: number;
  /** 1 when it counts for coverage (docs/ai-log.md 11). */
  counted: number;
  /** 1 for a plan order of the caller's, which counts from its first fill on. */
  waits_for_fill: number;
  grade: Grade;
  /** The log that decides its grade, and how it is linked. */
  deciding_log: number | null;
  deciding_how: LinkKind | null;
  /** The mark when an order without a limit was accepted, as text; null for others. */
  mark: string | null;
  /** For how long after it was placed a log still covers it. */
  late_ms: number;
  /** A print of its account and of what its client order id names (order-names.ts). */
  name: number;
}

export interface AiLogLinkTable {
  order_id: string;
  log_index: number;
  how: LinkKind;
}

/** Contracts by the numbers that stand for their names in rows (row-codec.ts). */
export interface SymbolTable {
  code: number;
  name: string;
}

/** The rows of the tables that hold numbers for words, in words (row-codec.ts). */
export interface CodedRows {
  bill: BillTable;
  fill: FillTable;
  order_record: OrderRecordTable;
  ai_order: AiOrderTable;
}

/** A row as it is stored in its table: some of its words as numbers. */
type Coded<Row, Words extends keyof Row> = {
  [Column in keyof Row]: Column extends Words ? number | (null extends Row[Column] ? null : never) : Row[Column];
};

/** How far rows of a kind were let go. */
export interface KeptFromTable {
  name: string;
  /** The last id that was looked at, as it is stored. */
  place: number;
  /** Earlier rows may be gone. */
  time_ms: number;
}

/** The highest number of a list that is gone. */
export interface KeptListTable {
  list: string;
  uid: number;
  /** -1: the list of the whole account. */
  symbol: number;
  gone: number;
}

type ModeWords = 'symbol' | 'side' | 'effect' | 'cause' | 'margin_mode' | 'position_mode';

export interface Tables extends ContestTables, LogTables, NodeTables {
  projection_state: ProjectionStateTable;
  symbol: SymbolTable;
  kept_from: KeptFromTable;
  kept_list: KeptListTable;
  bill: Coded<BillTable, 'symbol' | 'business_type' | 'transfer_reason'>;
  fill: Coded<FillTable, ModeWords | 'role'>;
  order_record: Coded<OrderRecordTable, ModeWords | 'execution' | 'status' | 'cancel_reason'>;
  plan_order: PlanOrderTable;
  funding_rate: FundingRateTable;
  bar: BarTable;
  copy_relation: CopyRelationTable;
  copy_skip: CopySkipTable;
  payload: PayloadTable;
  ailog: AiLogTable;
  ailog_key: AiLogKeyTable;
  ailog_trace: AiLogTraceTable;
  ailog_link: AiLogLinkTable;
  ai_order: Coded<AiOrderTable, 'symbol' | 'type' | 'grade' | 'deciding_how'>;
  api_key: ApiKeyTable;
  account: AccountTable;
  owner: OwnerTable;
}

/** Of all tables: a change of them is a new number (schema.ts). */
export const SCHEMA_VERSION = 4;

/** The tables that exist nowhere else and are never rebuilt. */
export const PRIMARY_TABLES: readonly (keyof Tables)[] = [
  'payload',
  'tlog_checkpoint',
  'api_key',
  'account',
  'owner',
  'credential',
  'body_read',
  'case_text',
  'case_file',
  'report',
  'report_dossier',
];
