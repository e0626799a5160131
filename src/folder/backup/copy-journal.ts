/**
 * Copies a journal that may be written meanwhile: its closed segments, which never change, and of the file that is
 * written all whole records there are. What a copy holds is a journal that ends there.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type JournalFile, realDisk } from '../../sequencer/disk/disk.ts';
import { movedPath } from '../../sequencer/journal/moved.ts';
import { RecordReader } from '../../sequencer/journal/record-reader.ts';
import { activeHeader, segmentFolder } from '../../sequencer/journal/segment-chain.ts';
import { HEADER_BYTES } from '../../sequencer/journal/segment-header.ts';
import { Segments } from '../../sequencer/journal/segments.ts';
import { turn } from '../../time/event-loop.ts';

const WINDOW_BYTES = 1024 * 1024;
/** How many records are stepped over, or windows copied, before others get their turn. */
const RECORDS_A_TURN = 4096;
/** Among the segments that are copied, what is known of those that were moved away. */
const NOTE = 0;

/** Copies a file to a path beneath the copy; rejects with ENOENT when it has gone meanwhile. */
export type CopyFile = (from: string, name: string) => Promise<void>;

export interface CopiedJournal {
  /** In hex. */
  readonly id: string;
  /** The last command in it, and its time. */
  readonly sequence: number;
  readonly timeMs: number;
}

/**
 * @param path of the journal
 * @param target of the copy of the file that is written, which is not there
 * @throws JournalDamaged, NotAJournal, errors of the file system
 */
export async function copyJournal(path: string, target: string, copy: CopyFile): Promise<CopiedJournal> {
  for (const done = new Set<number>(); ; ) {
    const segments = new Segments(path, true, realDisk);
    try {
      const copied = (await copyClosed(segments, done, copy)) ? await copyWritten(segments, target) : null;
      // Null: segments were closed or compressed meanwhile, and what there is now is looked at again.
      if (copied !== null) return copied;
    } finally {
      segments.close();
    }
  }
}

/** False when one has another name by now. */
async function copyClosed({ path, closed, apart }: Segments, done: Set<number>, copy: CopyFile): Promise<boolean> {
  const moved = movedPath(path);
  if (!done.has(NOTE) && realDisk.exists(moved))
    await copy(moved, join(basename(segmentFolder(path)), basename(moved)));
  done.add(NOTE);
  const files = closed.map(({ path: file, header: { firstSequence } }) => ({ path: file, firstSequence }));
  for (const { path: file, firstSequence } of [...apart, ...files]) {
    if (done.has(firstSequence)) continue;
    try {
      await copy(file, join(basename(segmentFolder(path)), basename(file)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
    done.add(firstSequence);
  }
  return true;
}

/** Null when the file of that name is another one by now. */
async function copyWritten(segments: Segments, target: string): Promise<CopiedJournal | null> {
  const { active, path, id } = segments;
  const file = realDisk.open(path, true);
  try {
    const header = activeHeader(path, file);
    if (header === null) throw new Error(`${path} holds nothing yet: there is nothing to copy`);
    if (header.firstSequence !== active.sequence + 1) return null;
    const reader = new RecordReader(segments, active);
    for (let count = 1; reader.step() === 'record'; count++) if (count % RECORDS_A_TURN === 0) await turn();
    await copyBytes(file, target, HEADER_BYTES + reader.endOffset - active.endOffset);
    return { id, sequence: reader.sequence, timeMs: reader.timeMs };
  } finally {
    file.close();
  }
}

async function copyBytes(file: JournalFile, target: string, bytes: number): Promise<void> {
  const fd = openSync(target, 'wx', 0o600);
  try {
    const window = Buffer.alloc(WINDOW_BYTES);
    for (let at = 0; at < bytes; ) {
      const count = file.read(window.subarray(0, Math.min(window.length, bytes - at)), at);
      for (let done = 0; done < count; ) done += writeSync(fd, window, done, count - done);
      at += count;
      await turn();
    }
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
