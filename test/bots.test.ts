// One bot, as it is in examples/, on a live exchange, fifty times as fast, in lockstep, and in a backtest; and what a
// backtest says of bots, of those that fail too.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { runnerOf } from '../examples/tools.mjs';
import { readConfig } from '../src/app/settings/config.ts';
import { startApp } from '../src/app/start.ts';
import type { DemoAccount } from '../src/demo/demo-accounts.ts';
import { FROM_MS, inLockstep, rehearsals } from './rehearsal-kit.ts';

const PATIENCE_MS = 300_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const LAUNCHER = [process.execPath, join(root, 'scripts', 'node.mjs')];
const EXAMPLE = [...LAUNCHER, join(root, 'examples', 'trading-bot.ts')];

const open = rehearsals();
const folder = mkdtempSync(join(tmpdir(), 'outcry-bots-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a command to its end. */
async function run(command: readonly string[], env: Record<string, string> = {}) {
  const [file, ...argv] = command;
  const child = spawn(file!, argv, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...said };
}

const keyOf = (url: string, { apiKey, secret, passphrase }: DemoAccount) => ({
  OUTCRY_URL: url,
  OUTCRY_KEY: apiKey,
  OUTCRY_SECRET: secret,
  OUTCRY_PASSPHRASE: passphrase,
});

const ALL_FILLS = { symbol: null, startMs: null, endMs: null, orderId: null, limit: 100, page: 0, cursor: null };
const DONE = { code: 0, stdout: '', stderr: '' };

describe('the bot of the examples, unmodified', { timeout: PATIENCE_MS }, () => {
  it('trades on a live exchange', async () => {
    const flags = ['--port', '0', '--admin-port', '0', '--data', join(folder, 'live'), '--log-level', 'error'];
    const app = await startApp(readConfig([...flags, '--no-warm-up', '--no-agents'], {}), { demo: true });
    expect(await run([...EXAMPLE, '2', '1'], keyOf(app.url, app.accounts[0]!))).toEqual(DONE);
    await app.stop();
  });

  it('fifty times as fast', async () => {
    // Without a market: on a machine that is busy otherwise history would lag, and say so to who asks for candles.
    const { app } = await open({ begins: { speed: 50 }, hasMarket: false });
    const beganMs = app.control.clock().virtualMs;
    expect(await run([...EXAMPLE, '3', '20'], keyOf(app.url, app.accounts[0]!))).toEqual(DONE);
    expect(app.control.clock().virtualMs - beganMs).toBeGreaterThanOrEqual(40_000);
  });

  it('in lockstep, where time stands between its decisions', async () => {
    const { app } = await open({ begins: inLockstep({ stepMs: 1_000 }) });
    expect(await run([...EXAMPLE, '3', '10'], keyOf(app.url, app.accounts[0]!))).toEqual(DONE);
    expect(app.control.clock()).toMatchObject({ virtualMs: FROM_MS + 20_000, waitingFor: [] });
  });
});

const hasPython = runnerOf('random_agent.py').missing.length === 0;
const whyNoPython = hasPython ? '' : ' (skipped: no python3 answers)';
it.skipIf(!hasPython)(
  `an agent by coin, in Python, is the same again from its seed${whyNoPython}`,
  {
    timeout: PATIENCE_MS,
  },
  async () => {
    const { app } = await open({ begins: inLockstep({ stepMs: 1_000 }) });
    const agent = [...runnerOf('random_agent.py').command, join(root, 'examples', 'random_agent.py'), '6', '5'];
    const played = [];
    for (const account of app.accounts.slice(0, 2)) {
      const env = { ...keyOf(app.url, account), OUTCRY_SEED: 'coin' };
      expect(await run(agent, env)).toEqual(DONE);
      const { items } = await app.exchange.ask('fills', { ...ALL_FILLS, uid: account.uid });
      played.push(items.map(({ side, effect }) => `${effect} ${side}`));
    }
    expect(played[0]!.length).toBeGreaterThan(1);
    expect(played[1]).toEqual(played[0]);
  },
);

it('the agents of a model decide in lockstep, each with its log, and time stands while they do', {
  timeout: PATIENCE_MS,
}, async () => {
  const { app } = await open({ begins: inLockstep({ stepMs: 1_000 }) });
  const files = ['llm-agent.ts', 'llm_agent.py'].map((file) => ({ file, ...runnerOf(file) }));
  const agents = files.filter(({ missing }) => missing.length === 0);
  for (const [at, { file, command }] of agents.entries()) {
    const env = { ...keyOf(app.url, app.accounts[at]!), AGENT_STATE: join(folder, `${file}.json`) };
    const told = await run([...command, join(root, 'examples', file), '2', '60'], env);
    expect(told).toMatchObject({ code: 0, stderr: '' });
    expect(told.stdout).toMatch(/^1 OPEN_(LONG|SHORT) .*, grade A \(\d+ tokens\)\n2 .*\n$/);
  }
  expect(agents.length).toBeGreaterThan(0);
  expect(app.control.clock()).toMatchObject({ virtualMs: FROM_MS + agents.length * 60_000, waitingFor: [] });
});

const outcry = (...argv: readonly string[]) => run([...LAUNCHER, join(root, 'src', 'cli', 'main.ts'), ...argv]);
const backtest = (...argv: readonly string[]) => outcry('rehearse', '--seed', 'bots', ...argv);
const quoted = (command: readonly string[]): string => command.map((part) => `'${part}'`).join(' ');

describe('a backtest', { timeout: PATIENCE_MS }, () => {
  it('reports what the bot of the examples came to, beside agents by coin', async () => {
    const kept = join(folder, 'kept');
    const options = ['--seeds', '2', '--for', '20m', '--lockstep', '60s', '--random', '4', '--parallel', '2'];
    const { code, stdout } = await backtest('--agents', quoted(EXAMPLE), ...options, '--data', kept, '--json');
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as Record<string, unknown>;
    expect(report).toMatchObject({ runs: 2, worlds: 2, random: { agents: 4 }, overSeeds: null });
    const { all, figures } = report as { all: { curve: number[] }[]; figures: Record<string, { mean: number }> };
    expect(all.map(({ curve }) => curve.length)).toEqual([21, 21]);
    expect(all.every(({ curve }) => curve[0] === 10_000)).toBe(true);
    expect(figures['fills']!.mean).toBeGreaterThan(0);
    expect(figures['fees']!.mean).toBeGreaterThan(0);
    expect(readdirSync(kept).toSorted()).toEqual(['bots', 'bots-1']);
    expect(existsSync(join(kept, 'bots', 'journal.log'))).toBe(true);
  });

  it('plays the prices of a file, and says that they are the same for all seeds', async () => {
    const rows = Array.from({ length: 12 }, (_, minute) => {
      const price = 50_000 + 40 * minute;
      return `${FROM_MS + minute * 60_000},${price},${price + 60},${price - 20},${price + 40},12`;
    });
    const file = join(folder, 'BTCUSDT-1m.csv');
    writeFileSync(file, `open_time,open,high,low,close,volume\n${rows.join('\n')}\n`);
    const buyer = join(folder, 'buyer.ts');
    const client = JSON.stringify(join(root, 'src', 'client', 'index.ts'));
    writeFileSync(
      buyer,
      `import { rehearse } from ${client};
let n = 0;
await rehearse({ stepMs: 60_000 }, (_, exchange) => n++ > 0 ? {} : exchange.placeOrder({ symbol: 'cmt_btcusdt',
  client_oid: 'once', size: '0.1', type: 1, order_type: 0, match_price: 1 }).then(() => ({})));\n`,
    );
    const command = quoted([...LAUNCHER, buyer]);
    const options = ['--market', file, '--seeds', '2', '--windows', '1', '--random', '0'];
    const { code, stdout, stderr } = await backtest('--agents', command, ...options);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^WORLD +SEED +RETURN %/);
    expect(stdout).toContain('2 runs in 1 world');
    expect(stdout).toMatch(/These prices only: 95 % of mean returns over seeds are 0\.\d\d to 0\.\d\d %/);
    // It bought at once and the price rose by some 400 of 50,000, with a tenth of a bitcoin of 10,000 USDT.
    const [, gain] = /^2026\S+ +bots +(\S+)/m.exec(stdout)!;
    expect(Number(gain)).toBeGreaterThan(0.1);
    expect(Number(gain)).toBeLessThan(0.6);
  });

  it('says why a bot failed, and what is wrong with its options', async () => {
    const failing = await backtest('--agents', 'echo no idea; exit 3', '--seeds', '1', '--for', '5s');
    expect(failing.code).toBe(1);
    expect(failing.stderr).toContain('the bot ended with exit code 3; it wrote last:\nno idea');
    const faults = join(folder, 'faults.json');
    writeFileSync(faults, JSON.stringify({ profile: { errorBefore: { p: 1, status: 502 }, only: ['placeOrder'] } }));
    const tried = join(folder, 'tries.ts');
    const client = JSON.stringify(join(root, 'src', 'client', 'index.ts'));
    writeFileSync(
      tried,
      `import { createClient } from ${client};
const { OUTCRY_URL: url, OUTCRY_KEY: apiKey, OUTCRY_SECRET: secret, OUTCRY_PASSPHRASE: passphrase } = process.env;
const exchange = createClient({ url, apiKey, secret, passphrase, retries: 0 });
await exchange.placeOrder({ symbol: 'cmt_btcusdt', client_oid: 'once', size: '0.1', type: 1,
  order_type: 0, match_price: 1 });\n`,
    );
    const met = await backtest(
      '--agents',
      quoted([...LAUNCHER, tried]),
      '--faults',
      faults,
      '--seeds',
      '1',
      '--for',
      '5s',
    );
    expect(met.code).toBe(1);
    expect(met.stderr).toContain('502');
    const wrong = await backtest('--agents', 'true', '--market', join(folder, 'moon.csv'));
    const stray = await backtest('--agents', 'true', '--order', 'sealed');
    expect(stray).toMatchObject({ code: 2, stderr: expect.stringContaining('--order has no meaning in a backtest') });
    expect(wrong).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("moon.csv', needs world, off, or the path"),
    });
  });
});
