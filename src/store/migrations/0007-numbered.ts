/**
 * The lists of an account's fills and ended orders, at the same cost at any depth: rows are numbered from 1, per
 * account and per account and contract, so that a page, a number of rows or a place in time is a range of numbers and
 * nothing is counted through. Rows of the house's accounts have no numbers and are in no index: nobody has a key for
 * them.
 *
 * Fills lie by order, which is how they are asked for one by one. Orders are also found by the caller's id, and those
 * at work at a moment by the span of their lives. An order that fired from a plan order is as old as that, whose id it
 * has.
 *
 * What older versions stored is all there and gets its numbers here, in the order of its time and id. Orders that one
 * command ended together are told apart from now on only; a rebuilt store has the order in which they ended.
 */
import type { Kysely } from 'kysely';
import { FIRST_HOUSE, LAST_HOUSE } from '../../core/language/accounts.ts';
import type { DatabaseKind } from '../db.ts';
import { LIFE_SPANS, longestLifeMs, SHORT_LIFE_MS } from '../life-span.ts';
import type { Tables } from '../tables.ts';
import { runAll } from './portable.ts';

const MODES = 'side TEXT NOT NULL, effect TEXT NOT NULL, margin_mode TEXT NOT NULL, position_mode TEXT NOT NULL';
const NUMBERED = ['fill', 'order_record'] as const;
const OF_CALLERS = `uid NOT BETWEEN ${FIRST_HOUSE} AND ${LAST_HOUSE}`;

export async function numberRows(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    ...fillsByOrder(),
    `UPDATE order_record SET created_ms = (SELECT p.created_ms FROM plan_order AS p WHERE p.id = order_record.id)
      WHERE from_plan = 1 AND EXISTS (SELECT 1 FROM plan_order AS p WHERE p.id = order_record.id)`,
    'ALTER TABLE order_record ADD COLUMN life_span BIGINT',
    `UPDATE order_record SET life_span = ${lifeSpan()} WHERE ${OF_CALLERS}`,
    'ALTER TABLE order_record ADD COLUMN nth BIGINT',
    'ALTER TABLE order_record ADD COLUMN nth_of_symbol BIGINT',
    `UPDATE order_record SET nth = n.nth, nth_of_symbol = n.nth_of_symbol
      FROM (SELECT id, ${numbers('ended_ms, id')} FROM order_record WHERE ${OF_CALLERS}) AS n WHERE order_record.id = n.id`,
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

const numbers = (order: string): string => `ROW_NUMBER() OVER (PARTITION BY uid ORDER BY ${order}) AS nth,
  ROW_NUMBER() OVER (PARTITION BY uid, symbol ORDER BY ${order}) AS nth_of_symbol`;

/** The table anew, with another key. */
function fillsByOrder(): string[] {
  const columns = `id, role, uid, order_id, position_id, symbol, side, effect, cause, margin_mode, position_mode, price, size, value, fee,
    liquidate_fee, realised, match_sequence, time_ms`;
  const ofOrder = 'ROW_NUMBER() OVER (PARTITION BY order_id ORDER BY id)';
  return [
    'ALTER TABLE fill RENAME TO fill_before',
    `CREATE TABLE fill (id BIGINT NOT NULL, role TEXT NOT NULL, uid BIGINT NOT NULL, order_id BIGINT NOT NULL, position_id BIGINT NOT NULL,
      symbol TEXT NOT NULL, ${MODES}, cause TEXT NOT NULL, price BIGINT NOT NULL, size BIGINT NOT NULL, value BIGINT NOT NULL,
      fee BIGINT NOT NULL, liquidate_fee BIGINT NOT NULL, realised BIGINT NOT NULL, match_sequence BIGINT NOT NULL,
      time_ms BIGINT NOT NULL, nth_of_order BIGINT NOT NULL, nth BIGINT, nth_of_symbol BIGINT,
      CONSTRAINT fill_of_order PRIMARY KEY (order_id, nth_of_order))`,
    `INSERT INTO fill (${columns}, nth_of_order, nth, nth_of_symbol)
      SELECT ${columns}, ${ofOrder}, ${numbers('id')} FROM fill_before WHERE ${OF_CALLERS}`,
    `INSERT INTO fill (${columns}, nth_of_order) SELECT ${columns}, ${ofOrder} FROM fill_before WHERE NOT (${OF_CALLERS})`,
    'DROP TABLE fill_before',
  ];
}

/** `lifeSpanOf` of a stored row. */
function lifeSpan(): string {
  const lived = 'ended_ms - created_ms';
  const spans = LIFE_SPANS.map((span) => `WHEN ${lived} < ${longestLifeMs(span)} THEN ${span}`);
  return `CASE WHEN ${lived} < ${SHORT_LIFE_MS} THEN NULL ${spans.join(' ')} ELSE ${LIFE_SPANS.at(-1)} END`;
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
