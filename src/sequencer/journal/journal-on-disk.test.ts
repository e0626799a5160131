import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followJournal } from './follow-journal.ts';
import { JournalDamaged, NotAJournal } from './journal-errors.ts';
import { openJournal } from './journal-file.ts';
import { commandText, type Entry } from './record.ts';

/** Entries `from` to `to`, a millisecond apart. */
function entries(from: number, to: number): Entry[] {
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const sequence = from + index;
    return {
      sequence,
      timeMs: 1_000 + sequence,
      text: commandText({ name: 'deposit', account: sequence, amount: '1' }),
    };
  });
}

describe('a journal on the real disk', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'outcry-journal-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is readable by its owner only, starts with its header, and survives closing', async () => {
    const path = join(folder, 'journal.log');
    const journal = await openJournal(path);
    await journal.append(entries(1, 5_000));
    await journal.append(entries(5_001, 20_000));
    await journal.close();
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path).toString('latin1', 0, 8)).toBe('OUTCRYJ\n');
    const again = await openJournal(path);
    expect(again.end.sequence).toBe(20_000);
    expect(
      [...again.read()].every(({ sequence, command }, index) => sequence === index + 1 && command.name === 'deposit'),
    ).toBe(true);
    await again.close();
  });

  it('is not made when it is only to be read', async () => {
    await expect(openJournal(join(folder, 'journal.log'), { readonly: true })).rejects.toThrow('ENOENT');
  });

  it('is closed again when it is refused', async () => {
    const path = join(folder, 'journal.log');
    writeFileSync(path, 'something else entirely');
    await expect(openJournal(path)).rejects.toThrow(NotAJournal);
    rmSync(path);
  });

  it('can be followed while it is written', async () => {
    const path = join(folder, 'journal.log');
    const journal = await openJournal(path);
    const follower = followJournal(path);
    const seen: number[] = [];
    for (let sequence = 1; sequence <= 60; sequence += 3) {
      await journal.append(entries(sequence, sequence + 2));
      for (const record of follower.read(sequence + 1)) seen.push(record.sequence);
      expect(seen.at(-1)).toBe(sequence + 1);
    }
    expect(seen).toEqual(Array.from({ length: 59 }, (_, index) => index + 1));
    expect([...followJournal(path, follower.mark!).read(60)].map((record) => record.sequence)).toEqual([60]);
    expect(() => [...follower.read(61)]).toThrow(JournalDamaged);
    follower.close();
    await journal.close();
  });
});
