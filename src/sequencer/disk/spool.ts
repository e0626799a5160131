/**
 * A queue on disk between two threads: one makes records durable at its end, the other takes them in their order. What
 * the records mean is theirs. It is for what must be durable before the journal names it, and can't be in the journal
 * because it is large and has to be able to go.
 *
 * The queue is a folder of files with numbers that count up. A file is written by one process, never overwritten, and
 * removed once all of it was taken. A record that does not match its checksum ends its file: it is being written, or
 * was when its process was killed or its disk refused it, and then no one was told that it is durable. A writer goes
 * on in a new file after that, and so does the reader once there is one. Files are written ahead with zeros, as the
 * journal is, and a record of no bytes ends a file like anything else that isn't one.
 */
import { dirname, join } from 'node:path';
import { crc32c } from './crc32c.ts';
import type { JournalDisk, JournalFile } from './disk.ts';

export interface Spool {
  /** Bytes in files that were not removed yet. */
  readonly bytes: number;
  /** Bytes in the file that is written. */
  readonly openBytes: number;
  /**
   * Resolves when all of them are durable. One call at a time.
   * @throws what the disk threw; then any of them may be there
   */
  append(records: readonly Uint8Array[]): Promise<void>;
  /** Ends the file that is written. Returns the number of the last file there is; 0: there is none. */
  seal(): number;
  /** Removes the files up to one that was sealed. */
  remove(number: number): Promise<void>;
  close(): void;
}

export interface SpoolReader {
  /** The next records, of about so many bytes; none while there are no more. */
  read(bytes: number): Uint8Array[];
}

/** Checksum of all that follows it, and length of the record. */
const HEAD_BYTES = 8;
const LONGEST_BYTES = 64 * 1024 * 1024;
const WINDOW_BYTES = 256 * 1024;
/** Zeros written ahead: overwriting syncs in six tenths of the time of extending. */
const GROW_BYTES = 1024 * 1024;
const NAME = /^([0-9]{12})\.spool$/;

/** Of the files that are there, rising. */
function numbersIn(disk: JournalDisk, folder: string): number[] {
  const found = disk.names(folder).flatMap((name) => NAME.exec(name)?.[1] ?? []);
  return found.map(Number).toSorted((a, b) => a - b);
}

function pathOf(folder: string, number: number): string {
  return join(folder, `${String(number).padStart(12, '0')}.spool`);
}

/** Goes on after the files that are there, and changes none of them. */
export function openSpool(disk: JournalDisk, folder: string, growBytes = GROW_BYTES): Spool {
  const zeros = Buffer.alloc(growBytes);
  /** Bytes of each file, by number. */
  const sizes = new Map<number, number>();
  for (const number of numbersIn(disk, folder)) {
    const file = disk.open(pathOf(folder, number), true);
    sizes.set(number, file.size());
    file.close();
  }
  let last = Math.max(0, ...sizes.keys());
  let open: JournalFile | null = null;
  let writtenAhead = 0;

  const end = (): void => {
    open?.close();
    open = null;
  };
  const begin = async (): Promise<JournalFile> => {
    if (open !== null) return open;
    if (last === 0) {
      await disk.makeFolder(folder);
      await disk.syncFolder(dirname(folder));
    }
    last += 1;
    sizes.set(last, 0);
    writtenAhead = 0;
    open = disk.open(pathOf(folder, last), false);
    return open;
  };

  return {
    get bytes() {
      return [...sizes.values()].reduce((sum, size) => sum + size, 0);
    },
    get openBytes() {
      return open === null ? 0 : sizes.get(last)!;
    },
    async append(records) {
      const bytes = encoded(records);
      try {
        const file = await begin();
        const offset = sizes.get(last)!;
        sizes.set(last, offset + bytes.length);
        for (; writtenAhead < offset + bytes.length; writtenAhead += zeros.length)
          await file.write(zeros, writtenAhead);
        await file.write(bytes, offset);
        await file.sync();
      } catch (error) {
        // Nothing may follow a record that may be there in part.
        end();
        throw error;
      }
    },
    seal() {
      end();
      return sizes.size === 0 ? 0 : last;
    },
    async remove(number) {
      for (const one of [...sizes.keys()].filter((candidate) => candidate <= number)) {
        await disk.remove(pathOf(folder, one));
        sizes.delete(one);
      }
    },
    close: end,
  };
}

function encoded(records: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(records.reduce((sum, { length }) => sum + HEAD_BYTES + length, 0));
  let at = 0;
  for (const record of records) {
    const end = at + HEAD_BYTES + record.length;
    bytes.writeUInt32LE(record.length, at + 4);
    bytes.set(record, at + HEAD_BYTES);
    bytes.writeUInt32LE(crc32c(bytes, at + 4, end), at);
    at = end;
  }
  return bytes;
}

/** Begins with the oldest file there is. */
export function readSpool(disk: JournalDisk, folder: string): SpoolReader {
  let number = 0;
  let file: JournalFile | null = null;
  let offset = 0;
  let window = Buffer.alloc(WINDOW_BYTES);
  /** Offsets in the window: of the next record, and of the end of the bytes read. */
  let [at, filled] = [0, 0];

  /** Null: the window does not have it whole; then it has room for it. */
  const wholeRecord = (): Uint8Array | null => {
    if (filled - at < HEAD_BYTES) return null;
    const length = window.readUInt32LE(at + 4);
    const end = at + HEAD_BYTES + length;
    if (length === 0 || length > LONGEST_BYTES) return null;
    if (HEAD_BYTES + length > window.length) window = Buffer.alloc(HEAD_BYTES + length);
    if (end > filled || crc32c(window, at + 4, end) !== window.readUInt32LE(at)) return null;
    const record = Uint8Array.prototype.slice.call(window, at + HEAD_BYTES, end);
    offset += end - at;
    at = end;
    return record;
  };
  const fill = (from: JournalFile): void => {
    filled = from.read(window, offset);
    at = 0;
  };
  /** The record at the offset; null when there is none that is whole. */
  const next = (from: JournalFile): Uint8Array | null => {
    const size = window.length;
    const record = wholeRecord();
    if (record !== null) return record;
    fill(from);
    const read = wholeRecord();
    if (read !== null || window.length === size) return read;
    fill(from);
    return wholeRecord();
  };

  return {
    read(bytes) {
      const found: Uint8Array[] = [];
      for (let left = bytes; left > 0; ) {
        // Looked for before the end is, so that all written into this file until there was another is read, too.
        const later = numbersIn(disk, folder).find((one) => one > number);
        const [from, before] = [file, found.length];
        for (let record = from && next(from); record !== null; record = left > 0 ? next(from!) : null) {
          found.push(record);
          left -= record.length;
        }
        if (found.length > before) continue;
        if (later === undefined) break;
        from?.close();
        file = disk.open(pathOf(folder, later), true);
        [number, offset, at, filled] = [later, 0, 0, 0];
      }
      return found;
    },
  };
}
