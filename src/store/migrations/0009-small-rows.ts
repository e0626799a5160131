/**
 * Bills, fills and ended orders in a third of the room: words of a few kinds as numbers, contracts by number, fills in
 * their key alone, and indexes that say nothing twice. Every fact stays, and views of the old names show it in words
 * (row-forms.ts). What is stored is converted in place; a million orders with their fills and bills take about half a
 * minute, and as much free room as they occupy.
 *
 * Bills are found by account, by account and contract, by account and type, each in the order of ids: ids and times
 * rise together, so a time is first turned into an id (`queries/bills.ts`) and is in no index. In SQLite an index ends
 * with the row's number, which is the id.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import { copyText, type SmallList, viewText } from '../tables/row-forms.ts';
import type { Tables } from '../tables/tables.ts';
import { idColumn, runAll } from './portable.ts';

const TABLES: readonly SmallList[] = ['bill', 'fill', 'order_record'];

/** Must be word for word the same in the query (`queries/bills.ts`), or the indexes can't be used. */
const OF_USERS = 'WHERE uid > 5 AND (uid < 9000001 OR uid > 9999999)';

export async function keepRowsSmall(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    ...(kind === 'sqlite' ? [`DELETE FROM sqlite_stat1 WHERE tbl IN ('bill', 'fill', 'order_record')`] : []),
    ...TABLES.map((table) => `ALTER TABLE ${table} RENAME TO ${table}_wide`),
    `CREATE TABLE symbol (code ${kind === 'sqlite' ? 'INTEGER PRIMARY KEY' : 'SMALLINT PRIMARY KEY'}, name TEXT NOT NULL UNIQUE)`,
    `INSERT INTO symbol (code, name) SELECT ROW_NUMBER() OVER (ORDER BY name) - 1, name FROM
      (${TABLES.map((table) => `SELECT symbol AS name FROM ${table}_wide`).join(' UNION ')}) AS names`,
    ...tables(kind),
    ...TABLES.map((table) => copyText(table, `${table}_wide`)),
    ...TABLES.map((table) => `DROP TABLE ${table}_wide`),
    ...indexes(kind),
    ...TABLES.map(viewText),
    ...(kind === 'sqlite' ? statistics() : []),
  ]);
}

function tables(kind: DatabaseKind): string[] {
  const id = idColumn(kind);
  const code = kind === 'sqlite' ? 'INTEGER' : 'SMALLINT';
  const codes = (names: string) =>
    names
      .split(' ')
      .map((name) => `${name} ${code} NOT NULL`)
      .join(', ');
  const whole = (names: string) =>
    names
      .split(' ')
      .map((name) => `${name} BIGINT NOT NULL`)
      .join(', ');
  return [
    `CREATE TABLE bill_row (id ${id}, ${whole('uid position_id')}, ${codes('symbol business_type')},
      ${whole('amount balance legacy_balance fill_fee')}, ${codes('transfer_reason')}, ${whole('time_ms order_id match_sequence')})`,
    `CREATE TABLE fill_row (${whole('id nth_of_order')}, ${codes('role')}, ${whole('uid order_id position_id')},
      ${codes('symbol side effect cause margin_mode position_mode')},
      ${whole('price size value fee liquidate_fee realised match_sequence time_ms')}, nth BIGINT, nth_of_symbol BIGINT,
      CONSTRAINT fill_row_of_order PRIMARY KEY (order_id, nth_of_order))${kind === 'sqlite' ? ' WITHOUT ROWID' : ''}`,
    `CREATE TABLE order_record_row (id ${id}, uid BIGINT NOT NULL, ${codes('symbol')}, client_order_id TEXT NOT NULL,
      ${codes('side effect cause execution')}, ${whole('price size leverage')}, ${codes('margin_mode position_mode')},
      ${whole('position_id take_profit stop_loss from_plan trigger_price created_ms ended_ms')}, ${codes('status')},
      ${whole('filled value fee profit')}, cancel_reason ${code}, cancel_detail TEXT, life_span BIGINT, nth BIGINT, nth_of_symbol BIGINT)`,
  ];
}

/** In SQLite the id is at the end of each index by itself. */
function indexes(kind: DatabaseKind): string[] {
  const id = kind === 'sqlite' ? '' : ', id';
  return [
    `CREATE INDEX bill_account ON bill_row (uid${id})`,
    `CREATE INDEX bill_symbol ON bill_row (uid, symbol${id}) ${OF_USERS}`,
    `CREATE INDEX bill_type ON bill_row (uid, business_type${id}) ${OF_USERS}`,
    ...(['fill', 'order_record'] as const).flatMap((table) => [
      `CREATE INDEX ${table}_nth ON ${table}_row (uid, nth) WHERE nth IS NOT NULL`,
      `CREATE INDEX ${table}_nth_of_symbol ON ${table}_row (uid, symbol, nth_of_symbol) WHERE nth_of_symbol IS NOT NULL`,
    ]),
    `CREATE INDEX order_record_client ON order_record_row (uid, client_order_id${id}) WHERE nth IS NOT NULL`,
    'CREATE INDEX order_record_life ON order_record_row (uid, life_span, created_ms) WHERE life_span IS NOT NULL',
  ];
}

/** As in 0002: SQLite plans by these, so that plans never change by themselves. */
function statistics(): string[] {
  const rows = [
    ['bill_row', 'bill_account', '10000000 10000'],
    ['bill_row', 'bill_symbol', '10000000 10000 1200'],
    ['bill_row', 'bill_type', '10000000 10000 1000'],
    ['fill_row', 'fill_nth', '10000000 10000 1'],
    ['fill_row', 'fill_nth_of_symbol', '10000000 10000 1200 1'],
    ['order_record_row', 'order_record_nth', '10000000 10000 1'],
    ['order_record_row', 'order_record_nth_of_symbol', '10000000 10000 1200 1'],
    ['order_record_row', 'order_record_client', '10000000 10000 2'],
    ['order_record_row', 'order_record_life', '5000000 5000 700 2'],
  ];
  return [
    ...rows.map(
      ([table, index, figures]) =>
        `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('${table}', '${index}', '${figures}')`,
    ),
    'ANALYZE sqlite_schema',
  ];
}

export async function dropSmallRows(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    ...TABLES.map((table) => `DROP VIEW ${table}`),
    ...TABLES.map((table) => `DROP TABLE ${table}_row`),
    'DROP TABLE symbol',
  ]);
}
