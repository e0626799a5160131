// Makes the core importable from an installed package, as `outcry/core`: plain JavaScript with its types in dist/core.
//
//   npm run core
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { compile, root } from './compile.ts';

/** Builds it into a folder. */
export function buildCore(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  compile('src/core/tsconfig.json', 'src/core', folder);
}

if (import.meta.main) buildCore(join(root, 'dist', 'core'));
