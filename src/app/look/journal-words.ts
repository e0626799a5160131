/** Facts that only the beginning of a journal holds: whose it is, and who began it. A snapshot repeats it. */
import { type JournalDisk, realDisk } from '../../sequencer/disk.ts';
import { lookAt } from '../../sequencer/find-journal.ts';
import { identifyJournal } from '../../sequencer/identify-journal.ts';
import { type JournalRecord, START } from '../../sequencer/record.ts';
import { RecordReader } from '../../sequencer/record-reader.ts';
import type { JournalWords } from '../../snapshots/format.ts';
import { beginningOf } from '../judge/judge-beginning.ts';

const FIRST_RECORDS = 16;

/** Of a journal whose beginning is there. */
export function wordsOf(path: string, disk: JournalDisk = realDisk): JournalWords {
  const { exchange } = identifyJournal(path, 0, disk);
  const segments = lookAt(path, disk);
  try {
    const first: JournalRecord[] = [];
    if (segments?.begin.sequence === 0) {
      const reader = new RecordReader(segments, START);
      while (first.length < FIRST_RECORDS && reader.step() === 'record') first.push(reader.record());
    }
    return { exchange, beginning: beginningOf(first) };
  } finally {
    segments?.close();
  }
}
