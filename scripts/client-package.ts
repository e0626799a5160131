// Makes the client a package: plain JavaScript with its types, an `exports`, a README, no dependencies.
//
//   npm run client               builds, and packs outcry-client-VERSION.tgz into the current folder
//   npm run client -- FOLDER     packs it into FOLDER
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { compile, root, run } from './compile.ts';

const source = join(root, 'src', 'client');

/** What the package says about itself. Its version is the exchange's, whose operations it knows. */
function manifest(): object {
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
  return {
    name: 'outcry-client',
    version,
    description: 'A client of an Outcry exchange: every operation and channel, typed, signed, for Node and browsers.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.3' },
    exports: {
      '.': entry('client'),
      './v3': { types: './client/v3.d.ts', default: './client/v3.js' },
      './verify': entry('client/verify'),
      './package.json': './package.json',
    },
    types: './client/index.d.ts',
    files: ['**/*.js', '**/*.d.ts'],
  };
}

/** What an import finds in this folder. */
const entry = (folder: string) => ({ types: `./${folder}/index.d.ts`, default: `./${folder}/index.js` });

/** Builds the package's folder. */
export function buildClient(folder: string): void {
  mkdirSync(folder, { recursive: true });
  // The verifier is the core's own: what it imports of it is compiled with it.
  compile('src/client/tsconfig.json', 'src', folder);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(source, 'README.md'), join(folder, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Builds and packs it into `folder`; the path of the archive. */
export function packClient(folder: string): string {
  const built = mkdtempSync(join(tmpdir(), 'outcry-client-'));
  try {
    buildClient(built);
    const packed = run('npm', ['pack', '--json', '--pack-destination', resolve(folder)], built);
    const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
    return join(resolve(folder), filename);
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(packClient(process.argv[2] ?? '.'));
