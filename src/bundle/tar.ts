/**
 * The files of a bundle as a tar archive, and back, in one form only: plain files with a short name, mode 0644, no
 * owner, no time, in the order of their names (POSIX ustar). What is not written exactly so is refused before a byte of
 * it is used: links, folders, other kinds, long or strange names, a name twice, padding that is not zero, bytes after
 * the end.
 *
 * Nothing is ever written to a disk here: a bundle is read in memory.
 */
import { isBundlePath } from './paths.ts';

/** The archive is not one that this program writes; the message says where and why. */
export class ArchiveRefused extends Error {}

/** It looks like one, and some of its bytes are others than when it was made. */
export class ArchiveDamaged extends ArchiveRefused {}

const BLOCK = 512;
export const TAR_END = new Uint8Array(2 * BLOCK);
const NAME_BYTES = 100;
const SIZE_OFFSET = 124;
const SIZE_DIGITS = 11;
const CHECKSUM_OFFSET = 148;
const CHECKSUM_BYTES = 8;

/** The head before a file's bytes; `tarPadding` follows them, and `TAR_END` follows all files. */
export function tarHead(path: string, bytes: number): Uint8Array {
  if (!isBundlePath(path)) throw new ArchiveRefused(`'${path}' is no path of a bundle`);
  return headerOf(path, bytes);
}

export function tarPadding(bytes: number): Uint8Array {
  return new Uint8Array(paddingOf(bytes));
}

/** The files of an archive; their bytes are parts of it. @throws ArchiveRefused */
export function filesOfTar(archive: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  let at = 0;
  let before = '';
  for (;;) {
    const header = archive.subarray(at, at + BLOCK);
    if (header.length < BLOCK) throw new ArchiveRefused(`it ends within a header, at byte ${at}`);
    if (isZero(header)) break;
    const path = pathIn(header, at);
    const size = sizeIn(header, at);
    if (!equal(header, headerOf(path, size)))
      throw new ArchiveRefused(
        `'${path}' at byte ${at} is no plain file as a bundle has them: a link, a folder, or another form`,
      );
    if (path === before) throw new ArchiveRefused(`'${path}' is there twice`);
    if (path < before) throw new ArchiveRefused(`'${path}' comes after '${before}'; names must rise`);
    const start = at + BLOCK;
    const end = start + size;
    const next = end + paddingOf(size);
    if (next > archive.length) throw new ArchiveRefused(`'${path}' is cut short`);
    if (!isZero(archive.subarray(end, next))) throw new ArchiveRefused(`the padding of '${path}' is not zero`);
    files.set(path, archive.subarray(start, end));
    before = path;
    at = next;
  }
  const rest = archive.subarray(at);
  if (rest.length !== 2 * BLOCK || !isZero(rest)) throw new ArchiveRefused(`it does not end after two empty blocks`);
  return files;
}

function headerOf(path: string, size: number): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0, 'latin1');
  header.write('0000644\0', NAME_BYTES, 'latin1');
  header.write('0000000\0'.repeat(2), 108, 'latin1');
  header.write(`${size.toString(8).padStart(SIZE_DIGITS, '0')}\0`, SIZE_OFFSET, 'latin1');
  header.write('00000000000\0', 136, 'latin1');
  header.write(' '.repeat(CHECKSUM_BYTES), CHECKSUM_OFFSET, 'latin1');
  header.write('0', 156, 'latin1');
  header.write('ustar', 257, 'latin1');
  header.write('00', 263, 'latin1');
  header.write('0000000\0'.repeat(2), 329, 'latin1');
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, CHECKSUM_OFFSET, 'latin1');
  return header;
}

function pathIn(header: Uint8Array, at: number): string {
  const field = Buffer.from(header.subarray(0, NAME_BYTES));
  const end = field.indexOf(0);
  const path = field.toString('latin1', 0, end < 0 ? NAME_BYTES : end);
  if (!isBundlePath(path)) throw new ArchiveRefused(`${JSON.stringify(path)} at byte ${at} is no path of a bundle`);
  return path;
}

function sizeIn(header: Uint8Array, at: number): number {
  const text = Buffer.from(header.subarray(SIZE_OFFSET, SIZE_OFFSET + SIZE_DIGITS)).toString('latin1');
  if (!/^[0-7]{11}$/.test(text)) throw new ArchiveRefused(`the size of the file at byte ${at} is no number`);
  return Number.parseInt(text, 8);
}

function paddingOf(size: number): number {
  return (BLOCK - (size % BLOCK)) % BLOCK;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
