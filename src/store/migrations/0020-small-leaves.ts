/**
 * What an order on the allowlist leaves behind, in a third of the room. Leaves are packed (`tables/leaf-form.ts`). An
 * order's row has words as numbers, and a print of its name (`rows/order-names.ts`) instead of a table of the keys that
 * logs find it by. Leaves of logs and orders are in no index over kinds: they have their own tables.
 *
 * What is stored is copied once, a part at a time: ten million leaves take some minutes, and as much free room as they
 * occupy.
 */
import { type Kysely, sql } from 'kysely';
import type { OrderHeader } from '../../core/ailog/log/header.ts';
import type { DatabaseKind } from '../database/db.ts';
import { namePrint } from '../rows/order-names.ts';
import { headerOf, IN_KIND_INDEX, type LeafTexts, leafRow } from '../tables/leaf-form.ts';
import { addSmallRow, ROW_FORMS, type RowForm, viewText } from '../tables/row-forms.ts';
import type { AiOrderTable, Tables } from '../tables/tables.ts';
import { bytesColumn, idColumn, refuseChanges, runAll } from './portable.ts';

/** In SQLite at most 32 766 values go into one statement. */
const CHUNK = 500;

export async function keepLeavesSmall(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['ALTER TABLE tlog_leaf RENAME TO leaf_before', 'ALTER TABLE ai_order RENAME TO order_before']);
  await runAll(on, tables(kind));
  await copyLeaves(on);
  await copyOrders(on);
  await runAll(on, [
    'DROP TABLE leaf_before',
    'DROP TABLE order_before',
    'DROP TABLE ai_order_key',
    ...(kind === 'postgres' ? ['DROP FUNCTION tlog_leaf_refuse()'] : []),
    ...indexes(kind),
    ...refuseChanges(kind, 'tlog_leaf'),
    viewText('ai_order'),
  ]);
}

function tables(kind: DatabaseKind): string[] {
  const code = kind === 'sqlite' ? 'INTEGER' : 'SMALLINT';
  return [
    `CREATE TABLE tlog_leaf (idx ${idColumn(kind)}, kind TEXT NOT NULL, t BIGINT NOT NULL, uid BIGINT,
      header ${bytesColumn(kind)}, entry ${bytesColumn(kind)} NOT NULL, hash ${bytesColumn(kind)} NOT NULL)`,
    `CREATE TABLE ai_order_row (leaf_index ${idColumn(kind)}, order_id BIGINT NOT NULL, uid BIGINT NOT NULL,
      symbol ${code} NOT NULL, type ${code} NOT NULL, placed_at BIGINT NOT NULL, counted ${code} NOT NULL,
      waits_for_fill ${code} NOT NULL, grade ${code} NOT NULL, deciding_log BIGINT, deciding_how ${code}, mark TEXT,
      late_ms BIGINT NOT NULL, name BIGINT NOT NULL)`,
  ];
}

/** In SQLite a leaf's index is at the end of each index by itself. */
function indexes(kind: DatabaseKind): string[] {
  const [idx, leaf] = kind === 'sqlite' ? ['', ''] : [', idx', ', leaf_index'];
  return [
    `CREATE INDEX tlog_leaf_of_kind ON tlog_leaf (kind${idx}) WHERE ${IN_KIND_INDEX}`,
    'CREATE UNIQUE INDEX ai_order_id ON ai_order_row (order_id)',
    'CREATE INDEX ai_order_name ON ai_order_row (name)',
    `CREATE INDEX ai_order_grade ON ai_order_row (uid, counted, grade${leaf})`,
    `CREATE INDEX ai_order_leaf ON ai_order_row (uid, counted${leaf})`,
  ];
}

async function copyLeaves(on: Kysely<Tables>): Promise<void> {
  for (let after = -1; ; ) {
    const { rows } = await sql<LeafTexts>`SELECT idx, kind, t, uid, header, entry, hash FROM leaf_before
      WHERE idx > ${after} ORDER BY idx LIMIT ${CHUNK}`.execute(on);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.idx;
    await on.insertInto('tlog_leaf').values(rows.map(leafRow)).execute();
  }
}

/** An order's row as it was stored before, with the header of its leaf as it is stored by now. */
type OrderBefore = Omit<AiOrderTable, 'order_id' | 'late_ms' | 'name'> & {
  readonly order_id: string;
  readonly late_until: number;
  readonly header: Uint8Array | null;
};

async function copyOrders(on: Kysely<Tables>): Promise<void> {
  const form = ROW_FORMS.ai_order as RowForm;
  const { table, columns } = form;
  await sql`INSERT INTO symbol (code, name) SELECT ROW_NUMBER() OVER (ORDER BY found.name)
      + (SELECT COALESCE(MAX(code), -1) FROM symbol), found.name
    FROM (SELECT DISTINCT symbol AS name FROM order_before) AS found
    WHERE found.name NOT IN (SELECT name FROM symbol)`.execute(on);
  const symbols = new Map((await on.selectFrom('symbol').selectAll().execute()).map(({ code, name }) => [name, code]));
  for (let after = -1; ; ) {
    const { rows } = await sql<OrderBefore>`SELECT o.*, tlog_leaf.header FROM order_before AS o
      JOIN tlog_leaf ON tlog_leaf.idx = o.leaf_index
      WHERE o.leaf_index > ${after} ORDER BY o.leaf_index LIMIT ${CHUNK}`.execute(on);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.leaf_index;
    const values = rows.map((row) => {
      const kept: unknown[] = [];
      addSmallRow(kept, form, orderOf(row), symbols);
      return sql`(${sql.join(kept)})`;
    });
    await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      VALUES ${sql.join(values)}`.execute(on);
  }
}

function orderOf({ header, late_until: lateUntil, ...row }: OrderBefore) {
  const { clientOid } = JSON.parse(headerOf({ header }) ?? '{}') as Pick<OrderHeader, 'clientOid'>;
  return {
    ...row,
    order_id: Number(row.order_id),
    late_ms: lateUntil - row.placed_at,
    name: namePrint(row.uid, clientOid),
  } satisfies AiOrderTable;
}

export async function dropSmallLeaves(_kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['DROP VIEW ai_order', 'DROP TABLE ai_order_row']);
}
