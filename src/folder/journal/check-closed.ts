/**
 * Reads closed files of a journal again and says which are not what they were, or not there. A start reads those that
 * it does not know to be whole, for a bounded time; the running exchange the one it has not read for longest
 * (checker.ts). In a thread of its own, because a file takes a third of a second: `readBeside` starts it, the module
 * run as a thread does the work. Changes nothing.
 */
import { basename } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { realDisk } from '../../sequencer/disk/disk.ts';
import { openSegments } from '../../sequencer/journal/find-journal.ts';
import { SegmentLost } from '../../sequencer/journal/journal-errors.ts';
import { lostSegments, type MissingCommands } from '../../sequencer/journal/lost-segments.ts';
import type { ClosedSegment } from '../../sequencer/journal/segment-chain.ts';
import { Segments } from '../../sequencer/journal/segments.ts';
import { checkSegment, verifyChain } from '../../sequencer/journal/verify-chain.ts';
import { lowerPriority } from '../../time/thread-priority.ts';
import { type CheckedFile, isSameFile, readChecked, stampOf } from './checked-files.ts';
import { machine } from '../../time/machine.ts';

/** A closed file that is not what it was. */
export interface DamagedFile {
  readonly path: string;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly problem: string;
}

export interface ClosedCheck {
  /** Names of the closed files that can be reached. */
  readonly files: readonly string[];
  readonly missing: readonly MissingCommands[];
  readonly damaged: readonly DamagedFile[];
  /** Files read now. */
  readonly checked: readonly CheckedFile[];
  /** So many were not read since they came here or were changed, and there was no time to. */
  readonly unread: number;
}

export const NOTHING_CLOSED: ClosedCheck = { files: [], missing: [], damaged: [], checked: [], unread: 0 };

/** One that was read. */
interface Read {
  readonly checked: CheckedFile;
  readonly damaged: DamagedFile | null;
}

/** All of them, here. @throws JournalDamaged, NotAJournal; errors of the file system as they are */
export async function checkAll(journal: string): Promise<ClosedCheck> {
  if (!realDisk.exists(journal)) return NOTHING_CLOSED;
  const { segments, damaged } = await verifyChain(journal);
  const sound = segments.map(({ segment }): Read => ({ checked: readNow(segment.path, ''), damaged: null }));
  const read = [
    ...sound,
    ...damaged.map((lost): Read => ({ checked: readNow(lost.path, lost.message), damaged: damagedFile(lost) })),
  ];
  return checkOf(journal, closedOf(journal), read);
}

/**
 * Those that are not known to be whole, for so long: first those found damaged before, then the newest.
 * @throws JournalDamaged, NotAJournal; errors of the file system as they are
 */
export async function checkUnknown(journal: string, withinMs: number): Promise<ClosedCheck> {
  const known = readChecked(journal);
  const closed = closedOf(journal);
  const isSound = ({ path }: ClosedSegment): boolean => {
    const before = known.get(basename(path));
    return isSameFile(path, before) && before.problem === '';
  };
  const unknown = closed.filter((one) => !isSound(one)).toReversed();
  const wasDamaged = ({ path }: ClosedSegment): boolean => (known.get(basename(path))?.problem ?? '') !== '';
  const ordered = [...unknown.filter(wasDamaged), ...unknown.filter((one) => !wasDamaged(one))];
  const firsts = ordered.map(({ header }) => header.firstSequence);
  const read = firsts.length === 0 ? [] : await readBeside({ readIn: journal, firsts, withinMs });
  const look = checkOf(journal, closed, read);
  const names = new Set(read.map(({ checked }) => checked.name));
  const left = ordered.filter(({ path }) => !names.has(basename(path)));
  const before = left.flatMap((one) => damagedBefore(one, known.get(basename(one.path))));
  return { ...look, damaged: [...look.damaged, ...before], unread: left.length - before.length };
}

function damagedBefore({ path, header, lastSequence }: ClosedSegment, known: CheckedFile | undefined): DamagedFile[] {
  if (!isSameFile(path, known) || known.problem === '') return [];
  return [{ path, firstSequence: header.firstSequence, lastSequence, problem: known.problem }];
}

