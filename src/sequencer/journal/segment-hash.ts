/**
 * The hash of a segment, by which the next one names it: SHA-256 over the SHA-256 of each piece of 256 KiB of its
 * header and records, the last piece shorter. In pieces because a whole piece is hashed by a thread of the runtime: the
 * one that appends only copies, a twentieth of the work.
 */
import { hash, webcrypto } from 'node:crypto';
import { turn } from '../../time/event-loop.ts';

const PIECE_BYTES = 256 * 1024;
/** Pieces of a file that are hashed in one turn. */
const PIECES_A_TURN = 16;

/** Fills `target` from an offset of the segment's file on. */
export type ReadBytes = (target: Uint8Array, offset: number) => number;

export class SegmentHash {
  readonly #piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #filled = 0;
  readonly #digests: Promise<Uint8Array>[] = [];

  /** Of the first bytes of a file, to continue with. */
  static async of(read: ReadBytes, end: number): Promise<SegmentHash> {
    const made = new SegmentHash();
    for (let at = 0; at < end; at += PIECE_BYTES) {
      const wanted = Math.min(PIECE_BYTES, end - at);
      made.#filled = read(made.#piece.subarray(0, wanted), at);
      if (wanted === PIECE_BYTES) made.#digests.push(Promise.resolve(made.#takePiece()));
      if ((at / PIECE_BYTES) % PIECES_A_TURN === 0) await turn();
    }
    return made;
  }

  update(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) {
      const part = bytes.subarray(done, done + PIECE_BYTES - this.#filled);
      this.#piece.set(part, this.#filled);
      this.#filled += part.length;
      done += part.length;
      if (this.#filled === PIECE_BYTES) this.#digests.push(this.#giveAwayPiece());
    }
  }

  /** Takes no more afterwards. */
  async digest(): Promise<Buffer> {
    const last = this.#filled === 0 ? [] : [this.#takePiece()];
    return hash('sha256', Buffer.concat([...(await Promise.all(this.#digests)), ...last]), 'buffer');
  }

  #takePiece(): Uint8Array {
    const digest = hash('sha256', this.#piece.subarray(0, this.#filled), 'buffer');
    this.#filled = 0;
    return digest;
  }

  /** The bytes are copied before this returns. */
  #giveAwayPiece(): Promise<Uint8Array> {
    this.#filled = 0;
    const digest = webcrypto.subtle.digest('SHA-256', this.#piece).then((bytes) => new Uint8Array(bytes));
    // Whoever asks for the hash hears of it.
    digest.catch(() => undefined);
    return digest;
  }
}
