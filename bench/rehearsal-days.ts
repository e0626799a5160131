/**
 * Whole days of a rehearsal, eight contracts and a Python agent at steps of a minute over HTTP, several times over:
 * each run must be the same as the first, to the hashes of its commands and of its state, and another seed must differ.
 * Each must have settled its funding, have a clean audit, and have answered no request with a fault of ours. Of the
 * last it is measured what a checkpoint, a branch of it and going on from there take.
 * `npm run bench -- rehearsal-days`. Options: `--hours` (24; a month is 720), `--runs` (3), of which 1 leaves out the
 * other seed, `--seed` (drawn).
 */
import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../src/app/settings/config.ts';
import { stateHash } from '../src/core/state/hash.ts';
import { journalHash } from '../src/folder/replay/journal-hash.ts';
import { openRehearsal, type RehearsalApp } from '../src/rehearsal/timed/rehearsal.ts';
import { sha256 } from '../src/store/sha256.ts';
import { seedsOf } from './facts.ts';
import { type BenchOptions, countOption, inFolder, type Result } from './kit/result.ts';

const FROM_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SETTLED_EVERY_HOURS = 8;
const MOST_FORK_MS = 1_000;
const MOST_RESTORE_MS = 10_000;
/** 30 days in an hour. */
const LEAST_SPEED = 720;
const AGENT = fileURLToPath(new URL('kit/day_agent.py', import.meta.url));

export function run(options: BenchOptions): Promise<Result> {
  const [hours, runs] = [countOption(options, 'hours', 24), countOption(options, 'runs', 3)];
  const [seed, other] = seedsOf(options, 2) as [string, string];
  const seeds = [...Array.from({ length: runs }, () => seed), ...(runs > 1 ? [other] : [])];
  return inFolder(options, async (folder) => {
    const made: Lived[] = [];
    for (const [at, one] of seeds.entries()) {
      made.push(await live(join(folder, `${at}`), one, hours));
      process.stderr.write(`${JSON.stringify(made.at(-1))}\n`);
    }
    const [first] = made as [Lived];
    const isAgain = ({ commands, state }: Lived): boolean => commands === first.commands && state === first.state;
    const { checkpointMs, forkMs, restoreMs } = first.lasted;
    const isSound = made.every(({ seed: own, audit, faults, funding }, at) => {
      return isAgain(made[at]!) === (own === seed) && audit === 'clean' && faults === 0 && funding === 'all';
    });
    return {
      name: 'rehearsal-days',
      rows: made.map(({ lasted: _lasted, ...row }) => row),
      remarks: [
        `${hours} hours and a minute of each. Virtual seconds a second of the wall clock (goal ${LEAST_SPEED}).`,
        `After the first a checkpoint took ${checkpointMs} ms, a fork of it ${forkMs} (goal ${MOST_FORK_MS} for a day),`,
        `and going on from it ${restoreMs} (goal ${MOST_RESTORE_MS}).`,
      ],
      goalMet: isSound && made.every(({ speed }) => speed >= LEAST_SPEED) && forkMs <= MOST_FORK_MS,
    };
  });
}

type Lived = Awaited<ReturnType<typeof live>>;

async function live(data: string, seed: string, hours: number) {
  const flags = ['--port', '0', '--admin-port', '0', '--data', data, '--log-level', 'error'];
  const mark = { fromMs: FROM_MS, seed, accounts: 0, balance: '0', hasMarket: true };
  const settled = new Map<string, number>();
  const app = await openRehearsal(
    readConfig(flags, {}),
    {},
    {
      mark,
      timestamps: 'either',
      begins: null,
      onEvents: (events) => {
        for (const event of events)
          if (event.name === 'fundingSettled') {
            const { symbol } = event.instrument.contract;
            settled.set(symbol, (settled.get(symbol) ?? 0) + 1);
          }
      },
    },
  );
  let isStopped = false;
  try {
    const wallMs = await passed(app, FROM_MS + hours * HOUR_MS + MINUTE_MS);
    const { exchange } = app;
    const { ok } = await exchange.ask('audit', null);
    const state = stateHash(exchange.state, sha256);
    const lasted = await goneBack(app);
    await app.stop();
    isStopped = true;
    const { sequence, hash: commands } = await journalHash(join(data, 'journal.log'));
    const settlements = Math.floor(hours / SETTLED_EVERY_HOURS);
    const isWhole = [...exchange.state.bySymbol.keys()].every((one) => (settled.get(one) ?? 0) === settlements);
    return {
      seed,
      wallMs,
      speed: Math.round((hours * HOUR_MS) / wallMs),
      sequence,
      commands: commands.slice(0, 16),
      state: state.slice(0, 16),
      funding: isWhole ? 'all' : JSON.stringify([...settled]),
      audit: ok ? 'clean' : 'NOT CLEAN',
      faults: await faultsOf(join(data, 'requests.jsonl')),
      heapMb: Math.round(process.memoryUsage().heapUsed / 1e6),
      lasted,
    };
  } finally {
    if (!isStopped) await app.stop();
  }
}

/** The agent lives until then; how long it took, ms. */
async function passed({ url, accounts, control, failed }: RehearsalApp, untilMs: number): Promise<number> {
  const { uid, apiKey, secret, passphrase } = accounts[0]!;
  const usual = { order: 'turns', wallTimeoutMs: 0, onTimeout: 'pass', others: 'refuse' } as const;
  await control.lockstep({ stepMs: MINUTE_MS, agents: [uid], untilMs, ...usual });
  const own = { OUTCRY_URL: url, OUTCRY_KEY: apiKey, OUTCRY_SECRET: secret, OUTCRY_PASSPHRASE: passphrase };
  const beganMs = performance.now();
  const agent = spawn('python3', [AGENT], { env: { ...process.env, ...own }, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => void agent.once('close', resolve));
  const code = await Promise.race([ended, failed.then(() => agent.kill() && 'a rehearsal that failed')]);
  const wallMs = Math.round(performance.now() - beganMs);
  if (code !== 0) throw new Error(`the agent ended with ${code}`);
  await control.lockstep(null);
  return wallMs;
}

/** How long a checkpoint takes, a branch that goes on from it, and to serve that, ms. */
async function goneBack(app: RehearsalApp) {
  const times = [performance.now()];
  const { branches } = app.control;
  await branches.create('end');
  times.push(performance.now());
  await branches.fork({ checkpoint: 'end', as: 'beside', seedAfter: null });
  times.push(performance.now());
  await branches.restore({ checkpoint: 'end', as: 'again', seedAfter: null });
  while (branchOf(app) !== 'again') await new Promise((resolve) => setTimeout(resolve, 10));
  times.push(performance.now());
  const [checkpointMs, forkMs, restoreMs] = [1, 2, 3].map((at) => Math.round(times[at]! - times[at - 1]!));
  return { checkpointMs: checkpointMs!, forkMs: forkMs!, restoreMs: restoreMs! };
}

/** Between two of them nobody serves one. */
function branchOf(app: RehearsalApp): string | null {
  try {
    return app.control.clock().branch;
  } catch {
    return null;
  }
}

/** Answers of 500 and above. */
async function faultsOf(requests: string): Promise<number> {
  let faults = 0;
  for await (const line of createInterface({ input: createReadStream(requests) }))
    if (Number((JSON.parse(line) as { readonly status?: number }).status) >= 500) faults++;
  return faults;
}
