// How a build that `npm ci` runs ends: with one line, and well whatever happened, so that an installation never fails
// for it; with `--strict` the exit code says whether there is a build now.
export async function sayBuilt<Done extends string>(
  what: string,
  build: () => Promise<Done | 'unchanged'>,
  { done, otherwise }: { readonly done: Done; readonly otherwise: string },
): Promise<void> {
  try {
    const began = performance.now();
    const isNew = (await build()) === done;
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    process.stdout.write(`outcry: ${what} is ${isNew ? `${done} (${seconds} s)` : `as ${done}`}\n`);
  } catch (error) {
    const why = (error as Error).message.split('\n')[0] ?? '';
    process.stderr.write(`outcry: ${what} is not ${done}${otherwise}: ${why}\n`);
    if (process.argv.includes('--strict')) process.exitCode = 1;
  }
}
