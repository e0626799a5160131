/**
 * The files of a journal as one: `journal.log`, which is written, and beside it the folder `journal` with the closed
 * segments before it, named by their first sequence, `.seg`, or `.seg.zst` once compressed. Reads and writes by the
 * offset in the journal, as if all records were in one file; knows of no record.
 *
 * Opening reads names and headers alone. Where a closed segment is missing, damaged or shorter than it was, the journal
 * begins after it, and whoever needs more is told why; a file of another journal, or in the way of another, is refused.
 * Work that a kill left half done while a segment was closed is seen through here, and cleared away by `tidy`.
 */
import { dirname, join } from 'node:path';
import { type JournalDisk, type JournalFile, realDisk, writeDurably } from '../disk/disk.ts';
import { invariant } from '../../core/num/invariant.ts';
import { JournalDamaged, type SegmentLost } from './journal-errors.ts';
import type { Position } from './record.ts';
import {
  activeHeader,
  chain,
  type ClosedName,
  type ClosedSegment,
  expanded,
  isMissing,
  refuseToBegin,
  segmentBytes,
  segmentFolder,
  segmentName,
} from './segment-chain.ts';
import { firstHeader, HASH_BYTES, HEADER_BYTES, type SegmentHeader, writeHeader } from './segment-header.ts';
import { type ReadBytes, SegmentHash } from './segment-hash.ts';

/** A place in a file, for messages. */
export interface Place {
  readonly path: string;
  readonly offset: number;
}

/** Of a journal that has no id yet. */
const NOT_BEGUN = firstHeader(Buffer.alloc(HASH_BYTES));
/** How often names are read again when they change under a reader. */
const LOOKS = 5;

/** The next file while it is made. */
const nextPath = (path: string): string => `${path}.new`;

export class Segments {
  readonly path: string;
  /** Those that can be read from, oldest first. */
  closed: readonly ClosedSegment[] = [];
  /** The closed segment at which the chain of these breaks off; null: it does not. */
  broken: SegmentLost | null = null;
  /** Closed files at and before that place. */
  apart: readonly ClosedName[] = [];
  readonly #disk: JournalDisk;
  readonly #isReadonly: boolean;
  /** The file that is written. */
  #file: JournalFile;
  /** Null while nothing but a part of it was written. */
  #header: SegmentHeader | null = null;
  /** The closed segment that is being read. */
  #reading: { readonly segment: ClosedSegment; readonly file: JournalFile } | null = null;

