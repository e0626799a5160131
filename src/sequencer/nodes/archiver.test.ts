import { describe, expect, it } from 'vitest';
import { startNode } from '../../../test/cluster/simulated-node.ts';
import { MemoryOrder } from '../memory/memory-order.ts';
import { Archiver, type ArchiverParts, type ArchiveRow } from './archiver.ts';
import { encodeBatch } from './batch.ts';
import { GENESIS, Replica } from './replica.ts';
import { type Heartbeat, OrderCompacted } from './shared-order.ts';

const clock = (): number => 1_700_000_000_000 + Math.floor(performance.now());
const deposit = { name: 'deposit', account: 1_000_001, amount: '1' } as const;

const OF_KEY = { keyId: 'k1', channel: 'api', symbol: null, kind: 'normal' };

class Away extends Error {}

/** An archive in memory, which can be away. */
function memoryArchive() {
  const rows: ArchiveRow[] = [];
  const self = {
    rows,
    isAway: false,
    last: async () => rows.at(-1)?.revision ?? 0,
    markBefore: async (ms: number) => {
      const untilMs = (rows.at(-1)?.timeMs ?? 0) - ms;
      const mark = rows.findLast((row) => row.mark !== null && row.timeMs <= untilMs)?.mark ?? null;
      return mark === null ? null : { generation: 1, mark };
    },
    async *readOf(_: number, after: number) {
      yield* rows.filter(({ revision }) => revision > after);
    },
    async put(more: readonly ArchiveRow[]) {
      if (self.isAway) throw new Away('away');
      for (const row of more) if (!rows.some(({ revision }) => revision === row.revision)) rows.push(row);
    },
    async *read(after: number) {
      yield* rows.filter(({ revision }) => revision > after);
    },
  };
  return self;
}

/** The first revision that the order still keeps; 0: all of them. */
async function firstKept(order: MemoryOrder): Promise<number> {
  const enough = new AbortController();
  try {
    for await (const _ of order.connect('reader').follow(0, enough.signal)) enough.abort();
    return 0;
  } catch (error) {
    if (error instanceof OrderCompacted) return error.firstRevision;
    throw error;
  }
}

function archiver(order: MemoryOrder, archive: ReturnType<typeof memoryArchive>, more: Partial<ArchiverParts> = {}) {
  const said: (string | null)[] = [];
  const one = new Archiver({
    order: order.connect('archiver'),
    archive,
    generations: [{ generation: 1, id: 'one', continues: null }],
    nodes: () => [],
    isAway: (error) => error instanceof Away,
    say: (why) => void said.push(why),
    ...more,
  });
  return { one, said, running: one.run() };
}

