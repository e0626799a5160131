/** All that a rehearsal draws beside its market, from the one seed: what is secret elsewhere is repeated here. */
import type { DemoAccount } from '../../demo/demo-accounts.ts';
import { Draws, keyOf, STREAMS } from '../../market/world/draws.ts';
import { sha256 } from '../../store/sha256.ts';

/** The uses of its stream. */
const USES = { random: 0, keys: 1, logKey: 2, name: 3 } as const;
const FIRST_UID = 1_000_003;
const KEY_BYTES = 16;
/** The head of an Ed25519 private key in PKCS #8 (RFC 8410), before its 32 bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The place in a source of bytes. */
export interface RandomState {
  readonly part: number;
  readonly words: number;
}

export class Seeded {
  readonly #key: Uint32Array;

  /** @throws RangeError when the seed is none */
  constructor(seed: string) {
    this.#key = keyOf(seed, sha256);
  }

  /** A source of bytes, another one for each part. */
  random({ part, words }: RandomState): { readonly take: (bytes: number) => Buffer; readonly save: () => RandomState } {
    const draws = this.#drawsOf(USES.random, part);
    draws.goTo(words);
    return { take: bytesOf(draws), save: () => ({ part, words: draws.count }) };
  }

  /** Accounts and their keys, by number. */
  accounts(count: number): readonly DemoAccount[] {
    return Array.from({ length: count }, (_, at) => {
      const bytes = this.#bytesOf(USES.keys, at);
      const [apiKey, secret, passphrase] = ['rk', 'rs', 'rp'].map(
        (head) => `${head}_${bytes(KEY_BYTES).toString('hex')}`,
      );
      return { uid: FIRST_UID + at, apiKey: apiKey!, secret: secret!, passphrase: passphrase! };
    });
  }

  /** The AI log's private key, in PEM. */
  logKey(): string {
    const der = Buffer.concat([PKCS8_HEAD, this.#bytesOf(USES.logKey, 0)(32)]);
    return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
  }

  /** The AI log's name. */
  origin(): string {
    return `rehearsal/outcry-${this.#bytesOf(USES.name, 0)(4).toString('hex')}`;
  }

  #bytesOf(use: number, part: number): (bytes: number) => Buffer {
    return bytesOf(this.#drawsOf(use, part));
  }

  #drawsOf(use: number, part: number): Draws {
    return new Draws(this.#key, STREAMS.rehearsal, use, part);
  }
}

function bytesOf(draws: Draws): (bytes: number) => Buffer {
  return (bytes) => {
    const drawn = Buffer.alloc(Math.ceil(bytes / 4) * 4);
    for (let at = 0; at < drawn.length; at += 4) drawn.writeUInt32LE(draws.word(), at);
    return drawn.subarray(0, bytes);
  };
}
