/**
 * Says where a bundle is damaged whose archive is refused: which file, or which bytes around the files, as far as what
 * is left can tell. For people only; that it is broken was found before, and nothing that is read here is believed.
 *
 * A changed byte of what is compressed may spoil all that follows, so what can still be inflated is read in order: the
 * first file that is not the one the manifest names, or, where the manifest is lost too, the file in which it stops to
 * be readable. Where all files are there, it is what is around them: heads, padding and the end of the tar archive, or
 * head, sums and seal of gzip.
 */
import { createHash } from 'node:crypto';
import { constants, inflateRawSync } from 'node:zlib';
import { damagedPart, MEMBER_HEAD_BYTES, memberBytes } from './gzip.ts';
import { isBundlePath } from './paths.ts';
import { TAR_END, tarHead } from './tar.ts';

const BLOCK = 512;
const NAME_BYTES = 100;
const SIZE_OFFSET = 124;
const SIZE_DIGITS = 11;
const MANIFEST = 'manifest.json';

/** In words, such as "'bodies/4' was changed" or "the padding behind 'bodies/4' was changed". */
export function whereDamaged(archive: Uint8Array, most: number): string {
  const packed = archive.subarray(MEMBER_HEAD_BYTES, Math.max(MEMBER_HEAD_BYTES, memberBytes(archive)));
  const tar = inflatable(packed, most);
  const { pieces, end } = piecesOf(tar);
  const named = namesIn(pieces.find(({ path }) => path === MANIFEST)?.bytes);
  if (named === null) return withoutManifest(pieces);
  const missing = [...named.keys()].find((name) => !pieces.some(({ path }) => path === name));
  for (const { path, bytes, isHeadRight, isWhole, isPaddingRight } of pieces) {
    if (!isHeadRight) return changed(headOf(path ?? missing));
    const isSame = path === MANIFEST || named.get(path ?? '') === createHash('sha256').update(bytes).digest('hex');
    if (!isSame || !isWhole) return changed(quoted(path ?? MANIFEST));
    if (!isPaddingRight) return changed(`the padding behind ${quoted(path ?? MANIFEST)}`);
  }
  if (end === 'right') return missing === undefined ? changed(damagedPart(archive, tar)) : `${quoted(missing)} is gone`;
  return changed('the end behind the last file, two empty blocks,');
}

/** Candidates when nothing says what the files should be. */
function withoutManifest(pieces: readonly Piece[]): string {
  const at = pieces.findIndex(({ isHeadRight, isWhole }) => !isHeadRight || !isWhole);
  const found = at < 0 ? pieces.at(-1) : pieces[at];
  if (found === undefined) return 'it is at the beginning';
  if (found.path !== null) return `it is in ${quoted(found.path)}, or before it`;
  const before = pieces[at - 1];
  return before === undefined
    ? 'it is at the beginning'
    : `it is right behind ${quoted(before.path ?? '')}, or before that`;
}

const changed = (what: string): string => `${what} was changed`;
const headOf = (path: string | undefined): string => `the head before ${path === undefined ? 'a file' : quoted(path)}`;

const quoted = (path: string): string => `'${path}'`;

/** All that can be inflated before the first fault. */
function inflatable(packed: Uint8Array, most: number): Uint8Array {
  const upTo = (end: number): Uint8Array | null => {
    try {
      return inflateRawSync(packed.subarray(0, end), { maxOutputLength: most, finishFlush: constants.Z_SYNC_FLUSH });
    } catch {
      return null;
    }
  };
  const all = upTo(packed.length);
  if (all !== null) return all;
  let [good, bad] = [0, packed.length];
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (upTo(middle) === null) bad = middle;
    else good = middle;
  }
  return upTo(good) ?? new Uint8Array(0);
}

/** A file of the archive with what is around it. */
interface Piece {
  /** Null: its head can't be read, and what follows up to the next head is its. */
  readonly path: string | null;
  readonly bytes: Uint8Array;
  /** Whether they are as they are written. */
  readonly isHeadRight: boolean;
  /** It is not cut short. */
  readonly isWhole: boolean;
  readonly isPaddingRight: boolean;
}

function piecesOf(tar: Uint8Array): { readonly pieces: readonly Piece[]; readonly end: 'right' | 'changed' | 'lost' } {
  const pieces: Piece[] = [];
  const bytes = Buffer.from(tar.buffer, tar.byteOffset, tar.length);
  const isZero = (from: number, to: number): boolean => bytes.subarray(from, to).every((byte) => byte === 0);
  for (let at = 0; ; ) {
    const left = bytes.length - at;
    if (left < BLOCK) return { pieces, end: 'lost' };
    if (left <= TAR_END.length && (isZero(at, at + BLOCK) || isZero(at + BLOCK, bytes.length)))
      return { pieces, end: bytes.subarray(at).equals(TAR_END) ? 'right' : 'changed' };
    const head = headAt(bytes, at);
    const start = at + BLOCK;
    const end = start + (head?.size ?? 0);
    const isWhole = end <= bytes.length;
    // Without a head, or one that leads too far, what follows is looked through for the next one.
    at = head === null || !isWhole ? nextHead(bytes, start) : start + Math.ceil((end - start) / BLOCK) * BLOCK;
    pieces.push({
      path: head?.path ?? null,
      bytes: bytes.subarray(start, end),
      isHeadRight: head?.isRight ?? false,
      isWhole,
      isPaddingRight: isZero(end, at),
    });
  }
}

function headAt(bytes: Buffer, at: number): { path: string; size: number; isRight: boolean } | null {
  const header = bytes.subarray(at, at + BLOCK);
  const path = header.toString('latin1', 0, NAME_BYTES).replace(/\0.*$/s, '');
  const digits = header.toString('latin1', SIZE_OFFSET, SIZE_OFFSET + SIZE_DIGITS);
  if (!isBundlePath(path) || !/^[0-7]{11}$/.test(digits)) return null;
  const size = Number.parseInt(digits, 8);
  return { path, size, isRight: header.equals(tarHead(path, size)) };
}

/** The next block that is a head as it is written, else the end of what there is. */
function nextHead(bytes: Buffer, from: number): number {
  for (let at = from; at + BLOCK <= bytes.length; at += BLOCK) if (headAt(bytes, at)?.isRight === true) return at;
  return Math.max(from, bytes.length - TAR_END.length);
}

/** The manifest's entry of each file; null when it can't be read. */
function namesIn(manifest: Uint8Array | undefined): ReadonlyMap<string, string> | null {
  if (manifest === undefined) return null;
  try {
    return new Map(Object.entries(JSON.parse(Buffer.from(manifest).toString('utf8')) as Record<string, string>));
  } catch {
    return null;
  }
}
