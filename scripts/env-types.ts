// Writes the types of `outcry/env` for an installed package, whose code is packed: declarations of src/env, and of what
// those name, into dist/env.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compile, root } from './compile.ts';

const FIRST = 'env/index.d.ts';

/** Builds them into a folder. */
export function buildEnvTypes(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const all = mkdtempSync(join(tmpdir(), 'outcry-types-'));
  try {
    compile('src/env/tsconfig.json', 'src', all, '--emitDeclarationOnly');
    const named = new Set([FIRST]);
    for (const path of named) {
      for (const [, beside] of readFileSync(join(all, path), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']*)\.js'/g))
        named.add(join(dirname(path), `${beside}.d.ts`));
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(join(all, path), join(folder, path));
    }
  } finally {
    rmSync(all, { recursive: true, force: true });
  }
}

if (import.meta.main) buildEnvTypes(join(root, 'dist', 'env'));
