// Runs every example against an exchange of its own: started on a free port in a new folder, stopped and removed
// afterwards. Fails when an example fails, when the exchange doesn't say it is ready in the promised form, or when it
// doesn't stop cleanly in two seconds. An example whose tool is not installed is skipped, and that is said.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isExample, runnerOf } from './tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const launcher = join(root, 'scripts', 'node.mjs');
const STOP_WITHIN_MS = 2_000;
const READY_WITHIN_MS = 30_000;
/** Go compiles its standard library first. */
const EXAMPLE_WITHIN_MS = 180_000;
/** So few orders a second that every program which places several is told to wait (429). */
const FEW_ORDERS = ['--rate-limit-orders-per-second', '2'];
/** An example is read by a person. */
const MOST_PRINTED = 2_000;

/** The first line on standard output, which is promised to be JSON. */
async function readyLine(server) {
  let text = '';
  const timer = setTimeout(() => server.kill('SIGKILL'), READY_WITHIN_MS);
  for await (const chunk of server.stdout) {
    text += chunk;
    if (text.includes('\n')) break;
  }
  clearTimeout(timer);
  if (!text.endsWith('\n')) throw new Error(`the exchange did not get ready; it said: ${text}`);
  return JSON.parse(text);
}

function runExample(file, [command, ...first], ready) {
  const [account] = ready.accounts;
  const env = {
    ...process.env,
    OUTCRY_URL: ready.url,
    OUTCRY_KEY: account.apiKey,
    OUTCRY_SECRET: account.secret,
    OUTCRY_PASSPHRASE: account.passphrase,
    AGENT_STATE: agentState,
  };
  const { status, error, stdout } = spawnSync(command, [...first, join(root, 'examples', file)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    timeout: EXAMPLE_WITHIN_MS,
  });
  process.stdout.write(stdout);
  if (stdout.length > MOST_PRINTED) throw new Error(`${file} printed ${stdout.length} characters`);
  if (/leverage (?!20$)/m.test(stdout)) throw new Error(`${file} printed another leverage than it set`);
  if (status !== 0) throw new Error(`${file} ended with ${error?.message ?? `exit code ${status}`}`);
}

async function stop(server) {
  const asked = performance.now();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  const timer = setTimeout(() => server.kill('SIGKILL'), 4 * STOP_WITHIN_MS);
  const [code, signal] = await ended;
  clearTimeout(timer);
  const took = performance.now() - asked;
  if (code !== 0) throw new Error(`the exchange ended with ${signal ?? `exit code ${code}`}`);
  if (took > STOP_WITHIN_MS)
    throw new Error(`the exchange took ${Math.round(took)} ms to stop, ${STOP_WITHIN_MS} are allowed`);
}

const data = mkdtempSync(join(tmpdir(), 'outcry-examples-'));
const agentState = `${data}-agent.json`;
const server = spawn(
  process.execPath,
  [launcher, 'src/cli/main.ts', 'start', '--json', '--port', '0', '--data', data, '--log-level', 'warn', ...FEW_ORDERS],
  {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  const ready = await readyLine(server);
  const files = readdirSync(join(root, 'examples')).filter(isExample).toSorted();
  let skipped = 0;
  for (const file of files) {
    const { command, missing } = runnerOf(file);
    if (missing.length > 0) {
      console.log(`== ${file}: SKIPPED, there is no ${missing.join(', no ')}`);
      skipped++;
      continue;
    }
    console.log(`== ${file}`);
    // One right after the other: they share an account, and wait by themselves when it has placed too many orders.
    runExample(file, command, ready);
  }
  await stop(server);
  console.log(`== ${files.length - skipped} examples ran, ${skipped} skipped`);
} finally {
  if (server.exitCode === null && server.signalCode === null) server.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
  rmSync(agentState, { force: true });
}
