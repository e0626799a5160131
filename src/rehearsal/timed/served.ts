/**
 * One branch of a rehearsal that is served: the same exchange as any other but for its clock, its journal that is
 * written behind what it answers, and a market that follows from a seed.
 */
import { join } from 'node:path';
import type { LockstepSettings } from '../../api/call/rehearsal.ts';
import type { Config } from '../../app/settings/config.ts';
import { isLoopback } from '../../api/front/checks/web.ts';
import type { BeginDemo } from '../../app/start/rehearsed.ts';
import { type App, startApp, type StartOptions } from '../../app/start.ts';
import { isUserAccount } from '../../core/language/accounts.ts';
import type { Event } from '../../core/turn/events.ts';
import { DEMO_ACCOUNTS, type DemoAccount, openAccount } from '../../demo/demo-accounts.ts';
import { openHistory, pastWeather } from '../../env/past-prices.ts';
import { makeDataFolder, secretFile } from '../../folder/disk/data-folder.ts';
import type { RehearsalMark } from '../../folder/disk/rehearsal-mark.ts';
import { keyOf } from '../../market/world/draws.ts';
import { sha256 } from '../../store/sha256.ts';
import { Timeline } from '../../time/timeline.ts';
import { believed, type WallClock } from '../../time/wall-clock.ts';
import type { Branches } from '../branches/branches.ts';
import { Memory } from '../branches/memory.ts';
import { RequestLog } from '../checkup/facts/request-log.ts';
import { Control, type Timestamps } from './control.ts';
import { beginDemo, type EndDemo } from './demo.ts';
import type { LockstepState } from './lockstep.ts';
import { type DriveParts, type DriveState, MarketDrive } from './market-drive.ts';
import { beginPlans, type Plans, plansOf } from './plans.ts';
import { type RandomState, Seeded } from './seeded.ts';

const SECOND_MS = 1_000;

export interface ServedOptions {
  readonly branch: string;
  readonly mark: RehearsalMark;
  readonly timestamps: Timestamps;
  /** How it begins: at a pace, in lockstep, or as it was left. */
  readonly begins: { readonly speed: number | 'max' } | { readonly lockstep: LockstepSettings } | null;
  readonly branches: Branches;
  readonly mustHaveRoom: () => void;
  readonly room: () => Promise<void>;
  /** Others than this machine may reach it: then it has no account whose key everybody knows. */
  readonly isPublic?: boolean;
  /** No tick comes by itself, and no price: whoever opens it sends them. */
  readonly isByHand?: boolean;
  /** Faults and a scenario from the beginning on. */
  readonly plans?: Plans;
  /** Is told what a scenario expected that was not so. */
  readonly onFailed?: (line: string) => void;
  /** Is told what happens, */
  readonly onEvents?: (events: readonly Event[]) => void;
  /** and of each second that is over. */
  readonly onSecond?: (nowMs: number) => void;
}

export type Starting = Omit<StartOptions, 'clock' | 'time' | 'rehearsal' | 'demo'>;

export interface ServedBranch extends App {
  readonly branch: string;
  readonly control: Control;
  readonly timeline: Timeline;
  readonly drive: MarketDrive;
  /** Writes down what the journal does not say. @param withLockstep so that who was waited for is waited for again */
  readonly remember: (withLockstep: boolean) => Promise<void>;
}

/** @throws Error when it can't start, as `startApp` */
export async function serveBranch(config: Config, start: Starting, options: ServedOptions): Promise<ServedBranch> {
  refuseOpenKeys(config, options);
  const { branch } = options;
  const base = baseOf(config, options);
  const { memory, timeline, control, requests, accounts, seeded, fault } = base;
  let drive: MarketDrive | null = null;
  let app: App | null = null;
  const remember: ServedBranch['remember'] = async (withLockstep) => {
    if (app === null) return;
    await requests.flush();
    const moment = { sequence: app.exchange.sequence, virtualMs: timeline.nowMs() };
    memory.write(moment, { market: drive?.save(), lockstep: withLockstep ? control.saveLockstep() : null });
  };
  const plans = plansOf(options, control, {
    timeline,
    marketLog: base.folder.marketLog,
    hasAccount: (uid) => isUserAccount(uid) && app?.exchange.state.accounts.has(uid) === true,
    changed: () => void remember(true).catch(() => fault.resolve()),
  });
  control.takePlans(plans);
  const started = await startApp(
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
        random: base.random.take,
        onBuilt: base.openDemo.resolve,
        headlines: () => drive?.weather?.headlines ?? [],
        onApplied: (_, { events }) => {
          drive?.see(events);
          control.see(events);
          plans.scenarios.see(events);
          options.onEvents?.(events);
        },
      },
    },
  );
  app = started;
  const { market, endDemo } = await goOn(started, base, plans, options, (made) => void (drive = made));
  return {
    ...started,
    branch,
    control,
    timeline,
    drive: market,
    accounts,
    remember,
    failed: Promise.race([started.failed, fault.promise]),
    stop: async (why) => {
      await control.stop();
      await endDemo();
      await remember(false);
      await started.stop(why);
      await requests.flush();
    },
  };
}

