import { expect, it } from 'vitest';
import { onPostgresOnly } from '../../../test/store/each-database.ts';
import { ArchiveDiffers, type ArchivedRow, JournalArchive } from './journal-archive.ts';

const row = (revision: number, more: Partial<ArchivedRow> = {}): ArchivedRow => ({
  revision,
  place: revision / 10,
  gateway: 'g1',
  n: revision / 10,
  body: Buffer.from([0, 1, 255, revision]),
  chain: `chain of ${revision}`,
  firstSequence: revision,
  lastSequence: revision + 9,
  timeMs: revision * 1_000,
  mark: null,
  ...more,
});

onPostgresOnly('the archive of an order', ({ freshUrl }, admin) => {
  async function opened() {
    const url = await freshUrl();
    // As nodes that start at once do.
    const archives = [new JournalArchive(url), new JournalArchive(url), new JournalArchive(url)];
    await Promise.all(archives.map((one) => one.open()));
    const [archive, ...others] = archives as [JournalArchive, ...JournalArchive[]];
    const close = (): Promise<void[]> => Promise.all([archive, ...others].map((one) => one.close()));
    return { archive, schema: new URL(url).searchParams.get('schema')!, close };
  }

  it('keeps batches as they were, ignores what is there, and refuses another in its place', async () => {
    const { archive, close } = await opened();
    const rows = Array.from({ length: 600 }, (_, at) => row((at + 1) * 10));
    expect(await archive.last()).toBe(0);
    await archive.put(rows.slice(0, 400));
    await archive.put(rows.slice(300));
    expect(await archive.last()).toBe(6_000);
    const found: ArchivedRow[] = [];
    for await (const one of archive.read(100)) found.push(one);
    expect(found).toEqual(rows.slice(10));
    await expect(archive.put([row(10, { chain: 'another' })])).rejects.toBeInstanceOf(ArchiveDiffers);
    await archive.put([row(7_000, { mark: '"m"' }), row(8_000, { mark: '"n"' }), row(8_060)]);
    expect(await archive.markBefore(60_000)).toEqual({ generation: 1, mark: '"n"' });
    expect(await archive.markBefore(61_000)).toEqual({ generation: 1, mark: '"m"' });
    await close();
  });

  it('keeps the batches of each generation, and goes on in the next from a mark of any', async () => {
    const { archive, close } = await opened();
    await archive.put([row(10, { mark: '"m"' }), row(20)]);
    const continues = { generation: 1, revision: 20, sequence: 29, timeMs: 20_000, chain: 'chain of 20', core: 1 };
    const second = { generation: 2, id: 'second', continues };
    await archive.begin(second);
    expect(await archive.generations()).toEqual([second]);
    archive.generation = 2;
    expect(await archive.last()).toBe(0);
    expect(await archive.markBefore(10_000)).toEqual({ generation: 1, mark: '"m"' });
    await archive.put([row(10, { chain: 'another' })]);
    expect(await archive.last()).toBe(10);
    expect(await archive.chainAt(1, 10)).toBe('chain of 10');
    expect(await archive.chainAt(2, 10)).toBe('another');
    expect(await archive.chainAt(2, 20)).toBeNull();
    const found: ArchivedRow[] = [];
    for await (const one of archive.readOf(1, 10)) found.push(one);
    expect(found).toEqual([row(20)]);
    await close();
  });

  it('lets nobody change or delete a batch', async () => {
    const { archive, schema, close } = await opened();
    await archive.put([row(10)]);
    for (const statement of [
      'UPDATE %.journal_batch SET n = 2',
      'DELETE FROM %.journal_batch',
      'TRUNCATE %.journal_batch',
    ])
      await expect(admin(statement.replace('%', schema)), statement).rejects.toThrow('never changed or deleted');
    await close();
  });

  it('is one order’s, and hands files on', async () => {
    const { archive, close } = await opened();
    expect(await archive.generations()).toEqual([]);
    const first = { generation: 1, id: 'first', continues: null };
    expect(await archive.begin(first)).toBe('first');
    expect(await archive.begin({ ...first, id: 'second' })).toBe('first');
    expect(await archive.generations()).toEqual([first]);
    expect(await archive.file('market')).toBeNull();
    await archive.putFile('market', 'a');
    await archive.putFile('market', 'b');
    expect(await archive.file('market')).toBe('b');
    await close();
  });
});
