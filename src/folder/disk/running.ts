/**
 * Whether the process that runs an exchange on a data folder now is still there, asked until it is not: its process,
 * and not the folder alone, which may be another's by then, or free while the process still hangs.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stillRuns } from '../../sequencer/disk/holder.ts';
import { holderOf, PID_FILE } from '../../sequencer/disk/lock.ts';

export function whoRunsOn(data: string): { readonly stillRuns: () => boolean } {
  const holder = textOf(join(data, PID_FILE));
  return { stillRuns: () => (holder === null ? holderOf(data).isHeld : stillRuns(holder)) };
}

/** Null when it did not get so far as to write it. */
function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
