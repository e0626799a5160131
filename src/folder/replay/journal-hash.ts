/**
 * The hash of what was asked: of each command its sequence, time and text, without what tells of keys and of signatures
 * and changes no outcome. Two rehearsals of the same seed and the same requests have the same, on any machine, though
 * their journals have other ids.
 */
import { createHash } from 'node:crypto';
import type { Command } from '../../core/language/commands.ts';
import { openJournal } from '../../sequencer/journal/journal-file.ts';

/** @throws Error when there is no journal, or it is damaged */
export async function journalHash(path: string): Promise<{ readonly sequence: number; readonly hash: string }> {
  const journal = await openJournal(path, { readonly: true });
  try {
    const hash = createHash('sha256');
    for (const { sequence, timeMs, command } of journal.read())
      hash.update(`${sequence} ${timeMs} ${textOf(command)}\n`);
    return { sequence: journal.end.sequence, hash: hash.digest('hex') };
  } finally {
    await journal.close();
  }
}

function textOf(command: Command): string {
  return JSON.stringify(command, (name, value: unknown) => (name === 'keyId' || name === 'digest' ? undefined : value));
}