/**
 * The one that was not read for longest, and whether all are there.
 * @throws JournalDamaged, NotAJournal; errors of the file system as they are
 */
async function checkOldest(journal: string): Promise<ClosedCheck> {
  const known = readChecked(journal);
  const closed = closedOf(journal);
  const readMs = ({ path }: ClosedSegment): number => {
    const before = known.get(basename(path));
    return isSameFile(path, before) ? before.checkedMs : 0;
  };
  const [oldest] = closed.toSorted((a, b) => readMs(a) - readMs(b));
  const firsts = oldest === undefined ? [] : [oldest.header.firstSequence];
  return checkOf(journal, closed, await readAgain(journal, firsts, Number.POSITIVE_INFINITY));
}

function closedOf(journal: string): readonly ClosedSegment[] {
  const segments = openSegments(journal);
  segments?.close();
  return segments?.closed ?? [];
}

function checkOf(journal: string, closed: readonly ClosedSegment[], read: readonly Read[]): ClosedCheck {
  const { missing, damaged } = lostSegments(journal);
  return {
    files: closed.map(({ path }) => basename(path)),
    missing,
    damaged: [...(damaged === null ? [] : [damagedFile(damaged)]), ...read.flatMap((one) => one.damaged ?? [])],
    checked: read.map(({ checked }) => checked),
    unread: 0,
  };
}

/** Those with these first sequences, one after the other until the time is over. */
async function readAgain(journal: string, firsts: readonly number[], withinMs: number): Promise<Read[]> {
  const until = machine.steadyMs() + withinMs;
  const segments = new Segments(journal, true, realDisk);
  const read: Read[] = [];
  try {
    for (const first of firsts) {
      if (machine.steadyMs() >= until) break;
      const segment = segments.closed.find(({ header }) => header.firstSequence === first);
      const stamp = segment === undefined ? null : stampOf(segment.path);
      if (segment === undefined || stamp === null) continue;
      const result = await checkSegment(segments, segment, realDisk);
      if (result === null) continue;
      const damaged = result instanceof SegmentLost ? damagedFile(result) : null;
      read.push({ checked: { ...readNow(segment.path, damaged?.problem ?? ''), ...stamp }, damaged });
    }
    return read;
  } finally {
    segments.close();
  }
}

function readNow(path: string, problem: string): CheckedFile {
  const stamp = stampOf(path) ?? { bytes: 0, modifiedMs: 0 };
  return { name: basename(path), ...stamp, checkedMs: machine.wallMs(), problem };
}

export function damagedFile({ path, firstSequence, lastSequence, message }: SegmentLost): DamagedFile {
  return { path, firstSequence, lastSequence, problem: message };
}

interface ReadAsked {
  readonly readIn: string;
  readonly firsts: readonly number[];
  readonly withinMs: number;
}

interface OldestAsked {
  readonly lookIn: string;
}

function readBeside(asked: ReadAsked): Promise<Read[]> {
  const worker = new Worker(new URL(import.meta.url), { name: 'check', workerData: asked });
  const { promise, resolve, reject } = Promise.withResolvers<Read[]>();
  worker.once('message', resolve);
  worker.once('error', reject);
  return promise;
}

/** A thread that looks at the oldest, posts what it saw, and ends. */
export function oldestBeside(journal: string): Worker {
  const asked: OldestAsked = { lookIn: journal };
  return new Worker(new URL(import.meta.url), { name: 'check', workerData: asked });
}

const asked = (workerData ?? {}) as Partial<ReadAsked & OldestAsked>;
if (!isMainThread && asked.readIn !== undefined)
  void readAgain(asked.readIn, asked.firsts ?? [], asked.withinMs ?? 0).then((read) => parentPort?.postMessage(read));
if (!isMainThread && asked.lookIn !== undefined) {
  lowerPriority();
  void checkOldest(asked.lookIn).then((look) => parentPort?.postMessage(look));
}
