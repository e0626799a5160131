/**
 * `npm run bench -- <name> [--json] [--option value]…` runs `bench/<name>.ts` and prints what it measured: a table for
 * people on standard output, or one JSON object with `--json`. Progress goes to standard error. Other options are the
 * bench's own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { BenchOptions, Result } from './result.ts';

async function main(args: readonly string[]): Promise<void> {
  const [name, ...rest] = args.filter((arg) => arg !== '--json');
  const file = name === undefined ? undefined : benchFiles().get(name);
  if (file === undefined)
    throw new Error(`which bench? One of: ${[...benchFiles().keys()].join(', ')}; found ${name ?? 'none'}`);
  const bench = (await import(file.href)) as { run: (options: BenchOptions) => Promise<Result> };
  const result = await bench.run(readOptions(rest));
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(result)}\n` : tableOf(result));
  if (!result.goalMet) process.exitCode = 1;
}

/** The files here that export `run`. */
function benchFiles(): Map<string, URL> {
  const files = readdirSync(new URL('.', import.meta.url)).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const found = new Map<string, URL>();
  for (const file of files) {
    const url = new URL(file, import.meta.url);
    if (existsSync(url) && /^export (async )?function run\(/m.test(readFileSync(url, 'utf8')))
      found.set(file.slice(0, -3), url);
  }
  return found;
}

function readOptions(args: readonly string[]): BenchOptions {
  const options: Record<string, string> = {};
  for (let index = 0; index < args.length; index += 2) {
    const [flag = '', value] = args.slice(index, index + 2);
    if (!flag.startsWith('--') || value === undefined)
      throw new Error(`options are --name value, found ${flag} ${value ?? ''}`);
    options[flag.slice(2)] = value;
  }
  return options;
}

function tableOf(result: Result): string {
  const columns = Object.keys(result.rows[0] ?? {});
  const cells = [columns, ...result.rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return `${result.name}\n\n${lines.join('\n')}\n\n${result.remarks.map((remark) => `${remark}\n`).join('')}`;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
