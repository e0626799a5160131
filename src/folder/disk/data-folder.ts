/**
 * The files of the data folder, and how its secret files are made and read. Decides nothing about their use.
 *
 * Secret files have mode 0600 and are made whole or not at all; one that others may read is refused, because what it
 * protects is known to them.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

export interface DataFolder {
  readonly path: string;
  readonly journal: string;
  /** Bodies of AI logs that are durable and not in the read store yet. */
  readonly bodies: string;
  /** The log of the market's way, as far as it does not follow from its seed. */
  readonly marketLog: string;
  /** The embedded read store. */
  readonly database: string;
  /** The states a start resumes from, so that it need not replay everything. */
  readonly snapshots: string;
  /** Key that encrypts the secrets of API keys. */
  readonly keyFile: string;
  /** The changes the read store has seen, remembered beside it. */
  readonly storeMark: string;
  /** Of a node among several: where its journal and their order go together. */
  readonly nodeMark: string;
  readonly adminToken: string;
  /** Address of the running exchange's administration. */
  readonly adminUrl: string;
  /** Its public address meanwhile. */
  readonly url: string;
  /** Bundles of contests, the public ones for good. */
  readonly bundles: string;
  /** Private key of the AI log. */
  readonly logKey: string;
  /** Name, logo and colours of its pages. */
  readonly brand: string;
  /** The exchange's own market, with its seed. */
  readonly market: string;
}

/** The places in a folder; nothing is touched. */
export function dataFolder(path: string): DataFolder {
  const journal = join(path, 'journal.log');
  return {
    path,
    journal,
    bodies: bodiesBeside(journal),
    marketLog: join(path, 'market-log.jsonl'),
    database: join(path, 'outcry.db'),
    snapshots: join(path, 'snapshots'),
    keyFile: join(path, 'key-file'),
    storeMark: join(path, 'store-mark'),
    nodeMark: join(path, 'node-mark.json'),
    adminToken: join(path, 'admin-token'),
    adminUrl: join(path, 'admin-url'),
    url: join(path, 'url'),
    bundles: join(path, 'bundles'),
    logKey: join(path, 'ailog-key'),
    brand: join(path, 'brand.json'),
    market: join(path, 'market.json'),
  };
}

/** Path of a journal's bodies. */
export function bodiesBeside(journal: string): string {
  return join(dirname(journal), 'bodies');
}

/**
 * Makes the folder, for its owner only, when there is none.
 * @throws Error when it can't be made or written in
 */
export function makeDataFolder(path: string): DataFolder {
  makeFolder(path);
  return dataFolder(path);
}

/**
 * The content of a secret file, made by `make` when there is none.
 * @throws Error when others may read it
 */
export function secretFile(path: string, make: () => string): string {
  const known = secretAt(path);
  if (known !== null) return known;
  const content = make();
  writeSecretFile(path, content);
  return content;
}

/**
 * The content of a secret file; null when there is none.
 * @throws Error when others may read it
 */
export function secretAt(path: string): string | null {
  try {
    refuseReadable(path);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/**
 * Written under another name first, so that a crash leaves no half of a secret; fails when the file is there already.
 */
function writeSecretFile(path: string, content: string): void {
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.new`;
  const file = openSync(unfinished, 'wx', 0o600);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(unfinished, path);
  } finally {
    rmSync(unfinished);
  }
}

function refuseReadable(path: string): void {
  const mode = statSync(path).mode & 0o777;
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new Error(
    `${path} has mode 0${mode.toString(8)}, so others on this machine may have read it: it needs 0600. ` +
      'If nobody else could reach it, set that; else remove the file and what it protects.',
  );
}

/** Writes a small file that only its owner may read, replacing what is there. */
export function writePrivateFile(path: string, content: string): void {
  const file = openSync(path, 'w', 0o600);
  try {
    writeSync(file, content);
  } finally {
    closeSync(file);
  }
  chmodSync(path, 0o600);
}

/** Removes a small file, unless another process has written another one meanwhile. */
export function removeIfOurs(path: string, content: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === content) rmSync(path, { force: true });
}

/** A small file as it is; null when there is none. */
export function textAt(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
