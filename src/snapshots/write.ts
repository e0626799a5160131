/**
 * Writes a snapshot: the state and what is remembered beside it, as they are now, line by line through a compressor
 * into a file. A thousand lines a turn of the event loop, so that what else this thread does goes on; nothing is held
 * in memory but the lines under way. Nothing of it may change meanwhile: its caller sees to that.
 *
 * The file has another name until it is whole and durable. When anything fails the part is removed.
 */
import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { stateLines } from '../core/state/codec.ts';
import { LinesHash } from '../core/state/hash.ts';
import type { Json } from '../core/state/kinds.ts';
import type { State } from '../core/state/state.ts';
import type { Mark } from '../sequencer/journal/record.ts';
import type { JournalDisk } from '../sequencer/disk/disk.ts';
import {
  headLine,
  type JournalWords,
  type PartForm,
  partLine,
  STATE_PART,
  STATE_VERSION,
  trailerLine,
} from './format.ts';
import { keepLatest, nameOf, UNFINISHED } from './shelf.ts';
import { machine } from '../time/machine.ts';
import { turn } from '../time/event-loop.ts';

/** A part beside the state. */
export interface WrittenPart extends PartForm {
  save(): Iterable<readonly Json[]>;
}

export interface SnapshotContent extends JournalWords {
  readonly state: State;
  readonly parts: readonly WrittenPart[];
  /** Of the last command in it. */
  readonly position: Mark;
  readonly takenMs: number;
}

export interface SnapshotMade {
  readonly name: string;
  readonly sequence: number;
  readonly timeMs: number;
  /** Of the state; 64 hex digits. */
  readonly hash: string;
  /** Of the file. */
  readonly bytes: number;
  readonly lines: number;
  readonly milliseconds: number;
}

const LINES_PER_TURN = 1_000;

/**
 * Writes a snapshot into a folder, for good, and lets older ones go.
 * @param onLines told how many lines were written; throws when the writing is to end
 */
export async function writeSnapshot(
  disk: JournalDisk,
  folder: string,
  content: SnapshotContent,
  onLines: (lines: number) => void = () => undefined,
): Promise<SnapshotMade> {
  const startMs = machine.steadyMs();
  const { sequence, timeMs } = content.position;
  const name = nameOf(sequence);
  const unfinished = join(folder, `${name}${UNFINISHED}`);
  await disk.makeFolder(folder);
  const sums: Sums = { lines: 0, hash: '' };
  let bytes = 0;
  try {
    await disk.remove(unfinished);
    const file = disk.open(unfinished, false);
    try {
      await pipeline(chunksOf(content, sums, onLines), createZstdCompress(), async (compressed) => {
        for await (const chunk of compressed as AsyncIterable<Uint8Array>) {
          await file.write(chunk, bytes);
          bytes += chunk.length;
        }
      });
      await file.sync();
    } finally {
      file.close();
    }
    await disk.rename(unfinished, join(folder, name));
    await disk.syncFolder(folder);
  } catch (error) {
    await disk.remove(unfinished).catch(() => undefined);
    throw error;
  }
  await keepLatest(disk, folder, sequence);
  const milliseconds = Math.round(machine.steadyMs() - startMs);
  return { name, sequence, timeMs, bytes, ...sums, milliseconds };
}

interface Sums {
  lines: number;
  hash: string;
}

async function* chunksOf(
  content: SnapshotContent,
  sums: Sums,
  onLines: (lines: number) => void,
): AsyncGenerator<Buffer> {
  const all = createHash('sha256');
  const stateHash = new LinesHash((text) => hash('sha256', text));
  let lines: string[] = [];
  const chunk = (): Buffer => {
    sums.lines += lines.length;
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    lines = [];
    return bytes;
  };
  for (const line of linesOf(content, stateHash)) {
    lines.push(line);
    if (lines.length < LINES_PER_TURN) continue;
    const bytes = chunk();
    all.update(bytes);
    yield bytes;
    await turn();
    onLines(sums.lines);
  }
  if (lines.length > 0) {
    const bytes = chunk();
    all.update(bytes);
    yield bytes;
  }
  sums.hash = stateHash.end();
  yield Buffer.from(`${trailerLine({ lines: sums.lines, stateHash: sums.hash, sha256: all.digest('hex') })}\n`);
}

function* linesOf({ state, parts, ...said }: SnapshotContent, stateHash: LinesHash): Generator<string> {
  const forms = parts.map(({ name, version }) => ({ name, version }));
  yield headLine({ ...said, state: STATE_VERSION, parts: forms });
  yield partLine(STATE_PART, STATE_VERSION);
  for (const line of stateLines(state)) {
    stateHash.add(line);
    yield line;
  }
  for (const part of parts) {
    yield partLine(part.name, part.version);
    for (const row of part.save()) yield JSON.stringify(row);
  }
}
