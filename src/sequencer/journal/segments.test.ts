// A journal in many files: closed, compressed, damaged, missing, mixed up.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../../test/any-character.ts';
import { compressClosed } from './compress.ts';
import { findJournal } from './find-journal.ts';
import { followJournal } from './follow-journal.ts';
import { identifyJournal } from './identify-journal.ts';
import { JournalDamaged, NotAJournal } from './journal-errors.ts';
import { type JournalOptions, openJournal } from './journal-file.ts';
import { type MemoryDisk, memoryDisk } from '../disk/memory-disk.ts';
import { commandText, type Entry } from './record.ts';
import { DESCRIPTION_BYTES, readDescription } from './segment-codec.ts';
import { Segments } from './segments.ts';
import { verifyChain } from './verify-chain.ts';

const PATH = '/data/journal.log';
const SMALL = { growBytes: 512, segmentBytes: 400 } as const;

function entries(from: number, to: number, amount = '1.5'): Entry[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const sequence = from + index;
    return { sequence, timeMs: sequence * 3, text: commandText({ name: 'deposit', account: sequence, amount }) };
  });
}

const open = (disk: MemoryDisk, options: JournalOptions = {}) => openJournal(PATH, { ...SMALL, ...options, disk });

/** A journal of so many commands, two in a batch. */
async function written(commands: number, options: JournalOptions = {}): Promise<MemoryDisk> {
  const disk = memoryDisk();
  const journal = await open(disk, options);
  for (let sequence = 1; sequence < commands; sequence += 2) await journal.append(entries(sequence, sequence + 1));
  await journal.close();
  return disk;
}

