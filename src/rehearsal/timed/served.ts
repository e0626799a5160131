/**
 * One branch of a rehearsal that is served: the same exchange as any other but for its clock, its journal that is
 * written behind what it answers, and a market that follows from a seed.
 */
import { join } from 'node:path';
import type { LockstepSettings } from '../../api/call/rehearsal.ts';
import type { Config } from '../../app/settings/config.ts';
import { type App, startApp, type StartOptions } from '../../app/start.ts';
import { DEMO_ACCOUNTS, type DemoAccount, openAccount } from '../../demo/demo-accounts.ts';
import { makeDataFolder, secretFile } from '../../folder/disk/data-folder.ts';
import type { RehearsalMark } from '../../folder/disk/rehearsal-mark.ts';
import { Timeline } from '../../time/timeline.ts';
import { believed, type WallClock } from '../../time/wall-clock.ts';
import type { Branches } from '../branches/branches.ts';
import { Memory } from '../branches/memory.ts';
import { RequestLog } from '../checkup/facts/request-log.ts';
import { Control, type Timestamps } from './control.ts';
import type { LockstepState } from './lockstep.ts';
import { type DriveState, MarketDrive } from './market-drive.ts';
import { type RandomState, Seeded } from './seeded.ts';

export interface ServedOptions {
  readonly branch: string;
  readonly mark: RehearsalMark;
  readonly timestamps: Timestamps;
  /** How it begins: at a pace, in lockstep, or as it was left. */
  readonly begins: { readonly speed: number | 'max' } | { readonly lockstep: LockstepSettings } | null;
  readonly branches: Branches;
  readonly mustHaveRoom: () => void;
  readonly room: () => Promise<void>;
}

export type Starting = Omit<StartOptions, 'clock' | 'time' | 'rehearsal' | 'demo'>;

export interface ServedBranch extends App {
  readonly branch: string;
  readonly control: Control;
  readonly timeline: Timeline;
  readonly drive: MarketDrive;
  /** Writes down what the journal does not say. @param withLockstep so that who was waited for is waited for again */
  remember(withLockstep: boolean): Promise<void>;
}

/** @throws Error when it can't start, as `startApp` */
export async function serveBranch(config: Config, start: Starting, options: ServedOptions): Promise<ServedBranch> {
  const { branch, mark, timestamps, begins, branches, mustHaveRoom, room } = options;
  const folder = makeDataFolder(config.data);
  const seeded = new Seeded(mark.seed);
  secretFile(folder.logKey, () => seeded.logKey());
  const memory = new Memory(folder.path);
  const fault = Promise.withResolvers<void>();
  const onFault = (): void => fault.resolve();
  const timeline = new Timeline({ startMs: mark.fromMs, onFault });
  const noted = join(folder.path, 'control.jsonl');
  const control = new Control({ timeline, branch, noted, timestamps, memory, branches, mustHaveRoom, room, onFault });
  const accounts = [...DEMO_ACCOUNTS, ...seeded.accounts(mark.accounts)];
  const requests = new RequestLog(folder.path);
  const random = new Random(seeded, () => timeline.nowMs() - mark.fromMs);
  let drive: MarketDrive | null = null;
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
        random: random.take,
        onApplied: (_, { events }) => {
          drive?.see(events);
          control.see(events);
        },
      },
    },
  );
  const { exchange } = app;
  memory.keep('random', random);
  const remembered = memory.giveBack(exchange.sequence);
  if (remembered !== null) timeline.skipTo(remembered.virtualMs);
  await openAccounts(exchange, accounts, mark);
  const seed = mark.marketSeed ?? mark.seed;
  drive = new MarketDrive({ exchange, timeline, ...mark, seed, onSecond: () => control.look() });
  drive.begin((remembered?.parts['market'] as DriveState | undefined) ?? null);
  await exchange.caughtUp();
  control.begin(exchange);
  const remember: ServedBranch['remember'] = async (withLockstep) => {
    await requests.flush();
    const moment = { sequence: exchange.sequence, virtualMs: timeline.nowMs() };
    memory.write(moment, { market: drive?.save(), lockstep: withLockstep ? control.saveLockstep() : null });
  };
  await letPass(control, begins, (remembered?.parts['lockstep'] as LockstepState | null | undefined) ?? null);
  return {
    ...app,
    branch,
    control,
    timeline,
    drive,
    accounts,
    remember,
    failed: Promise.race([app.failed, fault.promise]),
    stop: async (why) => {
      await control.stop();
      await remember(false);
      await app.stop(why);
      await requests.flush();
    },
  };
}

async function letPass(control: Control, begins: ServedOptions['begins'], saved: LockstepState | null): Promise<void> {
  if (begins !== null && 'speed' in begins) control.run(begins.speed, null);
  else if (begins !== null) await control.lockstep(begins.lockstep);
  else if (saved !== null) control.goOnInLockstep(saved);
}

/** Bytes for salts: each start draws others, unless it goes on from where it was. */
class Random {
  readonly #seeded: Seeded;
  readonly #part: () => number;
  #source: ReturnType<Seeded['random']> | null = null;

  constructor(seeded: Seeded, part: () => number) {
    this.#seeded = seeded;
    this.#part = part;
  }

  readonly take = (bytes: number): Buffer => {
    this.#source ??= this.#seeded.random({ part: this.#part(), words: 0 });
    return this.#source.take(bytes);
  };

  save(): RandomState | null {
    return this.#source?.save() ?? null;
  }

  restore(saved: RandomState): void {
    this.#source = this.#seeded.random(saved);
  }
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
