// Packs the server: each of its programs, without types, with all modules and libraries that it uses, as one file in
// dist/server, and beside them the libraries' licences. A start then loads a dozen files and not two and a half
// thousand (decision 0011). In a checkout nothing depends on it: what is not packed, or has changed since, runs from
// src as it is. An installed package is nothing else.
//   npm run pack               packs when something changed
//   ... --strict               and says with its exit code whether there is a pack now
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { licensesOf } from './licenses.ts';
import { freshPack, looksOf, MADE_OF, PACK, packedName, root } from './packed.mjs';
import { sayBuilt } from './say-built.ts';

/** What begins a process or a thread. */
export const PROGRAMS = [
  'src/cli/main.ts',
  'src/api/push/subscribers-process.ts',
  'src/publish/evidence/evidence-thread.ts',
  'src/folder/journal/check-closed.ts',
  'src/app/journal/compressor.ts',
  'src/app/journal/mover.ts',
  'src/folder/inspect/store-thread.ts',
  'src/app/replica/store-thread.ts',
  'src/sequencer/disk/sync-thread.ts',
  'src/env/backtest/backtest-thread.ts',
];
/** What other programs import of an installed package: `outcry/env`. */
const LIBRARY = 'src/env/index.ts';
/** Parts loaded rarely and large, each in a file of its own, by how it is imported: a library, or a module of src. */
const APART: Readonly<Record<string, { readonly input: string; readonly file: string }>> = {
  '@scalar/fastify-api-reference': { input: '@scalar/fastify-api-reference', file: 'api-reference.mjs' },
  './sdk.ts': { input: join(root, 'src/mcp/sdk.ts'), file: 'mcp-sdk.mjs' },
};

/** What a pack depends on beside its sources. */
const MADE_BY = ['package-lock.json', 'scripts/licenses.ts', 'scripts/pack.ts', 'scripts/packed.mjs'];

/** Packs when something changed. @throws whatever rolldown has to say, or that there is no rolldown */
export async function packServer(): Promise<'packed' | 'unchanged'> {
  if (freshPack() !== undefined) return 'unchanged';
  const looks: Record<string, string> = Object.fromEntries(MADE_BY.map((path) => [path, looksOf(path)]));
  const libraries = new Set<string>();
  const code = new Map<string, string>();
  for (const path of [...PROGRAMS, LIBRARY])
    code.set(packedName(path), await bundle(join(root, path), looks, libraries));
  for (const { input, file } of Object.values(APART)) code.set(file, await bundle(input, looks, libraries));
  code.set('licenses.txt', licensesOf(libraries));
  rmSync(PACK, { recursive: true, force: true });
  mkdirSync(PACK, { recursive: true });
  for (const [name, text] of code) writeFileSync(join(PACK, name), text);
  // The last, whole at once: until then nobody takes what is there.
  writeFileSync(`${MADE_OF}.new`, JSON.stringify(looks, null, 1));
  renameSync(`${MADE_OF}.new`, MADE_OF);
  return 'packed';
}

/** One program as one file. Notes how each of its sources looked before it was read, and which libraries are in it. */
async function bundle(input: string, looks: Record<string, string>, libraries: Set<string>): Promise<string> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: (id) => isBuiltin(id),
    plugins: [
      {
        name: 'sources',
        resolveId: (id, importer) =>
          Object.hasOwn(APART, id) && importer !== undefined
            ? { id: `./${APART[id]!.file}`, external: true }
            : undefined,
        load(id) {
          const path = relative(root, id).replaceAll('\\', '/');
          if (path.startsWith('src/')) looks[path] ??= looksOf(path);
          const [, library] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id) ?? [];
          if (library !== undefined) libraries.add(library);
        },
        transform: (code, id) => ownPlace(code, relative(root, id).replaceAll('\\', '/')),
      },
    ],
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false });
  await build.close();
  return output[0].code;
}

/**
 * A module begins programs of its own pack, and for all else goes on to believe that it lies where it was written: what
 * it finds beside it, it finds there.
 */
function ownPlace(code: string, path: string): string | undefined {
  if (!path.startsWith('src/') || !code.includes('import.meta.url')) return undefined;
  return (
    code
      .replaceAll(/new URL\((?:'([^']+\.ts)', )?import\.meta\.url\)/g, (begun, name: string | undefined) => {
        const program = name === undefined ? path : posix.join(dirname(path), name);
        return PROGRAMS.includes(program) ? `new URL('./${packedName(program)}', import.meta.url)` : begun;
      })
      // Two folders down from the root: dist/server.
      .replaceAll(/(?<!\.mjs', )import\.meta\.url/g, `new URL('../../${path}', import.meta.url).href`)
  );
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await sayBuilt('the server', packServer, {
    done: 'packed',
    otherwise: ' and runs from its sources, slower to start',
  });
