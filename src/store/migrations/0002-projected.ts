/**
 * Projected tables: what the projector writes from the journal's events (and payloads). They can all be dropped and
 * built again.
 *
 * Lists are read newest first by account. Ids and times rise together (one counter, a clock that never falls), so an
 * index on (account, time, id) serves both the order of a list and its time filter; each filter that can be sparse has
 * its own index. Indexes are most of what a row costs, so there is none without a question that needs it: fills and
 * orders get theirs with the first list of them, and the bills of the exchange's own accounts 1 to 5, half of all
 * bills, are in none.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { bytesColumn, idColumn, refuseChanges, runAll } from './portable.ts';

const PROJECTED = [
  'projection_state',
  'bill',
  'order_record',
  'plan_order',
  'fill',
  'ailog',
  'ailog_key',
  'ailog_link',
  'ai_order',
  'ai_order_key',
  'tlog_leaf',
] as const;

/** Must be word for word the same in the query (`queries/bills.ts`), or the indexes can't be used. */
const OF_USERS = 'WHERE uid > 5';
const ORDER_FIGURES = `filled BIGINT NOT NULL, value BIGINT NOT NULL, fee BIGINT NOT NULL, profit BIGINT NOT NULL, cancel_reason TEXT,
  cancel_detail TEXT`;
const MODES = 'side TEXT NOT NULL, effect TEXT NOT NULL, margin_mode TEXT NOT NULL, position_mode TEXT NOT NULL';

export async function createProjectedTables(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  const id = idColumn(kind);
  await runAll(on, [
    'CREATE TABLE projection_state (name TEXT NOT NULL PRIMARY KEY, last_sequence BIGINT NOT NULL, last_time_ms BIGINT NOT NULL)',
    `CREATE TABLE bill (id ${id}, uid BIGINT NOT NULL, position_id BIGINT NOT NULL, symbol TEXT NOT NULL, business_type TEXT NOT NULL,
      amount BIGINT NOT NULL, balance BIGINT NOT NULL, legacy_balance BIGINT NOT NULL, fill_fee BIGINT NOT NULL,
      transfer_reason TEXT NOT NULL, time_ms BIGINT NOT NULL, order_id BIGINT NOT NULL, match_sequence BIGINT NOT NULL)`,
    `CREATE INDEX bill_time ON bill (uid, time_ms, id) ${OF_USERS}`,
    `CREATE INDEX bill_symbol ON bill (uid, symbol, time_ms, id) ${OF_USERS}`,
    `CREATE INDEX bill_type ON bill (uid, business_type, time_ms, id) ${OF_USERS}`,
    `CREATE TABLE order_record (id ${id}, uid BIGINT NOT NULL, symbol TEXT NOT NULL, client_order_id TEXT NOT NULL, ${MODES},
      execution TEXT NOT NULL, price BIGINT NOT NULL, size BIGINT NOT NULL, leverage BIGINT NOT NULL, position_id BIGINT NOT NULL,
      take_profit BIGINT NOT NULL, stop_loss BIGINT NOT NULL, from_plan BIGINT NOT NULL, trigger_price BIGINT NOT NULL,
      created_ms BIGINT NOT NULL, ended_ms BIGINT NOT NULL, status TEXT NOT NULL, ${ORDER_FIGURES})`,
    `CREATE TABLE plan_order (id ${id}, uid BIGINT NOT NULL, symbol TEXT NOT NULL, client_order_id TEXT NOT NULL, kind TEXT NOT NULL,
      ${MODES}, position_id BIGINT NOT NULL, take_profit BIGINT NOT NULL, stop_loss BIGINT NOT NULL, parent_id BIGINT NOT NULL,
      bound_position_id BIGINT NOT NULL, size BIGINT NOT NULL, price BIGINT NOT NULL, trigger_price BIGINT NOT NULL,
      trigger_by TEXT NOT NULL, direction TEXT NOT NULL, triggered_ms BIGINT NOT NULL, created_ms BIGINT NOT NULL,
      updated_ms BIGINT NOT NULL, status TEXT NOT NULL, ${ORDER_FIGURES})`,
    'CREATE INDEX plan_order_created ON plan_order (uid, symbol, created_ms, id)',
    'CREATE INDEX plan_order_type ON plan_order (uid, symbol, side, effect, created_ms, id)',
    `CREATE TABLE fill (id BIGINT NOT NULL, role TEXT NOT NULL, uid BIGINT NOT NULL, order_id BIGINT NOT NULL, position_id BIGINT NOT NULL,
      symbol TEXT NOT NULL, ${MODES}, price BIGINT NOT NULL, size BIGINT NOT NULL, value BIGINT NOT NULL, fee BIGINT NOT NULL,
      liquidate_fee BIGINT NOT NULL, realised BIGINT NOT NULL, match_sequence BIGINT NOT NULL, time_ms BIGINT NOT NULL,
      PRIMARY KEY (id, role))`,
    ...aiLogTables(kind),
    ...(kind === 'sqlite' ? statistics() : []),
  ]);
}

