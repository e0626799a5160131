import { describe, expect, it } from 'vitest';
import type { Sequenced } from '../../core/language/commands.ts';
import type { Outcome } from '../../core/turn/outcome.ts';
import { followJournal } from './follow-journal.ts';
import { openJournal } from './journal-file.ts';
import { memoryDisk } from '../disk/memory-disk.ts';
import { replay } from '../replay.ts';

const PATH = 'journal.log';
const deposit = (amount: string) => `{"name":"deposit","account":1000001,"amount":"${amount}"}`;
const marker = (sequence: number, reason = 'why') =>
  `{"name":"setAside","sequence":${sequence},"reason":"${reason}","writtenMs":5}`;

async function journalOf(texts: readonly string[]) {
  const disk = memoryDisk();
  const journal = await openJournal(PATH, { disk });
  await journal.append(texts.map((text, at) => ({ sequence: at + 1, timeMs: at, text })));
  await journal.close();
  return disk;
}

/** Names of the commands a reader gives back; one that sets aside with the sequence it names. */
const read = (records: Iterable<Sequenced>): string[] =>
  [...records].map(({ command }) => (command.name === 'setAside' ? `setAside ${command.sequence}` : command.name));

const NONE = 'no text of a command';

describe('a command that was set aside', () => {
  it('is replaced wherever the journal is read, and stays in the file as it was written', async () => {
    const disk = await journalOf([deposit('1'), NONE, deposit('2'), marker(2), '{"name":"tick"}']);
    const expected = ['deposit', 'setAside 2', 'deposit', 'setAside 2', 'tick'];
    const journal = await openJournal(PATH, { disk });
    expect(read(journal.read())).toEqual(expected);
    expect([...journal.setAsides]).toEqual([[2, { command: JSON.parse(marker(2)), markedAt: 4 }]]);
    const follower = followJournal(PATH, undefined, disk);
    expect(read(follower.read(5))).toEqual(expected);
    expect(Buffer.from(disk.bytes()).includes(NONE)).toBe(true);
    const applied: Sequenced[] = [];
    const engine = {
      apply: (one: Sequenced): Outcome => (applied.push(one), { ...one, ok: true, result: null, events: [] }),
    };
    await replay(journal, engine);
    expect(read(applied)).toEqual(expected);
  });

  it('is known to whoever goes on behind an earlier record', async () => {
    const disk = await journalOf([deposit('1'), deposit('2'), NONE, marker(3)]);
    const journal = await openJournal(PATH, { disk });
    const [first] = [...journal.read()];
    expect(read(journal.read(first))).toEqual(['deposit', 'setAside 3', 'setAside 3']);
    expect(read(followJournal(PATH, first, disk).read(4))).toEqual(['deposit', 'setAside 3', 'setAside 3']);
  });

  it('is looked for a piece at a time, and that is gone on with', async () => {
    const texts = Array.from({ length: 2_500 }, () => deposit('1'));
    const disk = await journalOf([...texts, NONE, marker(2_501)]);
    const follower = followJournal(PATH, undefined, disk);
    const looks = [follower.look(2_502), follower.look(2_502), follower.look(2_502)];
    expect([...looks, follower.look(2_502)]).toEqual([false, false, true, true]);
    expect(read(follower.read(2_502)).slice(2_499)).toEqual(['deposit', 'setAside 2501', 'setAside 2501']);
    expect(read(followJournal(PATH, undefined, disk).read(2_502)).slice(2_500)).toHaveLength(2);
  });

  it('is so by an earlier sequence only, by a whole record only, and by the first that says so', async () => {
    const text = JSON.stringify({ name: 'cancelOrder', clientOrderId: marker(1) });
    const disk = await journalOf([deposit('1'), deposit('2'), marker(3), marker(9), text, marker(2), marker(2, 'x')]);
    const journal = await openJournal(PATH, { disk });
    expect([...journal.setAsides.keys()]).toEqual([2]);
    expect(journal.setAsides.get(2)).toMatchObject({ markedAt: 6, command: { reason: 'why' } });
  });
});
