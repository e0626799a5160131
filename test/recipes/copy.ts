/**
 * A copy of this checkout in a folder of its own, and what a recipe does to it: files made, lines put behind others.
 * Programs run in it as they do here. A line that is not found is an error: the recipe speaks of something else.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../source.ts';

/** What is not copied: not the project's, or as large as it. */
const LEFT = new Set(['node_modules', '.git', 'data', 'coverage', '.stryker-tmp']);

/** One edit, mechanical enough that nothing has to be thought. */
export interface Edit {
  readonly file: string;
  /** Put behind the first line that begins with this; none: the text is the whole of a new file. */
  readonly behind?: string;
  /** At the end of the file instead. */
  readonly atEnd?: true;
  /** In place of this, which the file says once. */
  readonly insteadOf?: string;
  readonly text: string;
}

export interface Copy {
  readonly folder: string;
  readonly apply: (edits: readonly Edit[]) => void;
  /** Runs a file on this Node in the copy; gives the code it ended with and all it wrote. */
  readonly run: (...args: readonly string[]) => Promise<{ code: number; output: string }>;
  readonly remove: () => void;
}

export function copyCheckout(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-recipes-'));
  for (const name of readdirSync(root))
    if (!LEFT.has(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return {
    folder,
    apply: (edits) => {
      for (const edit of edits) applyEdit(folder, edit);
    },
    run: (...args) => run(folder, args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function applyEdit(folder: string, { file, behind, atEnd, insteadOf, text }: Edit): void {
  const path = join(folder, file);
  if (insteadOf !== undefined) {
    const parts = readFileSync(path, 'utf8').split(insteadOf);
    if (parts.length !== 2) throw new Error(`${file} says ${JSON.stringify(insteadOf)} ${parts.length - 1} times`);
    return writeFileSync(path, parts.join(text));
  }
  if (behind === undefined) {
    mkdirSync(dirname(path), { recursive: true });
    return writeFileSync(path, atEnd === true ? `${readFileSync(path, 'utf8')}\n${text}` : text);
  }
  const lines = readFileSync(path, 'utf8').split('\n');
  const at = lines.findIndex((line) => line.startsWith(behind));
  if (at < 0) throw new Error(`${file} has no line that begins with ${JSON.stringify(behind)}`);
  lines.splice(at + 1, 0, ...text.split('\n'));
  writeFileSync(path, lines.join('\n'));
}

function run(folder: string, args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|VITE_|TEST$|FC_)/.test(name)),
  );
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...args],
      { cwd: folder, env: { ...env, FC_RUNS: '3' }, maxBuffer: 64 << 20 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr }),
    );
  });
}
