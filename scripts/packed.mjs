// Where the packed server is (scripts/pack.ts), and whether it is still what the sources say. Plain JavaScript that
// Node 20 can read, for the launcher.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
/** A folder for each of the last builds, and the file that says which is the present one and what it was made of. */
export const PACKS = join(root, 'dist/server');
export const CURRENT = join(PACKS, 'current.json');

/** What a file looks like from outside: another size or time of change is another file. */
export function looksOf(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return `${size} ${mtimeMs}`;
}

/**
 * The folder of the packed server, when no file that it was made of has changed since; undefined otherwise. Costs a
 * look at each of some 600 files, a few milliseconds.
 */
export function freshPack() {
  try {
    const { folder, files } = JSON.parse(readFileSync(CURRENT, 'utf8'));
    const pack = join(PACKS, folder);
    if (!existsSync(pack)) return undefined;
    return Object.entries(files).every(([path, looks]) => looksOf(path) === looks) ? pack : undefined;
  } catch {
    return undefined;
  }
}

/** What a program of the exchange is called in a pack: its place in the repository, in one word. */
export function packedName(path) {
  return path.replace(/\.ts$/, '').replaceAll('/', '.');
}
