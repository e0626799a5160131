/**
 * Says where a bundle is damaged whose archive is refused: which file, as far as what is left can tell. For people
 * only; that it is broken was found before, and nothing that is read here is believed.
 *
 * A changed byte of what is compressed may spoil all that follows, so what can still be inflated is read in order: the
 * first file that is not the one the manifest names, or, where the manifest is lost too, the file in which it stops to
 * be readable.
 */
import { createHash } from 'node:crypto';
import { constants, inflateRawSync } from 'node:zlib';
import { MEMBER_HEAD_BYTES, memberBytes } from './gzip.ts';
import { isBundlePath } from './paths.ts';

const BLOCK = 512;
const NAME_BYTES = 100;
const SIZE_OFFSET = 124;
const SIZE_DIGITS = 11;
const MANIFEST = 'manifest.json';

/** In words, such as "'bodies/4' was changed". */
export function whereDamaged(archive: Uint8Array, most: number): string {
  const packed = archive.subarray(MEMBER_HEAD_BYTES, Math.max(MEMBER_HEAD_BYTES, memberBytes(archive)));
  const { files, cut, isWhole } = filesIn(inflatable(packed, most));
  const named = namesIn(files.get(MANIFEST));
  if (named === null) return `it is in ${quoted(cut ?? MANIFEST)}, or before it`;
  for (const [path, bytes] of files)
    if (path !== MANIFEST && named.get(path) !== createHash('sha256').update(bytes).digest('hex'))
      return `${quoted(path)} was changed`;
  if (cut !== null) return `${quoted(cut)} was changed`;
  const missing = [...named.keys()].find((path) => !files.has(path));
  if (missing !== undefined) return `${quoted(missing)} is gone`;
  return isWhole ? 'no file was changed, only what is around them' : 'it is behind the last file';
}

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

interface Found {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The file in which it stops to be readable; null: not within one. */
  readonly cut: string | null;
  readonly isWhole: boolean;
}

function filesIn(tar: Uint8Array): Found {
  const files = new Map<string, Uint8Array>();
  const bytes = Buffer.from(tar.buffer, tar.byteOffset, tar.length);
  let last: string | null = null;
  for (let at = 0; ; ) {
    const header = bytes.subarray(at, at + BLOCK);
    if (header.length === BLOCK && header.every((byte) => byte === 0))
      return { files, cut: null, isWhole: bytes.length === at + 2 * BLOCK };
    const path = header.toString('latin1', 0, NAME_BYTES).replace(/\0.*$/s, '');
    const size = header.toString('latin1', SIZE_OFFSET, SIZE_OFFSET + SIZE_DIGITS);
    if (!isBundlePath(path) || !/^[0-7]{11}$/.test(size)) return { files, cut: last, isWhole: false };
    const start = at + BLOCK;
    const end = start + Number.parseInt(size, 8);
    if (end > bytes.length) return { files, cut: path, isWhole: false };
    files.set(path, bytes.subarray(start, end));
    last = path;
    at = start + Math.ceil((end - start) / BLOCK) * BLOCK;
  }
}

/** What the manifest says of each file; null when it can't be read. */
function namesIn(manifest: Uint8Array | undefined): ReadonlyMap<string, string> | null {
  if (manifest === undefined) return null;
  try {
    return new Map(Object.entries(JSON.parse(Buffer.from(manifest).toString('utf8')) as Record<string, string>));
  } catch {
    return null;
  }
}
