// Packs the server: its modules, without their types, together with the libraries they use, as few files in
// dist/server. A start then loads fewer than ninety files and not two and a half thousand, which is half of its cost
// (docs/decisions/0011-node-launcher-pack.md). Nothing depends on it: what is not packed, or has changed since, runs
// from src as it is.
//   npm run pack               packs when something changed
//   ... --strict               and says with its exit code whether there is a pack now
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CURRENT, freshPack, looksOf, PACKS, packedName, root } from './packed.mjs';
import { sayBuilt } from './say-built.ts';

/** What begins a process or a thread. */
export const PROGRAMS = [
  'src/cli/main.ts',
  'src/api/push/crowd-process.ts',
  'src/app/evidence/evidence-thread.ts',
  'src/app/journal/check-closed.ts',
  'src/app/journal/compressor.ts',
  'src/app/journal/mover.ts',
  'src/app/look/look-thread.ts',
  'src/app/replica/store-thread.ts',
  'src/sequencer/sync-thread.ts',
];
/** Libraries that stay where they are: what is loaded rarely and has files beside its code. */
const LEFT_OUT = /^@scalar\//;
/** What a pack depends on beside its sources. */
const MADE_BY = ['package-lock.json', 'scripts/pack.ts', 'scripts/packed.mjs'];
/** A process that runs loads parts of its pack when it first needs them, so builds before this one stay a while. */
const KEPT = 3;

interface Packed {
  readonly code: Readonly<Record<string, string>>;
  /** The sources in it, as paths from the root. */
  readonly sources: readonly string[];
}

/** Packs when something changed. @throws whatever rolldown has to say, or that there is no rolldown */
export async function packServer(): Promise<'packed' | 'unchanged'> {
  if (freshPack() !== undefined) return 'unchanged';
  // Before they are read: what changes meanwhile is then seen to have changed.
  const looks = new Map(sourcesNow().map((path) => [path, looksOf(path)]));
  const { code, sources } = await bundle();
  const folder = nameOf(code);
  const target = join(PACKS, folder);
  const made = `${target}.${process.pid}`;
  try {
    mkdirSync(made, { recursive: true });
    for (const [name, text] of Object.entries(code)) writeFileSync(join(made, name), text);
    if (existsSync(target)) utimesSync(target, new Date(), new Date());
    else renameSync(made, target);
    const files = Object.fromEntries([...sources, ...MADE_BY].map((path) => [path, looks.get(path)]));
    writeFileSync(`${made}.json`, JSON.stringify({ folder, files }, null, 1));
    renameSync(`${made}.json`, CURRENT);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  forgetOld();
  return 'packed';
}

function sourcesNow(): string[] {
  const under = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true });
  const files = under.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return [...files.map(fromRoot), ...MADE_BY];
}

function fromRoot(path: string): string {
  return relative(root, path).replaceAll('\\', '/');
}

async function bundle(): Promise<Packed> {
  const { rolldown } = await import('rolldown');
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(PROGRAMS.map((path) => [packedName(path), join(root, path)])),
    platform: 'node',
    external: (id) => isBuiltin(id) || LEFT_OUT.test(id),
    plugins: [{ name: 'places', transform: (code, id) => ownPlace(code, fromRoot(id)) }],
  });
  const names = { entryFileNames: '[name].mjs', chunkFileNames: 'part.[name].[hash].mjs' };
  const { output } = await build.generate({ format: 'esm', ...names });
  await build.close();
  const chunks = output.filter((one) => one.type === 'chunk');
  return {
    code: Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, withoutFacades(code)])),
    sources: [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))]
      .map(fromRoot)
      .filter((path) => path.startsWith('src/')),
  };
}

/** A module goes on to believe that it lies where it was written: what it finds beside it, it finds there. */
function ownPlace(code: string, path: string): string | undefined {
  if (!path.startsWith('src/') || !code.includes('import.meta.url')) return undefined;
  // Three folders down from the root: dist/server/BUILD.
  return code.replaceAll('import.meta.url', `new URL('../../../${path}', import.meta.url).href`);
}

/**
 * Takes the runtime's own modules as they are. An import would make a module of each first, in every thread, and reads
 * all that it exports for that: of `node:http` a whole client of HTTP, which nobody uses.
 */
function withoutFacades(code: string): string {
  const line = /^import (?:\* as (?<whole>\S+)|\{ (?<names>.+) \}) from "(?<from>node:[^"]+)";$/gm;
  return code.replace(line, (...match) => {
    const { whole, names, from } = match.at(-1) as { whole?: string; names?: string; from: string };
    return `const ${whole ?? `{ ${names!.replaceAll(' as ', ': ')} }`} = process.getBuiltinModule("${from}");`;
  });
}

/** Named after what is in it, so that the same sources make the same folder. */
function nameOf(code: Packed['code']): string {
  const hash = createHash('sha256');
  for (const name of Object.keys(code).toSorted()) hash.update(`${name}\0${code[name]}\0`);
  return hash.digest('hex').slice(0, 16);
}

function forgetOld(): void {
  const builds = readdirSync(PACKS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name))
    .map(({ name }) => ({ path: join(PACKS, name), madeMs: statSync(join(PACKS, name)).mtimeMs }))
    .toSorted((a, b) => b.madeMs - a.madeMs);
  for (const { path } of builds.slice(KEPT)) rmSync(path, { recursive: true, force: true });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await sayBuilt('the server', packServer, {
    done: 'packed',
    otherwise: ' and runs from its sources, slower to start',
  });
