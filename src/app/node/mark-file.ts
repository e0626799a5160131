/** The mark of a node, beside its journal: which order it follows, and where the two go together. */
import { existsSync, readFileSync } from 'node:fs';
import { realDisk, writeDurably } from '../../sequencer/disk/disk.ts';
import type { KeptMark } from '../../sequencer/nodes/feed.ts';

const VERSION = 1;

export interface NodeMark {
  /** Name of the order in its generation. */
  readonly order: string;
  readonly generation: number;
  readonly mark: KeptMark;
}

/** @throws Error when what is there is no mark */
export function readMark(path: string): NodeMark | null {
  if (!existsSync(path)) return null;
  try {
    const read = JSON.parse(readFileSync(path, 'utf8')) as NodeMark & { version: number };
    const { version, order, generation, mark } = read;
    if (version === VERSION && typeof order === 'string' && typeof mark.chain === 'string')
      // Orders had no generations at first.
      return { order, generation: generation ?? 1, mark };
  } catch {
    // Said below, as of anything else that is there.
  }
  throw new Error(
    `${path} is not the mark of a node of this version: put the data folder aside and start with an empty one, which is ` +
      'filled from the order',
  );
}

export function writeMark(path: string, mark: NodeMark): Promise<void> {
  return writeDurably(realDisk, path, Buffer.from(JSON.stringify({ version: VERSION, ...mark })));
}
