/**
 * An exchange whose time is driven, for teams that rehearse: the same as any other but for its clock, its journal that
 * is written behind what it answers, and a market that follows from a seed. The same seed and the same requests give
 * the same commands.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../app/settings/config.ts';
import { type App, startApp, type StartOptions } from '../../app/start.ts';
import type { LockstepSettings } from '../../api/call/rehearsal.ts';
import { DEMO_ACCOUNTS, type DemoAccount, openAccount } from '../../demo/demo-accounts.ts';
import { type DataFolder, makeDataFolder, secretFile, writePrivateFile } from '../../folder/disk/data-folder.ts';
import { mustBeOfKind, readMark, type RehearsalMark, writeMark } from '../../folder/disk/rehearsal-mark.ts';
import { Timeline } from '../../time/timeline.ts';
import { believed, type WallClock } from '../../time/wall-clock.ts';
import { RequestLog } from '../../rehearsal/checkup/facts/request-log.ts';
import { Control, type Timestamps } from './control.ts';
import { type DriveState, MarketDrive } from './market-drive.ts';
import { Seeded } from './seeded.ts';

const BRANCH = 'main';

export interface RehearsalOptions {
  /** Of a new folder; one that is there keeps its own. */
  readonly mark: RehearsalMark;
  readonly timestamps: Timestamps;
  /** How it begins: at a pace, in lockstep, or standing. */
  readonly begins: { readonly speed: number | 'max' } | { readonly lockstep: LockstepSettings } | null;
}

export interface RehearsalApp extends App {
  readonly mark: RehearsalMark;
  readonly control: Control;
}

/** @throws Error when it can't start, as `startApp` */
export async function openRehearsal(
  config: Config,
  start: Omit<StartOptions, 'clock' | 'time' | 'rehearsal' | 'demo'>,
  { mark: wanted, timestamps, begins }: RehearsalOptions,
): Promise<RehearsalApp> {
  const folder = makeDataFolder(config.data);
  const mark = markOf(folder, wanted);
  const seeded = new Seeded(mark.seed);
  secretFile(folder.logKey, () => seeded.logKey());
  const fault = Promise.withResolvers<void>();
  const timeline = new Timeline({ startMs: mark.fromMs, onFault: () => fault.resolve() });
  const control = new Control({
    timeline,
    branch: BRANCH,
    noted: join(folder.path, 'control.jsonl'),
    timestamps,
    onFault: () => fault.resolve(),
  });
  const accounts = [...DEMO_ACCOUNTS, ...seeded.accounts(mark.accounts)];
  const requests = new RequestLog(folder.path);
  let drive: MarketDrive | null = null;
  let random: ((bytes: number) => Buffer) | null = null;
  const app = await startApp(
    { ...config, origin: seeded.origin() },
    {
      ...start,
      demo: false,
      time: timeline,
      clock: clockOf(timeline),
      requests,
      rehearsal: {
        control,
        accounts,
        // Drawn anew by each start: a salt is never given twice.
        random: (bytes) => (random ??= seeded.random(timeline.nowMs() - mark.fromMs))(bytes),
        onApplied: (_, { events }) => {
          drive?.see(events);
          control.see(events);
        },
      },
    },
  );
  const { exchange } = app;
  await openAccounts(exchange, accounts, mark);
  drive = new MarketDrive({ exchange, timeline, ...mark, onSecond: () => control.look() });
  drive.begin(savedIn(folder));
  await exchange.caughtUp();
  control.begin(exchange);
  if (begins !== null && 'speed' in begins) control.run(begins.speed, null);
  else if (begins !== null) await control.lockstep(begins.lockstep);
  return {
    ...app,
    mark,
    control,
    accounts,
    failed: Promise.race([app.failed, fault.promise]),
    stop: async (why) => {
      await control.stop();
      const state = drive?.save() ?? null;
      if (state !== null) writePrivateFile(stateFile(folder), JSON.stringify(state));
      await app.stop(why);
      await requests.flush();
    },
  };
}

/** The mark of the folder; a new one gets the one that is wanted. */
function markOf(folder: DataFolder, wanted: RehearsalMark): RehearsalMark {
  const there = readMark(folder);
  if (there !== null) return there;
  mustBeOfKind(folder, 'rehearsal');
  writeMark(folder, wanted);
  return wanted;
}

function clockOf(timeline: Timeline): WallClock {
  return { ...believed(timeline), goOnFrom: ({ timeMs }) => timeline.skipTo(timeMs) };
}

async function openAccounts(
  exchange: App['exchange'],
  accounts: readonly DemoAccount[],
  { balance }: RehearsalMark,
): Promise<void> {
  const { state, submit, time } = exchange;
  const store = { ask: exchange.ask.bind(exchange) };
  for (const { uid } of accounts) {
    const isDemo = DEMO_ACCOUNTS.some((one) => one.uid === uid);
    const about = { uid, label: 'rehearsal', reason: 'account of a rehearsal', ...(isDemo ? {} : { balance }) };
    await openAccount(about, state, submit, store, time.nowMs());
  }
}

function stateFile({ path }: DataFolder): string {
  return join(path, 'rehearsal-market.json');
}

function savedIn(folder: DataFolder): DriveState | null {
  const file = stateFile(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as DriveState) : null;
}
