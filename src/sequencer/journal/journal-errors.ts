/**
 * How a journal says no: the only errors its reader and its writer raise about bytes and disks.
 *
 * Each says which file, where in it, what was needed and what was found. A bug of the caller (a batch out of sequence)
 * is a plain Error instead.
 */

import { VERSION } from './segment-header.ts';

/** Bytes that were durable are not what was written. The exchange must not start on such a journal. */
export class JournalDamaged extends Error {
  readonly path: string;
  readonly offset: number;
  /** The sequence that should be at `offset`. */
  readonly expectedSequence: number;

  constructor(path: string, offset: number, expectedSequence: number, found: string) {
    super(
      `${path} is damaged at byte ${offset}: expected the record of sequence ${expectedSequence}, found ${found}. ` +
        'Nothing was changed; restore the file from a copy.',
    );
    this.name = 'JournalDamaged';
    this.path = path;
    this.offset = offset;
    this.expectedSequence = expectedSequence;
  }
}

/**
 * A closed segment is missing or damaged. What lies before it can't be reached; what lies after it is whole, and a
 * reader that begins there does not need it.
 */
export class SegmentLost extends JournalDamaged {
  readonly firstSequence: number;
  readonly lastSequence: number;

  /** @param path of its file, which need not be there */
  constructor(path: string, firstSequence: number, lastSequence: number, found: string, offset = 0) {
    super(path, offset, firstSequence, found);
    this.name = 'SegmentLost';
    this.firstSequence = firstSequence;
    this.lastSequence = lastSequence;
  }
}

/** Its first segments are not there, and what was wanted needs them. Nothing of what is there is damaged. */
export class JournalBeginsLater extends JournalDamaged {
  /** @param moved what is known of where they went, as sentences; '' when nothing is */
  constructor(path: string, expectedSequence: number, firstSequence: number, moved: string) {
    super(path, 0, expectedSequence, `the journal from sequence ${firstSequence} on`);
    this.name = 'JournalBeginsLater';
    this.message =
      `the journal begins at sequence ${firstSequence}, and commands from ${expectedSequence} on are needed. ` +
      (moved === '' ? `The files before it are not in ${path}.` : moved);
  }
}

/** The file can't be read as a journal: it is something else, or of a version this program does not know. */
export class NotAJournal extends Error {
  readonly path: string;

  constructor(path: string, found: string) {
    super(
      `${path} is not a journal this program can read: expected the header of a journal of version ${VERSION}, found ${found}.`,
    );
    this.name = 'NotAJournal';
    this.path = path;
  }
}

/** A batch could not be made durable. The journal takes no further one. */
export class JournalWriteFailed extends Error {
  /** True: the batch's bytes may have reached the disk and a later start may execute them. False: it never will. */
  readonly mayReplay: boolean;

  constructor(path: string, mayReplay: boolean, cause: unknown) {
    const fate = mayReplay ? 'the batch may or may not be on disk' : 'nothing of the batch is on disk';
    super(`${path} can't be written: ${cause instanceof Error ? cause.message : String(cause)}; ${fate}.`, { cause });
    this.name = 'JournalWriteFailed';
    this.mayReplay = mayReplay;
  }
}