describe('the archiver', () => {
  it('keeps nothing in an order without room but what the archive lacks, not even what a node has not applied', async () => {
    const [order, archive] = [new MemoryOrder(), memoryArchive()];
    const node = await startNode({ order: order.connect('a'), clock });
    const { gateways } = node.sequencer.figures;
    let isTight = false;
    const nodes = (): Heartbeat[] => [
      { name: 'a', wallMs: 1, revision: 1, sequence: 1, gateways, version: '0', trouble: null },
    ];
    const { one, running } = archiver(order, archive, { nodes, isTight: () => isTight, careMs: 5 });
    for (let nth = 0; nth < 3; nth++) await node.sequencer.submit<'deposit'>(deposit);
    await expect.poll(() => archive.rows.length).toBe(3);
    expect(await firstKept(order)).toBe(0);
    isTight = true;
    await expect.poll(() => firstKept(order)).toBe(archive.rows.at(-1)!.revision);
    one.stop();
    await running;
    await node.stop();
  });

  it('copies every batch with its chain and sequences, waits for an archive that is away, and goes on where it was', async () => {
    const [order, archive] = [new MemoryOrder(), memoryArchive()];
    const node = await startNode({ order: order.connect('a'), clock });
    const first = archiver(order, archive);
    await node.sequencer.submit<'deposit'>(deposit);
    await expect.poll(() => archive.rows.length).toBe(1);
    archive.isAway = true;
    await node.sequencer.submit<'deposit'>(deposit);
    await expect.poll(() => first.said).toEqual(['away']);
    archive.isAway = false;
    await expect.poll(() => archive.rows.length, { timeout: 5_000 }).toBe(2);
    expect(first.said).toEqual(['away', null]);
    first.one.stop();
    await first.running;
    await node.sequencer.submit<'deposit'>(deposit);
    const second = archiver(order, archive);
    await expect.poll(() => archive.rows.length).toBe(3);
    expect(archive.rows.map(({ place, firstSequence, lastSequence }) => [place, firstSequence, lastSequence])).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ]);
    second.one.stop();
    await second.running;
    await node.stop();
    order
      .connect('x')
      .compact(order.batches.at(-1)!.revision)
      .catch(() => undefined);
    const joined = await startNode({
      order: order.connect('b'),
      clock,
      archive: { read: (after) => archive.read(after) },
    });
    expect(joined.state.sequence).toBe(3);
    expect(joined.hash()).toBe(node.hash());
    await joined.stop();
  });

  it('counts as all do wherever it begins, also where requests of before are repeated', async () => {
    const signed = (digest: string): object => {
      return { ...deposit, name: 'cancelAllOrders', amount: undefined, digest: digest.repeat(11), ...OF_KEY };
    };
    const order = new MemoryOrder();
    const author = new Replica(GENESIS);
    const rows: ArchiveRow[] = [];
    // Each ten seconds, for six minutes; a digest comes three times within 40 s, or twice within 60.
    for (let at = 0; at < 36; at++) {
      const few = Math.floor(at / 12) % 2 === 0;
      const digest = (few ? at - (at % 6) + (at % 2) : at - (at % 12) + (at % 6)).toString(36);
      const texts = [signed(digest), deposit].map((command) => JSON.stringify(command));
      const batch = { gateway: 'g', n: at + 1, body: encodeBatch(1_000 + at * 10_000, author.seen, texts) };
      await order.connect('g').publish(batch, 0, null);
      const before = author.mark.sequence;
      const { batch: placed, timeMs } = author.take(order.batches.at(-1)!)!;
      author.settle('');
      const { chain, sequence } = author.mark;
      const counted = { chain, firstSequence: before + 1, lastSequence: sequence, timeMs };
      rows.push({ ...placed, ...counted, mark: JSON.stringify(author.mark) });
    }
    expect(rows.at(-1)!.lastSequence).toBeLessThan(2 * rows.length);
    expect(rows.at(-1)!.lastSequence).toBeGreaterThan(rows.length);
    const counts = (all: readonly ArchiveRow[]): unknown[] =>
      all.map(({ place, firstSequence, lastSequence, chain }) => [place, firstSequence, lastSequence, chain]);
    const all = rows.slice(0, -1).map(async (_, at) => {
      const archive = memoryArchive();
      await archive.put(rows.slice(0, at + 1));
      const { one, running } = archiver(order, archive);
      await expect.poll(() => archive.rows.length, { timeout: 20_000 }).toBe(rows.length);
      one.stop();
      await running;
      expect(counts(archive.rows), `from ${at + 1}`).toEqual(counts(rows));
    });
    await Promise.all(all);
  });

  it('ends the gateway of a node that is gone, once, and no other', async () => {
    const [order, archive] = [new MemoryOrder(), memoryArchive()];
    const [a, b] = await Promise.all(['a', 'b'].map((name) => startNode({ order: order.connect(name), clock })));
    await a!.sequencer.submit<'deposit'>(deposit);
    await b!.sequencer.submit<'deposit'>(deposit);
    a!.kill();
    const { gateways } = b!.sequencer.figures;
    const alive = { name: 'b', wallMs: 1, revision: 0, sequence: 0, gateways, version: '0', trouble: null };
    const { one, running } = archiver(order, archive, {
      nodes: (): readonly Heartbeat[] => [alive],
      goneMs: 60,
      careMs: 10,
    });
    await expect.poll(() => order.batches.length).toBe(3);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(order.batches.map(({ n }) => n)).toEqual([1, 1, 2]);
    expect(order.batches[2]!.gateway).toBe(order.batches[0]!.gateway);
    await b!.sequencer.submit<'deposit'>(deposit);
    expect(b!.failed()).toBeNull();
    one.stop();
    await running;
    await b!.stop();
  });
});
