/**
 * One run of a backtest: an exchange of its own whose time is driven, a bot that trades on it until its time is over,
 * and what came of that. The prices are those that `outcry/env` has in the same world, so that agents by coin meet them
 * too.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { PlayedElsewhere } from '../../env/backtest/backtest.ts';
import type { World } from '../../env/backtest/play.ts';
import { readOptions } from '../../env/options.ts';
import { readConfig } from '../../app/settings/config.ts';
import { machine } from '../../time/machine.ts';
import { openRehearsal, type RehearsalApp } from '../timed/rehearsal.ts';
import { Bot } from './bot.ts';
import { BotWatch } from './bot-watch.ts';

export interface BotRuns {
  readonly command: string;
  /** From one decision to the next, and from one point of the curve to the next. */
  readonly stepMs: number;
  /** How long it may think by the machine's clock before it passes by itself; 0: as long as it likes. */
  readonly thinkMs: number;
  /** Null: in lockstep. Else time passes so many times as fast as the machine's, whatever the bot does. */
  readonly speed: number | null;
  /** Faults that the bot's requests meet, as a file has them; null: none. */
  readonly faults: unknown;
  /** A file of prices, which the worlds' history was read from; null: worlds. */
  readonly prices: string | null;
  /** Folder of the runs, each of which has one of its own in it. */
  readonly folder: string;
  /** Whether these are left behind. */
  readonly isKept: boolean;
}

/** A bot that says nothing for so long is spoken of. */
const SILENT_MS = 30_000;

/** @throws Error when the bot fails, or the exchange can't go on; the signal's reason */
export async function playBot(
  { name, seed, options }: World,
  runs: BotRuns,
  note: (text: string) => void,
  signal: AbortSignal,
): Promise<PlayedElsewhere> {
  const { episode, warmUpSeconds, balance, isDisguised } = readOptions(options);
  const data = join(runs.folder, folderName(name, seed));
  mkdirSync(runs.folder, { recursive: true });
  const argv = ['--data', data, '--port', '0', '--admin-port', '0', '--log-level', 'error', '--no-warm-up'];
  const startMs = episode.firstSecond * 1_000;
  const beginMs = startMs + warmUpSeconds * 1_000;
  const untilMs = beginMs + episode.seconds * 1_000;
  const { prices: file } = runs;
  const prices = file === null ? null : { file, earlierMs: episode.earlierMs, disguise: isDisguised ? seed : null };
  let watch: BotWatch | null = null;
  const app = await openRehearsal(
    readConfig(argv, {}),
    {},
    {
      mark: { fromMs: startMs, seed, accounts: 1, balance: String(balance), hasMarket: true, prices },
      timestamps: 'either',
      begins: null,
      plans: { scenario: null, faults: runs.faults, isRevealing: false },
      onEvents: (events) => watch?.see(events),
      onSecond: (nowMs) => watch?.look(nowMs),
    },
  );
  try {
    await app.control.step(beginMs);
    const account = app.accounts.at(-1)!;
    watch = new BotWatch(app.exchange.state, account.uid, runs.stepMs);
    watch.begin(beginMs);
    const failing = Promise.race([app.failed.then(() => Promise.reject(new Error(FAILED))), abortedBy(signal)]);
    failing.catch(() => undefined);
    const bot = (): Bot => new Bot(runs.command, app.url, account, { OUTCRY_SEED: seed, OUTCRY_WORLD: name });
    await trade({ app, runs, untilMs, bot, note, failing });
    watch.look(untilMs);
    return watch.end();
  } finally {
    await app.stop('the run is over');
    if (!runs.isKept) rmSync(data, { recursive: true, force: true });
  }
}

interface Trading {
  readonly app: RehearsalApp;
  readonly runs: BotRuns;
  readonly untilMs: number;
  readonly bot: () => Bot;
  readonly note: (text: string) => void;
  /** Rejects when the run can't go on. */
  readonly failing: Promise<never>;
}

/** Lets the bot trade until the time is over. */
async function trade({ app, runs, untilMs, bot: begin, note, failing }: Trading): Promise<void> {
  const { control, accounts } = app;
  const { stepMs, thinkMs, speed } = runs;
  if (speed !== null) control.run(speed, untilMs);
  else {
    const agents = [accounts.at(-1)!.uid];
    const how = { order: 'turns', onTimeout: 'pass', others: 'refuse' } as const;
    await control.lockstep({ stepMs, agents, wallTimeoutMs: thinkMs, untilMs, ...how });
  }
  const bot = begin();
  const silence = machine.after(SILENT_MS, () => {
    if (speed === null && control.clock().barrier === 0) note(SILENT);
  });
  let isDone = false;
  const stands = (): boolean => isDone || (control.clock().mode === 'paused' && control.clock().virtualMs >= untilMs);
  try {
    const how = await Promise.race([bot.ended, until(stands).then(() => null), failing]);
    if (how !== null) throw new Error(how);
    // It may have ended before its time: what it left open stands until then.
    await Promise.race([finish(app, untilMs), failing]);
  } finally {
    isDone = true;
    silence.cancel();
    await bot.stop();
  }
}

async function finish({ control }: RehearsalApp, untilMs: number): Promise<void> {
  await until(() => control.clock().mode !== 'lockstep' || control.clock().state !== 'advancing');
  if (control.clock().mode === 'lockstep') await control.lockstep(null);
  await until(() => control.clock().mode === 'paused');
  if (control.clock().virtualMs < untilMs) await control.step(untilMs);
}

function abortedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await machine.sleep(LOOK_MS);
}

const LOOK_MS = 20;
const FAILED = 'the exchange of the run could not go on';
const SILENT =
  'the bot has not passed for 30 s. A bot that knows nothing of lockstep needs --timeout, such as 1s, or --speed';

/** A run's folder: what a file system takes. */
function folderName(name: string, seed: string): string {
  return [...new Set([name, seed])].map((part) => part.replaceAll(/[^\w.-]/g, '_')).join('-');
}
