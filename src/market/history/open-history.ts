/**
 * Opens a file of prices, or a folder of such files: text, gzip, ZIP or Parquet, by what is in it and not by its name.
 * Beside an archive may lie the checksum that its venue publishes (`NAME.CHECKSUM`, as sha256sum writes it): then the
 * archive must agree with it. Read whole; nothing starts on a bad file.
 */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Gathering, HistoryError } from './gather.ts';
import type { History } from './history.ts';
import { readText } from './read-text.ts';

/** Of all that is unpacked from a file. */
const MOST_BYTES = 2_000_000_000;
const CHECKSUM = '.CHECKSUM';
/** The contract at the beginning of a file's name: BTCUSDT-1m-2026-01.zip, BTC_USDT_USDT-1h-futures.parquet. */
const NAMED = /^(?:cmt_)?([a-z0-9]+?[-_]?usd[tc]?)(?![a-z0-9])/i;

/** Reads files as any that an operator names are read, with the same words where they can't be. */
export interface Reader {
  bytes(path: string): Uint8Array;
  text(name: string, bytes: Uint8Array): string;
}

/** @throws HistoryError; what the reader throws */
export async function openHistory(path: string, reader: Reader): Promise<History> {
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  const files = isFolder ? filesIn(path) : [path];
  const gathering = new Gathering();
  const hash = createHash('sha256');
  for (const file of files) await readFile(file, reader, gathering, hash);
  return gathering.end(files, hash.digest('hex'));
}

function filesIn(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.name.endsWith(CHECKSUM))
    .map(({ name }) => join(folder, name))
    .sort();
  if (files.length === 0) throw new HistoryError(`${folder} has no files`);
  return files;
}

async function readFile(path: string, reader: Reader, into: Gathering, hash: Hash): Promise<void> {
  const bytes = reader.bytes(path);
  hash.update(bytes);
  const published = `${path}${CHECKSUM}`;
  if (existsSync(published)) agree(path, bytes, reader.text(published, reader.bytes(published)));
  const symbol = NAMED.exec(basename(path))?.[1] ?? null;
  if (begins(bytes, 'PAR1')) {
    const { readParquet } = await import('./read-parquet.ts');
    return readParquet(path, bytes, symbol, into);
  }
  const texts = begins(bytes, 'PK') ? await unzipped(path, bytes) : [[path, plainOf(path, bytes)] as const];
  for (const [name, text] of texts) readText(name, reader.text(name, text), symbol, into);
}

/** @param checksum as sha256sum writes it */
function agree(path: string, bytes: Uint8Array, checksum: string): void {
  const published = checksum.trim().split(/\s/, 1)[0] ?? '';
  if (!/^[0-9a-f]{64}$/i.test(published)) throw new HistoryError(`${path}${CHECKSUM} begins with no SHA-256 in hex`);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== published.toLowerCase())
    throw new HistoryError(`${path} has the SHA-256 ${found}, and its venue published ${published}: fetch it again`);
}

async function unzipped(path: string, bytes: Uint8Array): Promise<[string, Uint8Array][]> {
  const { unzipSync } = await import('fflate');
  let left = MOST_BYTES;
  const filter = ({ originalSize }: { originalSize: number }): boolean => {
    left -= originalSize;
    if (left < 0) throw new HistoryError(`${path} unpacks to over ${MOST_BYTES / 1e9} GB`);
    return true;
  };
  try {
    const found = Object.entries(unzipSync(bytes, { filter })).filter(([name]) => !name.endsWith('/'));
    return found.map(([name, content]) => [`${path} (${name})`, content]);
  } catch (error) {
    throw error instanceof HistoryError ? error : new HistoryError(`${path} is no whole ZIP archive: ${String(error)}`);
  }
}

function plainOf(path: string, bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch (error) {
    throw new HistoryError(`${path} is no whole gzip file: ${String(error)}`);
  }
}

function begins(bytes: Uint8Array, letters: string): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, letters.length)).toString('latin1') === letters
  );
}
