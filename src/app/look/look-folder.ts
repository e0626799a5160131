/**
 * Looks at a data folder without changing anything in it: modes, secrets, the journal from its first byte to its last,
 * and the read store. Gathers what is judged (judge/facts.ts) and judges nothing.
 */
import { createPrivateKey } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { type FoundJournal, findJournal, markOf } from '../../sequencer/find-journal.ts';
import { JournalBeginsLater, JournalDamaged, NotAJournal } from '../../sequencer/journal-errors.ts';
import type { JournalRecord } from '../../sequencer/record.ts';
import type { JournalWords } from '../../snapshots/format.ts';
import { isKeyText, opensSealed } from '../../store/keys/key-file.ts';
import type { StoreFacts } from '../../store/look/facts.ts';
import { realDisk } from '../../sequencer/disk.ts';
import { readHead } from '../../snapshots/read.ts';
import { sequenceOf, snapshotNames } from '../../snapshots/shelf.ts';
import type { ClosedLook } from '../journal/check-closed.ts';
import { wordsOf } from './journal-words.ts';
import { coveredFrom } from './covered.ts';
import { type DataFolder, textAt } from '../disk/data-folder.ts';
import type {
  Beginning,
  FileFacts,
  FolderFacts,
  JournalFacts,
  MarkFacts,
  SecretFacts,
  SnapshotFacts,
} from '../judge/facts.ts';
import { beginningOf } from '../judge/judge-beginning.ts';
import { verifierKey } from '../log/log-key.ts';
import type { LookFrom } from './look-from.ts';
import { twinOf } from './twin.ts';

/** Everything that is ours in a folder; other files there are not looked at. */
const OURS = [
  '.',
  'journal.log',
  'journal',
  'outcry.db',
  'outcry.db-wal',
  'outcry.db-shm',
  'key-file',
  'ailog-key',
  'admin-token',
  'admin-url',
  'url',
  'store-mark',
  'snapshots',
  'bodies',
];

const TOKEN = /^[!-~]{16,256}\n?$/;

export interface FolderLook {
  /** Called now and then while the journal is read, with the part that is done. */
  readonly onProgress?: (part: number) => void;
  /** Looks at the journal's closed files. */
  readonly atClosed: (journal: string) => Promise<ClosedLook>;
  /** A state that is gone on from: the journal is read from the start of its segment on. */
  readonly from?: LookFrom | null;
}

/** @param looking the read store's facts, gathered beside this */
export async function lookAtFolder(
  folder: DataFolder,
  looking: Promise<StoreFacts>,
  look: FolderLook,
): Promise<FolderFacts> {
  // First: a running exchange may write one of a command after those seen in the journal.
  const marks = await snapshotMarks(folder);
  const [{ journal, from }, store] = await Promise.all([lookFromBegin(folder, look), looking]);
  const first = journal.state === 'there' ? journal.found.first : [];
  const words = first.length === 0 && from !== null ? wordsIn(from, folder) : null;
  const exchange = words?.exchange ?? exchangeOf(first);
  return {
    files: OURS.flatMap((name) => fileFacts(folder.path, name)),
    journal: atStore(journal, store),
    store,
    secrets: secretFacts(folder, store, exchange),
    mark: markFacts(textAt(folder.storeMark)),
    snapshots: snapshotFacts(marks, journal.state === 'there' ? journal.found : null),
    beginning: words === null ? beginningOf(first) : (words.beginning as Beginning),
    exchange,
    twin: await twinOf(folder),
  };
}

/** A snapshot from before the AI log was opened does not say whose it is; then the journal's beginning is there. */
function wordsIn({ words }: LookFrom, { journal }: DataFolder): JournalWords {
  return words.exchange === '' ? wordsOf(journal) : words;
}

/**
 * A journal that begins later, or is damaged further back, is looked at from later on, when a sound snapshot stands for
 * what is missing.
 */
async function lookFromBegin(folder: DataFolder, look: FolderLook) {
  const first = await lookAtJournal(folder.journal, look);
  if (first.state !== 'moved' && first.state !== 'damaged') return { journal: first, from: look.from ?? null };
  for (const from of await coveredFrom(folder)) {
    const journal = await lookAtJournal(folder.journal, { ...look, from });
    if (journal.state === 'there') return { journal, from };
  }
  return { journal: first, from: null };
}

