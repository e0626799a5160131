/**
 * A node's part in the snapshots that nodes with empty folders begin from. Each node writes its own after the same
 * commands and says its hash; where all have the same, the one that archives puts its own into the archive, with what
 * else such a folder needs: the node's mark, and its journal from before the snapshot, and before all requests that may
 * come again, to the mark (begin-folder.ts).
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import type { Logger } from 'pino';
import type { DataFolder } from '../../folder/disk/data-folder.ts';
import { realDisk } from '../../sequencer/disk/disk.ts';
import { journalId, type LaterPart, placeBefore, readPart } from '../../sequencer/journal/later-part.ts';
import { agreedSnapshot, type SnapshotSaid, SnapshotsDiffer } from '../../sequencer/nodes/agreed-snapshot.ts';
import type { Heartbeat } from '../../sequencer/nodes/shared-order.ts';
import { nameOf } from '../../snapshots/shelf.ts';
import type { SnapshotMade } from '../../snapshots/write.ts';
import type { JournalArchive } from '../../store/archive/journal-archive.ts';
import { isAway } from '../../store/database/away.ts';
import { machine } from '../../time/machine.ts';
import type { NodeMark } from './mark-file.ts';

/** The facts that a folder needs beside its parts. */
export interface AboutSnapshot {
  /** So many parts are its file, the others the journal, each of them compressed with Zstandard. */
  readonly fileParts: number;
  readonly journal: LaterPart;
  readonly mark: NodeMark;
}

export interface ShareParts {
  readonly archive: Pick<JournalArchive, 'snapshots' | 'chainAt'>;
  readonly folder: Pick<DataFolder, 'journal' | 'snapshots'>;
  /** Shared are those of sequences divisible by it; 0: none. */
  readonly every: number;
  /** The last that was kept: journal and order are durable up to there. */
  readonly lastMark: () => NodeMark;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

const PART_BYTES = 4 * 1024 * 1024;
const compress = promisify(zstdCompress);

export class SharedSnapshots {
  readonly #parts: ShareParts;
  #own: SnapshotSaid | null = null;
  /** Of the last that is in the archive, or can't be put there. */
  #done = 0;
  #putting: Promise<void> | null = null;
  #said = '';
  #isStopped = false;

  constructor(parts: ShareParts) {
    this.#parts = parts;
  }

  /** This node has written one. */
  made({ sequence, hash }: Pick<SnapshotMade, 'sequence' | 'hash'>): void {
    const { every } = this.#parts;
    if (every > 0 && sequence % every === 0) this.#own = [sequence, hash];
  }

  /** Its part of a heartbeat. */
  says(): Pick<Heartbeat, 'snapshot'> {
    return this.#own === null ? {} : { snapshot: this.#own };
  }

  /** The heartbeats of the nodes that live; called while this node archives. Resolves when nothing is put any more. */
  async hear(nodes: readonly Heartbeat[]): Promise<void> {
    if (this.#putting !== null || this.#isStopped) return;
    try {
      const agreed = agreedSnapshot(nodes);
      if (agreed === null || agreed[0] <= this.#done || agreed[1] !== this.#own?.[1]) return;
      this.#putting = this.#put(agreed).finally(() => (this.#putting = null));
      await this.#putting;
    } catch (error) {
      if (!(error instanceof SnapshotsDiffer)) throw error;
      if (error.message !== this.#said) this.#parts.log.error({ found: error.message }, 'states of nodes differ');
      this.#said = error.message;
    }
  }

  /** Resolves when nothing is put any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#putting;
  }

  async #put(said: SnapshotSaid): Promise<void> {
    const [sequence] = said;
    try {
      if (await this.#putWhole(said)) this.#done = sequence;
    } catch (error) {
      if (this.#isStopped || isAway(error)) return;
      this.#done = sequence;
      this.#parts.log.warn({ err: error, sequence }, 'a snapshot could not be put into the archive: the next one is');
    }
  }

  /** Whether it is there now; else it is tried again. */
  async #putWhole([sequence, hash]: SnapshotSaid): Promise<boolean> {
    const { archive, lastMark, log } = this.#parts;
    const startMs = machine.steadyMs();
    if ((await archive.snapshots.all()).some((one) => one.sequence >= sequence)) return true;
    const mark = lastMark();
    const { revision, chain, sequence: marked } = mark.mark;
    if (marked < sequence || (await archive.chainAt(mark.generation, revision)) !== chain) return false;
    const journal = await this.#journalFor(sequence, mark);
    const id = randomBytes(16).toString('hex');
    let [parts, bytes] = [0, 0];
    const put = async (pieces: Iterable<Buffer>, packed: (piece: Buffer) => Promise<Buffer>): Promise<void> => {
      for (const raw of pieces) {
        const piece = await packed(raw);
        if (this.#isStopped) throw new Error('this node stops');
        await archive.snapshots.putPart(id, parts, piece);
        parts += 1;
        bytes += piece.length;
      }
    };
    await put(this.#file(sequence), async (piece) => piece);
    const about: AboutSnapshot = { fileParts: parts, journal, mark };
    await put(readPart(this.#parts.folder.journal, journal, PART_BYTES), compress);
    const { generation } = mark;
    await archive.snapshots.put({ generation, sequence, hash, id, parts, about: JSON.stringify(about) });
    const milliseconds = Math.round(machine.steadyMs() - startMs);
    log.info({ sequence, hash, bytes, milliseconds }, 'the archive has a snapshot to begin from');
    return true;
  }

  async #journalFor(sequence: number, { mark }: NodeMark): Promise<LaterPart> {
    const { journal: path } = this.#parts.folder;
    const place = await placeBefore(path, sequence);
    const begin = place.sequence < mark.recent.sequence ? place : mark.recent;
    return { id: journalId(path), begin, end: mark.end };
  }

  *#file(sequence: number): Generator<Buffer, void, undefined> {
    const file = realDisk.open(join(this.#parts.folder.snapshots, nameOf(sequence)), true);
    try {
      for (let offset = 0; offset < file.size(); ) {
        const piece = Buffer.alloc(Math.min(PART_BYTES, file.size() - offset));
        offset += file.read(piece, offset);
        yield piece;
      }
    } finally {
      file.close();
    }
  }
}
