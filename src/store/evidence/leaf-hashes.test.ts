import { expect, it } from 'vitest';
import { onEachDatabase } from '../../../test/store/each-database.ts';
import type { Database } from '../database/db.ts';
import { leaves } from '../read/leaves.ts';
import { sha256 } from '../sha256.ts';
import { insertRows } from '../database/insert-rows.ts';
import { leafRow, type LeafTexts } from '../schema/leaf-form.ts';
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

async function append(database: Database): Promise<void> {
  for (let first = 0; first < LEAVES; first += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, LEAVES - first) }, (_, at) => leafRow(leafOf(first + at)));
    await database.transaction('rebuildable', async (on) => {
      await insertRows(database, on, 'tlog_leaf', rows);
      await writeHashRuns(database, on, first);
    });
  }
}

const runs = ({ sql }: Database) => sql.selectFrom('leaf_hash').selectAll().orderBy('place').execute();

onEachDatabase('leaves by their hash', ({ fresh }) => {
  it('are found in runs and after them, all that have it, and nothing else', async () => {
    const database = await fresh();
    expect(await leavesWithHash(database, hashOf(0))).toEqual([]);
    await append(database);
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
    await append(database);
    const asked = { kind: null, limit: 10, page: 0, cursor: null };
    const listed = await leaves(database, { ...asked, leaf: Buffer.from(hashOf(4_321)).toString('hex') });
    expect(listed).toEqual({ items: [{ index: 4_321, k: 'case', t: 5_321 }], nextCursor: null });
    const none = await leaves(database, { ...asked, leaf: Buffer.from(hashOf(LEAVES)).toString('hex') });
    expect(none).toEqual({ items: [], nextCursor: null });
    const beyond = { ...asked, leaf: Buffer.from(hashOf(4_321)).toString('hex'), below: 4_321 };
    expect((await leaves(database, beyond)).items).toEqual([]);
  });
});
