// Closed segments moved to an archive: whole there before they go here, at whatever instant the power fails.
import { describe, expect, it } from 'vitest';
import { compressClosed } from './compress.ts';
import type { JournalDisk } from '../disk/disk.ts';
import { findJournal } from './find-journal.ts';
import { openJournal } from './journal-file.ts';
import { type MemoryDisk, type MemoryDiskOptions, memoryDisk } from '../disk/memory-disk.ts';
import { type MayMove, moveSegment, oldestToMove } from './move-closed.ts';
import { movedSegments } from './moved.ts';
import { commandText } from './record.ts';
import { Segments } from './segments.ts';
import { verifyChain } from './verify-chain.ts';

const PATH = '/data/journal.log';
const ARCHIVE = '/archive';
const ALL: MayMove = { needed: Number.POSITIVE_INFINITY, beforeMs: Number.POSITIVE_INFINITY };

/** A journal of 20 commands in four closed segments, compressed, and the one that is written. */
async function written(): Promise<Map<string, Buffer>> {
  const disk = memoryDisk();
  const journal = await openJournal(PATH, { growBytes: 512, segmentBytes: 400, disk });
  for (let sequence = 1; sequence < 20; sequence += 2)
    await journal.append(
      [sequence, sequence + 1].map((one) => ({
        sequence: one,
        timeMs: one * 3,
        text: commandText({ name: 'deposit', account: one, amount: '1.5' }),
      })),
    );
  await journal.close();
  while ((await compressClosed(PATH, disk)) !== null);
  return disk.files();
}

/** A disk on which the archive's folder is there. */
function diskOf(files: ReadonlyMap<string, Buffer>, options: MemoryDiskOptions = {}): MemoryDisk {
  const disk = memoryDisk({ ...options, files });
  return { ...disk, exists: (path) => path === ARCHIVE || disk.exists(path) };
}

async function moveAll(disk: JournalDisk, may: MayMove): Promise<number[]> {
  const moved: number[] = [];
  for (let one = oldestToMove(PATH, disk, may); one !== null; one = oldestToMove(PATH, disk, may))
    moved.push((await moveSegment(PATH, disk, one, ARCHIVE)).firstSequence);
  return moved;
}

const isSegment = (path: string): boolean => path.endsWith('.seg.zst');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

describe('moving closed segments', () => {
  it('moves none that is needed, and none that is not old enough', async () => {
    for (const [may, wanted] of [
      [{ ...ALL, needed: 0 }, []],
      [{ ...ALL, needed: 4 }, []],
      [{ ...ALL, needed: 5 }, [1]],
      [{ ...ALL, needed: 12 }, [1, 5]],
      [{ ...ALL, beforeMs: 24 }, [1]],
      [{ ...ALL, beforeMs: 25 }, [1, 5]],
      [ALL, [1, 5, 9, 13]],
    ] as const) {
      const disk = diskOf(await written());
      expect(await moveAll(disk, may)).toEqual(wanted);
      const { begin } = new Segments(PATH, true, disk);
      expect((await findJournal(PATH, { disk, after: begin }))?.end.sequence).toBe(20);
      expect((await verifyChain(PATH, { disk })).damaged).toEqual([]);
    }
  });

  it('says where they went when they are missed', async () => {
    const disk = diskOf(await written());
    await moveAll(disk, { ...ALL, needed: 12 });
    expect(movedSegments(PATH, disk)).toMatchObject([
      { firstSequence: 1, lastSequence: 4, to: ARCHIVE },
      { firstSequence: 5, lastSequence: 8, to: ARCHIVE },
    ]);
    await expect(findJournal(PATH, { disk })).rejects.toThrow(
      'the journal begins at sequence 9, and commands from 1 on are needed. ' +
        'Commands 1 to 8 were moved to /archive (2 files, the first 0000000000000001.seg.zst).',
    );
  });

  it('leaves one alone that is not compressed yet, or whose name in the archive is taken by another', async () => {
    const files = await written();
    const raw = new Map(files);
    const first = [...files.keys()].find(isSegment)!;
    raw.delete(first);
    raw.set(first.replace('.zst', ''), new Segments(PATH, true, diskOf(files)).contentOf(closedOf(files)));
    expect(await moveAll(diskOf(raw), ALL)).toEqual([]);
    const taken = diskOf(new Map([...files, [`${ARCHIVE}/${nameOf(first)}`, Buffer.from('another')]]));
    await expect(moveAll(taken, ALL)).rejects.toThrow('is there, and is another file than');
    const missing = memoryDisk({ files });
    await expect(moveAll(missing, ALL)).rejects.toThrow('/archive is not there');
    expect([...missing.files().keys()]).toEqual([...files.keys()]);
  });

  it('loses nothing when the power fails before any of its operations', async () => {
    const files = await written();
    const segments = [...files].filter(([path]) => isSegment(path));
    for (const keeps of [true, false])
      for (let at = 1, isDone = false; !isDone; at++) {
        const disk = diskOf(files, {
          fault: (_, count) => (count === at ? { kind: 'halt' } : null),
          keepSector: () => keeps,
        });
        const moving = moveAll(disk, ALL).then(() => 'done');
        isDone = (await Promise.race([moving, halted()])) === 'done';
        disk.crash();
        const after = diskOf(disk.files());
        const { begin } = new Segments(PATH, true, after);
        expect((await findJournal(PATH, { disk: after, after: begin }))?.end.sequence).toBe(20);
        for (const [path, bytes] of segments) {
          const there = after.files().get(`${ARCHIVE}/${nameOf(path)}`);
          const here = after.files().get(path);
          expect((here ?? there)?.equals(bytes), `${nameOf(path)} at operation ${at}`).toBe(true);
          if (here === undefined) expect(movedSegments(PATH, after).map(({ name }) => name)).toContain(nameOf(path));
        }
        await moveAll(after, ALL);
        for (const [path, bytes] of segments)
          expect(
            after
              .files()
              .get(`${ARCHIVE}/${nameOf(path)}`)
              ?.equals(bytes),
          ).toBe(true);
        expect(movedSegments(PATH, after)).toHaveLength(4);
      }
  });
});

function closedOf(files: Map<string, Buffer>) {
  return new Segments(PATH, true, diskOf(files)).closed[0]!;
}

/** Long enough for all that can go on in memory. */
async function halted(): Promise<string> {
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate);
  return 'halted';
}
