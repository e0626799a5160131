/**
 * The record of segments that are not in the folder of closed segments any more: the file `moved` in it, a line of JSON
 * for each, written before it goes. A segment that is neither there nor recorded is lost (lost-segments.ts). Commands
 * whose loss was accepted are recorded likewise, as moved to nowhere, and so are those before the state that a node
 * began from.
 */
import { join } from 'node:path';
import { type JournalDisk, writeDurably } from '../disk/disk.ts';
import { segmentFolder } from './segment-chain.ts';

/** Whereabouts of commands whose loss was accepted. */
export const ACCEPTED = '';
/** Whereabouts of commands that this journal never had, of a node that began from a later state. */
export const IN_ARCHIVE = 'the archive of the order';

export interface MovedSegment {
  /** Of its file. */
  readonly name: string;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly bytes: number;
  /** The folder it is in, absolute; `ACCEPTED` for none; `IN_ARCHIVE`. */
  readonly to: string;
}

export function movedPath(path: string): string {
  return join(segmentFolder(path), 'moved');
}

/** Oldest first; lines that can't be read are left out. */
export function movedSegments(path: string, disk: JournalDisk): MovedSegment[] {
  const name = movedPath(path);
  if (!disk.exists(name)) return [];
  const file = disk.open(name, true);
  try {
    const bytes = Buffer.alloc(file.size());
    file.read(bytes, 0);
    return bytes.toString('utf8').split('\n').flatMap(readLine);
  } finally {
    file.close();
  }
}

function readLine(line: string): MovedSegment[] {
  try {
    const { name, firstSequence, lastSequence, bytes, to } = JSON.parse(line) as Partial<MovedSegment>;
    const isWhole = typeof name === 'string' && typeof to === 'string' && typeof bytes === 'number';
    if (!isWhole || !isSequence(firstSequence) || !isSequence(lastSequence)) return [];
    return [{ name, firstSequence, lastSequence, bytes, to }];
  } catch {
    return [];
  }
}

function isSequence(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}

/** Whether the journal begins with a later command than the first because its node began from a later state. */
export function isInArchive(path: string, disk: JournalDisk): boolean {
  return movedSegments(path, disk).some(({ to }) => to === IN_ARCHIVE);
}

/** Whereabouts of the commands before the journal's first, as a sentence for each folder; '' when that isn't known. */
export function movedWords(path: string, disk: JournalDisk, firstSequence: number): string {
  const folders = new Map<string, MovedSegment[]>();
  for (const one of movedSegments(path, disk))
    if (one.firstSequence < firstSequence) folders.set(one.to, [...(folders.get(one.to) ?? []), one]);
  return [...folders]
    .map(([to, all]) => {
      const [from, until] = [all[0]!.firstSequence, all.at(-1)!.lastSequence];
      if (to === ACCEPTED) return `The loss of commands ${from} to ${until} was accepted.`;
      if (to === IN_ARCHIVE)
        return (
          `Commands ${from} to ${until} were never in this folder, which began from a snapshot that its node was ` +
          'given: they are in the archive in PostgreSQL, and in folders of nodes that began before.'
        );
      return `Commands ${from} to ${until} were moved to ${to} (${all.length} files, the first ${all[0]!.name}).`;
    })
    .join(' ');
}

/** Adds one, durably; once more changes nothing. */
export async function noteMoved(path: string, disk: JournalDisk, moved: MovedSegment): Promise<void> {
  const known = movedSegments(path, disk).filter(({ name }) => name !== moved.name);
  const text = [...known, moved].map((one) => `${JSON.stringify(one)}\n`).join('');
  await writeDurably(disk, movedPath(path), Buffer.from(text));
}
