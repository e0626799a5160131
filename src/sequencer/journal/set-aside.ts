/**
 * How a journal says that one of its commands is passed over: by a later record, a `setAside` command that names its
 * sequence (FLOW-011). Nothing that was written is changed, and the record is as durable and checked as any.
 *
 * Readers look for such records before they give back the first, and then give back the `setAside` command in the place
 * of the one it names. So everything that reads a journal passes over the same commands: the start, the read store's
 * thread, `outcry replay`.
 */
import { mismatchOf } from '../../core/language/check-command.ts';
import type { SetAsideNote } from './record.ts';
import type { RecordReader } from './record-reader.ts';

/** A few milliseconds of looking. */
const RECORDS_A_PIECE = 1_000;

/** How the record's text begins: cheap to look for in each. */
const BEGINNING = Buffer.from('{"name":"setAside",');

/** Notes the command set aside by the record the reader just stepped over, if there is one. The first one counts. */
export function noteSetAside(reader: RecordReader, setAsides: Map<number, SetAsideNote>): void {
  if (!reader.begins(BEGINNING)) return;
  const { sequence: markedAt, command } = reader.record();
  if (command.name !== 'setAside' || mismatchOf(command) !== null || command.sequence >= markedAt) return;
  if (!setAsides.has(command.sequence)) setAsides.set(command.sequence, { command, markedAt });
}

/**
 * Adds the commands set aside by the records from `reader`'s position up to `sequence`. Steps over them, and lets its
 * caller do something else after every few: a long journal takes seconds.
 */
export function* lookForSetAsides(
  reader: RecordReader,
  sequence: number,
  found: Map<number, SetAsideNote>,
): Generator<undefined, void, undefined> {
  while (reader.sequence < sequence) {
    reader.stepOrRefuse();
    noteSetAside(reader, found);
    if (reader.sequence % RECORDS_A_PIECE === 0) yield;
  }
}
