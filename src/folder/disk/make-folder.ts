/**
 * Makes the data folder and sees that it can be written in, before anything else is tried. An obstacle is reported
 * immediately and by name: which path was found to be what, and what is needed.
 *
 * Folders are made one by one: Node's recursive mkdir never returns where the file system takes no folders, as under
 * `/proc`.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, lstatSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sentenceOf } from './refused-by-system.ts';

/**
 * Makes the folder, and those above it that are missing, for their owner only.
 * @param path absolute
 * @throws Error when it can't be made, or nothing can be written in it
 */
export function makeFolder(path: string): void {
  try {
    for (const folder of missingFolders(path)) makeOne(folder);
    tryToWrite(path);
  } catch (error) {
    if (!(error instanceof Obstacle)) throw error;
    throw new Error(
      `the data folder ${path} can't be used: ${error.message}. It has to be a folder this user may write in; choose one with --data`,
      { cause: error },
    );
  }
}

/** The obstacle, as a clause. */
class Obstacle extends Error {}

/** The folders that are not there, outermost first. */
function missingFolders(path: string): string[] {
  const missing: string[] = [];
  for (let at = path; !isFolder(at); at = dirname(at)) missing.unshift(at);
  return missing;
}

/** Is there a folder? False when there is nothing. */
function isFolder(path: string): boolean {
  try {
    if (statSync(path).isDirectory()) return true;
  } catch (error) {
    const code = codeOf(error);
    // A file on the way to it (ENOTDIR) is met further up.
    if (code === 'ENOTDIR') return false;
    if (code !== 'ENOENT') throw obstacle(code, path);
    if (!isThere(path)) return false;
    throw new Obstacle(`${path} is a link that leads nowhere`);
  }
  throw new Obstacle(`${path} is there, and is no folder`);
}

/** Is there anything of that name, if only a link? */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Someone else made it meanwhile.
    if (codeOf(error) === 'EEXIST' && isFolder(folder)) return;
    throw obstacle(codeOf(error), dirname(folder));
  }
}

function tryToWrite(folder: string): void {
  const probe = join(folder, `write-test.${randomBytes(4).toString('hex')}`);
  try {
    closeSync(openSync(probe, 'wx', 0o600));
    rmSync(probe);
  } catch (error) {
    throw obstacle(codeOf(error), folder);
  }
}

/** @param folder in which something could not be made, or could not be looked at */
function obstacle(code: string, folder: string): Obstacle {
  const said = code === 'ENOENT' ? null : sentenceOf({ code, path: folder });
  const other = code === 'ENOENT' ? 'nothing can be made in' : 'the operating system refuses';
  return new Obstacle(said ?? `${other} ${folder} (${code})`);
}

function codeOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) throw error;
  return code;
}