/** Parts of a branch that are there before its exchange starts. */
function baseOf(config: Config, options: ServedOptions) {
  const { mark, isPublic = false } = options;
  const folder = makeDataFolder(config.data);
  const seeded = new Seeded(mark.seed);
  secretFile(folder.logKey, () => seeded.logKey());
  const memory = new Memory(folder.path);
  const fault = Promise.withResolvers<void>();
  const onFault = (): void => fault.resolve();
  const timeline = new Timeline({ startMs: mark.fromMs, onFault, onStand: () => control.delays.stand() });
  const control = new Control({ ...options, timeline, noted: join(folder.path, 'control.jsonl'), memory, onFault });
  const accounts = [...(isPublic ? [] : DEMO_ACCOUNTS), ...seeded.accounts(mark.accounts)];
  const random = new Random(seeded, () => timeline.nowMs() - mark.fromMs);
  const openDemo = Promise.withResolvers<BeginDemo>();
  const own = { config, folder, seeded, memory, fault, timeline, control, accounts, random, openDemo };
  return { ...own, requests: new RequestLog(folder.path) };
}

/** From where it was: its memory, its market, what happens to both; and time passes. */
async function goOn(
  app: App,
  base: ReturnType<typeof baseOf>,
  { faults, scenarios }: ReturnType<typeof plansOf>,
  options: ServedOptions,
  opens: (drive: MarketDrive) => void,
): Promise<{ readonly market: MarketDrive; readonly endDemo: EndDemo }> {
  const { exchange } = app;
  const { memory, timeline, control, accounts } = base;
  const { mark, begins, isByHand = false } = options;
  memory.keep('random', base.random);
  memory.keep('faults', faults);
  memory.keep('scenario', scenarios);
  const remembered = memory.giveBack(exchange.sequence);
  if (remembered !== null) timeline.skipTo(remembered.virtualMs);
  await openAccounts(exchange, accounts, mark);
  const seed = mark.marketSeed ?? mark.seed;
  const outside = { isByHand, weather: await weatherOf(mark, seed), onSecond: lookingBy(options, control, timeline) };
  const market = new MarketDrive({ exchange, timeline, ...mark, seed, ...outside });
  opens(market);
  market.begin((remembered?.parts['market'] as DriveState | undefined) ?? null);
  const endDemo = mark.hasDemo === true ? await beginDemo({ ...base, app, seed }) : async () => undefined;
  await exchange.caughtUp();
  control.begin(exchange);
  scenarios.begin({ exchange, weather: market.weather, moment: () => market.moment });
  beginPlans(options.plans, faults, scenarios);
  await letPass(control, begins, (remembered?.parts['lockstep'] as LockstepState | null | undefined) ?? null);
  control.handOver();
  return { market, endDemo };
}

/** Of each second that is over. */
function lookingBy({ onSecond }: ServedOptions, control: Control, timeline: Timeline): DriveParts['onSecond'] {
  return () => {
    const looked = control.look();
    onSecond?.(Math.ceil(timeline.nowMs() / SECOND_MS) * SECOND_MS);
    return looked;
  };
}

/** @throws Error when others could reach accounts whose keys everybody knows */
function refuseOpenKeys({ host }: Config, { isPublic = false }: ServedOptions): void {
  if (isPublic || isLoopback(host)) return;
  throw new Error(`--host ${host} is more than this machine, whose demo keys everybody knows: add --public`);
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

/** Prices of a file, which must be the one the folder was made with; null: of a world. */
async function weatherOf({ prices }: RehearsalMark, seed: string): Promise<DriveParts['weather']> {
  if (prices === null || prices === undefined) return null;
  const history = await openHistory(prices.file);
  if (prices.sha256 !== undefined && prices.sha256 !== history.sha256)
    throw new Error(`${prices.file} is not the file that this rehearsal began with`);
  return (state) => pastWeather(state, keyOf(seed, sha256), history, prices);
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
