/**
 * How fast a rehearsal's time passes: eight contracts, without agents, and with one that trades over HTTP at steps of a
 * minute. As processor time of one core: of all threads, and the agent's own, together.
 * `npm run bench -- rehearsal`. Options: `--minutes` (240), `--seed` (drawn).
 */
import { join } from 'node:path';
import { readConfig } from '../src/app/settings/config.ts';
import { rehearse } from '../src/client/index.ts';
import { openRehearsal, type RehearsalApp } from '../src/rehearsal/timed/rehearsal.ts';
import { seedsOf } from './facts.ts';
import { type BenchOptions, countOption, inFolder, type Result } from './kit/result.ts';

const FROM_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
/** In which the book fills, and the compiler sees the hot paths. */
const UNTIMED_MINUTES = 30;
const SYMBOL = 'cmt_btcusdt';
/** A fork of a day's run. */
const MOST_FORK_MS = 1_000;

export function run(options: BenchOptions): Promise<Result> {
  const [seed] = seedsOf(options, 1) as [string];
  const minutes = countOption(options, 'minutes', 240);
  return inFolder(options, async (folder) => {
    const first = await timed(join(folder, 'alone'), seed, minutes, async ({ served }, untilMs) => {
      await served.timeline.advanceTo(untilMs);
      await served.exchange.caughtUp();
    });
    const agent = await timed(join(folder, 'agent'), seed, minutes, trade);
    const { forkMs, checkpointMs } = first;
    const rows = [
      { figure: 'without agents', ...speedOf(first), least: 1_000 },
      { figure: 'one agent over HTTP, steps of a minute', ...speedOf(agent), least: 720 },
    ];
    return {
      name: 'rehearsal',
      rows,
      remarks: [
        `${minutes} minutes of seed ${seed}. Virtual seconds a second of one core; of the thread that drives the clock`,
        'alone, beside which the read store has one of its own; and of the wall clock.',
        `A checkpoint of the first took ${checkpointMs} ms, a fork of it ${forkMs} (goal: a day's within ${MOST_FORK_MS}).`,
      ],
      goalMet: rows.every(({ core, least }) => core >= least) && forkMs <= MOST_FORK_MS,
    };
  });
}

type Passes = (app: RehearsalApp, untilMs: number) => Promise<void>;

/** Virtual seconds a second. */
async function timed(data: string, seed: string, minutes: number, pass: Passes) {
  const flags = ['--port', '0', '--admin-port', '0', '--data', data, '--log-level', 'error'];
  const mark = { fromMs: FROM_MS, seed, accounts: 0, balance: '0', hasMarket: true };
  const app = await openRehearsal(readConfig(flags, {}), {}, { mark, timestamps: 'either', begins: null });
  try {
    const fromMs = FROM_MS + UNTIMED_MINUTES * MINUTE_MS;
    await pass(app, fromMs);
    const [cpu, thread, wallMs] = [process.cpuUsage(), process.threadCpuUsage(), performance.now()];
    await pass(app, fromMs + minutes * MINUTE_MS);
    const [all, own] = [process.cpuUsage(cpu), process.threadCpuUsage(thread)];
    const seconds = minutes * 60;
    const rateOf = ({ user, system }: NodeJS.CpuUsage): number => Math.round(seconds / ((user + system) / 1e6));
    const wall = Math.round((seconds * 1_000) / (performance.now() - wallMs));
    return { core: rateOf(all), driver: rateOf(own), wall, ...(await forked(app)) };
  } finally {
    await app.stop();
  }
}

/** How long a checkpoint took, and a branch that goes on from it. */
async function forked({ control: { branches } }: RehearsalApp) {
  const times = [performance.now()];
  await branches.create('bench');
  times.push(performance.now());
  await branches.fork({ checkpoint: 'bench', as: 'fork', seedAfter: null });
  times.push(performance.now());
  const [checkpointMs, forkMs] = [1, 2].map((at) => Math.round(times[at]! - times[at - 1]!)) as [number, number];
  return { checkpointMs, forkMs };
}

const speedOf = ({ core, driver, wall }: Awaited<ReturnType<typeof timed>>) => ({ core, driver, wall });

/** In turn a little long and flat again, each minute, looking at the price and the account before. */
async function trade({ url, accounts, control }: RehearsalApp, untilMs: number): Promise<void> {
  const [key] = accounts;
  const settings = { stepMs: MINUTE_MS, agents: [], order: 'turns', wallTimeoutMs: 0 } as const;
  await control.lockstep({ ...settings, onTimeout: 'pass', others: 'refuse', untilMs });
  let nth = 0;
  await rehearse({ url, ...key!, stepMs: MINUTE_MS }, async (now, exchange) => {
    await exchange.ticker({ symbol: SYMBOL });
    await exchange.assets();
    const type = nth++ % 2 === 0 ? 1 : 3;
    const order = {
      symbol: SYMBOL,
      client_oid: `b${now.ms}`,
      size: '0.001',
      type,
      order_type: 0,
      match_price: 1,
    } as const;
    await exchange.placeOrder(order);
  });
  await control.lockstep(null);
}
