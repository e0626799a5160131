/**
 * HMAC-SHA256 (RFC 2104) of signed requests, fed part by part.
 *
 * The hash is the runtime's. Its own HMAC makes an object outside the heap for each signature, which costs the garbage
 * collector as much as the hashing; most requests are one short text, and for those the two hashes of an HMAC are made
 * directly, with the key's two blocks made once. Texts that are long or come in parts go through the runtime's HMAC, so
 * that nothing is kept for them.
 */
import { createHmac, createSecretKey, hash, type Hmac, type KeyObject } from 'node:crypto';
import { SHA256_BYTES, sha256Into } from '../../../store/sha256.ts';

const BLOCK_BYTES = 64;
/** Far more than an order is. */
const SHORT_BYTES = 4096;

/** A secret, made ready for signatures. */
export interface MacKey {
  readonly secret: KeyObject;
  /** The secret in a block, xored with the constants of the inner and the outer hash. */
  readonly inner: Uint8Array;
  readonly outer: Uint8Array;
}

export function macKey(secret: Buffer): MacKey {
  const block = Buffer.alloc(BLOCK_BYTES);
  (secret.length > BLOCK_BYTES ? hash('sha256', secret, 'buffer') : secret).copy(block);
  return {
    secret: createSecretKey(secret),
    inner: Uint8Array.from(block, (byte) => byte ^ 0x36),
    outer: Uint8Array.from(block, (byte) => byte ^ 0x5c),
  };
}

/** Block and text of the inner hash, block and digest of the outer: used by one digest at a time. */
const innerText = Buffer.alloc(BLOCK_BYTES + SHORT_BYTES);
const outerText = Buffer.alloc(BLOCK_BYTES + SHA256_BYTES);
const innerHash = outerText.subarray(BLOCK_BYTES);

/** The signature of one request; nothing of it is computed before it must be. */
export class Mac {
  readonly #key: MacKey;
  readonly #head: string;
  /** The only part so far, when it is short. */
  #part: Buffer | null = null;
  #long: Hmac | null = null;

  /** @param head the text before the parts, of characters up to U+00FF */
  constructor(key: MacKey, head: string) {
    this.#key = key;
    this.#head = head;
  }

  /** Adds a part, whose bytes stay as they are until `digest`. */
  update(part: Buffer): void {
    if (this.#long === null && this.#part === null && this.#head.length + part.length <= SHORT_BYTES) this.#part = part;
    else (this.#long ??= this.#begin()).update(part);
  }

  /** 32 bytes. To be called once. */
  digest(): Buffer {
    if (this.#long !== null || this.#head.length > SHORT_BYTES) return (this.#long ?? this.#begin()).digest();
    const { inner, outer } = this.#key;
    innerText.set(inner);
    let end = BLOCK_BYTES + innerText.write(this.#head, BLOCK_BYTES, 'latin1');
    if (this.#part !== null) {
      innerText.set(this.#part, end);
      end += this.#part.length;
    }
    outerText.set(outer);
    sha256Into(innerHash, innerText.subarray(0, end));
    return sha256Into(Buffer.allocUnsafe(SHA256_BYTES), outerText);
  }

  #begin(): Hmac {
    const hmac = createHmac('sha256', this.#key.secret).update(this.#head, 'latin1');
    if (this.#part !== null) hmac.update(this.#part);
    this.#part = null;
    return hmac;
  }
}
