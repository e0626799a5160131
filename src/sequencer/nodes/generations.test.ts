import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Folder, type SimulatedNode, startNode } from '../../../test/cluster/simulated-node.ts';
import type { Command } from '../../core/language/commands.ts';
import { openJournal } from '../journal/journal-file.ts';
import { START } from '../journal/record.ts';
import { MemoryOrder } from '../memory/memory-order.ts';
import { Archiver, type ArchiveRow } from './archiver.ts';
import { completeArchive, type JournalGiven } from './complete.ts';
import type { Generation } from './generations.ts';
import { GENESIS, Replica } from './replica.ts';

const ACCOUNT = 1_000_001;
const clock = (): number => 1_700_000_000_000 + Math.floor(performance.now());
const deposit = (amount: number): Command => ({ name: 'deposit', account: ACCOUNT, amount: String(amount) });
const signed = (digest: string): Command => ({
  name: 'cancelAllOrders',
  account: ACCOUNT,
  digest: digest.repeat(11),
  keyId: 'k1',
  channel: 'api',
  symbol: null,
  kind: 'normal',
});
const FIRST: Generation = { generation: 1, id: 'one', continues: null };

/** An archive of several generations in memory. */
function memoryArchive() {
  const rows = new Map<number, ArchiveRow[]>();
  const rowsOf = (generation: number): ArchiveRow[] => {
    if (!rows.has(generation)) rows.set(generation, []);
    return rows.get(generation)!;
  };
  const self = {
    generation: 1,
    rowsOf,
    last: async () => rowsOf(self.generation).at(-1)?.revision ?? 0,
    markBefore: async () => null,
    put: async (more: readonly ArchiveRow[]) => void rowsOf(self.generation).push(...more),
    read: (after: number) => self.readOf(self.generation, after),
    async *readOf(generation: number, after: number) {
      yield* rowsOf(generation).filter(({ revision }) => revision > after);
    },
  };
  return self;
}

/** The first `count` batches of an order, with chains. */
function rowsOf({ batches }: MemoryOrder, count: number): ArchiveRow[] {
  const replica = new Replica(GENESIS);
  return batches.slice(0, count).map((batch) => {
    const before = replica.mark.sequence;
    const { timeMs } = replica.take(batch)!;
    replica.settle('');
    const { chain, sequence } = replica.mark;
    return { ...batch, chain, firstSequence: before + 1, lastSequence: sequence, timeMs, mark: null };
  });
}

async function given(name: string, { disk }: Folder): Promise<JournalGiven> {
  return { name, journal: await openJournal('journal.log', { disk, readonly: true }), begin: START };
}

async function send(nodes: readonly SimulatedNode[], commands: readonly Command[]): Promise<void> {
  for (const [at, command] of commands.entries()) await nodes[at % nodes.length]!.sequencer.submit(command);
}

async function allHere(nodes: readonly SimulatedNode[]): Promise<void> {
  for (const { sequencer } of nodes) await sequencer.confirmed();
}

