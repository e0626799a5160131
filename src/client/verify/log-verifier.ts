/**
 * Verifies the published log on the caller's side: signatures, inclusion, consistency, and that what is shown opens
 * what was committed to. The rules are the core's; here they get the platform's Ed25519, a SHA-256 and the tiles, from
 * a reader that the caller brings: over HTTP, from files, or from anywhere.
 */
import { checkpointSignatures, openCheckpoint, type TreeHead } from '../../core/log/checkpoint.ts';
import { opens } from '../../core/log/commit.ts';
import { leafHash } from '../../core/log/merkle.ts';
import { parsePolicy } from '../../core/log/policy.ts';
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  verifyConsistency,
  verifyInclusion,
} from '../../core/log/proof.ts';
import { readEntry, type ReadEntry } from '../../core/log/read-entry.ts';
import { rangeRoot, TILE_WIDTH, tileKey, tilesFor } from '../../core/log/tiles.ts';
import { fromBase64, type Sha256 } from '../../core/text/bytes.ts';
import { plainSha256 } from '../../core/text/plain-sha256.ts';
import { decodeUtf8, encodeUtf8 } from '../../core/text/utf8.ts';
import { signaturesOf } from './ed25519.ts';
import { TileCache, type TileReader } from './tile-cache.ts';

/** Result of a check: it holds, it does not (and why), or this platform can't tell. */
export type Verdict =
  | { readonly is: 'right' }
  | { readonly is: 'wrong'; readonly why: string }
  | { readonly is: 'unknown' };

export type Head = TreeHead & { readonly note: string };

export interface FoundEntry {
  readonly index: number;
  readonly text: string;
  readonly entry: ReadEntry;
  readonly hash: Uint8Array;
  readonly proof: readonly Uint8Array[];
}

const RIGHT: Verdict = { is: 'right' };
const wrong = (why: string): Verdict => ({ is: 'wrong', why });

/** The opening of a leaf. */
export interface Opening {
  readonly header: string;
  readonly keys: Readonly<Record<string, string>>;
  /** Texts that are shown, by the field they are of. */
  readonly shown: Readonly<Partial<Record<'explanation' | 'input' | 'output' | 'body', unknown>>>;
}

export interface LogVerifierOptions {
  /** Reads a path below the log, such as `tile/0/000`. */
  readonly read: TileReader;
  /** The policy: the text that `/ailog/policy` serves, kept from a time when it was trusted. */
  readonly policy: string;
  /** A quicker one than the plain code that is used without it. */
  readonly sha256?: Sha256;
}

export class LogVerifier {
  readonly #read: TileReader;
  readonly #tiles: TileCache;
  readonly #policy: string;
  readonly #sha256: Sha256;

  constructor({ read, policy, sha256 = plainSha256 }: LogVerifierOptions) {
    this.#read = read;
    this.#tiles = new TileCache(read, sha256);
    this.#policy = policy;
    this.#sha256 = sha256;
  }

