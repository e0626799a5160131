import { describe, expect, it } from 'vitest';
import type { Command } from '../../core/language/commands.ts';
import type { JournalDisk } from '../disk/disk.ts';
import { JournalDamaged, JournalWriteFailed, NotAJournal } from './journal-errors.ts';
import { type JournalOptions, openJournal } from './journal-file.ts';
import { type DiskFault, type DiskOperation, memoryDisk } from '../disk/memory-disk.ts';
import { commandText, type Entry, RECORD_MIN_BYTES, writeRecord } from './record.ts';
import { firstHeader, HEADER_BYTES, writeHeader } from './segment-header.ts';

const journalHeader = (): Buffer => writeHeader(firstHeader(Buffer.alloc(32, 7)));
const PATH = '/data/journal.log';

function deposit(account: number, amount = '1.5'): Command {
  return { name: 'deposit', account, amount };
}

/** Entries `from` to `to`, a millisecond apart. */
function entries(from: number, to: number): Entry[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const sequence = from + index;
    return { sequence, timeMs: 1_000 + sequence, text: commandText(deposit(sequence)) };
  });
}

const open = (disk: JournalDisk, options: JournalOptions = {}) =>
  openJournal(PATH, { growBytes: 4_096, ...options, disk });

/** The bytes of a journal of these batches, not closed. */
async function bytesOf(...batches: Entry[][]): Promise<Buffer> {
  const disk = memoryDisk();
  const journal = await open(disk);
  for (const batch of batches) await journal.append(batch);
  return disk.bytes();
}

/** The bytes of the same journal, closed. */
async function closedBytesOf(...batches: Entry[][]): Promise<Buffer> {
  const disk = memoryDisk({ bytes: await bytesOf(...batches) });
  await (await open(disk)).close();
  return disk.bytes();
}

async function sequencesIn(bytes: Uint8Array): Promise<number[]> {
  const journal = await open(memoryDisk({ bytes }));
  return [...journal.read()].map((record) => record.sequence);
}

/** Offset of record `sequence` of a journal. */
async function offsetOf(bytes: Uint8Array, sequence: number): Promise<number> {
  const journal = await open(memoryDisk({ bytes }));
  return [...journal.read()][sequence - 2]?.endOffset ?? HEADER_BYTES;
}

const failOn =
  (operation: DiskOperation, nth: number, writtenBytes = 0) =>
  (happened: DiskOperation, count: number): DiskFault | null =>
    happened === operation && count === nth
      ? { kind: 'error', error: new Error('ENOSPC: no space left'), writtenBytes }
      : null;

