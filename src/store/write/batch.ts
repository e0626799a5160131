/**
 * The projector's collection since its last write: rows, and the AI logs whose bodies are still to be read.
 *
 * Collecting reads the live records right away and keeps nothing of them. When a record changes several times the last
 * row stays.
 */
import type { Sequenced } from '../../core/language/commands.ts';
import type { AiLogStored, Event, LeafAppended } from '../../core/turn/events.ts';
import { priceText } from '../../core/ailog/append-leaf.ts';
import { isHouse } from '../../core/language/accounts.ts';
import type { AccountId } from '../../core/num/units.ts';
import type { Order, PlanOrder } from '../../core/state/records.ts';
import { isFinal } from '../../core/state/order.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import { minuteRow, pointRows } from './contest-rows.ts';
import type { NamedOrder } from './order-names.ts';
import {
  aiOrderRow,
  billRow,
  fillRow,
  fundingRow,
  nodeRows,
  isPlanFinal,
  orderRow,
  planRow,
  relationRow,
  skipRow,
} from './rows.ts';
import type { ContestMinuteTable, ContestPointTable } from '../schema/contest-tables.ts';
import type { LeafTexts } from '../schema/leaf-form.ts';
import type { NodeTable } from '../schema/log-tables.ts';
import type {
  AiOrderTable,
  BarTable,
  BillTable,
  CopyRelationTable,
  CopySkipTable,
  FillTable,
  FundingRateTable,
  OrderRecordTable,
  PlanOrderTable,
} from '../schema/tables.ts';

export interface Batch {
  /** The last command collected. */
  sequence: number;
  timeMs: number;
  /** Rows and bodies collected, as a measure of its size. */
  size: number;
  /** Rows of the house's own are left out (keep.ts); and whether there were any. */
  readonly leavesOut: boolean;
  hasLeftOut: boolean;
  readonly bills: BillTable[];
  readonly fills: FillTable[];
  readonly fundingRates: FundingRateTable[];
  readonly bars: BarTable[];
  readonly relations: Map<number, CopyRelationTable>;
  readonly skips: CopySkipTable[];
  /** Rows of orders, in the order of their end. */
  readonly orders: OrderRecordTable[];
  readonly plans: Map<number, PlanOrderTable>;
  readonly leaves: LeafTexts[];
  readonly nodes: NodeTable[];
  readonly aiOrders: AiOrderTable[];
  readonly namedOrders: NamedOrder[];
  readonly aiLogs: { readonly event: AiLogStored; readonly receivedAt: number }[];
  /** Plan orders that had a fill: from their first one on they count for coverage. */
  readonly filledPlans: Set<number>;
  readonly points: ContestPointTable[];
  readonly minutes: ContestMinuteTable[];
}

/** How many rows the work on one AI log counts for. Its body is a mebibyte at most, and a batch has 200 of them. */
const AI_LOG_WEIGHT = 60;

export function emptyBatch(projectHouse: boolean): Batch {
  return {
    sequence: 0,
    timeMs: 0,
    size: 0,
    leavesOut: !projectHouse,
    hasLeftOut: false,
    bills: [],
    fills: [],
    fundingRates: [],
    bars: [],
    relations: new Map(),
    skips: [],
    orders: [],
    plans: new Map(),
    leaves: [],
    nodes: [],
    aiOrders: [],
    namedOrders: [],
    aiLogs: [],
    filledPlans: new Set(),
    points: [],
    minutes: [],
  };
}

/** Adds what one command did. Must be called before the next command is applied. */
export function collect(batch: Batch, { sequence, timeMs }: Sequenced, outcome: Outcome): void {
  batch.sequence = sequence;
  const ended: Order[] = [];
  for (const event of outcome.events) {
    if (event.name === 'orderChanged' && isFinal(event.order)) ended.push(event.order);
    collectEvent(batch, event, timeMs);
  }
  for (const event of outcome.events) {
    if (event.name === 'orderChanged') noteMark(batch, event.order);
    if (event.name === 'planOrderChanged') noteMark(batch, event.plan);
  }
  for (const order of ended.sort((a, b) => a.endPlace - b.endPlace)) collectEnded(batch, order);
  batch.timeMs = timeMs;
}

