/**
 * The lists of an account's fills and ended orders, at the same cost at any depth: rows are numbered from 1, per
 * account and per account and contract, so that a page, a number of rows or a place in time is a range of numbers and
 * nothing is counted through. Rows of the house's accounts have no numbers and are in no index: nobody has a key for
 * those accounts.
 *
 * Fills are stored by order, numbered within it. Orders are also found by the caller's id, and those at work at a
 * moment by the span of their lives. The tables are empty here: what an older version stored is read from the journal
 * again (migrate.ts), because only the journal tells in which order one command ended several orders.
 */
import type { Kysely } from 'kysely';
import type { DatabaseKind } from '../database/db.ts';
import type { Tables } from '../tables/tables.ts';
import { runAll } from './portable.ts';

const MODES = 'side TEXT NOT NULL, effect TEXT NOT NULL, margin_mode TEXT NOT NULL, position_mode TEXT NOT NULL';
const NUMBERED = ['fill', 'order_record'] as const;

export async function numberRows(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    'DROP TABLE fill',
    `CREATE TABLE fill (id BIGINT NOT NULL, role TEXT NOT NULL, uid BIGINT NOT NULL, order_id BIGINT NOT NULL, position_id BIGINT NOT NULL,
      symbol TEXT NOT NULL, ${MODES}, cause TEXT NOT NULL, price BIGINT NOT NULL, size BIGINT NOT NULL, value BIGINT NOT NULL,
      fee BIGINT NOT NULL, liquidate_fee BIGINT NOT NULL, realised BIGINT NOT NULL, match_sequence BIGINT NOT NULL,
      time_ms BIGINT NOT NULL, nth_of_order BIGINT NOT NULL, nth BIGINT, nth_of_symbol BIGINT,
      CONSTRAINT fill_of_order PRIMARY KEY (order_id, nth_of_order))`,
    ...['life_span', 'nth', 'nth_of_symbol'].map((name) => `ALTER TABLE order_record ADD COLUMN ${name} BIGINT`),
    ...NUMBERED.flatMap((table) => [
      `CREATE INDEX ${table}_nth ON ${table} (uid, nth) WHERE nth IS NOT NULL`,
      `CREATE INDEX ${table}_nth_of_symbol ON ${table} (uid, symbol, nth_of_symbol) WHERE nth_of_symbol IS NOT NULL`,
    ]),
    'CREATE INDEX order_record_client ON order_record (uid, client_order_id, id) WHERE nth IS NOT NULL',
    'CREATE INDEX order_record_life ON order_record (uid, life_span, created_ms) WHERE life_span IS NOT NULL',
    'CREATE INDEX plan_order_client ON plan_order (uid, client_order_id, id)',
    ...(kind === 'sqlite' ? statistics() : []),
  ]);
}

/** As in 0002: SQLite plans by these, so that plans never change by themselves. */
function statistics(): string[] {
  const rows = [
    ['fill', 'fill_nth', '10000000 10000 1'],
    ['fill', 'fill_nth_of_symbol', '10000000 10000 1200 1'],
    ['order_record', 'order_record_nth', '10000000 10000 1'],
    ['order_record', 'order_record_nth_of_symbol', '10000000 10000 1200 1'],
    ['order_record', 'order_record_client', '10000000 10000 2 1'],
    ['order_record', 'order_record_life', '5000000 5000 700 2'],
    ['plan_order', 'plan_order_client', '1000000 1000 2 1'],
  ];
  return [
    ...rows.map(
      ([table, index, figures]) =>
        `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('${table}', '${index}', '${figures}')`,
    ),
    'ANALYZE sqlite_schema',
  ];
}
