/**
 * The log's tree above its leaves, projected, and the checkpoints that were signed, which exist nowhere else. A node is
 * the root of a full tile, by its level and place among the tiles of that level (docs/ai-log.md 14). Leaves that are
 * there already get their nodes here.
 */
import type { Kysely } from 'kysely';
import { type Frontier, grow } from '../../core/ailog/log/merkle.ts';
import type { DatabaseKind } from '../database/db.ts';
import { nodeRows } from '../rows/rows.ts';
import { sha256 } from '../sha256.ts';
import type { NodeTable } from '../tables/log-tables.ts';
import type { Tables } from '../tables/tables.ts';
import { bytesColumn, refuseChanges, runAll } from './portable.ts';

const LEAVES_AT_ONCE = 10_000;

export async function createNodeTable(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    `CREATE TABLE tlog_node (level BIGINT NOT NULL, idx BIGINT NOT NULL, hash ${bytesColumn(kind)} NOT NULL,
      PRIMARY KEY (level, idx))${kind === 'sqlite' ? ' WITHOUT ROWID' : ''}`,
    ...refuseChanges(kind, 'tlog_node'),
  ]);
  for await (const nodes of nodesOfLeaves(on))
    for (const node of nodes) await on.insertInto('tlog_node').values(node).execute();
}

async function* nodesOfLeaves(on: Kysely<Tables>): AsyncGenerator<NodeTable[]> {
  let frontier: Frontier = [];
  for (let size = 0; ; ) {
    const leaves = await on
      .selectFrom('tlog_leaf')
      .select('hash')
      .where('idx', '>=', size)
      .orderBy('idx')
      .limit(LEAVES_AT_ONCE)
      .execute();
    if (leaves.length === 0) return;
    const rows: NodeTable[] = [];
    for (const { hash } of leaves) {
      const grown = grow(sha256, frontier, size, hash);
      frontier = grown.frontier;
      rows.push(...nodeRows(size, grown.nodes));
      size++;
    }
    yield rows;
  }
}

export async function dropNodeTable(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, ['DROP TABLE tlog_node', ...(kind === 'postgres' ? ['DROP FUNCTION tlog_node_refuse()'] : [])]);
}

const SIGNED = 'origin, size, root, note, at';

export async function createCheckpointTable(kind: DatabaseKind, on: Kysely<Tables>): Promise<void> {
  await runAll(on, [
    `CREATE TABLE tlog_checkpoint (origin TEXT NOT NULL, size BIGINT NOT NULL, root ${bytesColumn(kind)} NOT NULL, note TEXT NOT NULL,
      at BIGINT NOT NULL, cosignatures TEXT NOT NULL DEFAULT '', PRIMARY KEY (origin, size))`,
    ...refuseChanges(kind, 'tlog_checkpoint', SIGNED),
  ]);
}