function collectEvent(batch: Batch, event: Event, timeMs: number): void {
  switch (event.name) {
    case 'billPosted':
      if (isLeftOut(batch, event.bill.account)) return;
      batch.bills.push(billRow(event.bill));
      batch.size += 1;
      return;
    case 'fillMade':
      batch.fills.push(fillRow(event, 'taker', timeMs));
      if (!isLeftOut(batch, event.maker.order.account.id)) batch.fills.push(fillRow(event, 'maker', timeMs));
      for (const { order } of [event.taker, event.maker]) if (order.plan !== null) batch.filledPlans.add(order.id);
      batch.size += 2;
      return;
    case 'fundingSettled':
      batch.fundingRates.push(fundingRow(event, batch.sequence));
      batch.size += 1;
      return;
    case 'copyRelationChanged':
      batch.relations.set(event.relation.id, relationRow(event.relation));
      batch.size += 1;
      return;
    case 'copySkipped':
      batch.skips.push(skipRow(event, batch.sequence, skipsOf(batch), timeMs));
      batch.size += 1;
      return;
    case 'planOrderChanged':
      if (isPlanFinal(event.plan)) batch.plans.set(event.plan.id, planRow(event.plan));
      batch.size += 1;
      return;
    case 'leafAppended':
      collectLeaf(batch, event, timeMs);
      return;
    case 'aiLogStored':
      batch.aiLogs.push({ event, receivedAt: timeMs });
      batch.size += AI_LOG_WEIGHT;
      return;
    case 'orderChanged':
    case 'positionChanged':
    case 'markChanged':
    case 'pastFixed':
    case 'contractChanged':
    case 'settingsChanged':
    case 'accountChanged':
    case 'allowlistChanged':
    case 'closedAtMark':
    case 'lossShared':
    case 'copyLeadChanged':
    case 'contestChanged':
    case 'teamChanged':
    case 'caseChanged':
      return;
    case 'contestSampled':
      batch.points.push(...pointRows(event));
      batch.minutes.push(minuteRow(event));
      batch.size += event.contest.teams.length;
      return;
  }
}

/** Whether an account's bill, order or maker's side is one of those that are left out; notes that there was one. */
function isLeftOut(batch: Batch, account: AccountId): boolean {
  const leftOut = batch.leavesOut && isHouse(account);
  batch.hasLeftOut ||= leftOut;
  return leftOut;
}

/** How many copies the present command has skipped so far. */
function skipsOf({ skips, sequence }: Batch): number {
  const last = skips.at(-1);
  return last?.sequence === sequence ? last.place + 1 : 0;
}

/** Notes the mark at which an order without a limit was accepted: its command changed no mark. */
function noteMark({ aiOrders }: Batch, record: Order | PlanOrder): void {
  if (record.price !== 0 || record.leafIndex < 0) return;
  const row = aiOrders.findLast(({ leaf_index }) => leaf_index <= record.leafIndex);
  if (row?.leaf_index !== record.leafIndex || row.mark !== null) return;
  row.mark = record.instrument.mark === 0 ? null : priceText(record.instrument, record.instrument.mark);
}

/**
 * An order that ended, and with it the plan order it fired from. An unfilled quote of the house gets no row: nine of
 * ten orders are such, and nobody asks for them.
 */
function collectEnded(batch: Batch, order: Order): void {
  const { id } = order.account;
  if (isHouse(id) && (order.filled === 0 || isLeftOut(batch, id))) return;
  batch.orders.push(orderRow(order));
  if (order.plan !== null && isPlanFinal(order.plan)) batch.plans.set(order.plan.id, planRow(order.plan));
  batch.size += 1;
}

function collectLeaf(batch: Batch, leaf: LeafAppended, timeMs: number): void {
  const { index, kind, account, header, entry, hash, nodes } = leaf;
  batch.leaves.push({
    idx: index,
    kind,
    t: timeMs,
    uid: account === 0 ? null : account,
    header,
    entry,
    hash: hash.slice(),
  });
  batch.nodes.push(...nodeRows(index, nodes));
  batch.size += 1;
  if (kind !== 'order') return;
  const { row, named } = aiOrderRow(leaf, timeMs);
  batch.aiOrders.push(row);
  batch.namedOrders.push(named);
  batch.size += 4;
}
