// Where the packed server is (scripts/pack.ts), and whether it is still what the sources say. Plain JavaScript that
// Node 20 can read, for the launcher.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const PACK = join(root, 'dist/server');
/** What the pack was made of: how each file looked then. */
export const MADE_OF = join(PACK, 'made-of.json');

/** What a file looks like from outside: another size or time of change is another file. */
export function looksOf(path) {
  const { size, mtimeMs } = statSync(join(root, path));
  return `${size} ${mtimeMs}`;
}

/** Under node_modules the runtime strips no types, and npm sets other times of change: there the pack is what runs. */
export const isInstalled = /[\\/]node_modules[\\/]/.test(root);

/**
 * The folder of the packed server, when no file that it was made of has changed since; undefined otherwise. Costs a
 * look at each of some 800 files, 10 ms.
 */
export function freshPack() {
  try {
    if (isInstalled) return PACK;
    const files = JSON.parse(readFileSync(MADE_OF, 'utf8'));
    return Object.entries(files).every(([path, looks]) => looksOf(path) === looks) ? PACK : undefined;
  } catch {
    return undefined;
  }
}

/** What a program of the exchange is called in a pack: its place in the repository, in one word. */
export function packedName(path) {
  return `${path.replace(/\.ts$/, '').replaceAll('/', '.')}.mjs`;
}
