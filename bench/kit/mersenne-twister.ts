/** MT19937 (Matsumoto and Nishimura, 1998): the generator of 32-bit words that C++ calls `std::mt19937`. */

const WORDS = 624;
const SHIFT = 397;

/** The next word of a seed of 32 bits, from 0 to 2^32 − 1. */
export function createMersenneTwister(seed: number): () => number {
  const words = new Uint32Array(WORDS);
  words[0] = seed;
  for (let at = 1; at < WORDS; at++) {
    const before = words[at - 1]!;
    words[at] = Math.imul(1_812_433_253, before ^ (before >>> 30)) + at;
  }
  let place = WORDS;
  return () => {
    if (place === WORDS) {
      twist(words);
      place = 0;
    }
    let word = words[place++]!;
    word ^= word >>> 11;
    word ^= (word << 7) & 0x9d2c5680;
    word ^= (word << 15) & 0xefc60000;
    return (word ^ (word >>> 18)) >>> 0;
  };
}

function twist(words: Uint32Array): void {
  for (let at = 0; at < WORDS; at++) {
    const joined = (words[at]! & 0x80000000) | (words[(at + 1) % WORDS]! & 0x7fffffff);
    words[at] = words[(at + SHIFT) % WORDS]! ^ (joined >>> 1) ^ (joined & 1 ? 0x9908b0df : 0);
  }
}
