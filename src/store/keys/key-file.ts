/**
 * The key under which API secrets are stored, and the box it makes: AES-256-GCM, a fresh IV for each secret, bound to
 * its key's id.
 *
 * The key is in its own file, readable only by its owner, made at the first start. A file that others may read is
 * refused: then the secrets must be regarded as known. A missing file is only made when there is nothing yet that it
 * would have to open.
 */
import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { StoreFault } from '../errors.ts';

export interface SecretBox {
  /** IV, tag and ciphertext in one. `id` must be given again to open it. */
  seal(id: string, secret: string): Uint8Array;
  /** @throws StoreFault when the bytes were not sealed under this key file and id */
  open(id: string, sealed: Uint8Array): string;
  /** Tells its key from others, and says nothing else about it. */
  readonly print: string;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const OTHERS = 0o077;

/**
 * The box of the key file.
 * @param mayCreate whether to make the file when there is none: true only while no secret is stored
 * @throws StoreFault when the file is missing, open to others, or isn't a key
 */
export function openKeyFile(path: string, mayCreate: boolean): SecretBox {
  return secretBox(readKey(path) ?? createKey(path, mayCreate));
}

function readKey(path: string): Uint8Array | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StoreFault(`key file ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  try {
    const mode = fstatSync(file).mode & 0o777;
    if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
      throw new StoreFault(
        `key file ${path} has mode ${mode.toString(8)}, needs 600: others could read it; chmod 600 and renew the API keys`,
      );
    }
    const text = readFileSync(file, 'latin1').trim();
    if (!isKeyText(text))
      throw new StoreFault(`key file ${path} must hold 64 hex digits, found ${text.length} characters`);
    return Buffer.from(text, 'hex');
  } finally {
    closeSync(file);
  }
}

/** Whether this is what a key file holds. */
export function isKeyText(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text.trim());
}

/** Whether a stored secret opens under the key file that holds `text`. */
export function opensSealed(text: string, id: string, sealed: Uint8Array): boolean {
  try {
    secretBox(Buffer.from(text.trim(), 'hex')).open(id, sealed);
    return true;
  } catch {
    return false;
  }
}

function createKey(path: string, mayCreate: boolean): Uint8Array {
  if (!mayCreate)
    throw new StoreFault(
      `key file ${path} is missing, but API keys are stored that only it can open; restore it from a copy, or from ` +
        'another node of this exchange',
    );
  const key = randomBytes(KEY_BYTES);
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${key.toString('hex')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return key;
}

function secretBox(key: Uint8Array): SecretBox {
  return {
    print: hash('sha256', `outcry key-file ${Buffer.from(key).toString('hex')}`, 'hex'),
    seal(id, secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(id));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open(id, sealed) {
      const iv = sealed.subarray(0, IV_BYTES);
      const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
          .setAAD(Buffer.from(id))
          .setAuthTag(tag);
        return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch (error) {
        throw new StoreFault(`the secret of API key ${id} does not open under this key file`, { cause: error });
      }
    },
  };
}
