/**
 * The outside observer: reads what is new in the read store through a connection of its own, and remembers a digest of
 * every row, so that a store that is built anew can be held against the one before.
 */
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { decodeRow, idCode, symbolsOf, type CodedTable } from '../../src/store/schema/row-codec.ts';
import type { BillSeen, FillSeen, FundingSeen, OrderSeen, RowsSeen } from './auditor/seen.ts';

export interface Observer {
  /** Rows since the last look; the store must hold them. */
  look(): RowsSeen;
  /** Reads everything from the start; an objection when a row differs from what was seen before. */
  readAgain(): string | null;
  /** Whether an order of this id ended. */
  hasEnded(orderId: number): boolean;
  /** How many ended orders and plan orders have this client order id. */
  endedWith(uid: number, clientOrderId: string): number;
  /** Bills of an account, newest first. */
  billsOf(uid: number, limit: number, offset: number): BillSeen[];
  /** The newest bill of an account, 0 when it has none. */
  lastBillOf(uid: number): number;
  close(): void;
}

/** What has been seen so far; outlives a restart of the service. */
export interface Seen {
  lastId: number;
  /** The id of the last fill: they are stored as they are made. */
  lastFill: number;
  /** Match sequence of the last funding pass. */
  lastFunding: number;
  /** A digest of each row, in the order of their ids. */
  readonly digests: string[];
  /** Orders that have filled something and were not seen to end. */
  readonly unfinished: Set<number>;
}

export function nothingSeen(): Seen {
  return { lastId: 0, lastFill: 0, lastFunding: 0, digests: [], unfinished: new Set() };
}

export function openObserver(path: string, seen: Seen): Observer {
  const database = new DatabaseSync(path, { readOnly: true });
  const select = (text: string) => {
    const statement = database.prepare(text);
    statement.setReadBigInts(true);
    return (...values: (number | string)[]) => statement.all(...values).map(narrow);
  };
  const symbols = select('SELECT code, name FROM symbol');
  const inWords = (table: CodedTable, rows: Record<string, unknown>[]): unknown => {
    const known = symbolsOf(symbols() as unknown as { code: number; name: string }[]);
    return rows.map((row) => decodeRow(table, row, known));
  };
  const bills = select('SELECT * FROM bill WHERE id > ? ORDER BY id');
  const fills = select('SELECT * FROM fill WHERE id > ? AND id <= ? ORDER BY id, role');
  const lastFill = select('SELECT * FROM fill ORDER BY id DESC LIMIT 1');
  const ended = select('SELECT * FROM order_record WHERE id = ?');
  const named = select('SELECT id FROM order_record WHERE uid = ? AND client_order_id = ?');
  const namedPlans = select('SELECT id FROM plan_order WHERE uid = ? AND client_order_id = ?');
  const fundings = select('SELECT * FROM funding_rate WHERE match_sequence > ? ORDER BY match_sequence');
  const page = select('SELECT * FROM bill WHERE uid = ? ORDER BY id DESC LIMIT ? OFFSET ?');
  const lastBill = select('SELECT * FROM bill WHERE uid = ? ORDER BY id DESC LIMIT 1');
  const rowsAfter = (after: number, fill: number, last: number): Pick<RowsSeen, 'bills' | 'fills'> => ({
    bills: inWords('bill', bills(idCode(after))) as BillSeen[],
    fills: inWords('fill', fills(idCode(fill), idCode(last))) as FillSeen[],
  });
  const fillsStored = (): number => (inWords('fill', lastFill()) as FillSeen[])[0]?.id ?? 0;
  return {
    look() {
      const last = fillsStored();
      const rows = rowsAfter(seen.lastId, seen.lastFill, last);
      seen.lastFill = Math.max(seen.lastFill, last);
      note(seen, rows);
      for (const { order_id } of rows.fills) seen.unfinished.add(order_id);
      const orders = [...seen.unfinished].flatMap((id) => inWords('order_record', ended(idCode(id))) as OrderSeen[]);
      for (const { id } of orders) seen.unfinished.delete(id);
      const settled = fundings(seen.lastFunding) as unknown as FundingSeen[];
      seen.lastFunding = settled.at(-1)?.match_sequence ?? seen.lastFunding;
      return { ...rows, orders, fundings: settled };
    },
    readAgain() {
      const rows = inOrder(rowsAfter(0, 0, fillsStored())).filter(({ id }) => id <= seen.lastId);
      const at = rows.findIndex((row, nth) => digestOf(row) !== seen.digests[nth]);
      if (at >= 0) return `the read store built anew has another row ${at}: ${textOf(rows[at]!)}`;
      if (rows.length === seen.digests.length) return null;
      return `the read store built anew has ${rows.length} rows where ${seen.digests.length} were seen`;
    },
    hasEnded: (orderId) => ended(idCode(orderId)).length > 0,
    endedWith(uid, clientOrderId) {
      const orders = inWords('order_record', named(uid, clientOrderId)) as OrderSeen[];
      return new Set([...orders, ...namedPlans(uid, clientOrderId)].map(({ id }) => id)).size;
    },
    billsOf: (uid, limit, offset) => inWords('bill', page(uid, limit, offset)) as BillSeen[],
    lastBillOf: (uid) => (inWords('bill', lastBill(uid)) as BillSeen[])[0]?.id ?? 0,
    close() {
      if (database.isOpen) database.close();
    },
  };
}

function note(seen: Seen, found: Pick<RowsSeen, 'bills' | 'fills'>): void {
  const rows = inOrder(found);
  for (const row of rows) seen.digests.push(digestOf(row));
  seen.lastId = Math.max(seen.lastId, rows.at(-1)?.id ?? 0);
}

type Row = BillSeen | FillSeen;

function inOrder({ bills, fills }: Pick<RowsSeen, 'bills' | 'fills'>): Row[] {
  return [...bills, ...fills].sort((a, b) => a.id - b.id);
}

function digestOf(row: Row): string {
  return hash('sha256', textOf(row), 'base64');
}

function textOf(row: Row): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

/** Integers as numbers where that loses nothing. */
function narrow(row: Record<string, unknown>): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row))
    plain[name] =
      typeof value === 'bigint' && BigInt(Number(value)) === value && Number.isSafeInteger(Number(value))
        ? Number(value)
        : value;
  return plain;
}
