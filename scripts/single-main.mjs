// What the single file runs first (scripts/single.ts). The runtime shows the files in it as a folder, which only the
// main thread sees: a thread is given its program's text. A process that is begun is this file again, told which of its
// programs to run.
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { fileURLToPath } from 'node:url';
import threads from 'node:worker_threads';

const programs = new URL('dist/server/', import.meta.url);
const { Worker } = threads;

/** The program as text that knows where it lies. @param url of a program in this file */
function textOf(url) {
  const text = readFileSync(url, 'utf8').replaceAll('import.meta.url', JSON.stringify(url.href));
  return new URL(`data:text/javascript;base64,${Buffer.from(text).toString('base64')}`);
}

threads.Worker = class extends Worker {
  constructor(program, options) {
    super(program instanceof URL && program.href.startsWith(programs.href) ? textOf(program) : program, options);
  }
};
syncBuiltinESMExports();

const asked = process.argv[2]?.startsWith(fileURLToPath(programs)) ? process.argv.splice(2, 1)[0] : undefined;
await import(asked ?? new URL('src.cli.main.mjs', programs).href);
