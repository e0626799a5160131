/** What tests leave behind is found, named and taken away at the end of a run, also of one that was killed. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, launch, newFolder, root } from './cli/process.ts';
import { PATIENCE_MS } from './patience.ts';
import { filesUnder, read } from './source.ts';

afterAll(cleanUp);

/** A run that starts a process which does not end, also one of a session of its own, and leaves a folder. */
const RUN = (leftovers: string): string => `
  import { spawn } from 'node:child_process';
  import { mkdtempSync } from 'node:fs';
  import { tmpdir } from 'node:os';
  import { join } from 'node:path';
  import { beginRun, endRun, leftoverLines } from ${JSON.stringify(leftovers)};
  const run = beginRun();
  const one = spawn('sleep', ['1000'], { stdio: 'ignore' });
  const apart = spawn('sleep', ['1001'], { stdio: 'ignore', detached: true });
  const folder = mkdtempSync(join(tmpdir(), 'outcry-lost-'));
  console.log(JSON.stringify({ run, pids: [one.pid, apart.pid], folder }));
  if (process.argv[2] === 'killed') setInterval(() => undefined, 1000);
  else {
    console.log(leftoverLines(endRun(run)).join('\\n'));
    process.exit();
  }
`;

interface Begun {
  readonly run: { readonly folder: string };
  readonly pids: readonly number[];
  readonly folder: string;
}

function start(how: string) {
  const script = join(newFolder(), 'run.ts');
  writeFileSync(script, RUN(join(root, 'scripts', 'leftovers.ts')));
  return launch(process.execPath, [script, how]);
}

/** One that has ended and that nobody asked for yet still has its number. */
function runs(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

async function until(done: () => boolean, what: string): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!done()) {
    expect(Date.now(), what).toBeLessThan(end);
    await sleep(10);
  }
}

describe.skipIf(process.platform !== 'linux')('a run of the tests', () => {
  it('names what it left, and takes it away', async () => {
    const { code, stdout } = await start('ended').ended;
    const [first = '', ...lines] = stdout.trim().split('\n');
    const { run, pids, folder } = JSON.parse(first) as Begun;
    expect(code).toBe(0);
    expect(lines.toSorted()).toEqual(
      [
        `left running: process ${pids[0]}: sleep 1000`,
        `left running: process ${pids[1]}: sleep 1001`,
        `left in the temporary folder: ${folder.slice(run.folder.length + 1)}`,
      ].toSorted(),
    );
    expect([existsSync(run.folder), ...pids.map(runs)]).toEqual([false, false, false]);
  });

  it('that is killed takes everything with it', async () => {
    const { child, said, ended } = start('killed');
    await until(() => said.stdout.includes('\n'), 'it began');
    const { run, pids } = JSON.parse(said.stdout) as Begun;
    expect(pids.map(runs)).toEqual([true, true]);
    child.kill('SIGKILL');
    await ended;
    await until(() => !pids.some(runs) && !existsSync(run.folder), 'nothing was left');
  });
});

it('helpers of tests clean up by the test that uses them', () => {
  // A hook of a module belongs to the file that loads it first: in the others of its worker it never runs.
  const hooked = filesUnder(
    'test',
    (path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && /^(before|after)(Each|All)\(/m.test(read(path)),
  );
  // Text of a test that a recipe writes.
  expect(hooked).toEqual(['test/recipes/edits.ts']);
});
