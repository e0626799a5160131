/**
 * The last checkpoint of each log that was verified here, kept as it was signed: a new one must continue it, or the log
 * has two histories, and both signed notes prove it.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { equalBytes, fromBase64, toHex } from '../../core/text/bytes.ts';
import { encodeUtf8 } from '../../core/text/utf8.ts';
import { sha256 } from '../../store/sha256.ts';
import { LogBroken, mustBeBeginning, type OpenedLog } from './log-reader.ts';

const NAME_DIGITS = 32;

/** Default folder. */
export function usualPlace(): string {
  return join(homedir(), '.outcry', 'checkpoints');
}

/**
 * Compares the log's checkpoint with the one kept of it in the folder, and keeps the larger.
 * @throws LogBroken when neither continues the other
 */
export async function mustContinue({ head, checkpoint, source }: OpenedLog, folder: string): Promise<void> {
  const path = join(folder, toHex(sha256(encodeUtf8(head.origin))).slice(0, NAME_DIGITS));
  const known = readKnown(path);
  if (known === null) return keep(folder, path, checkpoint);
  const wrong = (why: string): LogBroken =>
    new LogBroken(`${why}; the checkpoint that was verified before is in ${path}, and both are signed`);
  if (known.size === head.size) {
    if (equalBytes(known.root, head.root)) return;
    throw wrong(`${head.origin} has two roots for ${head.size} leaves`);
  }
  const [from, to] = known.size < head.size ? [known, head] : [head, known];
  try {
    await mustBeBeginning(source, from.size, from.root, to.size, to.root);
  } catch (error) {
    throw error instanceof LogBroken ? wrong(error.message) : error;
  }
  if (to === head) keep(folder, path, checkpoint);
}

function readKnown(path: string): { readonly size: number; readonly root: Uint8Array } | null {
  try {
    const [, size, root] = readFileSync(path, 'utf8').split('\n');
    const bytes = fromBase64(root ?? '');
    if (bytes === null || !/^[0-9]{1,16}$/.test(size ?? '')) throw new LogBroken(`${path} is no checkpoint any more`);
    return { size: Number(size), root: bytes };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all: it is what the next one is compared with. */
function keep(folder: string, path: string, checkpoint: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const made = `${path}.${process.pid}`;
  writeFileSync(made, checkpoint, { mode: 0o600 });
  renameSync(made, path);
}
