/**
 * Says what a journal is, from its file alone and without applying it: whose, and when one of its commands was stamped.
 * Reads no further than it must; what lies behind the last whole record is not there. Never writes, and judges nothing:
 * whether the file is sound, find-journal.ts says.
 */
import { existsSync } from 'node:fs';
import type { Command } from '../core/language/commands.ts';
import { type OpenJournalFile, openDiskFile } from './disk.ts';
import { headerState } from './find-journal.ts';
import { START } from './record.ts';
import { RecordReader } from './record-reader.ts';

export interface IdentifiedJournal {
  /** Verifier key of the AI log it opened; '' while it has none. */
  readonly exchange: string;
  /** It holds no command. */
  readonly isEmpty: boolean;
  /** Of the command asked for; null when it does not reach that far. */
  readonly timeMs: number | null;
}

const NOTHING: IdentifiedJournal = { exchange: '', isEmpty: true, timeMs: null };
const OPENING = Buffer.from('{"name":"openAiLog"');

/** @param sequence the command whose time is asked for; 0 for the exchange alone */
export function identifyJournal(path: string, sequence: number, openFile?: OpenJournalFile): IdentifiedJournal {
  if (openFile === undefined && !existsSync(path)) return NOTHING;
  const file = (openFile ?? openDiskFile)(path, true);
  try {
    return headerState(file) === 'whole' ? read(new RecordReader(file, path, START), sequence) : NOTHING;
  } finally {
    file.close();
  }
}

function read(reader: RecordReader, sequence: number): IdentifiedJournal {
  let exchange = '';
  let timeMs: number | null = null;
  while ((exchange === '' || reader.sequence < sequence) && reader.step() === 'record') {
    if (exchange === '' && reader.begins(OPENING)) exchange = exchangeOf(reader.record().command);
    if (reader.sequence === sequence) timeMs = reader.timeMs;
  }
  return { exchange, isEmpty: reader.sequence === 0, timeMs };
}

function exchangeOf(command: Command): string {
  return command.name === 'openAiLog' ? command.vkey : '';
}
