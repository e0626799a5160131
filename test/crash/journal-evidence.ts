/**
 * What the journal itself says, once all is over: it is replayed here, apart from the exchange, and its rows are
 * projected anew beside the rows that went through all the kills.
 */
import { rowsInWords } from '../store/in-words.ts';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createEngine } from '../../src/core/engine.ts';
import { stateHash } from '../../src/core/state/hash.ts';
import { openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { replay } from '../../src/sequencer/replay.ts';
import type { Database } from '../../src/store/database/db.ts';
import { openDatabase } from '../../src/store/database/open-database.ts';
import { resetProjection } from '../../src/store/database/schema.ts';
import type { Projector } from '../../src/store/write/projector.ts';
import { sha256 } from '../../src/store/sha256.ts';
import type { Tables } from '../../src/store/schema/tables.ts';
import { isUserAccount } from '../../src/core/language/accounts.ts';

export interface JournalEvidence {
  /** Order ids by `<uid> <client order id>`, in the order they were given; a repeat gives none. */
  readonly orders: ReadonlyMap<string, readonly number[]>;
  /** Ids of orders a caller cancelled. */
  readonly cancelled: ReadonlySet<number>;
  /** State hashes at the sequences asked for. */
  readonly hashes: ReadonlyMap<number, string>;
  readonly commands: number;
}

/** Replays the folder's journal into `projector` as well, and keeps what the commands came to. */
export async function readJournal(
  data: string,
  sequences: ReadonlySet<number>,
  projector: Projector,
): Promise<JournalEvidence> {
  const journal = await openJournal(join(data, 'journal.log'), { readonly: true });
  const orders = new Map<string, number[]>();
  const cancelled = new Set<number>();
  const hashes = new Map<number, string>();
  const engine = createEngine(sha256);
  await replay(journal, engine, {
    onApplied: (record, outcome) => {
      projector.project(record, outcome);
      if (sequences.has(record.sequence)) hashes.set(record.sequence, stateHash(engine.state, sha256));
      if (!outcome.ok) return;
      const { command } = record;
      if (command.name === 'placeOrder') {
        const { orderId, replayed } = outcome.result as { orderId: number; replayed: boolean };
        const key = `${command.account} ${command.clientOrderId}`;
        if (!replayed) orders.set(key, [...(orders.get(key) ?? []), orderId]);
      } else if (command.name === 'cancelOrder') cancelled.add((outcome.result as { orderId: number }).orderId);
    },
  });
  await journal.close();
  return { orders, cancelled, hashes, commands: journal.end.sequence };
}

/** The folder's database, and a copy of it whose projected tables are empty. The exchange must have stopped. */
export async function openBoth(data: string): Promise<{ survived: Database; anew: Database }> {
  const path = join(data, 'outcry.db');
  const copy = join(data, 'anew.db');
  copyFileSync(path, copy);
  const anew = openDatabase(copy);
  await resetProjection(anew);
  return { survived: openDatabase(path), anew };
}

const PROJECTED = [
  'projection_state',
  'bill',
  'order_record',
  'plan_order',
  'fill',
  'funding_rate',
  'bar',
  'ailog',
  'ailog_key',
  'ailog_link',
  'ailog_trace',
  'ai_order',
  'tlog_leaf',
] as const satisfies readonly (keyof Tables)[];

/** The house's rows go after a while, and with them what the exchange took from it. */
const isKept = (row: object): boolean => !('uid' in row) || row.uid === null || isUserAccount(row.uid as number);

/** How far the projection is; how far rows were let go is another matter. */
const isProgress = (row: object): boolean => !('last_sequence' in row && 'name' in row) || row.name === 'journal';

/** Rows of each projected table that are kept for good, as text, in one order. */
export async function projectedRows(database: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of PROJECTED) {
    const rows = await rowsInWords(database, table);
    tables[table] = rows
      .filter((row) => isKept(row) && isProgress(row))
      .map((row) => JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
      .sort();
  }
  return tables;
}

/** Parts of users whose bills don't follow from one another. */
export async function brokenChains(database: Database): Promise<string[]> {
  const bills = await rowsInWords(database, 'bill', 'id');
  const balances = new Map<string, bigint>();
  return bills.filter(isKept).flatMap(({ id, uid, position_id, amount, balance }) => {
    const part = `${uid} ${position_id}`;
    const expected = (balances.get(part) ?? 0n) + BigInt(amount);
    balances.set(part, BigInt(balance));
    return expected === BigInt(balance) ? [] : [`bill ${id} of ${part} should leave ${expected}, says ${balance}`];
  });
}

/** Logs in the list whose body is not stored, or not whole. */
export async function logsWithoutBody(database: Database): Promise<string[]> {
  const rows = await database.sql
    .selectFrom('ailog')
    .leftJoin('payload', 'payload.h', 'ailog.h')
    .select(['ailog.log_index', 'ailog.size', 'payload.body'])
    .execute();
  return rows.flatMap(({ log_index, size, body }) => (body?.length === size ? [] : [`log ${log_index}`]));
}
