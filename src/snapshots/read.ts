/**
 * Reads snapshots: the head of one from its first bytes, or all of it, and then everything about it is checked before
 * anything is given back. Decides nothing about which one is used.
 */
import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { StateReader } from '../core/state/codec.ts';
import { LinesHash } from '../core/state/hash.ts';
import type { Json } from '../core/state/kinds.ts';
import type { State } from '../core/state/state.ts';
import type { JournalDisk } from '../sequencer/disk/disk.ts';
import {
  findTrailer,
  partBegun,
  readHeadLine,
  readTrailer,
  type SnapshotHead,
  SnapshotUnfit,
  STATE_PART,
  type Trailer,
} from './format.ts';

export interface SnapshotRead {
  readonly head: SnapshotHead;
  readonly state: State;
  /** The rows of each part beside it. */
  readonly rows: ReadonlyMap<string, readonly (readonly Json[])[]>;
  /** Of the state, as its lines say. */
  readonly hash: string;
  readonly lines: number;
  readonly bytes: number;
}

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;

/** @throws SnapshotUnfit, errors of the file system as they are */
export async function readHead(disk: JournalDisk, folder: string, name: string): Promise<SnapshotHead> {
  let head: SnapshotHead | null = null;
  await eachText(disk, join(folder, name), (text) => {
    head = readHeadLine(text.slice(0, text.indexOf('\n')));
    return 'enough';
  });
  if (head === null) throw new SnapshotUnfit('it is torn: not even its head is whole');
  return head;
}

/** @throws SnapshotUnfit, errors of the file system as they are */
export async function readSnapshot(disk: JournalDisk, folder: string, name: string): Promise<SnapshotRead> {
  const taking = new Taking();
  const bytes = await eachText(disk, join(folder, name), (text) => taking.take(text));
  return { ...taking.end(), bytes };
}

/** Takes the text of a snapshot, whole lines at a time. */
class Taking {
  readonly #sum = createHash('sha256');
  readonly #stateHash = new LinesHash((text) => hash('sha256', text));
  readonly #reader = new StateReader();
  readonly #rows = new Map<string, (readonly Json[])[]>();
  #head: SnapshotHead | null = null;
  #trailer: Trailer | null = null;
  #lines = 0;
  #part = '';

  take(text: string): void {
    const at = findTrailer(text);
    const after = at < 0 ? '' : text.slice(text.indexOf('\n', at) + 1);
    if (this.#trailer !== null || after !== '') throw new SnapshotUnfit('it is damaged: something follows its trailer');
    const before = at < 0 ? text : text.slice(0, at);
    this.#sum.update(before);
    if (before !== '') for (const line of before.slice(0, -1).split('\n')) this.#takeLine(line);
    if (at >= 0) this.#trailer = readTrailer(text.slice(at, -1));
  }

  /** @throws SnapshotUnfit */
  end(): Omit<SnapshotRead, 'bytes'> {
    const [head, trailer, lines] = [this.#head, this.#trailer, this.#lines];
    if (head === null || trailer === null) throw new SnapshotUnfit(`it is torn: it ends after ${lines} lines`);
    if (trailer.lines !== lines)
      throw new SnapshotUnfit(`it is damaged: it has ${lines} lines, and ${trailer.lines} were written`);
    if (this.#sum.digest('hex') !== trailer.sha256) throw new SnapshotUnfit('it is damaged: its checksum is another');
    const found = this.#stateHash.end();
    if (found !== trailer.stateHash)
      throw new SnapshotUnfit(`it is damaged: its state has the hash ${found}, and ${trailer.stateHash} was written`);
    return { head, state: this.#reader.end(), rows: this.#rows, hash: found, lines };
  }

  #takeLine(line: string): void {
    this.#lines++;
    if (this.#head === null) {
      this.#head = readHeadLine(line);
      return;
    }
    const begun = partBegun(line);
    if (begun !== null) {
      this.#part = begun;
      if (begun !== STATE_PART) this.#rows.set(begun, []);
    } else if (this.#part === STATE_PART) {
      this.#stateHash.add(line);
      this.#reader.take(line);
    } else this.#rows.get(this.#part)?.push(JSON.parse(line) as readonly Json[]);
  }
}

/**
 * Gives the text of a file, in pieces of whole lines, until the visitor has enough. Returns the size of the file.
 * @throws SnapshotUnfit when it can't be decompressed or taken
 */
async function eachText(disk: JournalDisk, path: string, visit: (text: string) => 'enough' | void): Promise<number> {
  const file = disk.open(path, true);
  const enough = new AbortController();
  try {
    await pipeline(bytesOf(file), createZstdDecompress({ chunkSize: CHUNK_BYTES }), async (plain) => {
      let rest = Buffer.alloc(0);
      for await (const chunk of plain as AsyncIterable<Buffer>) {
        const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        const end = bytes.lastIndexOf(NEWLINE) + 1;
        rest = Buffer.from(bytes.subarray(end));
        if (end > 0 && visit(bytes.toString('utf8', 0, end)) === 'enough') {
          enough.abort();
          return;
        }
      }
      if (rest.length > 0) throw new SnapshotUnfit('it is torn: it ends within a line');
    });
    return file.size();
  } catch (error) {
    if (enough.signal.aborted) return file.size();
    throw unfitBy(error);
  } finally {
    file.close();
  }
}

function* bytesOf(file: { size(): number; read(target: Uint8Array, offset: number): number }): Generator<Buffer> {
  for (let offset = 0; ; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const count = file.read(chunk, offset);
    if (count > 0) yield chunk.subarray(0, count);
    if (count < chunk.length) return;
    offset += count;
  }
}

/** The refusal for what a decompressor or a reader of lines stumbled over. An error of the disk stays what it is. */
function unfitBy(error: unknown): unknown {
  if (error instanceof SnapshotUnfit || !(error instanceof Error) || 'syscall' in error) return error;
  return new SnapshotUnfit(`it is damaged: ${error.message}`);
}
