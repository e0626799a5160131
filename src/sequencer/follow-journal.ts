/**
 * Reads a journal that another thread is appending to: continues from where it stands up to a sequence that was announced as durable.
 * The store's thread projects from it. Never writes, never reads past what was announced, and so never sees a batch in the making.
 */
import { type OpenJournalFile, openDiskFile } from './disk.ts';
import { type JournalRecord, type Position, START } from './record.ts';
import { RecordReader } from './record-reader.ts';

export interface Follower {
  /** After the last record given. */
  readonly position: Position;
  /**
   * The records behind `position` up to `sequence`, which must be durable. One call's records are taken before the next call.
   *
   * @throws JournalDamaged when one of them is not there.
   */
  read(sequence: number): Generator<JournalRecord, void, undefined>;
  close(): void;
}

/** Follows the journal at `path`, which exists, behind `after`: an earlier record, or the start. */
export function followJournal(path: string, after: Position = START, openFile: OpenJournalFile = openDiskFile): Follower {
  const file = openFile(path, true);
  const reader = new RecordReader(file, path, after);
  return {
    get position() {
      return { sequence: reader.sequence, timeMs: reader.timeMs, endOffset: reader.endOffset };
    },
    *read(sequence) {
      reader.forget();
      while (reader.sequence < sequence) {
        reader.stepOrRefuse();
        yield reader.record();
      }
    },
    close: () => file.close(),
  };
}
