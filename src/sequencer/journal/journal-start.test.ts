import { describe, expect, it } from 'vitest';
import { openJournal } from './journal-file.ts';
import { type DiskFault, memoryDisk } from '../disk/memory-disk.ts';
import { commandText, type Entry } from './record.ts';

const PATH = '/data/journal.log';
/**
 * Of a new journal: three names to try a link, header written, synced, synced again once checked, zeros written ahead,
 * batch written, batch synced.
 */
const FIRST_BATCH_SYNC = 9;

function entries(from: number, to: number): Entry[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const sequence = from + index;
    return { sequence, timeMs: sequence, text: commandText({ name: 'deposit', account: sequence, amount: '1.5' }) };
  });
}

describe('a start on what the system shows and the disk does not have', () => {
  it('writes the last batch again before it builds on it', async () => {
    // The batch's sync fails, and so does its erasure; none of it reaches the disk, and the system takes it for
    // written.
    let isBroken = true;
    let operations = 0;
    const fault = (): DiskFault | null => {
      operations += 1;
      return isBroken && operations >= FIRST_BATCH_SYNC ? { kind: 'error', error: new Error('EIO') } : null;
    };
    const disk = memoryDisk({ fault, keepSector: () => false });
    const open = () => openJournal(PATH, { growBytes: 4_096, disk });
    const journal = await open();
    await expect(journal.append(entries(1, 3))).rejects.toMatchObject({ mayReplay: true });
    isBroken = false;
    const again = await open();
    expect(again.end.sequence).toBe(3);
    await again.append(entries(4, 5));
    disk.crash();
    expect([...(await open()).read()].map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
  });
});
