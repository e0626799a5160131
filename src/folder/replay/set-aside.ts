/**
 * Sets a command of a stopped exchange aside (FLOW-011): tries what that leads to, and writes it into the journal only
 * when it brings the replay further. A command after which all can be applied is part of what callers were answered,
 * and is left alone.
 *
 * Nothing is written before everything was tried; the record that is then appended is written like all others.
 */
import { existsSync } from 'node:fs';
import { createEngine } from '../../core/engine.ts';
import type { SetAside } from '../../core/language/commands.ts';
import { type FoundJournal, findJournal } from '../../sequencer/journal/find-journal.ts';
import { JournalDamaged } from '../../sequencer/journal/journal-errors.ts';
import { openJournal } from '../../sequencer/journal/journal-file.ts';
import { lockFolder } from '../../sequencer/disk/lock.ts';
import { commandText } from '../../sequencer/journal/record.ts';
import { ReplayFailed, replay } from '../../sequencer/replay.ts';
import { sha256 } from '../../store/sha256.ts';
import { dataFolder } from '../disk/data-folder.ts';

/** The command at which a replay stops, and why. */
export interface Stop {
  readonly sequence: number;
  readonly why: string;
}

export interface SetAsideDone {
  readonly sequence: number;
  /** The sequence of the record that says so. */
  readonly markedAt: number;
  /** Command at which a replay stops now; null when it reaches the end. */
  readonly stopsAt: Stop | null;
}

/** It can't be set aside, or setting it aside would be of no use. Nothing was written. */
export class NotSetAside extends Error {}

/** @throws NotSetAside; FolderInUse; JournalDamaged, NotAJournal when the file can't be trusted */
export async function setAside(path: string, sequence: number, reason: string, nowMs: number): Promise<SetAsideDone> {
  const folder = dataFolder(path);
  if (!existsSync(folder.journal)) throw new NotSetAside(`there is no journal in ${path}`);
  if (existsSync(folder.nodeMark))
    throw new NotSetAside(
      `${path} is of a node, whose journal is what the order says: \`outcry cluster void ${sequence} --hash HASH\` ` +
        'passes a command over at all nodes',
    );
  const lock = await lockFolder(folder.path);
  try {
    const found = await findJournal(folder.journal);
    if (found === null) throw new NotSetAside(`the journal in ${path} is gone`);
    checkSequence(found, sequence);
    const command: SetAside = { name: 'setAside', sequence, reason, writtenMs: Math.max(0, Math.floor(nowMs)) };
    const markedAt = found.end.sequence + 1;
    const stopsAt = await tryIt(found, command, markedAt);
    await write(found, command, markedAt);
    return { sequence, markedAt, stopsAt };
  } finally {
    lock.release();
  }
}

function checkSequence({ end, setAsides }: FoundJournal, sequence: number): void {
  if (sequence > end.sequence) throw new NotSetAside(`the journal ends at sequence ${end.sequence}`);
  if (setAsides.has(sequence)) throw new NotSetAside(`sequence ${sequence} was set aside before`);
  for (const { markedAt } of setAsides.values())
    if (markedAt === sequence) throw new NotSetAside(`sequence ${sequence} sets another one aside, and stays`);
}

/** Command at which the replay stops once the command is passed over. */
async function tryIt(found: FoundJournal, command: SetAside, markedAt: number): Promise<Stop | null> {
  const { sequence } = command;
  const before = await stopOf(found);
  if (before === null)
    throw new NotSetAside('every command of the journal can be applied: there is nothing to set aside');
  if (sequence > before.sequence)
    throw new NotSetAside(`the replay does not get to sequence ${sequence}: it stops at ${stopText(before)}`);
  const after = await stopOf({ ...found, setAsides: new Map([...found.setAsides, [sequence, { command, markedAt }]]) });
  if (after !== null && after.sequence <= before.sequence)
    throw new NotSetAside(`without sequence ${sequence} the replay stops as well, at ${stopText(after)}`);
  return after;
}

export function stopText({ sequence, why }: Stop): string {
  return `sequence ${sequence}: ${why}`;
}

/** The command that can't be applied; null when there is none. */
async function stopOf(found: FoundJournal): Promise<Stop | null> {
  const journal = await openJournal(found.path, { readonly: true, found });
  try {
    await replay(journal, createEngine(sha256));
    return null;
  } catch (error) {
    if (error instanceof ReplayFailed) return { sequence: error.sequence, why: error.why };
    // A whole record whose text isn't a command: passed over like any other.
    if (error instanceof JournalDamaged) return { sequence: error.expectedSequence, why: error.message };
    throw error;
  } finally {
    await journal.close();
  }
}

async function write(found: FoundJournal, command: SetAside, markedAt: number): Promise<void> {
  const journal = await openJournal(found.path, { found });
  try {
    await journal.append([{ sequence: markedAt, timeMs: found.end.timeMs, text: commandText(command) }]);
  } finally {
    await journal.close();
  }
}
