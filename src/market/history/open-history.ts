/**
 * Opens a file of prices, or a folder of such files: text, gzip, ZIP or Parquet, by what is in it and not by its name.
 * Beside an archive may lie the checksum that its venue publishes (`NAME.CHECKSUM`, as sha256sum writes it): then the
 * archive must agree with it. Read whole; nothing starts on a bad file.
 */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Gathering, HistoryError } from './gather.ts';
import type { History } from './history.ts';
import { readText } from './read-text.ts';

/** Of a file, and of all that is unpacked from it. */
const MOST_BYTES = 2_000_000_000;
const CHECKSUM = '.CHECKSUM';
/** The contract at the beginning of a file's name: BTCUSDT-1m-2026-01.zip, BTC_USDT_USDT-1h-futures.parquet. */
const NAMED = /^(?:cmt_)?([a-z0-9]+?[-_]?usd[tc]?)(?![a-z0-9])/i;

/** @throws HistoryError; Error when a file can't be read */
export async function openHistory(path: string): Promise<History> {
  const files = statSync(path).isDirectory() ? filesIn(path) : [path];
  const gathering = new Gathering();
  const hash = createHash('sha256');
  for (const file of files) await readFile(file, gathering, hash);
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

async function readFile(path: string, into: Gathering, hash: Hash): Promise<void> {
  if (statSync(path).size > MOST_BYTES) throw new HistoryError(`${path} is over ${MOST_BYTES / 1e9} GB`);
  const bytes = readFileSync(path);
  hash.update(bytes);
  if (existsSync(`${path}${CHECKSUM}`)) agree(path, bytes);
  const symbol = NAMED.exec(basename(path))?.[1] ?? null;
  if (begins(bytes, 'PAR1')) {
    const { readParquet } = await import('./read-parquet.ts');
    return readParquet(path, bytes, symbol, into);
  }
  for (const [name, text] of begins(bytes, 'PK') ? await unzipped(path, bytes) : [[path, textOf(path, bytes)] as const])
    readText(name, text, symbol, into);
}

function agree(path: string, bytes: Uint8Array): void {
  const published = readFileSync(`${path}${CHECKSUM}`, 'utf8').trim().split(/\s/, 1)[0] ?? '';
  if (!/^[0-9a-f]{64}$/i.test(published)) throw new HistoryError(`${path}${CHECKSUM} begins with no SHA-256 in hex`);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== published.toLowerCase())
    throw new HistoryError(`${path} has the SHA-256 ${found}, and its venue published ${published}: fetch it again`);
}

async function unzipped(path: string, bytes: Uint8Array): Promise<[string, string][]> {
  const { unzipSync } = await import('fflate');
  let left = MOST_BYTES;
  const filter = ({ originalSize }: { originalSize: number }): boolean => {
    left -= originalSize;
    if (left < 0) throw new HistoryError(`${path} unpacks to over ${MOST_BYTES / 1e9} GB`);
    return true;
  };
  try {
    const found = Object.entries(unzipSync(bytes, { filter })).filter(([name]) => !name.endsWith('/'));
    return found.map(([name, content]) => [`${path} (${name})`, textOf(path, content)]);
  } catch (error) {
    throw error instanceof HistoryError ? error : new HistoryError(`${path} is no whole ZIP archive: ${String(error)}`);
  }
}

function textOf(path: string, bytes: Uint8Array): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const plain = isGzip ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (error) {
    throw new HistoryError(
      `${path} is ${isGzip ? 'no whole gzip file' : 'neither text in UTF-8, ZIP nor Parquet'}: ${String(error)}`,
    );
  }
}

function begins(bytes: Uint8Array, letters: string): boolean {
  return (
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, letters.length)).toString('latin1') === letters
  );
}
