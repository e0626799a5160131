/**
 * The record of segments that were moved away: the file `moved` in the folder of closed segments, a line of JSON for
 * each, written before it goes. For people and for messages: nothing is decided by it.
 */
import { join } from 'node:path';
import { type JournalDisk, writeDurably } from './disk.ts';
import { segmentFolder } from './segment-chain.ts';

export interface MovedSegment {
  /** Of its file. */
  readonly name: string;
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly bytes: number;
  /** The folder it is in, absolute. */
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
    return line === '' ? [] : [JSON.parse(line) as MovedSegment];
  } catch {
    return [];
  }
}

/** Where the commands before the journal's first went, as a sentence for each folder; '' when that isn't known. */
export function movedWords(path: string, disk: JournalDisk, firstSequence: number): string {
  const folders = new Map<string, MovedSegment[]>();
  for (const one of movedSegments(path, disk))
    if (one.firstSequence < firstSequence) folders.set(one.to, [...(folders.get(one.to) ?? []), one]);
  return [...folders]
    .map(([to, all]) => {
      const [from, until] = [all[0]!.firstSequence, all.at(-1)!.lastSequence];
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
