// Compiles a folder of src to plain JavaScript with its types, for a package: whoever installs it needs no TypeScript,
// and the runtime strips no types under node_modules.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs a command; its output. @throws Error with what it said, when it fails */
export function run(command: string, parameters: readonly string[], cwd: string): string {
  const shell = process.platform === 'win32';
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { cwd, encoding: 'utf8', shell });
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${error?.message ?? `${stdout}${stderr}`}`);
  return stdout;
}

/** Compiles a project, `from` on of its paths, into a folder; `more` are options of the compiler. */
export function compile(project: string, from: string, into: string, ...more: readonly string[]): void {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--noEmit', 'false', '--declaration', '--allowImportingTsExtensions', 'false'];
  options.push('--rewriteRelativeImportExtensions', '--rootDir', join(root, from), '--outDir', into);
  run(process.execPath, [compiler, '-p', join(root, project), ...options, ...more], root);
  nameJavaScript(into);
}

/** Declarations name the files that are there: `.js`, whose types any tool finds. */
function nameJavaScript(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue;
    const path = join(folder, name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from|import\()( ?)'(\.[^']*)\.ts'/g, "$1$2'$3.js'"));
  }
}