async function lookAtJournal(path: string, { onProgress, atClosed, from }: FolderLook): Promise<JournalFacts> {
  try {
    const finding = findJournal(path, {
      ...(onProgress === undefined ? {} : { onProgress }),
      ...(from == null ? {} : { after: from.after }),
    });
    const [found, closed] = await Promise.all([finding, atClosed(path)]);
    if (found === null) return { state: 'absent' };
    return { state: 'there', found, timeAtStore: null, closed };
  } catch (error) {
    if (error instanceof JournalBeginsLater) return { state: 'moved', problem: error.message };
    if (error instanceof JournalDamaged) return { state: 'damaged', problem: error.message };
    if (error instanceof NotAJournal) return { state: 'foreign', problem: error.message };
    throw error;
  }
}

function atStore(journal: JournalFacts, { sequence }: StoreFacts): JournalFacts {
  if (journal.state !== 'there') return journal;
  return { ...journal, timeAtStore: markOf(journal.found, sequence)?.timeMs ?? null };
}

type SnapshotMark = Omit<SnapshotFacts, 'inJournal'>;

/** Newest first. What can't be read says nothing; a start passes it over. */
async function snapshotMarks(folder: DataFolder): Promise<SnapshotMark[]> {
  const marks: SnapshotMark[] = [];
  for (const name of snapshotNames(realDisk, folder.snapshots)) {
    const head = await readHead(realDisk, folder.snapshots, name).catch(() => null);
    marks.push({ file: `snapshots/${name}`, sequence: Number(sequenceOf(name)), mark: head?.position ?? null });
  }
  return marks;
}

/** Those before the part of the journal that was read are not looked up in it: that would read what nothing needs. */
function snapshotFacts(marks: readonly SnapshotMark[], found: FoundJournal | null): SnapshotFacts[] {
  const from = found?.places[0]?.sequence ?? 0;
  return marks.map((one) => {
    const isRead = found !== null && one.mark !== null && one.mark.sequence > from;
    return { ...one, inJournal: isRead ? markOf(found, one.sequence) : null };
  });
}

function exchangeOf(first: readonly JournalRecord[]): string {
  for (const { command } of first) if (command.name === 'openAiLog') return command.vkey;
  return '';
}

function fileFacts(folder: string, name: string): FileFacts[] {
  const found = lstatSync(join(folder, name), { throwIfNoEntry: false });
  if (found === undefined) return [];
  const hasModes = process.platform !== 'win32' && !found.isSymbolicLink();
  return [{ name, mode: hasModes ? found.mode & 0o777 : 0, isFolder: found.isDirectory() }];
}

function secretFacts(folder: DataFolder, { sealed }: StoreFacts, exchange: string): SecretFacts {
  const keyText = textAt(folder.keyFile);
  const isKey = keyText !== null && isKeyText(keyText);
  const token = textAt(folder.adminToken);
  return {
    keyFile: {
      state: keyText === null ? 'absent' : isKey ? 'key' : 'garbage',
      opens: isKey && sealed !== null ? opensSealed(keyText, sealed.id, sealed.secret) : null,
    },
    logKey: logKeyFacts(textAt(folder.logKey), exchange),
    adminToken: token === null ? 'absent' : TOKEN.test(token) ? 'token' : 'garbage',
  };
}

function logKeyFacts(pem: string | null, exchange: string): SecretFacts['logKey'] {
  if (pem === null) return { state: 'absent', matches: null };
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') return { state: 'garbage', matches: null };
    const name = exchange.split('+')[0] ?? '';
    return { state: 'key', matches: exchange === '' ? null : verifierKey(name, key) === exchange };
  } catch {
    return { state: 'garbage', matches: null };
  }
}

function markFacts(text: string | null): MarkFacts | null {
  try {
    const { exchange, changes } = JSON.parse(text ?? '') as Partial<MarkFacts>;
    return typeof exchange === 'string' && Number.isSafeInteger(changes)
      ? { exchange, changes: Number(changes) }
      : null;
  } catch {
    return null;
  }
}
