/**
 * Modes and secrets of a data folder. A file that others could have written is refused: the operator has to look. What
 * others could have read is refused when it is a secret, which has to be renewed; else it is closed to them, with a
 * word.
 */
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isKeyText, opensSealed } from '../../store/keys/key-file.ts';
import type { StoreFacts } from '../../store/inspect/facts.ts';
import { type DataFolder, textAt } from '../disk/data-folder.ts';
import { verifierKey } from '../disk/log-key.ts';
import { type Finding, refuse, refuseLoss, repair } from './finding.ts';

/** Everything that is ours in a folder; other files there are not looked at. */
const OURS = [
  '.',
  'journal.log',
  'journal',
  'outcry.db',
  'outcry.db-wal',
  'outcry.db-shm',
  'key-file',
  'ailog-key',
  'market.json',
  'market-log.jsonl',
  'admin-token',
  'admin-url',
  'url',
  'store-mark',
  'node-mark.json',
  'brand.json',
  'snapshots',
  'bodies',
];
const SECRETS = new Set(['key-file', 'ailog-key', 'market.json', 'admin-token']);
const TOKEN = /^[!-~]{16,256}\n?$/;
const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;

/** A file or folder that is there. */
export interface FoundFile {
  /** In the folder; `.` is the folder itself. */
  readonly name: string;
  /** Permission bits; 0 where files have none. */
  readonly mode: number;
  /** The bits it should have. */
  readonly wanted: number;
}

export function filesIn({ path }: DataFolder): FoundFile[] {
  return OURS.flatMap((name) => {
    const found = lstatSync(join(path, name), { throwIfNoEntry: false });
    if (found === undefined) return [];
    const hasModes = process.platform !== 'win32' && !found.isSymbolicLink();
    return [{ name, mode: hasModes ? found.mode & 0o777 : 0, wanted: found.isDirectory() ? 0o700 : 0o600 }];
  });
}

export function isOpenToOthers({ mode }: FoundFile): boolean {
  return (mode & OTHERS) !== 0;
}

export function modeFinding(file: FoundFile): Finding | null {
  const { name, mode, wanted } = file;
  if (!isOpenToOthers(file)) return null;
  const found = `it has mode ${octal(mode)}, needs ${octal(wanted)}`;
  const command = `\`chmod ${octal(wanted).slice(1)}\``;
  if (SECRETS.has(name))
    return refuse('readable-secret', name, {
      found,
      means: 'Others on this machine may have read it, and what it protects with it.',
      do: `${command} if nobody else could reach it; otherwise renew what it protects first.`,
    });
  if ((mode & OTHERS_WRITE) !== 0)
    return refuse('writable-by-others', name, {
      found,
      means: 'Others on this machine may have changed it, or put files there.',
      do: `${command} if you are sure they have not; otherwise restore a copy.`,
    });
  return repair('readable-by-others', name, {
    found,
    means: 'Others on this machine may have read it. It is confidential.',
    do: `Nothing: the start sets the mode (${command}). Find out who could read it.`,
  });
}

function octal(mode: number): string {
  return `0${mode.toString(8).padStart(3, '0')}`;
}

/**
 * @param exchange verifier key of the AI log the journal opened; '' while there is none
 * @param hasSigner a program signs the AI log: its key is not in the folder
 */
export function secretFindings(
  folder: DataFolder,
  { store, exchange }: { readonly store: StoreFacts; readonly exchange: string },
  hasSigner: boolean,
): Finding[] {
  return [
    keyFileFinding(textAt(folder.keyFile), store),
    hasSigner ? null : logKeyFinding(textAt(folder.logKey), exchange),
    tokenFinding(textAt(folder.adminToken)),
  ].filter((one) => one !== null);
}

function tokenFinding(token: string | null): Finding | null {
  if (token === null || TOKEN.test(token)) return null;
  return refuse('unusable-admin-token', 'admin-token', {
    found: 'it is empty, short, or not one line of printable characters',
    means: 'Nobody could administer the exchange with it, or everybody could guess it.',
    do: 'Delete admin-token: the next start draws another.',
  });
}

function keyFileFinding(text: string | null, { keys, sealed }: StoreFacts): Finding | null {
  const only = `${keys} API keys are stored that only it can open`;
  if (text === null && keys === 0) return null;
  if (text === null)
    return refuse('no-key-file', 'key-file', {
      found: 'the file is missing',
      means: `It encrypts the secrets of API keys: ${only}.`,
      do: 'Restore key-file from a copy. If it is gone, the stored secrets are gone with it.',
    });
  if (!isKeyText(text))
    return refuse('unusable-key-file', 'key-file', {
      found: 'it does not hold 64 hex digits',
      means: keys > 0 ? `It was overwritten: ${only}.` : 'It is no key, and nothing is stored under it yet.',
      do: keys > 0 ? 'Restore key-file from a copy.' : 'Delete key-file: the next start makes another.',
    });
  if (sealed === null || opensSealed(text, sealed.id, sealed.secret)) return null;
  return refuse('other-key-file', 'key-file', {
    found: 'the stored secrets of API keys do not open under it',
    means: 'It is the key file of another exchange, or of an older copy.',
    do: 'Restore the key-file that belongs to this read store.',
  });
}

function logKeyFinding(pem: string | null, exchange: string): Finding | null {
  if (pem === null && exchange === '') return null;
  if (pem === null)
    return refuseLoss('no-log-key', 'ailog-key', 0, {
      found: 'the file is missing',
      means: 'It is the private key of the AI log: without it nothing can be signed under the log’s name any more.',
      do: 'Restore ailog-key from a copy.',
    });
  const key = logKeyIn(pem);
  if (key === null)
    return refuse('unusable-log-key', 'ailog-key', {
      found: 'it does not hold an Ed25519 key in PEM',
      means: 'It was overwritten.',
      do: exchange === '' ? 'Delete ailog-key: the next start makes another.' : 'Restore ailog-key from a copy.',
    });
  if (exchange === '' || verifierKey(exchange.split('+')[0] ?? '', key) === exchange) return null;
  return refuse('other-log-key', 'ailog-key', {
    found: 'it is not the key that the AI log was opened with',
    means: 'It is the key of another exchange, or was drawn anew.',
    do: 'Restore the ailog-key that belongs to this journal.',
  });
}

function logKeyIn(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}
