/**
 * A batch as bytes: zstd, with a checksum of its own, of one line of JSON.
 *
 *   {"v":1,"core":C,"at":T,"seen":[revision,"chain","print"],"commands":[…]}
 *
 * `at` is the gateway's clock. `seen` is where its replica stood when it published, the chain there and a print of the
 * state; `core` is the version of the rules in force there. With `"placed":true` the commands were in a journal before
 * they were in an order, and none is left out. Commands are their texts, as a journal has them. A fence has no JSON; it
 * ends the gateway under whose number it is.
 */
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { FIRST_CORE_VERSION } from '../../core/language/core-version.ts';
import type { Command } from '../../core/language/commands.ts';

/** The place of a replica, by which others see whether they are alike. */
export interface Seen {
  readonly revision: number;
  /** SHA-256 over all batches up to there, in hex. */
  readonly chain: string;
  /** Of its state there; '' when it is not known. */
  readonly print: string;
  /** Version of the rules in force there. */
  readonly core: number;
}

export interface BatchContent {
  readonly atMs: number;
  readonly seen: Seen;
  readonly commands: readonly Command[];
  /** They have been carried out before: none of them is a repeat. */
  readonly arePlaced: boolean;
}

/** The most a batch may take, far below what etcd takes by default. */
export const MOST_BODY_BYTES = 1024 * 1024;

const VERSION = 1;
/** Nothing larger was ever a batch: 1 MiB of compressed text does not come to more. */
const MOST_TEXT_BYTES = 256 * 1024 * 1024;
const PARAMETERS = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

/** The body that ends a gateway. */
export const FENCE: Uint8Array = Buffer.from('fence');

export function isFence(body: Uint8Array): boolean {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).equals(FENCE);
}

export function encodeBatch(atMs: number, seen: Seen, texts: readonly string[], arePlaced = false): Uint8Array {
  const { revision, chain, print, core } = seen;
  const placed = arePlaced ? { placed: true } : {};
  const head = JSON.stringify({ v: VERSION, core, at: atMs, seen: [revision, chain, print], ...placed });
  const text = `${head.slice(0, -1)},"commands":[${texts.join(',')}]}`;
  return zstdCompressSync(Buffer.from(text), { params: PARAMETERS });
}

/** The bytes are no batch that this program can read. */
export class BatchUnreadable extends Error {
  constructor(found: string, cause?: unknown) {
    super(`expected a batch of version ${VERSION}, found ${found}`, cause === undefined ? undefined : { cause });
    this.name = 'BatchUnreadable';
  }
}

/** @throws BatchUnreadable */
export function decodeBatch(body: Uint8Array): BatchContent {
  const found = parse(body);
  if (!isRecord(found)) throw new BatchUnreadable('JSON that is no object');
  // Batches of before there were versions have none.
  const { v, core = FIRST_CORE_VERSION, at, seen, placed, commands } = found;
  if (v !== VERSION) throw new BatchUnreadable(`version ${JSON.stringify(v)}, of another program`);
  const isWhole =
    Number.isSafeInteger(at) && Number.isSafeInteger(core) && Array.isArray(seen) && Array.isArray(commands);
  if (!isWhole) throw new BatchUnreadable('an object without time, place or commands');
  const [revision, chain, print] = seen as readonly unknown[];
  if (!Number.isSafeInteger(revision) || typeof chain !== 'string' || typeof print !== 'string')
    throw new BatchUnreadable('a place that says nothing');
  return {
    atMs: at as number,
    seen: { revision: revision as number, chain, print, core: core as number },
    commands: commands as readonly Command[],
    arePlaced: placed === true,
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(zstdDecompressSync(body, { maxOutputLength: MOST_TEXT_BYTES }).toString());
  } catch (error) {
    throw new BatchUnreadable(`${body.length} bytes that do not unpack to JSON`, error);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
