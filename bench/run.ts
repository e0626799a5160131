/**
 * `npm run bench -- <name> [--json] [--option value]…` runs `bench/<name>.ts` and prints what it measured: a table for
 * people on standard output, or one JSON object with `--json`. Progress goes to standard error. Other options are the
 * bench's own. Every file beside this one is a bench; what they share is in `kit`.
 */
import { readdirSync } from 'node:fs';
import type { BenchOptions, Result } from './kit/result.ts';

async function main(args: readonly string[]): Promise<void> {
  const [name = 'none', ...rest] = args.filter((arg) => arg !== '--json');
  const names = readdirSync(new URL('.', import.meta.url)).flatMap((file) =>
    file.endsWith('.ts') && file !== 'run.ts' ? [file.slice(0, -3)] : [],
  );
  if (!names.includes(name)) throw new Error(`which bench? One of: ${names.join(', ')}; found ${name}`);
  const bench = (await import(`./${name}.ts`)) as { run: (options: BenchOptions) => Promise<Result> };
  const result = await bench.run(readOptions(rest));
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(result)}\n` : tableOf(result));
  if (!result.goalMet) process.exitCode = 1;
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
