/**
 * HalfSipHash-1-3 with 64 bits of result: a hash that nobody can aim without its key.
 *
 * Whoever doesn't know the key can only find two inputs with one hash by trying, and what they try is answered by the
 * exchange at its own pace; the result itself is never shown. It is made of 32-bit sums and rotations, so it is fast
 * and the same on every machine.
 */
const FIRST_CAPACITY = 64;
/** Bytes in a word. */
const BYTES = 4;

/** Rounds for each half of the result; each word takes one. */
const END_ROUNDS = 3;

/** Words go in one by one. */
export class KeyedHash {
  readonly #key0: number;
  readonly #key1: number;
  #words = new Int32Array(FIRST_CAPACITY);
  #count = 0;

  /** @param secret at least 8 bytes, of which the first 8 are used */
  constructor(secret: Uint8Array) {
    const view = new DataView(secret.buffer, secret.byteOffset);
    this.#key0 = view.getInt32(0, true);
    this.#key1 = view.getInt32(4, true);
  }

  begin(): void {
    this.#count = 0;
  }

  /** The low 32 bits of a whole number. */
  add(word: number): void {
    if (this.#count === this.#words.length) {
      const larger = new Int32Array(this.#words.length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.#count++] = word;
  }

  /** A whole number of any size, as two words. */
  addNumber(value: number): void {
    this.add(value);
    this.add(Math.floor(value / 0x1_0000_0000));
  }

  /** Text in ASCII only, four characters a word, followed by its length. */
  addAscii(text: string): void {
    let word = 0;
    for (let at = 0; at < text.length; at++) {
      word = (word << 8) | text.charCodeAt(at);
      if ((at & 3) === 3) this.add(word);
    }
    this.add(word);
    this.add(text.length);
  }

  /** High word and low word of everything since `begin`. */
  finish(result: Int32Array): Int32Array {
    this.add((this.#count * BYTES) << 24);
    let v0 = this.#key0;
    let v1 = this.#key1 ^ 0xee;
    let v2 = this.#key0 ^ 0x6c796765;
    let v3 = this.#key1 ^ 0x74656462;
    const words = this.#words;
    const count = this.#count;
    // A round is written out twice: in one loop, or with a loop of rounds in it, this takes half as long again.
    for (let at = 0; at < count; at++) {
      const word = words[at]!;
      v3 ^= word;
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
      v0 ^= word;
    }
    v2 ^= 0xee;
    for (let left = 2 * END_ROUNDS; left > 0; left--) {
      if (left === END_ROUNDS) {
        result[0] = v1 ^ v3;
        v1 ^= 0xdd;
      }
      v0 = (v0 + v1) | 0;
      v1 = ((v1 << 5) | (v1 >>> 27)) ^ v0;
      v0 = (v0 << 16) | (v0 >>> 16);
      v2 = (v2 + v3) | 0;
      v3 = ((v3 << 8) | (v3 >>> 24)) ^ v2;
      v0 = (v0 + v3) | 0;
      v3 = ((v3 << 7) | (v3 >>> 25)) ^ v0;
      v2 = (v2 + v1) | 0;
      v1 = ((v1 << 13) | (v1 >>> 19)) ^ v2;
      v2 = (v2 << 16) | (v2 >>> 16);
    }
    result[1] = v1 ^ v3;
    return result;
  }
}
