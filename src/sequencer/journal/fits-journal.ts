/**
 * Whether a state that was written down may be resumed from with a journal: it was made from that journal, which has
 * its last command, bit by bit, at that very place, and no command that it holds was set aside since.
 */
import { type JournalDisk, realDisk } from '../disk/disk.ts';
import { openSegments } from './find-journal.ts';
import { type Mark, type Position, type SetAsideNote, START } from './record.ts';
import { RecordReader } from './record-reader.ts';
import { noteSetAside } from './set-aside.ts';

/** The start of the segment that holds a sequence: from there on the place of a state can be checked. */
export function segmentStart(path: string, sequence: number, disk: JournalDisk = realDisk): Position {
  const segments = openSegments(path, disk);
  segments?.close();
  return segments?.startOf(sequence) ?? START;
}

/**
 * Why it may not, or null.
 * @throws JournalDamaged, NotAJournal
 */
export function mismatchOf(path: string, mark: Mark, disk: JournalDisk = realDisk): string | null {
  const { sequence } = mark;
  const segments = openSegments(path, disk);
  try {
    const from = segments?.isBegun ? segments.startOf(sequence) : null;
    if (segments === null || from === null) return `it is of sequence ${sequence}, which the journal does not have`;
    if (segments.id !== mark.journal) return `it is of journal ${mark.journal}, and this one is ${segments.id}`;
    const reader = new RecordReader(segments, from);
    while (reader.sequence < sequence)
      if (reader.step() !== 'record')
        return `it is of sequence ${sequence}, and the journal ends at ${reader.sequence}`;
    if (reader.endOffset !== mark.endOffset || reader.timeMs !== mark.timeMs)
      return (
        `the journal is another one: its command ${sequence} is of ${new Date(reader.timeMs).toISOString()} and ends ` +
        `at byte ${reader.endOffset}, not of ${new Date(mark.timeMs).toISOString()} at ${mark.endOffset}`
      );
    const { checksum } = reader;
    if (checksum !== mark.checksum)
      return `the journal is another one: its command ${sequence} has the checksum ${checksum}, not ${mark.checksum}`;
    const since = new Map<number, SetAsideNote>();
    while (reader.step() === 'record') noteSetAside(reader, since);
    const early = [...since.keys()].find((one) => one <= sequence);
    return early === undefined ? null : `command ${early}, which it holds, was set aside since`;
  } finally {
    segments?.close();
  }
}