async function sequences(disk: MemoryDisk): Promise<number[]> {
  const journal = await open(disk, { readonly: true });
  return [...journal.read()].map(({ sequence }) => sequence);
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const closedOn = (disk: MemoryDisk): string[] =>
  [...disk.files().keys()].filter((path) => path.startsWith('/data/journal/')).toSorted();
function changed(disk: MemoryDisk, change: (files: Map<string, Buffer>) => void): MemoryDisk {
  const files = disk.files();
  change(files);
  return memoryDisk({ files });
}
/** Compresses everything that is closed. */
async function compress(disk: MemoryDisk): Promise<void> {
  while ((await compressClosed(PATH, disk)) !== null);
}

describe('a journal in segments', () => {
  it('keeps a segment as it was where its records do not come apart and together again', async () => {
    const disk = memoryDisk();
    const journal = await open(disk);
    const text = (amount: string): string => `{"name":"deposit","account":1,\n"amount":"${amount}"}`;
    for (let sequence = 1; sequence <= 12; sequence++)
      await journal.append([{ sequence, timeMs: sequence, text: text(String(sequence)) }]);
    await journal.close();
    await compress(disk);
    const compressed = closedOn(disk);
    expect(compressed.length).toBeGreaterThan(1);
    for (const path of compressed) expect(readDescription(disk.files().get(path)!)).toMatchObject({ form: 1 });
    expect(await sequences(disk)).toEqual(upTo(12));
  });

  it('is read as one, and goes on after each start', async () => {
    const disk = await written(20);
    expect(closedOn(disk)).toEqual(
      [1, 5, 9, 13].map((first) => `/data/journal/${String(first).padStart(16, '0')}.seg`),
    );
    expect(await sequences(disk)).toEqual(upTo(20));
    const journal = await open(disk);
    expect(journal.tornTail).toBeNull();
    await journal.append(entries(21, 24));
    await journal.close();
    expect(await sequences(disk)).toEqual(upTo(24));
    const { begin, startOf } = {
      begin: journal.end,
      startOf: (at: number) => new Segments(PATH, true, disk).startOf(at),
    };
    expect(begin.sequence).toBe(24);
    expect([1, 4, 5, 24].map((at) => startOf(at)!.sequence)).toEqual([0, 0, 4, 20]);
  });

  it('tells the same of itself in one file and in many, but for what lies in which', async () => {
    const [many, one] = [await written(20), await written(20, { segmentBytes: 1e9 })];
    const found = (await findJournal(PATH, { disk: many }))!;
    const whole = (await findJournal(PATH, { disk: one }))!;
    expect(closedOn(one)).toEqual([]);
    expect({ ...found, id: '', closed: [], provenOffset: 0 }).toEqual({
      ...whole,
      id: '',
      closed: [],
      provenOffset: 0,
    });
    expect(found.id).toMatch(/^[0-9a-f]{64}$/);
    expect(found.id).not.toBe(whole.id);
    expect(found.closed.map(({ header }) => header.id.toString('hex'))).toEqual(found.closed.map(() => found.id));
  });

  it('is smaller once it is compressed, and every byte of it is the same', async () => {
    const disk = await written(400, { segmentBytes: 10_000 });
    const before = disk.files();
    const closed = closedOn(disk);
    await compress(disk);
    const after = disk.files();
    expect(closedOn(disk)).toEqual(closed.map((path) => `${path}.zst`));
    for (const path of closed) expect(after.get(`${path}.zst`)!.length).toBeLessThan(before.get(path)!.length / 8);
    expect(await sequences(disk)).toEqual(upTo(400));
    const raw = new Segments(PATH, true, memoryDisk({ files: before }));
    const small = new Segments(PATH, true, disk);
    for (const [at, segment] of small.closed.entries())
      expect(small.contentOf(segment).equals(raw.contentOf(raw.closed[at]!))).toBe(true);
    const journal = await open(disk);
    await journal.append(entries(401, 402));
    expect(await sequences(disk)).toEqual(upTo(402));
  });

  it('compresses any texts and times, bit for bit', async () => {
    const batches = fc.array(
      fc.array(fc.tuple(fc.string({ unit: anyCharacter, maxLength: 40 }), fc.nat(2 ** 40)), {
        minLength: 1,
        maxLength: 5,
      }),
      { minLength: 2, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(batches, async (all) => {
        const disk = memoryDisk();
        const journal = await open(disk, { segmentBytes: 300 });
        let timeMs = 0;
        for (const batch of all) {
          const first = journal.end.sequence + 1;
          await journal.append(
            batch.map(([text, ms], index) => {
              timeMs += ms;
              return { sequence: first + index, timeMs, text: JSON.stringify({ name: 'deposit', text }) };
            }),
          );
        }
        await journal.close();
        const before = [...(await open(disk, { readonly: true })).read()];
        await compress(disk);
        expect([...(await open(disk, { readonly: true })).read()]).toEqual(before);
        expect(await verifyChain(PATH, { disk })).toMatchObject({ damaged: [] });
      }),
    );
  });

  it('is read from a later position without what lies before it', async () => {
    const disk = await written(40);
    await compress(disk);
    const records = [...(await open(disk, { readonly: true })).read()];
    const after = records[25]!;
    // Of what lies before it, the beginning is read, which says whose it is, and names and headers.
    const damaged = changed(disk, (files) => files.get(closedOn(disk)[5]!)!.fill(0x77, 200));
    const journal = await open(damaged, { after });
    expect([...journal.read(after)].map(({ sequence }) => sequence)).toEqual(upTo(40).slice(26));
    expect([...followJournal(PATH, after, damaged).read(40)].length).toBe(14);
    expect(identifyJournal(PATH, 30, damaged).timeMs).toBe(90);
    await expect(open(damaged)).rejects.toThrow(JournalDamaged);
  });

  it('whose first segments were moved away is read from a position behind them, and from no other', async () => {
    const disk = await written(40);
    const moved = closedOn(disk).slice(0, 3);
    const rest = changed(disk, (files) => moved.forEach((path) => files.delete(path)));
    const after = [...(await open(disk, { readonly: true })).read()][20]!;
    const journal = await open(rest, { after });
    expect([...journal.read(after)].length).toBe(19);
    expect((await findJournal(PATH, { disk: rest, after }))!.first).toEqual([]);
    await expect(open(rest)).rejects.toThrow('the journal begins at sequence 13, and commands from 1 on are needed');
    await journal.append(entries(41, 42));
    expect([...journal.read(after)].length).toBe(21);
  });

  it('is followed across closing and compressing', async () => {
    const disk = memoryDisk();
    const journal = await open(disk);
    const follower = followJournal(PATH, undefined, disk);
    const seen: number[] = [];
    for (let sequence = 1; sequence < 60; sequence += 3) {
      await journal.append(entries(sequence, sequence + 2));
      if (sequence % 4 === 0) await compress(disk);
      if (sequence % 7 < 3) for (const record of follower.read(sequence + 1)) seen.push(record.sequence);
    }
    for (const record of follower.read(60)) seen.push(record.sequence);
    expect(seen).toEqual(upTo(60));
    expect([...followJournal(PATH, follower.mark!, disk).read(60)]).toEqual([]);
  });
});

describe('segments that are no chain', () => {
  const cases: readonly [string, (files: Map<string, Buffer>, closed: string[]) => void, RegExp][] = [
    [
      'one between others is missing',
      (files, closed) => files.delete(closed[2]!),
      /0000000000000009\.seg.* no file, though/,
    ],
    [
      'the last closed one is missing',
      (files, closed) => files.delete(closed.at(-1)!),
      /no file, though \/data\/journal\.log/,
    ],
    [
      'the file that is written is missing',
      (files) => files.delete(PATH),
      /journal\.log .* no file, though .* was closed/,
    ],
    ['the file that is written is emptied', (files) => files.set(PATH, Buffer.alloc(0)), /no whole header/],
    ['one is shorter than it was', cutClosed, /a segment of \d+ bytes, though .* says that it has/],
    ['one is in the place of another', swapClosed, /no whole header of a segment that begins with it/],
    [
      'an older one is put back as the newest',
      (files, closed) => files.set(PATH, files.get(closed[1]!)!),
      /does not follow/,
    ],
    ['the header of one is damaged', (files, closed) => void (files.get(closed[1]!)![70]! ^= 1), /no whole header/],
  ];
  function cutClosed(files: Map<string, Buffer>, closed: string[]): void {
    files.set(closed[1]!, files.get(closed[1]!)!.subarray(0, 300));
  }
  function swapClosed(files: Map<string, Buffer>, closed: string[]): void {
    files.set(closed[1]!, files.get(closed[2]!)!);
  }

  it.each(cases)('because %s are refused, and nothing is changed', async (_, change, words) => {
    const base = await written(40);
    const disk = changed(base, (files) => change(files, closedOn(base)));
    const before = disk.files();
    for (const readonly of [true, false]) await expect(open(disk, { readonly })).rejects.toThrow(words);
    expect(disk.files()).toEqual(before);
  });

  it('because one is of another journal are refused', async () => {
    const [ours, theirs] = [await written(40), await written(40)];
    const closed = closedOn(ours);
    const mixed = changed(ours, (files) => files.set(closed[1]!, theirs.files().get(closed[1]!)!));
    await expect(open(mixed)).rejects.toThrow('a segment of another journal');
    const other = changed(ours, (files) => files.set(PATH, theirs.bytes()));
    await expect(open(other)).rejects.toThrow('a segment of another journal');
  });

  it('because a compressed one is damaged anywhere are refused, or nothing of them is lost', async () => {
    const disk = await written(12);
    await compress(disk);
    const [path] = closedOn(disk);
    const { length } = disk.files().get(path!)!;
    const where = `in its bytes ${DESCRIPTION_BYTES} to ${length}, which hold the commands 1 to 4`;
    for (let at = 0; at < length; at++) {
      const damaged = changed(disk, (files) => void (files.get(path!)![at]! ^= 0x41));
      const read = await sequences(damaged).catch((error: unknown) => error);
      if (!(read instanceof JournalDamaged)) expect([at, read]).toEqual([at, upTo(12)]);
      else if (at >= DESCRIPTION_BYTES) expect(read.message).toContain(where);
    }
    const cut = changed(disk, (files) => files.set(path!, files.get(path!)!.subarray(0, length - 3)));
    await expect(open(cut)).rejects.toThrow(/\.seg\.zst is damaged .* bytes that can't be expanded/);
  });

  it('by their hashes alone are found by whoever checks the chain', async () => {
    const disk = await written(40);
    const sound = await verifyChain(PATH, { disk });
    expect([sound.damaged, sound.segments.length]).toEqual([[], 9]);
    // Another record of the same length, whole and in its place.
    const closed = closedOn(disk);
    const journal = memoryDisk();
    const writer = await open(journal);
    for (let sequence = 1; sequence < 40; sequence += 2)
      await writer.append(entries(sequence, sequence + 1, sequence === 7 ? '9.5' : '1.5'));
    const theirs = journal.files().get(closed[1]!)!;
    const ours = Buffer.from(disk.files().get(closed[1]!)!);
    ours.set(theirs.subarray(112), 112);
    const altered = changed(disk, (files) => files.set(closed[1]!, ours));
    expect(await sequences(altered)).toEqual(upTo(40));
    const { damaged, segments } = await verifyChain(PATH, { disk: altered });
    expect(damaged).toMatchObject([{ path: closed[1], firstSequence: 5, lastSequence: 8 }]);
    expect(segments.length).toBe(8);
  });
});

describe('what a kill leaves', () => {
  it('when a segment was closed half is cleared away, and nothing is lost', async () => {
    const whole = await written(12, { segmentBytes: 1e9 });
    const bytes = whole.bytes();
    const twice = '/data/journal/0000000000000001.seg';
    const left = new Map([
      [PATH, bytes],
      [twice, bytes],
      [`${PATH}.new`, bytes.subarray(0, 60)],
      ['/data/journal/0000000000000001.seg.zst.new', Buffer.from('half')],
    ]);
    const disk = memoryDisk({ files: left });
    expect(await sequences(disk)).toEqual(upTo(12));
    expect([...disk.files().keys()]).toEqual([...left.keys()]);
    const journal = await open(disk);
    expect([...disk.files().keys()]).toEqual([PATH]);
    await journal.append(entries(13, 14));
    expect(await sequences(disk)).toEqual(upTo(14));
  });

  it('when one was compressed and not yet removed is the same segment twice', async () => {
    const disk = await written(12);
    const raw = disk.files();
    await compress(disk);
    const both = memoryDisk({ files: new Map([...raw, ...disk.files()]) });
    expect(await sequences(both)).toEqual(upTo(12));
    await compress(both);
    expect(closedOn(both).every((path) => path.endsWith('.zst'))).toBe(true);
    const broken = changed(both, (files) => {
      for (const [path, content] of raw) if (path !== PATH) files.set(path, content);
      files.set(closedOn(disk)[0]!, Buffer.from('not what it was'));
    });
    await compress(broken);
    expect(await sequences(broken)).toEqual(upTo(12));
  });

  it('is refused when it is no journal at all', async () => {
    const disk = await written(12);
    const strange = changed(disk, (files) => files.set(PATH, Buffer.from('x'.repeat(500))));
    await expect(open(strange)).rejects.toThrow(NotAJournal);
  });
});
