// Makes the exchange one file that needs nothing else, not even Node: the runtime's own single executable, with the
// packed server and the page in it. What it is made of must have been built (npm ci).
//
//   npm run single                      makes dist/outcry-VERSION-PLATFORM for this platform
//   npm run single -- FOLDER            makes it in FOLDER
//   npm run single -- FOLDER NODE NAME  for another platform: from its Node, the same version, by that name
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { root, run } from './compile.ts';
import { packServer } from './pack.ts';
import { v8Flags } from './v8-flags.mjs';
import { buildWeb } from './web.ts';

const MAIN = join(root, 'scripts/single-main.mjs');

/** What is put into it, by the path under which it is found there. */
function assets(): Record<string, string> {
  const files = ['dist/server', 'dist/web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'made-of.json')
      .map(({ parentPath, name }) => join(parentPath, name)),
  );
  return Object.fromEntries(
    [join(root, 'package.json'), join(root, 'LICENSE'), ...files].map((file) => [
      relative(root, file).replaceAll('\\', '/'),
      file,
    ]),
  );
}

/** What it is called. */
function usualName(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
  const ending = process.platform === 'win32' ? '.exe' : '';
  return `outcry-${version}-${process.platform}-${process.arch}${ending}`;
}

/**
 * Makes the file. @param node the runtime it begins with, of the platform it is for @returns its path
 * @throws Error with what the runtime said
 */
export async function buildSingle(folder: string, node = process.execPath, name = usualName()): Promise<string> {
  await buildWeb();
  await packServer();
  mkdirSync(folder, { recursive: true });
  const output = join(resolve(folder), name);
  const made = mkdtempSync(join(tmpdir(), 'outcry-single-'));
  try {
    const config = {
      main: MAIN,
      mainFormat: 'module',
      executable: resolve(node),
      output,
      useVfs: true,
      disableExperimentalSEAWarning: true,
      execArgv: v8Flags,
      assets: assets(),
    };
    writeFileSync(join(made, 'config.json'), JSON.stringify(config));
    run(process.execPath, ['--build-sea', join(made, 'config.json')], made);
    // macOS runs nothing that was changed after it was signed.
    if (name.includes('darwin') && process.platform === 'darwin') run('codesign', ['--sign', '-', output], made);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return output;
}

if (import.meta.main) {
  const [folder = join(root, 'dist'), node, name] = process.argv.slice(2);
  console.log(await buildSingle(folder, node, name));
}