describe('a journal', () => {
  it('gives back what was appended, in order, with the offset behind each', async () => {
    const disk = memoryDisk();
    const journal = await open(disk);
    expect([...journal.read()]).toEqual([]);
    await journal.append(entries(1, 3));
    await journal.append(entries(4, 4));
    const records = [...journal.read()];
    expect(records.map(({ sequence, timeMs, command }) => ({ sequence, timeMs, command }))).toEqual(
      [1, 2, 3, 4].map((sequence) => ({ sequence, timeMs: 1_000 + sequence, command: deposit(sequence) })),
    );
    expect(journal.end).toEqual({ sequence: 4, timeMs: 1_004, endOffset: records[3]!.endOffset });
    expect([...journal.read(records[1])].map((record) => record.sequence)).toEqual([3, 4]);
  });

  it('keeps every character of a text', async () => {
    const command = deposit(1, 'ü€😀\u0000\ud800 "\\');
    const journal = await open(memoryDisk());
    await journal.append([{ sequence: 1, timeMs: 5, text: commandText(command) }]);
    expect([...journal.read()][0]?.command).toEqual(command);
  });

  it('goes on after it was closed, and after it was not', async () => {
    const disk = memoryDisk({ bytes: await bytesOf(entries(1, 2)) });
    for (const [from, to] of [
      [3, 4],
      [5, 9],
      [10, 10],
    ] as const) {
      const journal = await open(disk);
      expect(journal.tornTail).toBeNull();
      await journal.append(entries(from, to));
      await journal.close();
    }
    expect(await sequencesIn(disk.bytes())).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('reads records larger than a window and than the zeros written ahead', async () => {
    const disk = memoryDisk();
    const journal = await open(disk);
    const sizes = [10, 70_000, 10, 1_500_000, 10];
    for (const [index, size] of sizes.entries()) {
      const text = commandText(deposit(index, 'x'.repeat(size)));
      await journal.append([{ sequence: index + 1, timeMs: 0, text }]);
    }
    const read = [...(await open(disk)).read()];
    expect(read.map(({ command }) => (command.name === 'deposit' ? command.amount.length : -1))).toEqual(sizes);
  });

  it('refuses a batch that does not go on where it ends, and stays usable', async () => {
    const journal = await open(memoryDisk());
    await journal.append(entries(1, 2));
    await expect(journal.append(entries(4, 4))).rejects.toThrow("at sequence 2, time 1002 can't take sequence 4");
    await expect(journal.append([{ ...entries(3, 3)[0]!, timeMs: 1_001 }])).rejects.toThrow('times never fall');
    await expect(journal.append([{ ...entries(3, 3)[0]!, timeMs: Number.NaN }])).rejects.toThrow('times never fall');
    await expect(journal.append([])).rejects.toThrow('empty batch');
    const first = journal.append(entries(3, 3));
    await expect(journal.append(entries(4, 4))).rejects.toThrow('while another is being written');
    await expect(journal.close()).rejects.toThrow('wait for append first');
    await first;
    await journal.append(entries(4, 4));
    expect(journal.end.sequence).toBe(4);
  });

  it('takes nothing after it was closed', async () => {
    const journal = await open(memoryDisk());
    await journal.close();
    await expect(journal.append(entries(1, 1))).rejects.toThrow('it was closed');
  });
});

describe('what a record can hold', () => {
  it('refuses what is no JSON data, and what is too long', () => {
    expect(() => commandText({ name: 'deposit', account: 1n } as never)).toThrow(TypeError);
    expect(() => commandText(undefined as never)).toThrow('must be JSON data, found undefined');
    expect(() => commandText(deposit(1, '€'.repeat(1_400_000)))).toThrow(RangeError);
  });
});

describe('opening', () => {
  it('cuts a torn tail, says so, and appends after the last whole record', async () => {
    const bytes = await bytesOf(entries(1, 3), entries(4, 6));
    const at = await offsetOf(bytes, 5);
    bytes[at + 40] = 0xff;
    const disk = memoryDisk({ bytes });
    const journal = await open(disk);
    expect(journal.tornTail).toMatchObject({ afterSequence: 4, offset: at });
    expect(journal.end).toMatchObject({ sequence: 4, endOffset: at });
    expect(
      disk
        .bytes()
        .subarray(at)
        .every((byte) => byte === 0),
    ).toBe(true);
    await journal.append(entries(5, 5));
    expect(await sequencesIn(disk.bytes())).toEqual([1, 2, 3, 4, 5]);
  });

  it('cuts a batch whose first part never reached the disk and whose last did', async () => {
    const bytes = await bytesOf(entries(1, 3), entries(4, 9));
    const at = await offsetOf(bytes, 4);
    bytes.fill(0, at, at + 50);
    const journal = await open(memoryDisk({ bytes }));
    expect(journal.end.sequence).toBe(3);
    expect(journal.tornTail?.offset).toBe(at);
  });

  it('refuses a journal damaged where it had been durable, and says where and what', async () => {
    const bytes = await bytesOf(entries(1, 3), entries(4, 6));
    const at = await offsetOf(bytes, 2);
    bytes[at + 40]! ^= 1;
    const refusal = await open(memoryDisk({ bytes })).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(JournalDamaged);
    expect(refusal).toMatchObject({ path: PATH, offset: at, expectedSequence: 2 });
    expect(String(refusal)).toMatch(
      /journal\.log is damaged at byte \d+: expected the record of sequence 2, found a record of \d+ bytes whose checksum does not match, though byte \d+ holds sequence 4, written when 3 was durable/,
    );
  });

  it('refuses zeros in the place of durable records', async () => {
    const bytes = await bytesOf(entries(1, 3), entries(4, 6), entries(7, 7));
    bytes.fill(0, await offsetOf(bytes, 4), await offsetOf(bytes, 7));
    await expect(open(memoryDisk({ bytes }))).rejects.toThrow(
      /sequence 4, found a record length of 0, though .* sequence 7/,
    );
  });

  it('refuses a whole record in the wrong place: an old one, one from the future, a time that falls', async () => {
    const bytes = await bytesOf(entries(1, 1), entries(2, 2));
    const [second, end] = [await offsetOf(bytes, 2), await offsetOf(bytes, 3)];
    for (const [sequence, timeMs, durable] of [
      [1, 1_001, 0],
      [3, 1_003, 2],
      [2, 1_000, 1],
      [2, 1_002, 2],
    ] as const) {
      const copy = Buffer.from(bytes).fill(0, second, end);
      writeRecord(copy, second, durable, { sequence, timeMs, text: commandText(deposit(2)) });
      await expect(open(memoryDisk({ bytes: copy }))).rejects.toThrow(/sequence 2, found a whole record of sequence/);
    }
  });

  it('refuses damage to the last batch of a journal that was closed', async () => {
    const bytes = await closedBytesOf(entries(1, 3), entries(4, 6));
    const at = await offsetOf(bytes, 5);
    bytes[at + 9]! ^= 0x80;
    await expect(open(memoryDisk({ bytes }))).rejects.toMatchObject({
      name: 'JournalDamaged',
      offset: at,
      expectedSequence: 5,
    });
  });

  it('refuses a file with a piece taken out of its middle', async () => {
    const bytes = await closedBytesOf(entries(1, 40));
    const [from, to] = [await offsetOf(bytes, 10), await offsetOf(bytes, 30)];
    const shifted = Buffer.concat([bytes.subarray(0, from + 7), bytes.subarray(to + 11)]);
    await expect(open(memoryDisk({ bytes: shifted }))).rejects.toThrow(JournalDamaged);
  });

  it('takes a record that is completed while it looks, of a journal that is being written, for no damage', async () => {
    const whole = await bytesOf(entries(1, 3), entries(4, 5), entries(6, 6));
    const partial = Buffer.from(whole).fill(0, (await offsetOf(whole, 4)) + 20);
    const disk = memoryDisk({ bytes: whole });
    let reads = 0;
    const journal = await open(
      {
        ...disk,
        open: (path, readonly) => {
          const file = disk.open(path, readonly);
          // The second read is the one of the first records; what is read after it has been written meanwhile.
          return {
            ...file,
            read: (target, offset) => (++reads === 2 ? partial.copy(target, 0, offset) : file.read(target, offset)),
          };
        },
      },
      { readonly: true },
    );
    expect(journal.end.sequence).toBe(6);
    expect(journal.tornTail).toBeNull();
  });

  it('cuts what a crash left of the batch that was to overwrite a seal', async () => {
    const bytes = await closedBytesOf(entries(1, 3));
    const end = await offsetOf(bytes, 4);
    bytes.fill(7, end + RECORD_MIN_BYTES + 100, end + RECORD_MIN_BYTES + 200);
    const journal = await open(memoryDisk({ bytes }));
    expect(journal.end).toMatchObject({ sequence: 3, endOffset: end });
    expect(journal.tornTail).toEqual({ afterSequence: 3, offset: end + RECORD_MIN_BYTES, bytes: 200 });
  });

  it('refuses a record whose checksum is right and whose text is no command', async () => {
    for (const text of ['{"name":', '7', 'null', '{"account":1}']) {
      const disk = memoryDisk();
      const journal = await open(disk);
      await journal.append(entries(1, 1));
      await journal.append([{ sequence: 2, timeMs: 2_000, text }]);
      const start = await offsetOf(await bytesOf(entries(1, 1)), 2);
      const reading = () => [...journal.read()];
      expect(reading).toThrow(JournalDamaged);
      expect(reading).toThrow(
        `at byte ${start}: expected the record of sequence 2, found a record with a matching checksum but`,
      );
    }
  });

  it('takes an empty file, and one a crash left with part of its header, for a new journal', async () => {
    const header = journalHeader();
    for (const length of [0, 1, 9, 15, 16, 60, 111]) {
      const disk = memoryDisk({ bytes: header.subarray(0, length) });
      await (await open(disk)).append(entries(1, 1));
      expect(await sequencesIn(disk.bytes())).toEqual([1]);
    }
    expect(await sequencesIn(new Uint8Array(16))).toEqual([]);
  });

  it('refuses what is no journal, and a version it does not know', async () => {
    const [version1, version3] = [journalHeader(), journalHeader()];
    version1.writeUInt32LE(1, 8);
    version3.writeUInt32LE(3, 8);
    const cases: readonly (readonly [Uint8Array, RegExp])[] = [
      [Buffer.from('SQLite format 3\0…'), /found the bytes 53514c/],
      [Buffer.from('{}'), /found the bytes 7b7d/],
      [new Uint8Array(200), /found the bytes 0000/],
      [version1, /found one of version 1\. Another version of this program wrote it/],
      [version1.subarray(0, 16), /found one of version 1/],
      [version3, /found one of version 3/],
    ];
    for (const [bytes, words] of cases) {
      const disk = memoryDisk({ bytes });
      const refused = open(disk);
      await expect(refused).rejects.toThrow(NotAJournal);
      await expect(refused).rejects.toThrow(words);
      expect(disk.bytes()).toEqual(Buffer.from(bytes));
    }
  });

  it('changes nothing when read-only, and appends nothing', async () => {
    const bytes = (await bytesOf(entries(1, 3))).subarray(0, (await offsetOf(await bytesOf(entries(1, 3)), 3)) + 37);
    const disk = memoryDisk({ bytes });
    const journal = await open(disk, { readonly: true });
    expect(journal.tornTail).toMatchObject({ afterSequence: 2, bytes: 37 });
    expect([...journal.read()].length).toBe(2);
    await expect(journal.append(entries(3, 3))).rejects.toThrow('read-only');
    await journal.close();
    expect(disk.bytes()).toEqual(Buffer.from(bytes));
    await expect(open(memoryDisk(), { readonly: true })).rejects.toThrow('ENOENT');
    const empty = memoryDisk({ bytes: new Uint8Array() });
    await expect(open(empty, { readonly: true })).rejects.toThrow(NotAJournal);
  });
});

describe('a disk that fails', () => {
  // Operations of a new journal: three names to try a link, header written, synced, synced again once checked, zeros
  // written ahead, batch written, batch synced.
  const [growth, batch, sync] = [7, 8, 9];

  it('before the batch was written: nothing is on disk, and nothing is taken any more', async () => {
    const disk = memoryDisk({ fault: failOn('write', growth, 100) });
    const journal = await open(disk);
    const failure = await journal.append(entries(1, 2)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(JournalWriteFailed);
    expect(failure).toMatchObject({ mayReplay: false });
    expect(String(failure)).toContain(
      "/data/journal.log can't be written: ENOSPC: no space left; nothing of the batch is on disk",
    );
    await expect(journal.append(entries(1, 1))).rejects.toThrow(JournalWriteFailed);
    expect(await sequencesIn(disk.bytes())).toEqual([]);
  });

  it('while the batch was written: its bytes are erased', async () => {
    for (const [operation, nth] of [
      ['write', batch],
      ['sync', sync],
    ] as const) {
      const disk = memoryDisk({ fault: failOn(operation, nth, 150) });
      const journal = await open(disk);
      await expect(journal.append(entries(1, 4))).rejects.toMatchObject({
        name: 'JournalWriteFailed',
        mayReplay: false,
      });
      disk.crash();
      expect(await sequencesIn(disk.bytes())).toEqual([]);
    }
  });

  it('and fails again when the batch is erased: the outcome is unknown', async () => {
    for (const first of [batch, sync]) {
      const fault = (operation: DiskOperation, count: number): DiskFault | null =>
        count >= first ? { kind: 'error', error: new Error(`EIO: ${operation}`), writtenBytes: 1_000 } : null;
      const disk = memoryDisk({ fault });
      const journal = await open(disk);
      await expect(journal.append(entries(1, 4))).rejects.toMatchObject({
        name: 'JournalWriteFailed',
        mayReplay: true,
      });
      await journal.close();
      expect(journal.end.sequence).toBe(0);
    }
  });
});
