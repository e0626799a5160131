// Packs the server: each of its programs, without types, with all modules and libraries that it uses, as one file in
// dist/server. A start then loads a dozen files and not two and a half thousand (decision 0011). Nothing depends on it:
// what is not packed, or has changed since, runs from src as it is.
//   npm run pack               packs when something changed
//   ... --strict               and says with its exit code whether there is a pack now
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { freshPack, looksOf, MADE_OF, PACK, packedName, root } from './packed.mjs';
import { sayBuilt } from './say-built.ts';

/** What begins a process or a thread. */
export const PROGRAMS = [
  'src/cli/main.ts',
  'src/api/push/subscribers-process.ts',
  'src/app/evidence/evidence-thread.ts',
  'src/app/journal/check-closed.ts',
  'src/app/journal/compressor.ts',
  'src/app/journal/mover.ts',
  'src/app/folder/store-thread.ts',
  'src/app/replica/store-thread.ts',
  'src/sequencer/sync-thread.ts',
];
/** Libraries that stay where they are: what is loaded rarely and has files beside its code. */
const LEFT_OUT = /^@scalar\//;

/** What a pack depends on beside its sources. */
const MADE_BY = ['package-lock.json', 'scripts/pack.ts', 'scripts/packed.mjs'];

/** Packs when something changed. @throws whatever rolldown has to say, or that there is no rolldown */
export async function packServer(): Promise<'packed' | 'unchanged'> {
  if (freshPack() !== undefined) return 'unchanged';
  const looks: Record<string, string> = Object.fromEntries(MADE_BY.map((path) => [path, looksOf(path)]));
  const code: string[] = [];
  for (const path of PROGRAMS) code.push(await bundle(path, looks));
  rmSync(PACK, { recursive: true, force: true });
  mkdirSync(PACK, { recursive: true });
  for (const [at, path] of PROGRAMS.entries()) writeFileSync(join(PACK, packedName(path)), code[at]!);
  // The last, whole at once: until then nobody takes what is there.
  writeFileSync(`${MADE_OF}.new`, JSON.stringify(looks, null, 1));
  renameSync(`${MADE_OF}.new`, MADE_OF);
  return 'packed';
}

/** One program as one file. Notes how each of its sources looked before it was read. */
async function bundle(program: string, looks: Record<string, string>): Promise<string> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input: join(root, program),
    platform: 'node',
    external: (id) => isBuiltin(id) || LEFT_OUT.test(id),
    plugins: [
      {
        name: 'sources',
        load(id) {
          const path = relative(root, id).replaceAll('\\', '/');
          if (path.startsWith('src/')) looks[path] ??= looksOf(path);
        },
        transform: (code, id) => ownPlace(code, relative(root, id).replaceAll('\\', '/')),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return output[0].code;
}

/** A module goes on to believe that it lies where it was written: what it finds beside it, it finds there. */
function ownPlace(code: string, path: string): string | undefined {
  if (!path.startsWith('src/') || !code.includes('import.meta.url')) return undefined;
  // Two folders down from the root: dist/server.
  return code.replaceAll('import.meta.url', `new URL('../../${path}', import.meta.url).href`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await sayBuilt('the server', packServer, {
    done: 'packed',
    otherwise: ' and runs from its sources, slower to start',
  });
