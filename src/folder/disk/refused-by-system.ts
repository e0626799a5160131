/**
 * Explains an error of the operating system in one sentence for a person: which file or folder, what stands against it,
 * and as whom it would go. Errors are recognised by their code, or by the runtime's form of their message, because some
 * have been through another thread or a wrapper and have nothing else left.
 */
import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

interface SystemError {
  readonly code: string;
  readonly path: string;
}

/** `EACCES: permission denied, open '/srv/outcry/journal.log'` */
const FORM = /\b(E[A-Z0-9]+): [^']*, \w+ '([^']+)'/;

/** Each is followed by the path. */
const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'this is a file system that can only be read:',
  ENOSPC: 'there is no room left on the disk of',
  EDQUOT: "this user's share of the disk is used up at",
  ENAMETOOLONG: 'the name is too long in',
  ELOOP: 'links lead in a circle at',
  EIO: 'the disk fails at',
};

/** The sentence for what refused, when it was the operating system and about a file; else null. */
export function refusedBySystem(error: unknown): string | null {
  const found = systemErrorIn(error);
  return found === null ? null : sentenceOf(found);
}

/** The same of a code and the path it was about. */
export function sentenceOf({ code, path }: SystemError): string | null {
  if (code === 'EACCES' || code === 'EPERM') return notAllowed(path);
  if (code === 'ENOTDIR') return notFolder(path);
  if (code === 'EISDIR') return `${path} is a folder, and a file is needed`;
  if (code === 'ENOENT') return `there is no ${path}`;
  const reason = REASONS[code];
  return reason === undefined ? null : `${reason} ${path} (${code})`;
}

function systemErrorIn(error: unknown): SystemError | null {
  if (!(error instanceof Error)) return null;
  const { code, path } = error as NodeJS.ErrnoException;
  if (typeof code === 'string' && typeof path === 'string') return { code, path };
  const [, coded, named] = FORM.exec(error.message) ?? [];
  return coded === undefined || named === undefined ? null : { code: coded, path: named };
}

/** Why this user can't read a folder that is there, or that it is none; null when nothing stands against it. */
export function obstacleAt(folder: string): string | null {
  try {
    if (!statSync(folder).isDirectory()) return notFolder(folder);
    accessSync(folder, constants.R_OK | constants.X_OK);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? null : refusedBySystem(error);
  }
}

/** The right that this user lacks on the path, or with the innermost folder above it that can be looked at. */
function notAllowed(path: string): string {
  const { at, is } = innermost(resolve(path));
  const what = !mayRead(at, is) ? 'read' : is.isDirectory() ? 'write in' : 'write';
  const isOwn = process.getuid?.() === is.uid;
  const remedy = isOwn
    ? `its mode is 0${(is.mode & 0o777).toString(8).padStart(3, '0')}`
    : `run it as ${nameOf(is.uid)}`;
  return `this user may not ${what} ${at}; ${remedy}`;
}

function innermost(path: string): { readonly at: string; readonly is: Stats } {
  for (let at = path; ; at = dirname(at)) {
    const is = statOrNull(at);
    if (is !== null) return { at, is };
  }
}

function mayRead(path: string, is: Stats): boolean {
  try {
    accessSync(path, is.isDirectory() ? constants.R_OK | constants.X_OK : constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** The name of a user as this machine lists them, else the number. */
function nameOf(uid: number): string {
  try {
    const rows = readFileSync('/etc/passwd', 'utf8').split('\n');
    const name = rows.map((row) => row.split(':')).find((cells) => cells[2] === String(uid))?.[0];
    return name ?? `user ${uid}`;
  } catch {
    return `user ${uid}`;
  }
}

/** Names the first on the way to the path that is no folder. */
function notFolder(path: string): string {
  let at = resolve(path);
  while (statOrNull(dirname(at))?.isDirectory() !== true) at = dirname(at);
  return `${at} is a file, and a folder is needed`;
}

/** Null when there is nothing, or it can't be looked at. The root of the file system always can. */
function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
