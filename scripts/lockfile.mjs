// Run after every change of dependencies: `node scripts/lockfile.mjs`. npm leaves an optional package out without a
// word when it believes that the machine can't use it, and the native parts of vitest, oxlint and biome are such
// packages. Two of its beliefs are wrong here, so their grounds are taken out of package-lock.json (test/tidy.test.ts
// checks that they are):
// - `engines`: the Node that runs npm only installs; everything runs on the pinned one.
// - `libc: glibc`: the npm that came with the first Node 20 never finds glibc. (A musl system then gets a few files it
//   doesn't use.)
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue;
  delete entry.engines;
  if (entry.libc?.includes('glibc')) delete entry.libc;
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
