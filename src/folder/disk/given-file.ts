/**
 * Files that an operator names: settings, contests, policies, tokens, texts. They come from any editor, so a byte order
 * mark in front of UTF-8 is passed over; what is not UTF-8 is named, because read as such it would become other text.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isatty } from 'node:tty';
import { notJsonText } from '../../api/words/json-hints.ts';
import { scan, UPLOAD_LIMITS } from '../../core/text/scan.ts';
import { findInvalidUtf8, utf8Text } from '../../core/text/utf8.ts';
import { refusedBySystem } from './refused-by-system.ts';

/** The message is for the person who named the file. */
export class NotReadable extends Error {}

const MARK = [0xef, 0xbb, 0xbf];
const MARKS_OF_OTHERS: readonly (readonly [readonly number[], string])[] = [
  [[0xff, 0xfe, 0, 0], 'UTF-32'],
  [[0, 0, 0xfe, 0xff], 'UTF-32'],
  [[0xff, 0xfe], 'UTF-16'],
  [[0xfe, 0xff], 'UTF-16'],
];

/** Above any file that somebody gives; a contest's bundle is the largest. */
const MOST_BYTES = 1024 * 1024 * 1024;
/** Of one that is text. */
const MOST_TEXT_BYTES = 64 * 1024 * 1024;
const PART_BYTES = 1024 * 1024;

/** @throws NotReadable */
export function givenBytes(path: string, name = path, most = MOST_BYTES): Buffer {
  try {
    return boundedBytes(path, most);
  } catch (error) {
    if (error instanceof TooMuch) throw new NotReadable(`${name} can't be read: ${error.message}`, { cause: error });
    const { code = '', message } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder, and one file is needed'
          : (refusedBySystem(error) ?? message);
    throw new NotReadable(`${name} can't be read: ${why}`, { cause: error });
  }
}

/** It has no end, or none that anybody would wait for. The message is a clause. */
class TooMuch extends Error {}

/**
 * All of a file, or of a pipe as the shell makes one of a command's output, as far as there is an end within the bound:
 * nothing is believed of its size.
 */
function boundedBytes(path: string, most: number): Buffer {
  const file = openSync(path, 'r');
  try {
    if (fstatSync(file).isCharacterDevice() && !isatty(file))
      throw new TooMuch('it is a device, and one file is needed');
    const parts: Buffer[] = [];
    for (let length = 0; ; ) {
      const part = Buffer.allocUnsafe(PART_BYTES);
      const count = readSync(file, part);
      if (count === 0) return Buffer.concat(parts, length);
      length += count;
      if (length > most) throw new TooMuch(`it has more than ${most} bytes`);
      parts.push(part.subarray(0, count));
    }
  } finally {
    closeSync(file);
  }
}

/**
 * @param option that named the file, where that helps
 * @throws NotReadable
 */
export function givenText(path: string, option?: string): string {
  const name = option === undefined ? path : `${option} ${path}`;
  return givenTextOf(name, givenBytes(path, name, MOST_TEXT_BYTES));
}

/** The text in bytes of a file; a mark before it goes. @throws NotReadable */
function givenTextOf(name: string, bytes: Uint8Array): string {
  const other = MARKS_OF_OTHERS.find(([mark]) => beginsWith(bytes, mark))?.[1];
  if (other !== undefined) throw new NotReadable(`${name} is ${other}, as its first bytes say: save it as UTF-8`);
  const start = hasMark(bytes) ? MARK.length : 0;
  const wrong = findInvalidUtf8(bytes, start);
  if (wrong >= 0)
    throw new NotReadable(`${name} is not UTF-8: byte ${wrong} is part of no character; save it as UTF-8`);
  return utf8Text(bytes, start, bytes.length);
}

/** As readers elsewhere take it. */
export const GIVEN_FILES = { bytes: (path: string): Uint8Array => givenBytes(path), text: givenTextOf };

/** The fault in text that `JSON.parse` refused, its place, and the cure. */
export function whyNoJson(text: string, refusal: unknown): string {
  const bytes = Buffer.from(text);
  const scanned = scan(bytes, UPLOAD_LIMITS);
  return scanned.ok ? String(refusal) : notJsonText(bytes, scanned);
}

/** Whether bytes begin with the byte order mark of UTF-8. */
export function hasMark(bytes: Uint8Array): boolean {
  return beginsWith(bytes, MARK);
}

function beginsWith(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}
