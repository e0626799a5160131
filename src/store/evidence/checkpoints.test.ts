// The log as the read store keeps it, on both databases: tiles and proofs from rows, nodes for leaves from before there
// were nodes, and one root for a size whoever signs.
import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import { createEngine, type Engine } from '../../core/engine.ts';
import type { Command } from '../../core/language/commands.ts';
import { rootOf } from '../../core/log/merkle.ts';
import { verifyConsistency, verifyInclusion } from '../../core/log/proof.ts';
import { entriesIn } from '../../core/log/tiles.ts';
import { checkpointNewest, checkpointPut } from './checkpoints.ts';
import type { Database } from '../database/db.ts';
import { insertRows } from '../database/insert-rows.ts';
import { createProjector, type Projector } from '../write/projector.ts';
import { logProof, logRoot, logTile } from './log-tiles.ts';
import { sha256 } from '../sha256.ts';

const ORIGIN = 'test.example/log';
const LEAVES = 600;
const SALT = `${'A'.repeat(43)}=`;

/** A log of leaves without bodies. */
async function grow(database: Database, leaves: number): Promise<{ engine: Engine; projector: Projector }> {
  const engine = createEngine(sha256);
  const projector = await createProjector(database);
  const apply = (command: Command): void => {
    const sequenced = { sequence: engine.state.sequence + 1, timeMs: 1_000 + engine.state.sequence, command };
    projector.project(sequenced, engine.apply(sequenced));
  };
  apply({ name: 'openAiLog', origin: ORIGIN, vkey: 'test', saltKey: SALT });
  for (let at = 1; at < leaves; at++)
    apply({ name: 'setAllowlist', account: 1_000_001, allowed: at % 2 === 1, reason: 'r', actor: 'a' });
  await projector.flush();
  return { engine, projector };
}

const put = (size: number, root: Uint8Array, after: number | null) => ({
  origin: ORIGIN,
  size,
  root,
  note: `note ${size}\n`,
  atMs: 5,
  after,
});

onEachDatabase('the transparency log in rows', ({ fresh }) => {
  it('serves tiles, entries and proofs that lead to the root of the state', async () => {
    const database = await fresh();
    const { engine } = await grow(database, LEAVES);
    const root = rootOf(sha256, engine.state.ailog.frontier);
    expect(engine.state.ailog.nextIndex).toBe(LEAVES);
    expect(Buffer.from(await logRoot(database, LEAVES))).toEqual(Buffer.from(root));
    expect((await logTile(database, { level: 0, index: 2, width: 88 }))?.length).toBe(88 * 32);
    expect((await logTile(database, { level: 1, index: 0, width: 2 }))?.length).toBe(64);
    expect(await logTile(database, { level: 1, index: 0, width: 3 })).toBe(null);
    expect(await logTile(database, { level: 0, index: 2, width: 89 })).toBe(null);
    const entries = entriesIn((await logTile(database, { level: 'entries', index: 1, width: 256 }))!);
    expect(JSON.parse(Buffer.from(entries![255]!).toString())).toMatchObject({ k: 'account', t: 1_511 });
    for (const index of [0, 255, 256, 511, 512, 599]) {
      const [leaf] = await database.sql.selectFrom('tlog_leaf').select('hash').where('idx', '=', index).execute();
      const proof = await logProof(database, { index, size: LEAVES });
      expect(verifyInclusion(sha256, { index, size: LEAVES, leaf: leaf!.hash, proof, root }), `${index}`).toBe(true);
      const from = index + 1;
      const ends = { from, to: LEAVES, fromRoot: await logRoot(database, from), toRoot: root };
      expect(verifyConsistency(sha256, { ...ends, proof: await logProof(database, { from, size: LEAVES }) })).toBe(
        true,
      );
    }
  });

  it('stores one root for a size and never a smaller size, whoever asks', async () => {
    const database = await fresh();
    const { engine } = await grow(database, 20);
    const [at10, at15, at20] = [await logRoot(database, 10), await logRoot(database, 15), await logRoot(database, 20)];
    expect(rootOf(sha256, engine.state.ailog.frontier)).toEqual(at20);
    expect(await checkpointNewest(database, { origin: ORIGIN })).toBe(null);
    expect(await checkpointPut(database, put(10, at20, null))).toMatchObject({ ok: false, against: 'rows' });
    expect(await checkpointPut(database, put(21, at20, null)), 'more than there is').toMatchObject({ against: 'rows' });
    expect(await checkpointPut(database, put(10, at10, null))).toEqual({ ok: true });
    expect(await checkpointPut(database, put(10, at10, null)), 'twice').toMatchObject({ against: 'newest' });
    expect(await checkpointPut(database, put(10, at10, 10)), 'the same size').toMatchObject({ against: 'newest' });
    const both = await Promise.all(
      [15, 20].map((size) => checkpointPut(database, put(size, size === 15 ? at15 : at20, 10))),
    );
    expect(
      both.filter(({ ok }) => ok),
      'one of two signers',
    ).toHaveLength(1);
    const newest = await checkpointNewest(database, { origin: ORIGIN });
    expect([15, 20]).toContain(newest?.size);
    expect(await checkpointPut(database, put(5, await logRoot(database, 5), newest!.size))).toMatchObject({
      ok: false,
    });
    const change = database.sql.updateTable('tlog_checkpoint').set({ root: at10 }).execute();
    await expect(change).rejects.toThrow(/never changed/);
    await expect(database.sql.deleteFrom('tlog_checkpoint').execute()).rejects.toThrow(/never changed/);
    await database.sql.updateTable('tlog_checkpoint').set({ cosignatures: 'w\n' }).where('size', '=', 10).execute();
  });

  it('finds that the stored leaves are not those of an earlier checkpoint', async () => {
    const database = await fresh();
    await grow(database, 20);
    const foreign = { ...put(12, new Uint8Array(32).fill(3), null), at: 1, cosignatures: '' };
    const { origin, size, root, note, at, cosignatures } = foreign;
    await insertRows(database, database.sql, 'tlog_checkpoint', [{ origin, size, root, note, at, cosignatures }]);
    const answer = await checkpointPut(database, put(20, await logRoot(database, 20), 12));
    expect(answer).toMatchObject({ ok: false, against: 'published', why: expect.stringContaining('12') });
  });
});
