/**
 * Says what a journal is, from its file alone and without applying it: whose, and when one of its commands was stamped.
 * Reads no further than it must; anything after the last whole record is not there. Never writes, and judges nothing:
 * whether the file is sound, find-journal.ts says.
 */
import type { Command } from '../../core/language/commands.ts';
import type { JournalDisk } from '../disk/disk.ts';
import { openSegments } from './find-journal.ts';
import { START } from './record.ts';
import { RecordReader } from './record-reader.ts';
import type { Segments } from './segments.ts';

export interface IdentifiedJournal {
  /** Verifier key of the AI log it opened; '' while it has none. */
  readonly exchange: string;
  /** It holds no command. */
  readonly isEmpty: boolean;
  /** Of the command asked for; null when it does not reach that far. */
  readonly timeMs: number | null;
}

const NOTHING: IdentifiedJournal = { exchange: '', isEmpty: true, timeMs: null };
/** So many are read of a journal whose first segment holds fewer. */
const FIRST_RECORDS = 16;
const OPENING = Buffer.from('{"name":"openAiLog"');

/**
 * @param sequence the command whose time is asked for; 0 for the exchange alone
 * @param known whose it is, where that was found out before: a compressed beginning takes a while to read
 */
export function identifyJournal(path: string, sequence: number, disk?: JournalDisk, known = ''): IdentifiedJournal {
  const segments = openSegments(path, disk);
  if (segments === null) return NOTHING;
  try {
    return segments.isBegun ? read(segments, sequence, known) : NOTHING;
  } finally {
    segments.close();
  }
}

function read(segments: Segments, sequence: number, known: string): IdentifiedJournal {
  const { exchange, isEmpty } = known === '' ? readBeginning(segments) : { exchange: known, isEmpty: false };
  return { exchange, isEmpty, timeMs: timeAt(segments, sequence) };
}

/**
 * The first segment says whose it is: an exchange opens its log with its first commands. Where that is not there any
 * more, neither is the name.
 */
function readBeginning(segments: Segments): { exchange: string; isEmpty: boolean } {
  if (segments.begin.sequence > 0) return { exchange: '', isEmpty: false };
  const reader = new RecordReader(segments, START);
  const end = segments.closed[0]?.endOffset ?? Number.POSITIVE_INFINITY;
  while ((reader.endOffset < end || reader.sequence < FIRST_RECORDS) && reader.step() === 'record')
    if (reader.begins(OPENING)) return { exchange: exchangeOf(reader.record().command), isEmpty: false };
  return { exchange: '', isEmpty: reader.sequence === 0 };
}

function timeAt(segments: Segments, sequence: number): number | null {
  const from = sequence === 0 ? null : segments.startOf(sequence);
  if (from === null) return null;
  const reader = new RecordReader(segments, from);
  while (reader.sequence < sequence && reader.step() === 'record');
  return reader.sequence === sequence ? reader.timeMs : null;
}

function exchangeOf(command: Command): string {
  return command.name === 'openAiLog' ? command.vkey : '';
}
