/**
 * Judges the files of a journal by their names, headers and sizes: the closed segments before the one that is written,
 * in order, each of the same journal and following the one before it. Reads no record, and changes nothing.
 */
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { JournalDisk, JournalFile } from '../disk/disk.ts';
import { JournalDamaged, NotAJournal, SegmentLost } from './journal-errors.ts';
import { DESCRIPTION_BYTES, expandSegment, DecompressionFailed, readDescription } from './segment-codec.ts';
import { HEADER_BYTES, isUnfinished, readHeader, type SegmentHeader, VERSION, versionOf } from './segment-header.ts';

/** Of the journal's segments, those that can be read from: an unbroken row up to the one that is written. */
export interface Chain {
  /** Oldest first. */
  readonly closed: readonly ClosedSegment[];
  /** Why the row does not go further back, where a file should be that is missing or damaged; null: it does not. */
  readonly broken: SegmentLost | null;
  /** Closed files that are there and not of the row, the one that is damaged among them; oldest first. */
  readonly apart: readonly ClosedName[];
}

/** A segment that is no longer written. */
export interface ClosedSegment {
  readonly path: string;
  readonly header: SegmentHeader;
  readonly isCompressed: boolean;
  /** Of its file. */
  readonly fileBytes: number;
  /** The offset after its last record. */
  readonly endOffset: number;
  readonly lastSequence: number;
}

/** Its header and its records. */
export function segmentBytes({ header, endOffset }: ClosedSegment): number {
  return HEADER_BYTES + endOffset - header.beginOffset;
}

const CLOSED_NAME = /^([0-9]{16})\.seg(\.zst)?$/;
const HASH_WINDOW_BYTES = 1024 * 1024;

/** The folder of closed segments beside the file that is written. */
export function segmentFolder(path: string): string {
  return join(dirname(path), 'journal');
}

