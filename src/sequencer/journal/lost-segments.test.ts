// Closed segments that are missing, by what those after them say and what was recorded as moved; and damaged ones,
// which are neither compressed nor moved away.
import { describe, expect, it } from 'vitest';
import { compressClosed } from './compress.ts';
import type { JournalDisk } from '../disk/disk.ts';
import { openJournal } from './journal-file.ts';
import { SegmentLost } from './journal-errors.ts';
import { lostSegments } from './lost-segments.ts';
import { type MemoryDisk, memoryDisk } from '../disk/memory-disk.ts';
import { moveSegment, oldestToMove } from './move-closed.ts';
import { ACCEPTED, noteMoved } from './moved.ts';
import { commandText } from './record.ts';

const PATH = '/data/journal.log';
const ARCHIVE = '/archive';
const at = (first: number): string => `/data/journal/${String(first).padStart(16, '0')}.seg`;

/** Six closed segments of four commands, and the one that is written. */
async function written(): Promise<Map<string, Buffer>> {
  const disk = memoryDisk();
  const journal = await openJournal(PATH, { growBytes: 512, segmentBytes: 400, disk });
  for (let sequence = 1; sequence < 28; sequence += 2)
    await journal.append(
      [sequence, sequence + 1].map((one) => ({
        sequence: one,
        timeMs: one,
        text: commandText({ name: 'deposit', account: one, amount: '1.5' }),
      })),
    );
  await journal.close();
  return disk.files();
}

async function without(firsts: readonly number[], moved: readonly (readonly [number, number, string])[] = []) {
  const files = await written();
  for (const first of firsts) expect(files.delete(at(first)), `segment ${first}`).toBe(true);
  const disk = memoryDisk({ files });
  for (const [firstSequence, lastSequence, to] of moved)
    await noteMoved(PATH, disk, { name: `${firstSequence}`, firstSequence, lastSequence, bytes: 1, to });
  return disk;
}

/** First and last command of each gap, its file, and whether it was accepted. */
function gaps(disk: JournalDisk): unknown[] {
  return lostSegments(PATH, disk).missing.map(({ firstSequence, lastSequence, path, isAccepted }) => [
    `${firstSequence}-${lastSequence}`,
    path,
    isAccepted,
  ]);
}

describe('missing segments', () => {
  it('are told from the one after them, wherever they are', async () => {
    expect(gaps(await without([]))).toEqual([]);
    expect(gaps(await without([1]))).toEqual([['1-4', at(1), false]]);
    expect(gaps(await without([1, 5, 9]))).toEqual([['1-12', at(9), false]]);
    expect(gaps(await without([9]))).toEqual([['9-12', at(9), false]]);
    expect(gaps(await without([1, 9, 13]))).toEqual([
      ['1-4', at(1), false],
      // Only the missing ones say where the one from 5 on ended.
      ['13-16', at(13), false],
    ]);
    expect(gaps(await without([1, 5, 9, 13, 17, 21]))).toEqual([['1-24', at(21), false]]);
  });

  it('are none where they were moved, whatever was put back since, and one where the record does not reach', async () => {
    expect(
      gaps(
        await without(
          [1, 5],
          [
            [1, 4, ARCHIVE],
            [5, 8, ARCHIVE],
          ],
        ),
      ),
    ).toEqual([]);
    expect(
      gaps(
        await without(
          [5],
          [
            [1, 4, ARCHIVE],
            [5, 8, ARCHIVE],
          ],
        ),
      ),
    ).toEqual([]);
    expect(
      gaps(
        await without(
          [1, 5, 9],
          [
            [1, 4, ARCHIVE],
            [5, 8, ARCHIVE],
          ],
        ),
      ),
    ).toEqual([['9-12', at(9), false]]);
    expect(gaps(await without([1, 5], [[5, 8, ARCHIVE]]))).toEqual([['1-4', at(1), false]]);
    expect(
      gaps(
        await without(
          [1, 5, 9],
          [
            [1, 8, ACCEPTED],
            [9, 12, ARCHIVE],
          ],
        ),
      ),
    ).toEqual([['1-8', at(1), true]]);
    expect(gaps(await without([1, 5, 9], [[1, 4, ACCEPTED]]))).toEqual([
      ['1-4', at(1), true],
      ['5-12', at(9), false],
    ]);
  });
});

describe('a damaged segment', () => {
  async function damaged(): Promise<MemoryDisk> {
    const files = await written();
    files.get(at(1))![200]! ^= 1;
    const disk = memoryDisk({ files });
    return { ...disk, exists: (path) => path === ARCHIVE || disk.exists(path) };
  }

  it('stays as it is while the others are compressed, and is named then', async () => {
    const disk = await damaged();
    const done: string[] = [];
    const rest = async (): Promise<void> => {
      for (let one = await compressClosed(PATH, disk); one !== null; one = await compressClosed(PATH, disk))
        done.push(one.path);
    };
    await expect(rest()).rejects.toMatchObject({ name: 'SegmentLost', path: at(1), firstSequence: 1 });
    expect(done).toEqual([5, 9, 13, 17, 21].map(at));
    expect(disk.files().has(at(1))).toBe(true);
  });

  it('is not moved away', async () => {
    const files = await written();
    const disk = memoryDisk({ files });
    while ((await compressClosed(PATH, disk)) !== null);
    const compressed = disk.files();
    const bytes = compressed.get(`${at(1)}.zst`)!;
    bytes[bytes.length - 8]! ^= 1;
    const altered = memoryDisk({ files: compressed });
    const withArchive = { ...altered, exists: (path: string) => path === ARCHIVE || altered.exists(path) };
    const may = { needed: Number.POSITIVE_INFINITY, beforeMs: Number.POSITIVE_INFINITY };
    const oldest = oldestToMove(PATH, withArchive, may)!;
    await expect(moveSegment(PATH, withArchive, oldest, ARCHIVE)).rejects.toBeInstanceOf(SegmentLost);
    expect([...altered.files().keys()]).toEqual([...compressed.keys()]);
  });
});
