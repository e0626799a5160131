// A folder that begins with the later part of a journal: what reads it finds the same records at the same places, a
// state of the one fits the other, it goes on like any other, and nothing of it counts as lost.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type MemoryDisk, memoryDisk } from '../disk/memory-disk.ts';
import { compressClosed } from './compress.ts';
import { beginOf, findJournal, markOf, requireBeginning } from './find-journal.ts';
import { mismatchOf } from './fits-journal.ts';
import { type Journal, openJournal } from './journal-file.ts';
import { journalId, placeBefore, readPart, writePart } from './later-part.ts';
import { lostSegments } from './lost-segments.ts';
import { commandText, type Position } from './record.ts';

const PATH = '/data/journal.log';
const OPTIONS = { growBytes: 512, segmentBytes: 400 };

async function write(journal: Journal, from: number, count: number): Promise<void> {
  for (let sequence = from; sequence < from + count; sequence++) {
    const text = commandText({ name: 'deposit', account: sequence, amount: '1.5' });
    await journal.write([{ sequence, timeMs: 1_000 + sequence, text }]);
    if (sequence % 3 === 0) await journal.sync();
  }
}

async function cut(disk: MemoryDisk, begin: Position, end: Position, most: number): Promise<MemoryDisk> {
  const other = memoryDisk();
  async function* bytes() {
    yield* readPart(PATH, { begin, end }, most, disk);
  }
  await writePart(PATH, { id: journalId(PATH, disk), begin, end }, bytes(), other);
  return other;
}

it('begins a folder with it, at any place: a state of the one fits the other, which goes on', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 500 }),
      fc.boolean(),
      async (first, more, most, isCompressed) => {
        const disk = memoryDisk();
        const journal = await openJournal(PATH, { ...OPTIONS, disk });
        await write(journal, 1, first + more);
        await journal.sync();
        if (isCompressed) await compressClosed(PATH, disk);
        const [begin, { end }] = [await placeBefore(PATH, first, disk), journal];
        expect(begin.sequence).toBe(first - 1);
        const other = await cut(disk, begin, end, most);
        // The one it is of goes on meanwhile.
        await write(journal, first + more + 1, 5);
        await journal.close();

        expect(beginOf(PATH, other)).toEqual(begin);
        expect(lostSegments(PATH, other)).toEqual({ missing: [], damaged: null });
        const mark = markOf((await findJournal(PATH, { disk }))!, first, disk)!;
        expect(mismatchOf(PATH, mark, other)).toBeNull();
        expect(mismatchOf(PATH, { ...mark, checksum: mark.checksum ^ 1 }, other)).toContain('another one');
        const continued = await openJournal(PATH, { ...OPTIONS, disk: other, after: begin });
        expect(continued.end).toEqual(end);
        await write(continued, end.sequence + 1, 9);
        await continued.close();
        const read = await openJournal(PATH, { disk: other, after: begin, readonly: true });
        expect([...read.read(begin)].map(({ sequence }) => sequence)).toEqual(
          Array.from({ length: more + 10 }, (_, at) => first + at),
        );
        expect(lostSegments(PATH, other)).toEqual({ missing: [], damaged: null });
        if (first === 1) return requireBeginning(PATH, other);
        expect(() => requireBeginning(PATH, other)).toThrow(
          `Commands 1 to ${first - 1} were never in this folder, which began from a snapshot`,
        );
      },
    ),
    { numRuns: 40 },
  );
});

it('refuses a place that is not there, and bytes that are not', async () => {
  const disk = memoryDisk();
  const journal = await openJournal(PATH, { ...OPTIONS, disk });
  await write(journal, 1, 4);
  await expect(placeBefore(PATH, 9, disk)).rejects.toThrow('expected the record of sequence 5');
  const { end } = journal;
  const beyond = { begin: end, end: { ...end, endOffset: end.endOffset + 100_000 } };
  expect(() => [...readPart(PATH, beyond, 64, disk)]).toThrow('ends at byte');
  await journal.close();
});
