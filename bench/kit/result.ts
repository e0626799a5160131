/** What every bench agrees on: `bench/<name>.ts` exports `run(options: BenchOptions): Promise<Result>`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The options behind the name, as text; each bench says which it knows. */
export type BenchOptions = Readonly<Record<string, string>>;

/** What a bench gives back: rows of one table (the first row names the columns), and remarks. */
export interface Result {
  readonly name: string;
  readonly rows: readonly Readonly<Record<string, string | number>>[];
  readonly remarks: readonly string[];
  /** False when a goal was missed: the program then ends with 1. */
  readonly goalMet: boolean;
}

/** A whole number of at least 1 among the options, or the default. Throws on anything else. */
export function countOption(options: BenchOptions, name: string, usual: number): number {
  const text = options[name];
  if (text === undefined) return usual;
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new Error(`--${name} must be a whole number of at least 1, found ${text}`);
  return count;
}

/** Works in a new folder under `--folder` (the system's temporary one) that is gone afterwards. */
export async function inFolder<T>(options: BenchOptions, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(options['folder'] ?? tmpdir(), 'outcry-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