  /** Reads and opens the newest checkpoint. @throws Error as `open` does, or when there is none */
  async newest(): ReturnType<LogVerifier['open']> {
    const bytes = await this.#read('checkpoint');
    if (bytes === null) throw new Error('there is no checkpoint');
    return this.open(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  }

  /**
   * Opens a checkpoint under the policy. `unknown`: there is no Ed25519 here, the signature was not checked.
   * @throws Error that says why it is not to be believed
   */
  async open(note: string): Promise<{ readonly head: Head; readonly signature: Verdict }> {
    const read = parsePolicy(this.#sha256, this.#policy);
    if (!read.ok) throw new Error(read.why);
    const { holds, isUnknown } = await signaturesOf(checkpointSignatures(note, read.policy));
    const opened = openCheckpoint(note, read.policy, (one) => holds(one) !== false);
    if (!opened.ok) throw new Error(opened.why);
    return { head: { ...opened.head, note }, signature: isUnknown ? { is: 'unknown' } : RIGHT };
  }

  /** The entry at `index`, with the hashes that lead from it to the root. */
  async find(index: number, head: Head): Promise<FoundEntry> {
    const bundle = await this.#tiles.entries(Math.floor(index / TILE_WIDTH), head.size);
    const bytes = bundle[index % TILE_WIDTH];
    const text = bytes === undefined ? null : decodeUtf8(bytes);
    const entry = text === null ? null : readEntry(text);
    if (bytes === undefined || text === null || entry === null)
      throw new Error(`entry ${index} is no entry of this log`);
    const proof = await this.#roots(inclusionRanges(index, head.size), head.size);
    return { index, text, entry, hash: leafHash(this.#sha256, bytes), proof };
  }

  /** Entries [start, end), for lists. */
  async list(start: number, end: number, head: Head): Promise<{ readonly index: number; readonly text: string }[]> {
    const found: { readonly index: number; readonly text: string }[] = [];
    for (let index = Math.max(0, start); index < Math.min(end, head.size); index++) {
      const bundle = await this.#tiles.entries(Math.floor(index / TILE_WIDTH), head.size);
      found.push({ index, text: decodeUtf8(bundle[index % TILE_WIDTH] as Uint8Array) ?? '' });
    }
    return found;
  }

  /** Whether a found entry is under the root. */
  included({ index, hash, proof }: FoundEntry, { size, root }: Head): Verdict {
    const isIn = verifyInclusion(this.#sha256, { index, size, leaf: hash, proof, root });
    return isIn ? RIGHT : wrong(`leaf ${index} is not in the tree of ${size}`);
  }

  /** Whether a tree only grew out of an older one. */
  async extends(older: Head, newer: Head): Promise<Verdict> {
    if (older.size === 0) return RIGHT;
    if (older.size > newer.size) return wrong(`the log had ${older.size} leaves and has ${newer.size}`);
    const proof = await this.#roots(consistencyRanges(older.size, newer.size), newer.size);
    const { size: from, root: fromRoot } = older;
    const { size: to, root: toRoot } = newer;
    const isOne = verifyConsistency(this.#sha256, { from, to, fromRoot, toRoot, proof });
    return isOne ? RIGHT : wrong(`the tree of ${to} does not begin with that of ${from}`);
  }

  /** Whether a header opens its entry, and every shown text its header. */
  opens({ entry }: FoundEntry, { header, keys, shown }: Opening): Verdict {
    const key = fromBase64(keys['header'] ?? '');
    if (!('h' in entry) || key === null || !opens(this.#sha256, entry.h, key, encodeUtf8(header)))
      return wrong('the header is not the one the leaf commits to');
    const commitments = JSON.parse(header) as Readonly<Record<string, unknown>>;
    for (const [field, value] of Object.entries(shown)) {
      const commitment = commitments[field];
      if ((value === null || value === undefined) && (commitment === null || commitment === undefined)) continue;
      const fieldKey = fromBase64(keys[field] ?? '');
      const isOpen =
        typeof commitment === 'string' &&
        fieldKey !== null &&
        bytesOf(value).some((text) => opens(this.#sha256, commitment, fieldKey, encodeUtf8(text)));
      if (!isOpen) return wrong(`the ${field} is not what was logged`);
    }
    return RIGHT;
  }

  async #roots(ranges: readonly LeafRange[], size: number): Promise<Uint8Array[]> {
    const tiles = new Map<string, Uint8Array>();
    for (const { level, index, width } of tilesFor(ranges, size))
      tiles.set(tileKey({ level, index }), await this.#tiles.hashes(level, index, width, size));
    return ranges.map((range) => rangeRoot(this.#sha256, range, tiles));
  }
}

/** The bytes a shown value may have had in the body: as it is, or as JSON writes it. */
function bytesOf(value: unknown): string[] {
  return typeof value === 'string' ? [value, JSON.stringify(value)] : [JSON.stringify(value)];
}
