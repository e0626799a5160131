/**
 * Reads a journal that another thread is appending to: continues from its position up to a sequence that was announced
 * as durable. The store's thread projects from it. Never writes, never reads past what was announced, and so never sees
 * a batch in the making.
 */
import { type OpenJournalFile, openDiskFile } from './disk.ts';
import { type JournalRecord, type Position, START } from './record.ts';
import { RecordReader } from './record-reader.ts';
import { findSetAsides } from './set-aside.ts';

export interface Follower {
  /** After the last record given. */
  readonly position: Position;
  /**
   * The records after `position` up to `sequence`, which must be durable. One call's records are taken before the next
   * call.
   *
   * @throws JournalDamaged when one of them is not there.
   */
  read(sequence: number): Generator<JournalRecord, void, undefined>;
  close(): void;
}

/** Follows the journal at `path`, which exists, after `after`: an earlier record, or the start. */
export function followJournal(
  path: string,
  after: Position = START,
  openFile: OpenJournalFile = openDiskFile,
): Follower {
  const file = openFile(path, true);
  let reader: RecordReader | null = null;
  return {
    get position() {
      const { sequence, timeMs, endOffset } = reader ?? after;
      return { sequence, timeMs, endOffset };
    },
    *read(sequence) {
      // Commands are set aside while nothing runs: the records the first call may read hold all of them.
      reader ??= new RecordReader(file, path, after, findSetAsides(new RecordReader(file, path, after), sequence));
      reader.forget();
      while (reader.sequence < sequence) {
        reader.stepOrRefuse();
        yield reader.record();
      }
    },
    close: () => file.close(),
  };
}