describe('an order that is lost', () => {
  it('goes on in the next generation from the longest journal, wherever the archive ended, with any folder', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 8 }), async (archived, behind) => {
        const order = new MemoryOrder();
        const [a, b] = [
          await startNode({ order: order.connect('a'), clock }),
          await startNode({ order: order.connect('b'), clock }),
        ];
        const early = Array.from({ length: 12 - behind }, (_, at) =>
          at % 3 === 2 ? signed('abcdefghijklm'[at]!) : deposit(at + 1),
        );
        await send([a, b], early);
        await allHere([a, b]);
        await b.sequencer.stop();
        const short = b.kill();
        await send(
          [a],
          Array.from({ length: behind }, (_, at) => deposit(at + 100)),
        );
        await send([a], [signed('x')]);
        const answered = a.state.sequence;
        await a.sequencer.stop();
        const long = a.kill();

        const archive = memoryArchive();
        archive.rowsOf(1).push(...rowsOf(order, archived));
        const journals = [await given('b', short), await given('a', long)];
        const parts = { archive, generations: [FIRST], journals, leastSequence: answered };
        const { continues, from } = await completeArchive(parts);
        expect([continues.sequence, from === 'a' || archived >= order.batches.length - 2]).toEqual([answered, true]);

        const generations = [FIRST, { generation: 2, id: 'two', continues }];
        archive.generation = 2;
        const second = new MemoryOrder();
        const past = { archive, generations };
        const [unmarked, marked] = [await startOf(long, null), await startOf(short, null)];
        const empty = await startNode({ order: second.connect('c'), clock, archive, past });
        const nodes = [unmarked, marked, empty];
        expect(new Set(nodes.map((node) => node.hash()))).toEqual(new Set([a.hash()]));
        // Carried out before the order was lost: no node does it again.
        await Promise.all(nodes.map(({ sequencer }) => sequencer.submit(signed('x')).catch(() => undefined)));
        await send(nodes, [deposit(7), signed('y'), deposit(8)]);
        await allHere(nodes);
        expect(nodes.map(({ state }) => state.sequence)).toEqual(Array(3).fill(answered + 3));
        expect(new Set(nodes.map((node) => node.hash())).size).toBe(1);

        const archiver = new Archiver({
          order: second.connect('d'),
          archive,
          generations,
          nodes: () => null,
          isAway: () => false,
          say: () => undefined,
        });
        const running = archiver.run();
        await expect.poll(() => archiver.archived, { timeout: 5_000 }).toBe(second.batches.at(-1)!.revision);
        expect(archive.rowsOf(2).at(-1)!.lastSequence).toBe(answered + 3);
        archiver.stop();
        await running;
        for (const node of nodes) await node.stop();

        async function startOf(folder: Folder, mark: Folder['mark']): Promise<SimulatedNode> {
          return startNode({ order: second.connect('n'), clock, archive, past, folder: { ...folder, mark } });
        }
      }),
      { numRuns: 6 },
    );
  }, 60_000);

  it('takes what the longest journal does not have, because it begins later, from another', async () => {
    const order = new MemoryOrder();
    const [a, b] = [
      await startNode({ order: order.connect('a'), clock }),
      await startNode({ order: order.connect('b'), clock }),
    ];
    await send([a, b], [deposit(1), deposit(2), deposit(3), deposit(4)]);
    await allHere([a, b]);
    await b.sequencer.stop();
    const early = await given('b', b.kill());
    await send([a], [deposit(5), deposit(6)]);
    await a.sequencer.stop();
    const whole = await given('a', a.kill());
    const begin = [...whole.journal.written(START)][2]!;
    const late = { ...whole, begin: { sequence: 3, timeMs: begin.timeMs, endOffset: begin.endOffset } };
    for (const archived of [0, 1, 3, 5]) {
      const archive = memoryArchive();
      archive.rowsOf(1).push(...rowsOf(order, archived));
      const parts = { archive, generations: [FIRST], leastSequence: 6 };
      const done = await completeArchive({ ...parts, journals: [late, early] });
      expect(done).toMatchObject({ continues: { sequence: 6 }, from: 'a' });
      const read = new Replica(GENESIS);
      const commands: Command[] = [];
      for (const row of archive.rowsOf(1)) {
        commands.push(...read.take(row)!.placed.map(({ command }) => command));
        read.settle('');
      }
      expect(commands).toEqual([1, 2, 3, 4, 5, 6].map(deposit));
    }
    const parts = { archive: memoryArchive(), generations: [FIRST], leastSequence: 6 };
    await expect(completeArchive({ ...parts, journals: [late] })).rejects.toThrow(
      /begins at sequence 4, and the archive ends at 0: what is between is in the folder of another node/,
    );
  });

  it('begins from nothing else than one order, whole: other commands, a gap and rows beyond it are refused, and nothing is written', async () => {
    const [first, other] = [new MemoryOrder(), new MemoryOrder()];
    const a = await startNode({ order: first.connect('a'), clock });
    const b = await startNode({ order: other.connect('b'), clock });
    await send([a], [deposit(1), deposit(2)]);
    await send([b], [deposit(9), deposit(3), deposit(4)]);
    for (const node of [a, b]) await node.sequencer.stop();
    const [own, another] = [await given('a', a.kill()), await given('b', b.kill())];
    const archive = memoryArchive();
    archive.rowsOf(1).push(...rowsOf(first, 1));
    const parts = { archive, generations: [FIRST], leastSequence: 0 };
    await expect(completeArchive({ ...parts, journals: [another, own] })).rejects.toThrow(
      /b and the archive are not of one/,
    );
    archive.rowsOf(1).length = 0;
    await expect(completeArchive({ ...parts, journals: [another, own] })).rejects.toThrow(
      /a and b are not of one order/,
    );
    await expect(completeArchive({ ...parts, journals: [own], leastSequence: 3 })).rejects.toThrow(
      /end at sequence 2, .* rows up to 3/,
    );
    const later = { ...own, begin: { ...START, sequence: 1 } };
    await expect(completeArchive({ ...parts, journals: [later] })).rejects.toThrow(
      /begins at sequence 2, and the archive ends at 0/,
    );
    expect(archive.rowsOf(1)).toEqual([]);
  });

  it('takes no folder with commands that the next generation does not have', async () => {
    const order = new MemoryOrder();
    const a = await startNode({ order: order.connect('a'), clock });
    await send([a], [deposit(1), deposit(2), deposit(3)]);
    await a.sequencer.stop();
    const folder = a.kill();
    const archive = memoryArchive();
    archive.rowsOf(1).push(...rowsOf(order, 2));
    const { continues } = await completeArchive({ archive, generations: [FIRST], journals: [], leastSequence: 0 });
    const generations = [FIRST, { generation: 2, id: 'two', continues }];
    archive.generation = 2;
    const starts = startNode({
      order: new MemoryOrder().connect('a'),
      clock,
      archive,
      past: { archive, generations },
      folder: { ...folder, mark: null },
    });
    await expect(starts).rejects.toThrow(/ends at sequence 2, and journal.log at 3/);
    const wrong = [FIRST, { ...generations[1]!, continues: { ...continues, chain: 'f'.repeat(64) } }];
    const forked = startNode({
      order: new MemoryOrder().connect('b'),
      clock,
      archive,
      past: { archive, generations: wrong },
    });
    await expect(forked).rejects.toThrow(/generation 2 continues sequence 2/);
  });
});
