/**
 * What this browser checks of the log by itself: signatures, inclusion, consistency, and that what is shown opens what
 * was committed to. The rules are the core's; here they get the browser's Ed25519, a SHA-256 and the tiles. Loaded when
 * it is first needed.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { checkReceipt, type ReceiptGiven, receiptSignatures } from '../../core/ailog/log/check-receipt.ts';
import { checkpointSignatures, openCheckpoint, type TreeHead } from '../../core/ailog/log/checkpoint.ts';
import { opens } from '../../core/ailog/log/commit.ts';
import { leafHash } from '../../core/ailog/log/merkle.ts';
import type { Ed25519Signature } from '../../core/ailog/log/note.ts';
import { parsePolicy, policyText } from '../../core/ailog/log/policy.ts';
import {
  consistencyRanges,
  inclusionRanges,
  type LeafRange,
  verifyConsistency,
  verifyInclusion,
} from '../../core/ailog/log/proof.ts';
import { readEntry, type ReadEntry } from '../../core/ailog/log/read-entry.ts';
import { rangeRoot, TILE_WIDTH, tileKey, tilesFor } from '../../core/ailog/log/tiles.ts';
import { fromBase64 } from '../../core/text/bytes.ts';
import { decodeUtf8, encodeUtf8 } from '../../core/text/utf8.ts';
import { type ReadPath, TileCache } from './tile-cache.ts';

/** What was checked: it holds, it does not (and why), or this browser can't tell. */
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

/** What opens a leaf. */
export interface Opening {
  readonly header: string;
  readonly keys: Readonly<Record<string, string>>;
  /** Texts that are shown, by the field they are of. */
  readonly shown: Readonly<Partial<Record<'explanation' | 'input' | 'output' | 'body', unknown>>>;
}

export class Verifier {
  readonly #tiles: TileCache;
  readonly #policy: string;

  /** @param read a path below the log, such as `tile/0/000` */
  constructor(read: ReadPath, vkey: string) {
    this.#tiles = new TileCache(read, sha256);
    this.#policy = policyText([vkey], null);
  }

  /** Opens a checkpoint with the log's key. `unknown`: there is no Ed25519 here, the signature was not checked. */
  async open(note: string): Promise<{ readonly head: Head; readonly signature: Verdict }> {
    const read = parsePolicy(sha256, this.#policy);
    if (!read.ok) throw new Error(read.why);
    const answers = new Map<string, boolean>();
    let isUnknown = false;
    for (const one of checkpointSignatures(note, read.policy)) {
      const answer = await verifyEd25519(one);
      isUnknown ||= answer === null;
      answers.set(one.signature.join(), answer !== false);
    }
    const opened = openCheckpoint(note, read.policy, ({ signature }) => answers.get(signature.join()) === true);
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
    return { index, text, entry, hash: leafHash(sha256, bytes), proof };
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
    const isIn = verifyInclusion(sha256, { index, size, leaf: hash, proof, root });
    return isIn ? RIGHT : wrong(`leaf ${index} is not in the tree of ${size}`);
  }

  /** Whether a tree only grew out of an older one. */
  async extends(older: Head, newer: Head): Promise<Verdict> {
    if (older.size === 0) return RIGHT;
    if (older.size > newer.size) return wrong(`the log had ${older.size} leaves and has ${newer.size}`);
    const proof = await this.#roots(consistencyRanges(older.size, newer.size), newer.size);
    const { size: from, root: fromRoot } = older;
    const { size: to, root: toRoot } = newer;
    const isOne = verifyConsistency(sha256, { from, to, fromRoot, toRoot, proof });
    return isOne ? RIGHT : wrong(`the tree of ${to} does not begin with that of ${from}`);
  }

  /** Whether a header opens its entry, and every shown text its header. */
  opens({ entry }: FoundEntry, { header, keys, shown }: Opening): Verdict {
    const key = fromBase64(keys['header'] ?? '');
    if (!('h' in entry) || key === null || !opens(sha256, entry.h, key, encodeUtf8(header)))
      return wrong('the header is not the one the leaf commits to');
    const commitments = JSON.parse(header) as Readonly<Record<string, unknown>>;
    for (const [field, value] of Object.entries(shown)) {
      const commitment = commitments[field];
      if ((value === null || value === undefined) && (commitment === null || commitment === undefined)) continue;
      const fieldKey = fromBase64(keys[field] ?? '');
      const isOpen =
        typeof commitment === 'string' &&
        fieldKey !== null &&
        bytesOf(value).some((text) => opens(sha256, commitment, fieldKey, encodeUtf8(text)));
      if (!isOpen) return wrong(`the ${field} is not what was logged`);
    }
    return RIGHT;
  }

  async #roots(ranges: readonly LeafRange[], size: number): Promise<Uint8Array[]> {
    const tiles = new Map<string, Uint8Array>();
    for (const { level, index, width } of tilesFor(ranges, size))
      tiles.set(tileKey({ level, index }), await this.#tiles.hashes(level, index, width, size));
    return ranges.map((range) => rangeRoot(sha256, range, tiles));
  }
}

/** The bytes a shown value may have had in the body: as it is, or as JSON writes it. */
function bytesOf(value: unknown): string[] {
  return typeof value === 'string' ? [value, JSON.stringify(value)] : [JSON.stringify(value)];
}

/** Null: this browser has no Ed25519, or none of its cryptography here. */
async function verifyEd25519({ publicKey, message, signature }: Ed25519Signature): Promise<boolean | null> {
  try {
    const { subtle } = crypto;
    const raw = new Uint8Array(publicKey);
    const key = await subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
    return await subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(message));
  } catch (error) {
    return error instanceof DOMException && error.name === 'DataError' ? false : null;
  }
}

/** A receipt with the body it is about, held against a policy; whatever was not checked is said. */
export async function checkReceiptHere(given: ReceiptGiven): Promise<ReturnType<typeof checkReceipt>> {
  const answers = new Map<string, boolean>();
  for (const one of receiptSignatures(sha256, given))
    answers.set(one.signature.join(), (await verifyEd25519(one)) === true);
  return checkReceipt({ sha256, verify: ({ signature }) => answers.get(signature.join()) === true }, given);
}
