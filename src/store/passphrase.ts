/**
 * Passphrases of API keys: kept as salted scrypt hashes, checked on every request.
 *
 * scrypt is slow on purpose and every request brings a passphrase. So the first right one is remembered as an HMAC under a key that
 * exists in this process only, and from then on each is compared with that, in constant time, right or wrong. Runs on the main thread.
 */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const COST = 16_384;
const BLOCK_SIZE = 8;
const PARALLEL = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

/** The hash as it is stored: `scrypt$N$r$p$salt$hash`, base64. */
export async function hashPassphrase(passphrase: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await slowHash(passphrase, salt, COST, BLOCK_SIZE, PARALLEL);
  return ['scrypt', COST, BLOCK_SIZE, PARALLEL, salt.toString('base64'), hash.toString('base64')].join('$');
}

/** Whether the passphrase is the hashed one; slow. */
export async function verifyPassphrase(passphrase: string, stored: string): Promise<boolean> {
  const [kind, cost, blockSize, parallel, salt = '', hash = ''] = stored.split('$');
  if (kind !== 'scrypt') throw new Error(`passphrase hash of kind '${kind}', needs scrypt`);
  const expected = Buffer.from(hash, 'base64');
  const found = await slowHash(passphrase, Buffer.from(salt, 'base64'), Number(cost), Number(blockSize), Number(parallel));
  return expected.length === found.length && timingSafeEqual(expected, found);
}

function slowHash(passphrase: string, salt: Uint8Array, cost: number, blockSize: number, parallel: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: cost, r: blockSize, p: parallel, maxmem: 256 * cost * blockSize };
    scrypt(passphrase, salt, HASH_BYTES, options, (error, hash) => (error ? reject(error) : resolve(hash)));
  });
}

const processKey = randomBytes(HASH_BYTES);
const fastHash = (passphrase: string): Buffer => createHmac('sha256', processKey).update(passphrase).digest();

/**
 * A check for the passphrase of one key, to be kept as long as the key. It answers at once when it can, and with a promise until the
 * right passphrase was seen the first time; until then only one attempt is computed at a time, so wrong ones cannot take all the threads.
 */
export type PassphraseCheck = (passphrase: string) => boolean | Promise<boolean>;

export function createPassphraseCheck(stored: string): PassphraseCheck {
  let right: Buffer | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  const checkSlowly = async (passphrase: string, fast: Buffer): Promise<boolean> => {
    if (right !== null) return timingSafeEqual(right, fast);
    const isRight = await verifyPassphrase(passphrase, stored);
    if (isRight) right = fast;
    return isRight;
  };
  return (passphrase) => {
    const fast = fastHash(passphrase);
    if (right !== null) return timingSafeEqual(right, fast);
    const answer = turn.then(() => checkSlowly(passphrase, fast));
    turn = answer.catch(() => {});
    return answer;
  };
}
