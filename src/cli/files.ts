/** Files and times that verbs are given. What can't be read is said with its name and what was wrong. */
import { readFileSync, writeFileSync } from 'node:fs';
import { UsageError, VerbFailed } from './verb.ts';

export type JsonFields = Readonly<Record<string, unknown>>;

/** A file that holds one JSON object. */
export function readObject(path: string): JsonFields {
  const value = parsed(path, readFile(path));
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonFields;
  throw new VerbFailed(`${path} must hold one JSON object`);
}

export function readFile(path: string, Fault: Fault = VerbFailed): string {
  return readBytes(path, Fault).toString('utf8');
}

/** What is thrown: UsageError where 1 as the exit code would say something about the file's contents. */
type Fault = typeof VerbFailed | typeof UsageError;

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder, and one file is needed',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
};

export function readBytes(path: string, Fault: Fault = VerbFailed): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new Fault(`${path} can't be read: ${WORDS[code] ?? message}`);
  }
}

/** Writes what a verb made to where it was asked to. */
export function writeFile(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such folder' : (WORDS[code] ?? message);
    throw new VerbFailed(`${path} can't be written: ${why}`);
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new VerbFailed(`${path} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const ISO = /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/;

/** Epoch ms of a time as text with its zone, or of a number of ms. */
export function timeOf(text: string, name: string): number {
  const timeMs = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : ISO.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isSafeInteger(timeMs)) return timeMs;
  throw new UsageError(`${name} is '${text}', needs a time with its zone, such as 2026-12-01T00:00:00Z`);
}