/**
 * The statistics SQLite may assume: rows in total, and rows equal in the first column of an index, in the first two …
 * Without it, it takes any range of time to be narrower than a filter, and reads a whole day of bills to find one
 * deposit. Fixed figures, so that plans never change by themselves; PostgreSQL measures its own.
 */
function statistics(): string[] {
  const rows = [
    ['bill', 'bill_time', '10000000 10000 2 1'],
    ['bill', 'bill_symbol', '10000000 10000 1200 2 1'],
    ['bill', 'bill_type', '10000000 10000 1000 2 1'],
    ['plan_order', 'plan_order_created', '1000000 1000 200 2 1'],
    ['plan_order', 'plan_order_type', '1000000 1000 200 100 50 2 1'],
  ];
  return [
    'ANALYZE',
    ...rows.map(
      ([table, index, figures]) =>
        `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('${table}', '${index}', '${figures}')`,
    ),
    'ANALYZE sqlite_schema',
  ];
}

/** One row per log, and beside it the keys by which logs and orders find each other. */
function aiLogTables(kind: DatabaseKind): string[] {
  return [
    `CREATE TABLE ailog (log_index BIGINT NOT NULL PRIMARY KEY, uid BIGINT NOT NULL, key_id TEXT NOT NULL, received_at BIGINT NOT NULL, order_id TEXT,
      stage TEXT NOT NULL, model TEXT NOT NULL, body_sha256 TEXT NOT NULL, h TEXT NOT NULL UNIQUE, size BIGINT NOT NULL,
      decisions TEXT NOT NULL, client_oids TEXT NOT NULL, warnings TEXT NOT NULL)`,
    'CREATE INDEX ailog_uid ON ailog (uid, log_index)',
    'CREATE INDEX ailog_received ON ailog (uid, received_at, log_index)',
    `CREATE TABLE ailog_link (order_id TEXT NOT NULL, log_index BIGINT NOT NULL, how TEXT NOT NULL,
      PRIMARY KEY (order_id, log_index, how))`,
    'CREATE INDEX ailog_link_log ON ailog_link (log_index)',
    `CREATE TABLE ailog_key (uid BIGINT NOT NULL, how TEXT NOT NULL, key TEXT NOT NULL, log_index BIGINT NOT NULL,
      received_at BIGINT NOT NULL, PRIMARY KEY (uid, how, key, log_index))`,
    'CREATE INDEX ailog_key_log ON ailog_key (log_index)',
    `CREATE TABLE ai_order (order_id TEXT NOT NULL PRIMARY KEY, leaf_index BIGINT NOT NULL, uid BIGINT NOT NULL, symbol TEXT NOT NULL,
      type TEXT NOT NULL, placed_at BIGINT NOT NULL, counted BIGINT NOT NULL, waits_for_fill BIGINT NOT NULL, grade TEXT NOT NULL,
      deciding_log BIGINT, deciding_how TEXT)`,
    'CREATE INDEX ai_order_grade ON ai_order (uid, counted, grade, placed_at)',
    `CREATE TABLE ai_order_key (uid BIGINT NOT NULL, how TEXT NOT NULL, key TEXT NOT NULL, leaf_index BIGINT NOT NULL,
      order_id TEXT NOT NULL, placed_at BIGINT NOT NULL, PRIMARY KEY (uid, how, key, leaf_index))`,
    'CREATE INDEX ai_order_key_leaf ON ai_order_key (leaf_index)',
    `CREATE TABLE tlog_leaf (idx BIGINT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, t BIGINT NOT NULL, uid BIGINT, header TEXT, entry TEXT NOT NULL,
      hash ${bytesColumn(kind)} NOT NULL)`,
    'CREATE INDEX tlog_leaf_kind ON tlog_leaf (kind, uid, idx)',
    ...refuseChanges(kind, 'ailog'),
    ...refuseChanges(kind, 'tlog_leaf'),
  ];
}

/** Drops what `createProjectedTables` made. */
export async function dropProjectedTables(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(
    on,
    PROJECTED.map((table) => `DROP TABLE IF EXISTS ${table}`),
  );
  if (kind === 'postgres') await runAll(on, ['DROP FUNCTION ailog_refuse()', 'DROP FUNCTION tlog_leaf_refuse()']);
}
