// The journal under every truncation, random damage, random bytes, failing disks and lost power, in one file and in
// many. It never gives a
// record that was not written, never loses one that was answered, never throws anything but its own errors, and always
// comes to an end.
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../any-character.ts';
import type { Command } from '../../src/core/language/commands.ts';
import type { Outcome } from '../../src/core/turn/outcome.ts';
import { manualClock } from '../../src/time/manual.ts';
import { followJournal } from '../../src/sequencer/journal/follow-journal.ts';
import { JournalDamaged, NotAJournal } from '../../src/sequencer/journal/journal-errors.ts';
import { type Journal, openJournal } from '../../src/sequencer/journal/journal-file.ts';
import { type DiskFault, type MemoryDisk, memoryDisk } from '../../src/sequencer/disk/memory-disk.ts';
import { commandText, type Entry, RECORD_MIN_BYTES, writeRecord } from '../../src/sequencer/journal/record.ts';
import { firstHeader, HEADER_BYTES, writeHeader } from '../../src/sequencer/journal/segment-header.ts';
import { NotExecuted, OutcomeUnknown } from '../../src/sequencer/refusals.ts';
import { createSequencer } from '../../src/sequencer/sequencer.ts';

const journalHeader = (): Buffer => writeHeader(firstHeader(Buffer.alloc(32, 7)));
/** These cases are quick: more than the usual number of them, and as many as asked for (FC_RUNS). */
const numRuns = Math.max(300, fc.readConfigureGlobal().numRuns ?? 0);

const deposit = (account: number, amount = '1'): Extract<Command, { name: 'deposit' }> => ({
  name: 'deposit',
  account,
  amount,
});
const open = (disk: MemoryDisk, segmentBytes = 1e6): Promise<Journal> =>
  openJournal('journal.log', { disk, growBytes: 2_048, segmentBytes });

/** Batches of commands with texts of any characters. */
const someBatches = fc.array(
  fc.array(fc.string({ unit: anyCharacter, maxLength: 60 }), { minLength: 1, maxLength: 6 }),
  {
    maxLength: 8,
  },
);

interface Span {
  readonly start: number;
  readonly end: number;
  /** What the record proves to have been durable. */
  readonly durable: number;
}

interface Written {
  readonly bytes: Buffer;
  readonly entries: readonly Entry[];
  readonly spans: readonly Span[];
}

async function write(batches: readonly (readonly string[])[], isClosed: boolean): Promise<Written> {
  const disk = memoryDisk();
  const journal = await open(disk);
  const entries: Entry[] = [];
  const spans: Span[] = [];
  for (const batch of batches) {
    const durable = journal.end.sequence;
    const added = batch.map((amount, index) => {
      const sequence = durable + index + 1;
      return { sequence, timeMs: sequence * 7, text: commandText(deposit(sequence, amount)) };
    });
    await journal.append(added);
    for (const entry of added) {
      const start = spans.at(-1)?.end ?? HEADER_BYTES;
      spans.push({ start, end: start + RECORD_MIN_BYTES + Buffer.byteLength(entry.text), durable });
    }
    entries.push(...added);
  }
  expect(spans.at(-1)?.end ?? HEADER_BYTES).toBe(journal.end.endOffset);
  if (isClosed) {
    await journal.close();
    const start = journal.end.endOffset;
    spans.push({ start, end: start + RECORD_MIN_BYTES, durable: journal.end.sequence });
  }
  return { bytes: disk.bytes(), entries, spans };
}

/**
 * The texts a start on `bytes` gives, or null when it refuses. Anything but the journal's own errors fails the test.
 */
async function textsOf(bytes: Uint8Array): Promise<string[] | null> {
  try {
    const disk = memoryDisk({ bytes });
    const records = [...(await open(disk)).read()];
    const again = [...(await open(disk)).read()];
    expect(again).toEqual(records);
    return records.map(({ command }) => commandText(command));
  } catch (error) {
    if (error instanceof JournalDamaged || error instanceof NotAJournal) return null;
    throw error;
  }
}

/** As much of `damage` as fits. */
function overwrite(bytes: Buffer, from: number, damage: Uint8Array): void {
  bytes.set(damage.subarray(0, Math.max(0, bytes.length - from)), Math.min(from, bytes.length));
}

const textsWritten = ({ entries }: Written): string[] => entries.map(({ text }) => text);

