// Builds the page: src/web into dist/web, with vite, and the guides beside it (guide.ts). It compares what the sources
// hash to with what the last build was made from, and builds only when they differ, into a folder of its own that is
// then renamed. As npm's `prepare` it prints one line and always ends well, so that an installation never fails for the
// page; with `--strict` it fails.
//   npm run web:build          builds when something changed
//   ... --strict               and says with its exit code whether there is a page now
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildGuides, GUIDE_FOLDERS, GUIDE_FRAME, GUIDE_SOURCES } from './guide.ts';
import { licensesOf } from './licenses.ts';
import { sayBuilt } from './say-built.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = join(root, 'dist/web');
/** Whatever the page is made of; a test or a text beside them changes nothing. */
const SOURCES = ['src/web', 'src/client', 'src/core', 'src/time', ...GUIDE_FOLDERS];
const BUNDLED = [
  'preact',
  '@preact/signals',
  '@preact/signals-core',
  'uplot',
  '@noble/hashes',
  'lightweight-charts',
  'fancy-canvas',
];
/** What all entry pages begin with; style/tokens.css is their first import, and so the first to name a layer. */
const SHARED = new RegExp(
  [
    '/node_modules/@?preact/',
    '/src/web/style/',
    '/src/web/(base/(app-json|brand|clock|frame|language|look|router|settings)|format/time|words/(en|words)|live/service)\\.',
    '/src/web/parts/(brand|copy-button|dialog|guide-link|lazy|panel|save|skeleton)\\.',
    '/src/client/errors\\.',
  ].join('|'),
);
const STAMP = '.built-from';
const PACKED = /\.(js|css|html|txt|svg)$/;

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$|\.md$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
}

/** What the page would be made from now: hex of a hash over all sources, their names, and the versions they need. */
function sourcesHash(): string {
  const hash = createHash('sha256');
  const own = ['scripts/web.ts', 'package.json', ...GUIDE_SOURCES];
  const paths = [...SOURCES.flatMap(filesUnder), ...own.map((path) => join(root, path))];
  for (const path of paths) {
    hash.update(`${path.slice(root.length).replaceAll('\\', '/')}\0`);
    hash.update(readFileSync(path));
  }
  return hash.digest('hex');
}

/** Whether dist/web is what the sources say. */
function isBuilt(): boolean {
  const stamp = join(target, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8').trim() === sourcesHash();
}

/** Builds when something changed. @throws whatever vite has to say, or that there is no vite */
export async function buildWeb(): Promise<'built' | 'unchanged'> {
  if (isBuilt()) {
    // Younger than every source, so that nobody has to look again.
    utimesSync(join(target, STAMP), new Date(), new Date());
    return 'unchanged';
  }
  const stamp = sourcesHash();
  const made = `${target}.${process.pid}`;
  mkdirSync(join(root, 'dist'), { recursive: true });
  const { build } = await import('vite');
  const { NODE_ENV: environment } = process.env;
  try {
    // While tests run the chart library would else be its build for development, 13 kB larger.
    process.env['NODE_ENV'] = 'production';
    await build({ ...viteOptions(), logLevel: 'warn', build: { ...viteOptions().build, outDir: made } });
    writeFileSync(join(made, 'licenses.txt'), licensesOf(BUNDLED.map((name) => join(root, 'node_modules', name))));
    const frame = join(made, GUIDE_FRAME);
    const text = readFileSync(frame, 'utf8');
    rmSync(frame);
    pack(made);
    buildGuides(made, text);
    writeFileSync(join(made, STAMP), `${stamp}\n`);
    rmSync(target, { recursive: true, force: true });
    renameSync(made, target);
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
    rmSync(made, { recursive: true, force: true });
  }
  return 'built';
}

/** How vite makes the page; the server for work on it uses the same. */
export function viteOptions() {
  const at = join(root, 'src/web');
  return {
    configFile: false as const,
    root: at,
    base: './',
    publicDir: false as const,
    // The same whoever builds: under a test vite would put the places of the source in.
    oxc: { jsx: { runtime: 'automatic' as const, importSource: 'preact', development: false } },
    build: {
      target: 'es2024',
      emptyOutDir: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        input: ['index.html', 'admin.html', 'screen.html', GUIDE_FRAME].map((name) => join(at, name)),
        output: { codeSplitting: { groups: [{ name: 'shared', test: isShared }] } },
      },
    },
  };
}

/** Whether it belongs to the one file all entry pages begin with: many small ones weigh more. */
function isShared(path: string): boolean {
  return SHARED.test(path.replaceAll('\\', '/'));
}

/** Every file that shrinks, once as gzip and once as brotli beside it. */
function pack(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !PACKED.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  await sayBuilt('the page', buildWeb, { done: 'built', otherwise: ', everything else works' });
