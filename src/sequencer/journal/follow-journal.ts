/**
 * Reads a journal that another thread is appending to: continues from its position up to a sequence that was announced
 * as durable. The store's thread projects from it. Never writes, never reads past what was announced, and so never sees
 * a batch in the making.
 */
import { type JournalDisk, realDisk } from '../disk/disk.ts';
import { type JournalRecord, type Mark, type Position, type SetAsideNote, START } from './record.ts';
import { RecordReader } from './record-reader.ts';
import { Segments } from './segments.ts';
import { lookForSetAsides } from './set-aside.ts';

export interface Follower {
  /** After the last record given; null before the first. */
  readonly mark: Mark | null;
  /**
   * The records after the mark up to `sequence`, which must be durable. One call's records are taken before the next
   * call.
   *
   * @throws JournalDamaged when one of them is not there.
   */
  read(sequence: number): Generator<JournalRecord, void, undefined>;
  /**
   * Looks at some more of the records up to `sequence` for what they set aside, which must be known before the first is
   * given; whether it is. `read` looks at all that is left, for seconds where the journal is long.
   * @throws JournalDamaged
   */
  look(sequence: number): boolean;
  close(): void;
}

/** Follows the journal at `path`, which exists, after `after`: an earlier record, or the start. */
export function followJournal(path: string, after: Position = START, disk: JournalDisk = realDisk): Follower {
  const file = new Segments(path, true, disk);
  let reader: RecordReader | null = null;
  const setAsides = new Map<number, SetAsideNote>();
  let looking: Generator<undefined, void, undefined> | null = null;
  // Commands are set aside while nothing runs: the records the first call may read hold all of them.
  const lookOn = (sequence: number) =>
    (looking ??= lookForSetAsides(new RecordReader(file, after), sequence, setAsides));
  return {
    get mark() {
      if (reader === null || reader.sequence === after.sequence) return null;
      const { sequence, timeMs, endOffset, checksum } = reader;
      return { sequence, timeMs, endOffset, journal: file.id, checksum };
    },
    look: (sequence) => lookOn(sequence).next().done === true,
    *read(sequence) {
      while (lookOn(sequence).next().done !== true);
      reader ??= new RecordReader(file, after, setAsides);
      reader.forget();
      while (reader.sequence < sequence) {
        reader.stepOrRefuse();
        yield reader.record();
      }
    },
    close: () => file.close(),
  };
}