  /**
   * @throws JournalDamaged, NotAJournal; errors of the file system as they are
   */
  constructor(path: string, isReadonly: boolean, disk: JournalDisk) {
    this.path = path;
    this.#disk = disk;
    this.#isReadonly = isReadonly;
    if (!disk.exists(path)) refuseToBegin(path, disk);
    this.#file = disk.open(path, isReadonly);
    try {
      this.#look();
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Whether the header is whole: nothing can have been journaled otherwise. */
  get isBegun(): boolean {
    return this.#header !== null;
  }

  /** Of the journal, in hex; '' while there is none. */
  get id(): string {
    return this.#header?.id.toString('hex') ?? '';
  }

  /** Start of the file that is written. */
  get active(): Position {
    return startOf(this.#header ?? NOT_BEGUN);
  }

  /** The first position that can be read from. */
  get begin(): Position {
    const first = this.closed[0];
    return first === undefined ? this.active : startOf(first.header);
  }

  /** The first sequence of the segment before `begin`; 0 when that is the journal's own beginning. */
  get firstBefore(): number {
    return (this.closed[0]?.header ?? this.#header ?? NOT_BEGUN).firstBefore;
  }

  /** The start of the segment that holds a sequence; null when it is before the first. */
  startOf(sequence: number): Position | null {
    if (sequence > this.active.sequence) return this.active;
    const holder = this.closed.findLast(({ header }) => header.firstSequence <= sequence);
    return holder === undefined ? null : startOf(holder.header);
  }

  /** The offset after the last byte of the file that is written. */
  size(): number {
    return this.active.endOffset + Math.max(0, this.#file.size() - HEADER_BYTES);
  }

  /** Fills `target` from `offset` on. Returns how many bytes: fewer than asked only at the end of a segment. */
  read(target: Uint8Array, offset: number): number {
    if (offset >= this.active.endOffset) return this.#file.read(target, this.#inFile(offset));
    const segment = this.#segmentAt(offset);
    const part = target.subarray(0, segment.endOffset - offset);
    return this.#readClosed(segment, part, offset - segment.header.beginOffset + HEADER_BYTES);
  }

  /** Only in the file that is written. */
  write(bytes: Uint8Array, offset: number): Promise<void> {
    const { endOffset } = this.active;
    invariant(offset >= endOffset, 'decision 0004: what is closed is not written any more', offset, endOffset);
    return this.#file.write(bytes, this.#inFile(offset));
  }

  sync(waiting = 1): Promise<void> {
    return this.#file.sync(waiting);
  }

  mayWrite(): void {
    this.#file.mayWrite?.();
  }

  /** Writes the file that is written again where somebody removed it, or beside what somebody put there. */
  async putBack(): Promise<void> {
    const mine = this.#file.identity?.() ?? '';
    const there = this.#disk.identity?.(this.path) ?? '';
    if (mine === there) return;
    const bytes = Buffer.alloc(this.#file.size());
    this.#file.read(bytes, 0);
    // Not the disk of this journal, which takes nothing any more.
    await writeDurably(realDisk, there === '' ? this.path : `${this.path}.kept`, bytes);
  }

  close(): void {
    this.#file.close();
    this.#stopReading();
  }

  /** An offset in words, for messages. */
  place(offset: number): Place {
    const segment =
      offset >= this.active.endOffset ? undefined : this.closed.find(({ endOffset }) => offset < endOffset);
    if (segment === undefined) return { path: this.path, offset: Math.max(0, this.#inFile(offset)) };
    return { path: segment.path, offset: offset - segment.header.beginOffset + HEADER_BYTES };
  }

  /** Looks again at what is there: another process closes segments, compresses them. Whether anything has changed. */
  refresh(): boolean {
    if (!this.#isReadonly) return false;
    const before = this.active.sequence;
    this.#stopReading();
    const old = this.#file;
    this.#file = this.#disk.open(this.path, this.#isReadonly);
    old.close();
    this.#look();
    return this.active.sequence !== before;
  }

  /** Writes the header a journal begins with, when there is none. `identity`: 32 bytes no other journal has. */
  async beginJournal(identity: Uint8Array): Promise<void> {
    if (this.#header !== null) return;
    const header = firstHeader(Buffer.from(identity));
    await this.#file.write(writeHeader(header), 0);
    await this.#file.sync();
    this.#header = header;
  }

  /**
   * Makes sure that a segment can be closed, and takes away what was left half done when one was closed or compressed.
   * @throws Error when the folder of closed segments can't hold the file
   */
  async tidy(): Promise<void> {
    const folder = segmentFolder(this.path);
    await this.#tryToLink(folder);
    const names = this.#disk.names(folder).map((name) => join(folder, name));
    const closed = new Set(this.closed.map(({ path }) => path));
    const isHalf = (name: string): boolean => name.endsWith('.new') || name === this.#nameWhenClosed();
    for (const name of names) if (isHalf(name) && !closed.has(name)) await this.#disk.remove(name);
    if (names.some(isHalf)) await this.#disk.syncFolder(folder);
    if (this.#disk.exists(nextPath(this.path))) await this.#disk.remove(nextPath(this.path));
  }

  /** The file that is written. */
  activeSegment(): { readonly path: string; readonly firstSequence: number; readonly fileBytes: number } {
    return { path: this.path, firstSequence: this.active.sequence + 1, fileBytes: this.#file.size() };
  }

  /** The hash of the file that is written, up to an offset of the journal, to continue with. */
  hashUpTo(endOffset: number): Promise<SegmentHash> {
    return SegmentHash.of((target, offset) => this.#file.read(target, offset), this.#inFile(endOffset));
  }

  /** The hash of a closed segment: header and records, as they were before they were compressed. */
  async hashOf(segment: ClosedSegment): Promise<Buffer> {
    const read: ReadBytes = (target, offset) => this.#readClosed(segment, target, offset);
    return (await SegmentHash.of(read, segmentBytes(segment))).digest();
  }

  /**
   * Closes the file that is written and continues in a new one, after `end`. Nothing of it is found by a later start
   * unless all of it is: the new file is whole before it takes its name, and the old one has both of its names until
   * then.
   * @param hashBefore of the file that is closed: its header and its records
   */
  async roll(end: Position, hashBefore: Buffer): Promise<void> {
    const before = this.#header;
    if (before === null) throw new Error(`${this.path} has no header yet`);
    const last = this.closed.at(-1);
    const { firstSequence, beginOffset } = before;
    invariant(
      end.sequence >= firstSequence,
      'decision 0004: a file that is closed holds a record',
      firstSequence,
      end.sequence,
    );
    invariant(
      end.endOffset > beginOffset,
      'decision 0004: a file that is closed holds bytes',
      beginOffset,
      end.endOffset,
    );
    const follows = last === undefined || last.endOffset === beginOffset;
    invariant(follows, 'decision 0004: closed files follow each other', beginOffset, last?.endOffset);
    const folder = segmentFolder(this.path);
    const next: SegmentHeader = {
      id: before.id,
      firstSequence: end.sequence + 1,
      timeMs: end.timeMs,
      beginOffset: end.endOffset,
      firstBefore: before.firstSequence,
      hashBefore,
    };
    const disk = this.#disk;
    await disk.remove(nextPath(this.path));
    const file = disk.open(nextPath(this.path), false);
    try {
      await file.write(writeHeader(next), 0);
      await file.sync();
      await disk.makeFolder(folder);
      await disk.syncFolder(dirname(this.path));
      await disk.link(this.path, this.#nameWhenClosed());
      await disk.syncFolder(folder);
      await disk.rename(nextPath(this.path), this.path);
      await disk.syncFolder(dirname(this.path));
    } catch (error) {
      file.close();
      throw error;
    }
    const fileBytes = this.#file.size();
    const path = this.#nameWhenClosed();
    const { endOffset, sequence: lastSequence } = end;
    this.closed = [...this.closed, { path, header: before, isCompressed: false, fileBytes, endOffset, lastSequence }];
    this.#file.close();
    this.#file = file;
    this.#header = next;
  }

  /** The hash of a closed segment, as the segment after it states it. */
  hashAfter(segment: ClosedSegment): Buffer {
    const next = this.closed[this.closed.indexOf(segment) + 1]?.header ?? this.#header;
    if (next === null) throw new Error(`nothing follows ${segment.path}`);
    return next.hashBefore;
  }

  /** The whole of a closed segment: header and records. */
  contentOf(segment: ClosedSegment): Buffer {
    const content = Buffer.alloc(segmentBytes(segment));
    this.#readClosed(segment, content, 0);
    return content;
  }

  /** Long before the first is closed: a disk without links, or a folder on another, is the operator's to see now. */
  async #tryToLink(folder: string): Promise<void> {
    const probe = join(folder, 'link-test.new');
    try {
      await this.#disk.makeFolder(folder);
      await this.#disk.remove(probe);
      await this.#disk.link(this.path, probe);
      await this.#disk.remove(probe);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(
        `${folder} can't hold ${this.path} once it is full (${why}): both need one disk, with hard links`,
        {
          cause: error,
        },
      );
    }
  }

  #nameWhenClosed(): string {
    return join(segmentFolder(this.path), segmentName(this.active.sequence + 1));
  }

  #inFile(offset: number): number {
    return offset - (this.#header ?? NOT_BEGUN).beginOffset + HEADER_BYTES;
  }

  #segmentAt(offset: number): ClosedSegment {
    const found = this.closed.find(({ endOffset }) => offset < endOffset);
    if (found !== undefined && offset >= found.header.beginOffset) return found;
    const what = `no segment that holds byte ${offset} of the journal`;
    throw this.broken ?? new JournalDamaged(this.path, 0, this.begin.sequence, what);
  }

  #readClosed(segment: ClosedSegment, target: Uint8Array, offset: number): number {
    if (this.#reading?.segment !== segment) {
      this.#stopReading();
      this.#reading = { segment, file: this.#openClosed(segment) };
    }
    return this.#reading.file.read(target, offset);
  }

  #openClosed(segment: ClosedSegment): JournalFile {
    if (segment.isCompressed) return expanded(this.#disk, segment);
    try {
      return this.#disk.open(segment.path, true);
    } catch (error) {
      const compressed = `${segment.path}.zst`;
      if (!isMissing(error) || !this.#disk.exists(compressed)) throw error;
      return expanded(this.#disk, { ...segment, path: compressed });
    }
  }

  #stopReading(): void {
    this.#reading?.file.close();
    this.#reading = null;
  }

  /** Reads names and headers; again when they change under it. */
  #look(): void {
    for (let look = 1; ; look++) {
      try {
        this.#header = activeHeader(this.path, this.#file);
        const { closed, broken, apart } = chain(this.path, this.#disk, this.#header, this.#file);
        [this.closed, this.broken, this.apart] = [closed, broken, apart];
        if (broken === null || !this.#isReadonly || look >= LOOKS) return;
      } catch (error) {
        const mayChange = this.#isReadonly && look < LOOKS && (error instanceof JournalDamaged || isMissing(error));
        if (!mayChange) throw error;
      }
      const old = this.#file;
      this.#file = this.#disk.open(this.path, true);
      old.close();
    }
  }
}

function startOf({ firstSequence, timeMs, beginOffset }: SegmentHeader): Position {
  return { sequence: firstSequence - 1, timeMs, endOffset: beginOffset };
}
