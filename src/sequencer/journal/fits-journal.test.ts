// States that fit a journal: in one file and in many segments, by place, by time, by the journal's id and
// the command's checksum, and by what was set aside since.
import { expect, it } from 'vitest';
import type { Command } from '../../core/language/commands.ts';
import { mismatchOf, segmentStart } from './fits-journal.ts';
import { followJournal } from './follow-journal.ts';
import { openJournal } from './journal-file.ts';
import { memoryDisk } from '../disk/memory-disk.ts';
import { commandText, type Mark, START } from './record.ts';

const PATH = '/data/journal.log';
const RECORDS = 60;

async function journalOf(segmentBytes: number, last: Command = { name: 'tick' }) {
  const disk = memoryDisk();
  const journal = await openJournal(PATH, { disk, segmentBytes });
  const places: Mark[] = [];
  for (let sequence = 1; sequence <= RECORDS; sequence++) {
    const command = sequence === RECORDS ? last : ({ name: 'tick' } as const);
    await journal.append([{ sequence, timeMs: sequence * 10, text: commandText(command) }]);
    const follower = followJournal(PATH, undefined, disk);
    expect([...follower.read(sequence)]).toHaveLength(sequence);
    places.push(follower.mark!);
  }
  await journal.close();
  return { disk, places };
}

it.each([
  ['one file', 1_000_000],
  ['many segments', 300],
])('is where the journal has its command: %s', async (_, bytes) => {
  const { disk, places } = await journalOf(bytes);
  for (const place of places) {
    expect(mismatchOf(PATH, place, disk)).toBeNull();
    expect(segmentStart(PATH, place.sequence, disk).sequence).toBeLessThan(place.sequence);
    expect(mismatchOf(PATH, { ...place, timeMs: place.timeMs + 1 }, disk)).toContain('the journal is another one');
    expect(mismatchOf(PATH, { ...place, endOffset: place.endOffset + 8 }, disk)).toContain(
      'the journal is another one',
    );
  }
  const end = places.at(-1)!;
  expect(mismatchOf(PATH, { ...end, sequence: 61 }, disk)).toBe('it is of sequence 61, and the journal ends at 60');
  expect(segmentStart(PATH, 1, disk)).toEqual(START);
});

it('is none without a journal, and none that holds what was set aside since', async () => {
  const place: Mark = { sequence: 5, timeMs: 50, endOffset: 300, journal: '', checksum: 0 };
  expect(mismatchOf(PATH, place, memoryDisk())).toBe('it is of sequence 5, which the journal does not have');
  const { disk, places } = await journalOf(300, { name: 'setAside', sequence: 40, reason: 'a drill', writtenMs: 0 });
  expect(mismatchOf(PATH, places[38]!, disk)).toBeNull();
  expect(mismatchOf(PATH, places[39]!, disk)).toBe('command 40, which it holds, was set aside since');
  expect(mismatchOf(PATH, places[59]!, disk)).toBeNull();
});

const index = (price: string): Command => ({ name: 'setIndexPrice', symbol: 'cmt_btcusdt', price, sourceTimeMs: 1 });

it('is none of another journal that has a command of the same time at the same place', async () => {
  const { disk, places } = await journalOf(300, index('100'));
  const other = await journalOf(300, index('100'));
  for (const [at, place] of places.entries()) {
    const { sequence, timeMs, endOffset } = other.places[at]!;
    expect(place).toMatchObject({ sequence, timeMs, endOffset });
    expect(mismatchOf(PATH, place, other.disk)).toBe(
      `it is of journal ${place.journal}, and this one is ${other.places[0]!.journal}`,
    );
  }
  const end = places.at(-1)!;
  const fork = await journalOf(300, index('200'));
  expect(mismatchOf(PATH, { ...end, journal: fork.places[0]!.journal }, fork.disk)).toContain(
    'the journal is another one: its command 60 has the checksum',
  );
  expect(mismatchOf(PATH, end, disk)).toBeNull();
});
