// The Python client as others get it: built as a wheel, installed into an empty folder, and run against a started
// exchange. Without a Python that can build it, or without its library for WebSockets, what needs them is skipped, and
// says so.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { type Kit, quote, startKit, SYMBOL } from '../api/kit.ts';
import { cleanUp, newFolder, root } from '../cli/process.ts';
import { PATIENCE_MS } from '../patience.ts';
import { type BreakingNetwork, breakingNetwork } from './breaking-network.ts';

/** The first Python, 3.11 or newer, that has all of these modules. */
const pythonWith = (...modules: readonly string[]): string | undefined =>
  ['python3', '/usr/bin/python3'].find((one) => {
    const asked = `import sys, ${modules.join(', ')}; sys.exit(sys.version_info < (3, 11))`;
    return spawnSync(one, ['-c', asked], { stdio: 'ignore' }).status === 0;
  });
const builder = pythonWith('setuptools', 'wheel');
const listener = pythonWith('websockets.asyncio.client');
const whyNot = builder === undefined ? ': SKIPPED, no Python 3.11 with setuptools and wheel' : '';
const whyDeaf = listener === undefined ? ': SKIPPED, no Python with websockets 15' : '';

let kit: Kit;
let network: BreakingNetwork;
let installed: string;
beforeAll(async () => {
  // With its limits, so that answers tell of them; who is told to wait waits.
  kit = await startKit([]);
  network = await breakingNetwork(kit.url);
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
  installed = builder === undefined ? join(root, 'clients', 'python') : install(builder);
}, 2 * PATIENCE_MS);
afterAll(async () => {
  await network?.close();
  await kit?.stop();
  await cleanUp();
});

/** Builds a wheel with what is there, installs it alone, and returns the folder. */
function install(python: string): string {
  const [folder, source] = [newFolder(), newFolder()];
  // A build leaves its own folders beside the source.
  cpSync(join(root, 'clients', 'python'), source, { recursive: true });
  const build = `from setuptools import build_meta; build_meta.build_wheel(${JSON.stringify(folder)})`;
  expect(run(python, ['-c', build], source)).toMatchObject({ status: 0 });
  const wheels = readdirSync(folder);
  expect(wheels).toEqual([`outcry_client-${manifest.version}-py3-none-any.whl`]);
  // A wheel without scripts is installed by unpacking it, which needs no pip.
  const target = join(folder, 'installed');
  expect(run(python, ['-m', 'zipfile', '-e', join(folder, wheels[0] as string), target])).toMatchObject({ status: 0 });
  expect(readdirSync(join(target, 'outcry'))).toContain('py.typed');
  return target;
}

function run(command: string, parameters: readonly string[], cwd = root) {
  const { status, stderr } = spawnSync(command, parameters, { cwd, encoding: 'utf8', timeout: PATIENCE_MS });
  return { status, stderr };
}

/** Runs parts of the program with a new account; what they found, all in one. */
async function ask(python: string, ...parts: readonly string[]): Promise<Record<string, unknown>> {
  const { apiKey, secret, passphrase } = await kit.newAccount({ allowed: true });
  const program = join(root, 'test', 'client', 'python_client.py');
  const child = spawn(python, [program, ...parts], {
    env: {
      ...process.env,
      PYTHONPATH: installed,
      PYTHONDONTWRITEBYTECODE: '1',
      PYTHONIOENCODING: 'utf8',
      OUTCRY_URL: network.url,
      OUTCRY_KEY: apiKey,
      OUTCRY_SECRET: secret,
      OUTCRY_PASSPHRASE: passphrase,
    },
    timeout: PATIENCE_MS,
  });
  let [said, failed] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (!chunk.toString().includes('"cut"')) return;
    network.cut();
    child.stdin.write('\n');
  });
  child.stderr.on('data', (chunk: Buffer) => (failed += chunk.toString()));
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject));
  expect(failed).toBe('');
  const lines = said.trim().split('\n');
  return Object.assign({}, ...lines.map((line) => JSON.parse(line) as object)) as Record<string, unknown>;
}

describe.skipIf(builder === undefined)(`the Python client, from its wheel${whyNot}`, () => {
  const python = builder as string;

  it('trades, pages, speaks v3, tells refusals as exceptions, and sets its clock', async () => {
    expect(await ask(python, 'rest')).toEqual({
      placed: { client_oid: 'python-1', order_id: expect.stringMatching(/^\d{15}$/) },
      position: '0.0010',
      refused: [400, '40015', true, true, 'SIZE_NOT_MULTIPLE_OF_STEP'],
      v3: [true, true],
      limit: true,
      secret: false,
      slow: 'USDT',
      hours: 1,
    });
  });

  it('asks again what lost its answer, and nothing happens twice', async () => {
    expect(await ask(python, 'retries')).toEqual({ named: [2, 1, true], unnamed: [2, 1, 1], late: [2, 1, true] });
  });

  it('decides for grade A, says what had happened, and refuses what the exchange would refuse', async () => {
    const found = await ask(python, 'decisions');
    expect(found).toMatchObject({ grade: 'A', level: 3, warnings: [], isRepeat: false });
    expect(found).toMatchObject({ same: true, repeat: true, orders: 1 });
    expect(found).toMatchObject({ at: 'order', mayHaveHappened: false, stored: true, code: '40015' });
    expect(found['pages']).toEqual([1, 1, 1]);
    expect(found['refused']).toHaveLength(9);
    expect((found['refused'] as string[])[0]).toBe(
      '$.input.x is nan, which JSON does not have: send None, or leave it out',
    );
    expect(found['exact']).toBe('{"input":{"a":1,"b":"0.10"},"model":"m","output":{"人":true},"stage":"s"}');
  });

  it('reads the environment, and does everything with asyncio too', async () => {
    const found = await ask(python, 'environment', 'asyncio_rest');
    expect(found['said']).toEqual([
      'a key has three parts, and not set is OUTCRY_PASSPHRASE',
      'the URL of an exchange is such as http://127.0.0.1:8080',
    ]);
    expect(found['file']).toContain(installed);
    expect(found).toMatchObject({ public: true, assets: 'USDT', ticker: SYMBOL, grade: true, closed: [true] });
  });
});

describe.skipIf(listener === undefined)(`its sockets${whyDeaf}`, () => {
  const python = listener as string;

  it('show market and account, and after a break say what was missed', async () => {
    expect(await ask(python, 'sockets')).toEqual({
      live: [],
      fill: true,
      gap: false,
      bids: true,
      cut: true,
      gaps: expect.arrayContaining(['fill']),
      again: [true, true],
    });
  });

  it('show them without asyncio, and tell refusals', async () => {
    expect(await ask(python, 'blocking')).toEqual({
      ticker: SYMBOL,
      account: 'Snapshot',
      said: ['40020', 'Did you mean ticker.{symbol}?', '40006'],
    });
  });
});
