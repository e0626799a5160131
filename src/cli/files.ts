/** Files that verbs are given, and those they make. What can't be read or written is said with its name and why. */
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import { givenBytes, givenText, hasMark, NotReadable, whyNoJson } from '../folder/disk/given-file.ts';
import { refusedBySystem } from '../folder/disk/refused-by-system.ts';
import { outsideData } from './folders.ts';
import { type UsageError, VerbFailed } from './told.ts';

export type JsonFields = Readonly<Record<string, unknown>>;

/** Class of the error: UsageError where 1 as the exit code would say something about the file's contents. */
type Fault = typeof VerbFailed | typeof UsageError;

/** A file that holds one JSON object. */
export function readObject(path: string): JsonFields {
  const value = readJson(path);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonFields;
  throw new VerbFailed(`${path} must hold one JSON object`);
}

export function readJson(path: string, Fault: Fault = VerbFailed): unknown {
  const text = readFile(path, Fault);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault(`${path} is no JSON: ${whyNoJson(text, error)}`, { cause: error });
  }
}

/** Text, in UTF-8 with or without a byte order mark. */
export function readFile(path: string, Fault: Fault = VerbFailed): string {
  return orFault(() => givenText(path), Fault);
}

export function readBytes(path: string, Fault: Fault = VerbFailed): Buffer {
  return orFault(() => givenBytes(path), Fault);
}

/** The body of a request as it will be sent, byte for byte: a mark in front is named, for it would be part of it. */
export function readBody(path: string): Buffer {
  const bytes = readBytes(path);
  if (hasMark(bytes)) throw new VerbFailed(`${path} begins with a byte order mark, which is no JSON: save it without`);
  return bytes;
}

function orFault<T>(read: () => T, Fault: Fault): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof NotReadable ? new Fault(error.message, { cause: error }) : error;
  }
}

/** Writes what a verb made to where it was asked to, which is not in the data folder. */
export function writeFile(data: string, path: string, text: string): void {
  outsideData(data, path, '--out');
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new VerbFailed(`${path} can't be written: ${refusedBySystem(error) ?? String(error)}`, { cause: error });
  }
}

/** A folder for secrets, outside of the data folder: made for its owner alone when it is not there. */
export function keyFolder(data: string, path: string): string {
  outsideData(data, path, '--keys');
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new VerbFailed(`${path} can't be written: ${refusedBySystem(error) ?? String(error)}`, { cause: error });
  }
  return path;
}

/** A new file that only its owner may read; one that is there already stays as it is. */
export function writeSecret(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new VerbFailed(`${path} can't be written: ${refusedBySystem(error) ?? String(error)}`, { cause: error });
  }
}
