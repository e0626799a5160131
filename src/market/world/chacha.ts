/** The block function of ChaCha20 (RFC 8439, 2.3), on words: whoever knows its output can't tell its key. */

/** "expand 32-byte k". */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574];
const DOUBLE_ROUNDS = 10;
const FIRST_KEY_WORD = 4;
const COUNTER_WORD = 12;

/** A block's words before its rounds: constants, eight words of the key, counter 0, three words of the nonce. */
export function initialBlock(key: Uint32Array, nonce: readonly [number, number, number]): Uint32Array {
  const block = new Uint32Array(16);
  block.set(CONSTANTS, 0);
  block.set(key, FIRST_KEY_WORD);
  block.set(nonce, COUNTER_WORD + 1);
  return block;
}

/** Writes the sixteen words of the block with that counter. */
export function fillBlock(words: Uint32Array, initial: Uint32Array, counter: number): void {
  initial[COUNTER_WORD] = counter;
  words.set(initial);
  for (let round = 0; round < DOUBLE_ROUNDS; round++) {
    quarterRound(words, 0, 4, 8, 12);
    quarterRound(words, 1, 5, 9, 13);
    quarterRound(words, 2, 6, 10, 14);
    quarterRound(words, 3, 7, 11, 15);
    quarterRound(words, 0, 5, 10, 15);
    quarterRound(words, 1, 6, 11, 12);
    quarterRound(words, 2, 7, 8, 13);
    quarterRound(words, 3, 4, 9, 14);
  }
  for (let word = 0; word < words.length; word++) words[word]! += initial[word]!;
}

function quarterRound(words: Uint32Array, a: number, b: number, c: number, d: number): void {
  let wa = words[a]!;
  let wb = words[b]!;
  let wc = words[c]!;
  let wd = words[d]!;
  wa = (wa + wb) | 0;
  wd = rotated(wd ^ wa, 16);
  wc = (wc + wd) | 0;
  wb = rotated(wb ^ wc, 12);
  wa = (wa + wb) | 0;
  wd = rotated(wd ^ wa, 8);
  wc = (wc + wd) | 0;
  wb = rotated(wb ^ wc, 7);
  words[a] = wa;
  words[b] = wb;
  words[c] = wc;
  words[d] = wd;
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