describe('a journal that is damaged', () => {
  it('gives the whole records before any point at which it is cut off', async () => {
    for (const isClosed of [false, true]) {
      const written = await write([['a', 'bc'], ['ü'], ['', 'd', 'ef'], ['g']], isClosed);
      const used = written.spans.at(-1)!.end;
      for (let length = 0; length <= used + 40; length++) {
        const whole = written.spans.filter(({ end }) => end <= length).length;
        const expected = textsWritten(written).slice(0, whole);
        expect([length, await textsOf(written.bytes.subarray(0, length))]).toEqual([length, expected]);
      }
    }
  });

  it('loses nothing, or refuses, when any one byte of a closed journal is changed', async () => {
    const written = await write([['a', 'bc'], ['ü'], ['', 'd', 'ef'], ['g']], true);
    const damages = [0x01, 0x80, 0xff];
    for (let at = 0; at < written.spans.at(-1)!.end + 40; at++) {
      for (const damage of damages) {
        const bytes = Buffer.from(written.bytes);
        bytes[at]! ^= damage;
        const texts = await textsOf(bytes);
        if (texts !== null) expect([at, texts]).toEqual([at, textsWritten(written)]);
      }
    }
  });

  const someDamage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.nat(600).map((length) => new Uint8Array(length)),
    ),
  });

  it('never loses what an undamaged record proves, and never gives what was not written', async () => {
    await fc.assert(
      fc.asyncProperty(
        someBatches,
        fc.boolean(),
        fc.array(someDamage, { minLength: 1, maxLength: 4 }),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        async (batches, isClosed, damages, cut) => {
          const written = await write(batches, isClosed);
          const used = written.spans.at(-1)?.end ?? HEADER_BYTES;
          let bytes = Buffer.from(written.bytes);
          for (const damage of damages) overwrite(bytes, Math.floor(damage.at * used), damage.bytes);
          if (cut !== null) bytes = bytes.subarray(0, Math.floor(cut * used));
          const isIntact = ({ start, end }: Span) =>
            end <= bytes.length && bytes.subarray(start, end).equals(written.bytes.subarray(start, end));
          const proven = Math.max(0, ...written.spans.filter(isIntact).map(({ durable }) => durable));

          const texts = await textsOf(bytes);
          if (texts === null) return;
          expect(texts).toEqual(textsWritten(written).slice(0, texts.length));
          expect(texts.length).toBeGreaterThanOrEqual(proven);
        },
      ),
    );
  });

  it('gives a follower the records before the damage, and then its own error', async () => {
    await fc.assert(
      fc.asyncProperty(someBatches, someDamage, async (batches, damage) => {
        const written = await write(batches, false);
        const bytes = Buffer.from(written.bytes);
        const from = HEADER_BYTES + Math.floor(damage.at * (bytes.length - HEADER_BYTES));
        overwrite(bytes, from, damage.bytes);
        const texts: string[] = [];
        try {
          const follower = followJournal('journal.log', undefined, memoryDisk({ bytes }));
          for (const { command } of follower.read(written.entries.length)) texts.push(commandText(command));
          expect(texts.length).toBe(written.entries.length);
        } catch (error) {
          expect(error).toBeInstanceOf(JournalDamaged);
        }
        expect(texts).toEqual(textsWritten(written).slice(0, texts.length));
      }),
    );
  });
});

describe('any bytes at all', () => {
  const nearU64 = fc.oneof(fc.nat(20), fc.constantFrom(2 ** 32, 2 ** 53, 2 ** 60));
  /** A record that is whole, with any stamp and any text. */
  const anyRecord = fc
    .record({
      durable: nearU64,
      sequence: nearU64,
      timeMs: nearU64,
      text: fc.oneof(fc.json(), fc.string(), fc.constant('{"name":"tick"}')),
    })
    .map(({ durable, ...entry }) => {
      const buffer = Buffer.alloc(RECORD_MIN_BYTES + entry.text.length * 3);
      return buffer.subarray(0, writeRecord(buffer, 0, durable, entry));
    });
  /** Records that are in order, as a journal's are. */
  const someRecords = fc.array(fc.nat(2), { maxLength: 5 }).map((times) => {
    const buffer = Buffer.alloc(1_000);
    let end = 0;
    for (const index of times.keys())
      end = writeRecord(buffer, end, index, { sequence: index + 1, timeMs: 5, text: '{"name":"tick"}' });
    return buffer.subarray(0, end);
  });
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 100 }),
    fc.nat(200).map((length) => new Uint8Array(length)),
    anyRecord,
    someRecords,
  );
  const anyFile = fc
    .tuple(
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(journalHeader()) },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 20 }) },
      ),
      someRecords,
      fc.array(piece, { maxLength: 6 }),
    )
    .map(([header, records, pieces]) => Buffer.concat([header, records, ...pieces]));

  it("give records in order or one of the journal's own errors, and then take a new record", async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (bytes) => {
        try {
          const disk = memoryDisk({ bytes });
          const journal = await open(disk);
          const before = [...journal.read()];
          expect(before.map(({ sequence }) => sequence)).toEqual(before.map((_, index) => index + 1));
          const next = { sequence: before.length + 1, timeMs: journal.end.timeMs, text: commandText(deposit(1)) };
          await journal.append([next]);
          const after = [...(await open(disk)).read()];
          expect(after.slice(0, -1)).toEqual(before);
          expect(after.at(-1)?.command).toEqual(deposit(1));
        } catch (error) {
          if (!(error instanceof JournalDamaged || error instanceof NotAJournal)) throw error;
        }
      }),
      { numRuns },
    );
  });
});