export function segmentName(firstSequence: number): string {
  return `${String(firstSequence).padStart(16, '0')}.seg`;
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/**
 * A journal is not begun where the newest part of one is missing.
 * @throws JournalDamaged
 */
export function refuseToBegin(path: string, disk: JournalDisk): void {
  const last = namesOfClosed(path, disk).at(-1);
  if (last === undefined) return;
  throw new JournalDamaged(path, 0, last.firstSequence, `no file, though ${last.path} was closed and goes on in it`);
}

/**
 * Null when the file never got past its header.
 * @throws NotAJournal
 */
export function activeHeader(path: string, file: JournalFile): SegmentHeader | null {
  const bytes = Buffer.alloc(HEADER_BYTES);
  const count = file.read(bytes, 0);
  const found = readHeader(bytes.subarray(0, count));
  if (found !== null) return found;
  if (isUnfinished(bytes, file.size())) return null;
  throw new NotAJournal(path, foundHeader(bytes.subarray(0, count)));
}

function foundHeader(bytes: Buffer): string {
  if (bytes.length === 0) return 'an empty file';
  const version = versionOf(bytes);
  return version === null || version === VERSION
    ? `the bytes ${bytes.subarray(0, 16).toString('hex')}`
    : `one of version ${version}. Another version of this program wrote it: go on with that one, or begin in a new folder`;
}

export interface ClosedName {
  readonly path: string;
  readonly firstSequence: number;
  readonly isCompressed: boolean;
}

/** Of a segment that is there in both forms, the one that is not compressed. */
function namesOfClosed(path: string, disk: JournalDisk): ClosedName[] {
  const folder = segmentFolder(path);
  const found = new Map<number, ClosedName>();
  for (const name of disk.names(folder).toSorted().toReversed()) {
    const [, digits, compressed] = CLOSED_NAME.exec(name) ?? [];
    if (digits === undefined) continue;
    const firstSequence = Number(digits);
    found.set(firstSequence, { path: join(folder, name), firstSequence, isCompressed: compressed !== undefined });
  }
  return [...found.values()].toSorted((a, b) => a.firstSequence - b.firstSequence);
}

/**
 * The closed segments before the one with `active`, as far back as they follow each other.
 * @throws JournalDamaged where files are there that don't belong: of another journal, or later than the active one
 */
export function chain(path: string, disk: JournalDisk, active: SegmentHeader | null, file: JournalFile): Chain {
  const names = namesOfClosed(path, disk);
  const last = names.at(-1);
  if (active === null) {
    if (last === undefined) return { closed: [], broken: null, apart: [] };
    const found = `no whole header, though ${last.path} was closed and goes on in it`;
    throw new JournalDamaged(path, 0, last.firstSequence + 1, found);
  }
  // A kill while it was closed: it had both names.
  if (last?.firstSequence === active.firstSequence && isSame(disk, last, file)) names.pop();
  const closed: ClosedSegment[] = [];
  let next = { path, header: active };
  for (let name = names.at(-1); name !== undefined; names.pop(), name = names.at(-1)) {
    try {
      const segment = closedSegment(disk, name, next);
      closed.unshift(segment);
      next = segment;
    } catch (error) {
      if (error instanceof SegmentLost) return { closed, broken: error, apart: names };
      throw error;
    }
  }
  return { closed, broken: null, apart: [] };
}

function isSame(disk: JournalDisk, { path, isCompressed }: ClosedName, active: JournalFile): boolean {
  if (isCompressed) return false;
  const other = disk.open(path, true);
  try {
    const size = active.size();
    return other.size() === size && hashUpTo(other, size).equals(hashUpTo(active, size));
  } finally {
    other.close();
  }
}

function hashUpTo(file: JournalFile, end: number): Buffer {
  const hash = createHash('sha256');
  const window = Buffer.alloc(Math.min(end, HASH_WINDOW_BYTES));
  for (let at = 0; at < end; at += window.length) {
    const part = window.subarray(0, Math.min(window.length, end - at));
    hash.update(part.subarray(0, file.read(part, at)));
  }
  return hash.digest();
}

/**
 * Judges a segment by its header and its size, beside the one after it.
 * @throws SegmentLost, JournalDamaged
 */
function closedSegment(
  disk: JournalDisk,
  { path, firstSequence, isCompressed }: ClosedName,
  next: { readonly path: string; readonly header: SegmentHeader },
): ClosedSegment {
  const { firstBefore } = next.header;
  const lastSequence = next.header.firstSequence - 1;
  const lost = (found: string): SegmentLost =>
    new SegmentLost(join(dirname(path), segmentName(firstBefore)), firstBefore, lastSequence, found);
  if (firstSequence < firstBefore) throw lost(`no file, though ${next.path} follows it`);
  const damaged = (found: string): JournalDamaged => new JournalDamaged(path, 0, firstSequence, found);
  if (firstSequence > firstBefore) throw damaged(`a segment that ${next.path} does not follow`);
  const cut = (found: string): SegmentLost => new SegmentLost(path, firstSequence, lastSequence, found);
  const file = disk.open(path, true);
  try {
    const fileBytes = file.size();
    const described = isCompressed ? readDescription(start(file, DESCRIPTION_BYTES)) : null;
    const header = isCompressed ? (described?.header ?? null) : readHeader(start(file, HEADER_BYTES));
    if (header === null || header.firstSequence !== firstSequence)
      throw cut('no whole header of a segment that begins with it');
    if (!header.id.equals(next.header.id)) throw damaged('a segment of another journal');
    const endOffset = next.header.beginOffset;
    const wanted = HEADER_BYTES + endOffset - header.beginOffset;
    const there = described?.bytes ?? fileBytes;
    if (there < wanted || (described !== null && there !== wanted))
      throw cut(`a segment of ${there} bytes, though ${next.path} says that it has ${wanted}`);
    return { path, header, isCompressed, fileBytes, endOffset, lastSequence };
  } finally {
    file.close();
  }
}

function start(file: JournalFile, count: number): Buffer {
  const bytes = Buffer.alloc(count);
  return bytes.subarray(0, file.read(bytes, 0));
}

/** A compressed segment as the file it was. */
export function expanded(disk: JournalDisk, { path, header, fileBytes, lastSequence }: ClosedSegment): JournalFile {
  const file = disk.open(path, true);
  try {
    const bytes = Buffer.alloc(file.size());
    file.read(bytes, 0);
    const segment = expandSegment(bytes);
    const none = (): never => {
      throw new Error(`${path} is compressed (${fileBytes} bytes), and takes no more`);
    };
    const read: JournalFile['read'] = (target, offset) => segment.copy(target, 0, offset);
    return { size: () => segment.length, read, write: none, sync: none, close: () => {} };
  } catch (error) {
    if (!(error instanceof DecompressionFailed)) throw error;
    // One wrong byte in it shows at its end: all of it is one compressed frame with one checksum.
    const { firstSequence } = header;
    const held = `which hold the commands ${firstSequence} to ${lastSequence}`;
    const where = `in its bytes ${DESCRIPTION_BYTES} to ${file.size()}, ${held}`;
    throw new SegmentLost(path, firstSequence, lastSequence, `${error.message}, ${where}`, DESCRIPTION_BYTES);
  } finally {
    file.close();
  }
}
