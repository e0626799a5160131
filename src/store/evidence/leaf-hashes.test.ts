import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import type { Database } from '../database/db.ts';
import { migrate } from '../migrations/migrate.ts';
import { leaves } from '../queries/leaves.ts';
import { sha256 } from '../sha256.ts';
import { insertRows } from '../tables/insert-rows.ts';
import { entryOf, headerOf, leafRow, type LeafTexts } from '../tables/leaf-form.ts';
import type { LeafTable } from '../tables/log-tables.ts';
import { leavesWithHash, writeHashRuns } from './leaf-hashes.ts';

/** Two complete runs and what comes after them. */
const LEAVES = 16_500;
const BATCH = 3_000;
const TWICE = 9_000;

/** Leaf `TWICE` and the two before it have the same one; the rest are different. */
const hashOf = (idx: number): Uint8Array =>
  sha256(Buffer.from(String(idx > TWICE - 3 && idx < TWICE ? TWICE : idx), 'latin1'));

function leafOf(idx: number): LeafTexts {
  return { idx, kind: 'case', t: 1_000 + idx, uid: 1_000_001, header: '{}', entry: '{}', hash: hashOf(idx) };
}

/** Without runs: as leaves were stored before there were any, as texts. */
async function append(database: Database, writes: boolean): Promise<void> {
  const rowOf = (idx: number) => (writes ? leafRow(leafOf(idx)) : (leafOf(idx) as unknown as LeafTable));
  for (let first = 0; first < LEAVES; first += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, LEAVES - first) }, (_, at) => rowOf(first + at));
    await database.transaction('rebuildable', async (on) => {
      await insertRows(database, on, 'tlog_leaf', rows);
      if (writes) await writeHashRuns(database, on, first);
    });
  }
}

const runs = ({ sql }: Database) => sql.selectFrom('leaf_hash').selectAll().orderBy('place').execute();

onEachDatabase('leaves by their hash', ({ fresh, freshUrl, open }) => {
  it('are found in runs and after them, all that have it, and nothing else', async () => {
    const database = await fresh();
    expect(await leavesWithHash(database, hashOf(0))).toEqual([]);
    await append(database, true);
    expect(new Set((await runs(database)).map(({ place }) => place % 2 ** 32))).toEqual(new Set([0, 1]));
    for (let idx = 0; idx < LEAVES; idx += 331) expect(await leavesWithHash(database, hashOf(idx))).toEqual([idx]);
    for (const idx of [8_191, 8_192, 16_383, 16_384, LEAVES - 1])
      expect(await leavesWithHash(database, hashOf(idx))).toEqual([idx]);
    expect(await leavesWithHash(database, hashOf(TWICE))).toEqual([TWICE - 2, TWICE - 1, TWICE]);
    expect(await leavesWithHash(database, hashOf(LEAVES))).toEqual([]);
    // The same beginning is not the same hash.
    const near = Uint8Array.from(hashOf(77));
    near[31]! ^= 1;
    expect(await leavesWithHash(database, near)).toEqual([]);
  });

  it('are listed for everybody', async () => {
    const database = await fresh();
    await append(database, true);
    const asked = { kind: null, limit: 10, page: 0, cursor: null };
    const listed = await leaves(database, { ...asked, leaf: Buffer.from(hashOf(4_321)).toString('hex') });
    expect(listed).toEqual({ items: [{ index: 4_321, k: 'case', t: 5_321 }], nextCursor: null });
    const none = await leaves(database, { ...asked, leaf: Buffer.from(hashOf(LEAVES)).toString('hex') });
    expect(none).toEqual({ items: [], nextCursor: null });
    const beyond = { ...asked, leaf: Buffer.from(hashOf(4_321)).toString('hex'), below: 4_321 };
    expect((await leaves(database, beyond)).items).toEqual([]);
  });

  it('of an older store are found, with the same rows, and still nobody changes or deletes one', async () => {
    const anew = await fresh();
    await append(anew, true);
    const old = open(await freshUrl());
    await migrate(old, '0015-report');
    await append(old, false);
    await migrate(old);
    expect(await runs(old)).toEqual(await runs(anew));
    const stored = await old.sql.selectFrom('tlog_leaf').selectAll().where('idx', '=', 5).execute();
    const bytes = expect.anything() as unknown;
    expect(stored).toMatchObject([{ ...leafOf(5), header: bytes, entry: bytes, hash: bytes }]);
    expect([headerOf(stored[0]!), entryOf(stored[0]!)]).toEqual(['{}', '{}']);
    expect(Buffer.from(stored[0]!.hash)).toEqual(Buffer.from(hashOf(5)));
    await expect(old.sql.deleteFrom('tlog_leaf').execute()).rejects.toThrow(/never changed or deleted/);
    await expect(old.sql.updateTable('tlog_leaf').set({ kind: 'x' }).execute()).rejects.toThrow(/never changed/);
  });
});
