/**
 * Random numbers that anybody can draw again: SHA-256 over a seed, a stream and a count, eight numbers of 32 bits to a
 * hash, each made a number below a bound by one multiplication. Integers only, so they are the same on any machine and
 * in any language.
 */
import { concatBytes, type Sha256 } from '../text/bytes.ts';
import { encodeUtf8 } from '../text/utf8.ts';

const NAME = 'outcry/skill/v1\n';
const NUMBERS_A_HASH = 8;
const TWO_32 = 0x1_0000_0000;

export class Lots {
  readonly #sha256: Sha256;
  readonly #head: Uint8Array;
  #hashes = 0;
  #left: number[] = [];

  /** @param stream so that what is drawn for one purpose says nothing of another */
  constructor(sha256: Sha256, seed: string, stream: string) {
    this.#sha256 = sha256;
    this.#head = sha256(encodeUtf8(`${NAME}${seed}\n${stream}\n`));
  }

  /** @param bound 1 to 2^21 */
  below(bound: number): number {
    return Math.floor((this.#next() * bound) / TWO_32);
  }

  #next(): number {
    if (this.#left.length === 0) {
      const count = new Uint8Array(4);
      new DataView(count.buffer).setUint32(0, this.#hashes++);
      const bytes = this.#sha256(concatBytes(this.#head, count));
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      for (let at = NUMBERS_A_HASH - 1; at >= 0; at--) this.#left.push(view.getUint32(4 * at));
    }
    return this.#left.pop()!;
  }
}
