// Runs the protocol's own conformance suite against /mcp of an exchange: of this address, or of one that is started for
// it. The suite is not installed (decision 0132): npx fetches it, and where it can't be had that is said and passes.
//   npm run mcp:conformance -- http://127.0.0.1:8080
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { startApp } from '../src/app/start.ts';
import { readConfig } from '../src/app/settings/config.ts';

const SUITE = '@modelcontextprotocol/conformance@0.1.16';
/** Those for any server; the others call tools of a sample server by name. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];
const FETCH_MS = 180_000;
const SCENARIO_MS = 120_000;

/** The suite needs a newer Node than npx may have found: the one that runs this. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };

function suite(args: readonly string[], timeout: number): Promise<{ code: number | null; said: string }> {
  return new Promise((resolve) => {
    const child = spawn('npx', ['--yes', '--prefer-offline', SUITE, ...args], { env, timeout });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
    child.on('error', (error) => resolve({ code: null, said: error.message }));
    child.on('close', (code) => resolve({ code, said }));
  });
}

async function check(url: string): Promise<boolean> {
  const listed = await suite(['list', '--server'], FETCH_MS);
  if (listed.code !== 0) {
    console.log(`SKIPPED: ${SUITE} could not be had: ${listed.said.trim().split('\n').at(-1) ?? ''}`);
    return true;
  }
  let isFine = true;
  for (const scenario of SCENARIOS) {
    const { code, said } = await suite(['server', '--url', `${url}/mcp`, '--scenario', scenario], SCENARIO_MS);
    const [, passed = '0', failed = '?'] = /Passed: (\d+)\/\d+, (\d+) failed/.exec(said) ?? [];
    const isPassed = code === 0 && failed === '0' && passed !== '0';
    console.log(`${isPassed ? 'passed' : 'FAILED'}  ${scenario}`);
    if (!isPassed) console.log(said);
    isFine &&= isPassed;
  }
  return isFine;
}

const [given] = process.argv.slice(2);
let isFine: boolean;
if (given !== undefined) isFine = await check(given.replace(/\/+$/, ''));
else {
  const data = mkdtempSync(join(tmpdir(), 'outcry-mcp-'));
  const config = readConfig(['--port', '0', '--data', data, '--no-market', '--log-level', 'silent'], {});
  const app = await startApp(config, { demo: true });
  isFine = await check(app.url);
  await app.stop();
  rmSync(data, { recursive: true, force: true });
}
process.exit(isFine ? 0 : 1);
