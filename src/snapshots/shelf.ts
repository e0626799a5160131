/**
 * The folder of snapshots: their names, and how many are kept. A name is the sequence of the last command in it.
 */
import { join } from 'node:path';
import type { JournalDisk } from '../sequencer/disk/disk.ts';

/** After the name of a file that isn't complete yet. */
export const UNFINISHED = '.new';

/** One may be damaged, and the one before it too. */
const KEPT = 3;
const DIGITS = 16;
const NAME = /^([0-9]{16})\.snapshot$/;

export function nameOf(sequence: number): string {
  return `${String(sequence).padStart(DIGITS, '0')}.snapshot`;
}

/** Of the last command in the one of this name; null when it isn't a snapshot's. */
export function sequenceOf(name: string): number | null {
  const digits = NAME.exec(name)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Names of the snapshots in a folder, newest first. */
export function snapshotNames(disk: Pick<JournalDisk, 'names'>, folder: string): string[] {
  return disk
    .names(folder)
    .filter((name) => NAME.test(name))
    .toSorted()
    .reverse();
}

/**
 * Once that of `sequence` is durable: lets go all but the latest three up to it, those of later commands (which the
 * journal it was made from does not have), and what was left half written.
 */
export async function keepLatest(disk: JournalDisk, folder: string, sequence: number): Promise<void> {
  const names = snapshotNames(disk, folder);
  const later = names.filter((name) => Number(sequenceOf(name)) > sequence);
  const earlier = names.filter((name) => Number(sequenceOf(name)) <= sequence).slice(KEPT);
  const unfinished = disk.names(folder).filter((name) => name.endsWith(UNFINISHED));
  for (const name of [...later, ...earlier, ...unfinished]) await disk.remove(join(folder, name));
}