describe('a sequencer on a disk that fails and loses power', () => {
  interface Round {
    readonly commands: number;
    readonly perTurn: number;
    readonly failAt: number;
    readonly fault: 'halt' | 'error' | 'errorForGood';
    readonly partBytes: number;
    readonly closes: boolean;
    readonly segmentBytes: number;
  }
  const someRounds = fc.array(
    fc.record<Round>({
      commands: fc.integer({ min: 1, max: 40 }),
      perTurn: fc.integer({ min: 1, max: 8 }),
      failAt: fc.integer({ min: 1, max: 40 }),
      fault: fc.constantFrom('halt', 'error', 'errorForGood'),
      partBytes: fc.nat(1_500),
      closes: fc.boolean(),
      segmentBytes: fc.constantFrom(1, 400, 4_096),
    }),
    { minLength: 1, maxLength: 4 },
  );

  type Fate = 'answered' | 'notExecuted' | 'unknown';

  /**
   * One life of the process: start, take commands until the disk fails or the power goes. Adds the fates of its
   * commands.
   */
  async function live(
    disk: MemoryDisk,
    round: Round,
    firstId: number,
    fates: Map<number, Fate>,
    power: Promise<void>,
  ): Promise<void> {
    const journal = await open(disk, round.segmentBytes);
    const known = new Map([...journal.read()].map(({ sequence, command }) => [sequence, command]));
    const engine = {
      apply: ({ sequence, timeMs, command }: { sequence: number; timeMs: number; command: Command }): Outcome => {
        expect(known.has(sequence)).toBe(false);
        known.set(sequence, command);
        return { ok: true, result: null, sequence, timeMs, events: [] };
      },
    };
    const sequencer = createSequencer({ engine, journal, clock: manualClock(), maxBatch: 5 });
    for (let id = firstId; id < firstId + round.commands; id++) {
      fates.set(id, 'unknown');
      sequencer.submit(deposit(id)).then(
        () => fates.set(id, 'answered'),
        (error: unknown) => {
          expect(error instanceof NotExecuted || error instanceof OutcomeUnknown).toBe(true);
          fates.set(id, error instanceof NotExecuted ? 'notExecuted' : 'unknown');
        },
      );
      if (id % round.perTurn === 0) await Promise.race([new Promise(setImmediate), power]);
    }
    await Promise.race([sequencer.stop(), power]);
    if (round.closes) await Promise.race([journal.close(), power]);
  }

  it('keeps every command it answered, once and in its place, and none of which it said that nothing was executed', async () => {
    await fc.assert(
      fc.asyncProperty(someRounds, fc.array(fc.boolean(), { minLength: 1, maxLength: 50 }), async (rounds, keeps) => {
        let [asked, operations, nextId] = [0, 0, 1];
        let round = rounds[0]!;
        let cutPower = (): void => {};
        const fault = (): DiskFault | null => {
          operations++;
          if (operations < round.failAt || (operations > round.failAt && round.fault === 'error')) return null;
          if (round.fault === 'halt') cutPower();
          return round.fault === 'halt'
            ? { kind: 'halt' }
            : { kind: 'error', error: new Error('EIO'), writtenBytes: round.partBytes };
        };
        const disk = memoryDisk({ fault, keepSector: () => keeps[asked++ % keeps.length]! });
        const fates = new Map<number, Fate>();
        let before: number[] = [];
        for (round of rounds) {
          operations = 0;
          const power = new Promise<void>((resolve) => {
            cutPower = resolve;
          });
          await Promise.race([live(disk, round, nextId, fates, power).catch(expectDiskError), power]);
          await new Promise(setImmediate);
          nextId += round.commands;
          disk.crash();
          const ids = await idsOn(disk);
          expect(ids.slice(0, before.length)).toEqual(before);
          expect(ids).toEqual(ids.toSorted((a, b) => a - b));
          expect(new Set(ids).size).toBe(ids.length);
          for (const [id, fate] of fates)
            if (fate !== 'unknown') expect([id, ids.includes(id)]).toEqual([id, fate === 'answered']);
          before = ids;
        }
      }),
      { numRuns },
    );
  });

  function expectDiskError(error: unknown): void {
    if (!(error instanceof Error && error.message.includes('EIO'))) throw error;
  }

  async function idsOn(disk: MemoryDisk): Promise<number[]> {
    const journal = await openJournal('journal.log', { disk: memoryDisk({ files: disk.files() }) });
    return [...journal.read()].map(({ command }) => (command.name === 'deposit' ? command.account : Number.NaN));
  }
});
