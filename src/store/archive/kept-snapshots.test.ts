import { expect, it } from 'vitest';
import { onPostgresOnly } from '../../../test/store/each-database.ts';
import { JournalArchive } from './journal-archive.ts';
import type { KeptSnapshot } from './kept-snapshots.ts';

onPostgresOnly('snapshots that nodes begin from', ({ freshUrl }, admin) => {
  async function opened() {
    const url = await freshUrl();
    const archive = new JournalArchive(url);
    await archive.open();
    return { archive, on: archive.snapshots, schema: new URL(url).searchParams.get('schema')! };
  }
  const one = (sequence: number, more: Partial<KeptSnapshot> = {}): KeptSnapshot => {
    const about = JSON.stringify({ of: sequence });
    return { generation: 1, sequence, hash: `hash of ${sequence}`, id: `s${sequence}`, parts: 2, about, ...more };
  };

  it('are known with all of their parts, one of a sequence, the newest two, across generations', async () => {
    const { archive, on } = await opened();
    expect(await on.all()).toEqual([]);
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => at % 256));
    for (const id of ['s10', 's20', 's30', 'other']) await on.putPart(id, 0, bytes);
    await expect(on.put(one(10))).rejects.toThrow('has 1 of its 2 parts');
    await on.putPart('s10', 1, Buffer.from('end'));
    await on.put(one(10));
    // Parts that nobody finds go with the next one that is put.
    await expect(on.part({ id: 's20' }, 0)).rejects.toThrow('not in the archive any more');
    await on.put(one(10, { id: 'again', parts: 0 }));
    expect(await on.all()).toEqual([one(10)]);
    await on.put(one(20, { parts: 0 }));
    await on.put(one(30, { parts: 0, generation: 2 }));
    expect((await on.all()).map(({ sequence }) => sequence)).toEqual([30, 20]);
    await on.putPart('s40', 0, bytes);
    await on.put(one(40, { parts: 1, generation: 2 }));
    expect((await on.all()).map(({ sequence }) => sequence)).toEqual([40, 30]);
    expect((await on.part({ id: 's40' }, 0)).equals(bytes)).toBe(true);
    await expect(on.part({ id: 's10' }, 0)).rejects.toThrow('not in the archive any more');
    await archive.close();
  });

  it('are changed by nobody', async () => {
    const { archive, on, schema } = await opened();
    await on.putPart('s10', 0, Buffer.from('a'));
    await on.put(one(10, { parts: 1 }));
    for (const statement of ["UPDATE %.snapshot SET hash = 'b'", "UPDATE %.snapshot_part SET body = 'b'"])
      await expect(admin(statement.replace('%', schema)), statement).rejects.toThrow('never changed or deleted');
    await archive.close();
  });
});
