/**
 * Passphrases of API keys: kept as salted scrypt hashes, checked on every request.
 *
 * scrypt is slow on purpose and every request brings a passphrase. So the first right one is remembered as a hash with
 * a key that exists in this process only, and from then on each is compared with that, in constant time, right or
 * wrong. By the time a caller asks for a hash it has shown a right signature, and few may wait. Runs on the main
 * thread.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { SHA256_BYTES, sha256Into } from '../sha256.ts';

const COST = 16_384;
/** For one that everybody knows: there is nothing to guard. Or for one drawn at random: no guess ever hits it. */
export const LITTLE_COST = 16;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** The hash as it is stored: `scrypt$N$r$p$salt$hash`, base64. */
export async function hashPassphrase(passphrase: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await slowHash(passphrase, salt, cost, BLOCK_SIZE, PARALLEL);
  return ['scrypt', cost, BLOCK_SIZE, PARALLEL, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Whether the passphrase is the hashed one; slow. */
export async function verifyPassphrase(passphrase: string, stored: string): Promise<boolean> {
  const [kind, cost, blockSize, parallel, salt = '', hash = ''] = stored.split('$');
  if (kind !== 'scrypt') throw new Error(`passphrase hash of kind '${kind}', needs scrypt`);
  const expected = Buffer.from(hash, 'base64');
  const found = await slowHash(
    passphrase,
    Buffer.from(salt, 'base64'),
    Number(cost),
    Number(blockSize),
    Number(parallel),
  );
  return expected.length === found.length && timingSafeEqual(expected, found);
}

function slowHash(
  passphrase: string,
  salt: Uint8Array,
  cost: number,
  blockSize: number,
  parallel: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: cost, r: blockSize, p: parallel, maxmem: 256 * cost * blockSize };
    scrypt(passphrase, salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

const processKey = randomBytes(HASH_BYTES).toString('hex');
const latest = Buffer.alloc(SHA256_BYTES);
/** The bytes become those of the next hash as soon as that is asked for. */
const fastHash = (passphrase: string): Buffer => sha256Into(latest, processKey + passphrase);

/** Distinct passphrases of one key that may be hashed or wait for it. */
const MAX_WAITING = 4;

/**
 * A check for the passphrase of one key, to be kept as long as the key. Only one is hashed at a time and few wait, so
 * that wrong ones cannot take all the threads; equal ones that come in the meantime share one hash.
 */
export interface PassphraseCheck {
  /** Whether it is the right one, without hashing; null until the right one has been seen for the first time. */
  compare(passphrase: string): boolean | null;
  /** Whether it is the right one; null when too many are waiting. */
  hash(passphrase: string): Promise<boolean | null>;
}

export function createPassphraseCheck(stored: string): PassphraseCheck {
  let right: Buffer | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const waiting = new Map<string, Promise<boolean>>();
  const checkSlowly = async (passphrase: string, fast: Buffer): Promise<boolean> => {
    if (right !== null) return timingSafeEqual(right, fast);
    const isRight = await verifyPassphrase(passphrase, stored);
    if (isRight) right = fast;
    return isRight;
  };
  const compareFast = (fast: Buffer): boolean | null => (right === null ? null : timingSafeEqual(right, fast));
  return {
    compare: (passphrase) => (right === null ? null : compareFast(fastHash(passphrase))),
    hash(passphrase) {
      const fast = Buffer.from(fastHash(passphrase));
      const name = fast.toString('latin1');
      const same = waiting.get(name);
      if (same !== undefined) return same;
      const known = compareFast(fast);
      if (known !== null || waiting.size >= MAX_WAITING) return Promise.resolve(known);
      const answer = turn.then(() => checkSlowly(passphrase, fast)).finally(() => waiting.delete(name));
      waiting.set(name, answer);
      turn = answer.catch(() => {});
      return answer;
    },
  };
}
