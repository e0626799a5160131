/**
 * `outcry rehearse`: an exchange whose time is driven. It may pass a thousand times as fast as the machine's, stand
 * until agents have thought, and pass again the same way from the same seed.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, settingsHelp, type SettingName } from '../app/settings/config.ts';
import type { LockstepSettings } from '../api/call/rehearsal.ts';
import type { Config } from '../app/settings/config.ts';
import type { App, StartOptions } from '../app/start.ts';
import type { RehearsalMark } from '../folder/disk/rehearsal-mark.ts';
import type { BotRuns } from '../rehearsal/backtest/run.ts';
import type { RehearsalApp, RehearsalOptions } from '../rehearsal/timed/rehearsal.ts';
import { spanOf } from './clock.ts';
import { timeOf } from './times.ts';
import { LOCKSTEP_OPTIONS, lockstepBody } from './lockstep.ts';
import { namedOrFile } from './scenario.ts';
import { runExchange, type Way } from './run-exchange.ts';
import { UsageError } from './told.ts';
import type { Verb, VerbOption } from './verb.ts';

type Prices = NonNullable<RehearsalMark['prices']>;

const FROM_MS = Date.UTC(2026, 0, 1);
const FIRST_MS = Date.UTC(2000, 0, 1);
const LAST_MS = Date.UTC(2100, 0, 1);
const MOST_ACCOUNTS = 1_000;
const LEAST_EVERY_MS = 60_000;

/** Whether `--agents` is a bot's command, and no list of accounts. */
const isCommand = (agents: string | undefined): agents is string => agents !== undefined && !/^[\d,\s]*$/.test(agents);

const BACKTEST_OPTIONS: Readonly<Record<string, VerbOption>> = {
  seeds: { value: 'N', about: 'so many seeds, from --seed on (8)' },
  windows: { value: 'N', about: 'and windows: equal parts of a file of prices, or worlds one after the other (1)' },
  for: { value: 'SPAN', about: 'how long a run is, such as 6h (1d; with a file of prices a whole window)' },
  parallel: { value: 'N', about: 'runs at once, each in a process of its own (1)' },
  random: { value: 'N', about: 'agents who decide by coin, for comparison (100)' },
};

const OPTIONS: Readonly<Record<string, VerbOption>> = {
  from: { value: 'TIME', about: 'when its time begins: ISO 8601 with a zone, 2000 to 2100 (2026-01-01T00:00:00Z)' },
  seed: { value: 'TEXT', about: 'what everything drawn follows from: 1 to 64 characters of printable ASCII (demo)' },
  market: {
    value: 'WHAT',
    about: 'world: a living market (default); off: no prices but those set; or a file of prices',
  },
  headlines: { about: 'gives its world headlines: reasons for jumps, some of them before the jump' },
  disguised: { about: 'hides which file of prices it is: scaled, perhaps mirrored, by the seed' },
  accounts: { value: 'N', about: 'accounts beside the two of `start`, from 1000003 on, with keys from the seed (0)' },
  balance: { value: 'USDT', about: 'money of each of them (10000)' },
  speed: { value: 'N', about: "times as fast as the machine's time, 0.1 to 100000, or max; not given: time stands" },
  lockstep: { value: 'STEP', about: 'time stands until agents have passed, and a sleep is this long, such as 60s' },
  ...LOCKSTEP_OPTIONS,
  'checkpoint-every': {
    value: 'SPAN',
    about: 'make a checkpoint by itself so often, such as 1d; the last 30 are kept',
  },
  branch: { value: 'NAME', about: 'of a folder with several branches, the one to go on with (the last one served)' },
  agents: { value: 'WHO', about: 'accounts that are agents, 1000001,1000002; or the command of a bot: a backtest' },
  scenario: {
    value: 'SCENARIO',
    about: 'what happens to its market: a name (`outcry scenario list`) or a file of JSON',
  },
  faults: { value: 'FAULTS', about: 'what requests meet: flaky or another profile, or a file of JSON' },
  reveal: { about: 'answers name the fault that they met, in X-Outcry-Fault' },
  'agents-of-the-demo': { about: 'with the scripted agents of `start`, and its seasons of a practice contest' },
  public: { about: 'with --host: others than this machine may reach it; it has no demo accounts' },
  timestamps: { value: 'WHICH', about: 'signed timestamps near: either clock (default), virtual, or wall' },
};

const SERVER: readonly SettingName[] = ['data', 'host', 'port', 'adminPort', 'json'];

export const rehearsalVerb: Verb = {
  name: 'rehearse',
  about: 'run an exchange whose time is driven: fast, standing, or in lockstep with agents',
  data: 'folder',
  operands: [],
  options: { ...OPTIONS, ...BACKTEST_OPTIONS },
  help: () => {
    const options = { ...OPTIONS, ...BACKTEST_OPTIONS };
    const width = Math.max(...Object.entries(options).map((one) => leftOf(...one).length));
    const rowsOf = (some: typeof OPTIONS): string[] =>
      Object.entries(some).map((one) => `  ${leftOf(...one).padEnd(width)}  ${one[1].about}`);
    return [
      'Runs an exchange on a clock that is driven, in a folder of its own, with a market that follows from a seed.\n',
      'Usage: outcry rehearse [options]\n',
      'Options:',
      ...rowsOf(OPTIONS),
      '\nA backtest runs the bot that is --agents over worlds or a file of prices, and reports:',
      ...rowsOf(BACKTEST_OPTIONS),
      '\nAnd those of serve, of which most need:',
      settingsHelp(SERVER),
    ].join('\n');
  },
  run: async (argv) => {
    if (process.send !== undefined && argv[0] === '--runs')
      return (await import('../rehearsal/backtest/runners.ts')).serveRuns(JSON.parse(argv[1]!) as BotRuns);
    const { own, others } = divide(argv);
    const config = readConfig(others, undefined, 'none');
    const { agents: command } = own;
    if (isCommand(command)) {
      const stray = Object.keys(own).find((name) => !OF_BACKTEST.has(name));
      if (stray !== undefined) throw new UsageError(`--${stray} has no meaning in a backtest`);
      if (own['market'] === 'off') throw new UsageError('--market off has no prices to test a bot on');
      const isKept = others.some((one) => /^--data(=|$)/.test(one));
      const prices = fileOf(own);
      const { faults } = plansOf(own);
      const about = { command, own, prices, faults, isDisguised: isDisguised(own), json: config.json };
      return (await import('./backtest.ts')).runBacktest({ ...about, keep: isKept ? config.data : null });
    }
    const stray = Object.keys(BACKTEST_OPTIONS).find((name) => own[name] !== undefined);
    if (stray !== undefined) throw new UsageError(`--${stray} is of a backtest, which needs --agents COMMAND`);
    return runExchange(config, { demo: false, way: wayOf(await optionsOf(own, config)) });
  },
};

/** Of those without a backtest, what one takes too. */
const SHARED = ['agents', 'seed', 'from', 'market', 'disguised', 'balance', 'lockstep', 'speed', 'timeout', 'faults'];
const OF_BACKTEST: ReadonlySet<string> = new Set([...SHARED, ...Object.keys(BACKTEST_OPTIONS)]);

const leftOf = (name: string, { value }: VerbOption): string => `--${name}${value === undefined ? '' : ` ${value}`}`;

function wayOf(options: RehearsalOptions): Way {
  return {
    open: async (config: Config, start: StartOptions) =>
      (await import('../rehearsal/timed/rehearsal.ts')).openRehearsal(config, start, options),
    line: (app) => JSON.stringify(shown(app)),
    // Something its scenario expected was not so.
    exitCode: (app) => ((app as RehearsalApp).hasFailed ? 1 : 0),
    greet: (app) => {
      const { url, adminUrl, virtualTime, seed, accounts } = shown(app);
      return [
        '',
        `REHEARSAL ready at ${url}`,
        `  time            ${virtualTime}, seed ${seed}`,
        `  administration  ${adminUrl}  (token in ${app.data}/admin-token)`,
        '  clock           outcry clock show, run, pause, step; outcry lockstep on, off',
        '',
        'KEYS OF THE REHEARSAL: whoever has the seed has them.',
        ...accounts.map(
          (one) => `  account ${one.uid}  key ${one.apiKey}  secret ${one.secret}  passphrase ${one.passphrase}`,
        ),
        '',
      ].join('\n');
    },
  };
}

function shown(app: App) {
  const { url, adminUrl, accounts, data, mark, control } = app as RehearsalApp;
  const virtualTime = new Date(control.clock().virtualMs).toISOString();
  return { url, adminUrl, accounts, data, seed: mark.seed, virtualTime };
}

type Own = Readonly<Record<string, string | undefined>>;

/** Our own options, and what is left for the settings. @throws UsageError */
function divide(argv: readonly string[]): { readonly own: Own; readonly others: readonly string[] } {
  const known = { ...OPTIONS, ...BACKTEST_OPTIONS };
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  const own: Record<string, string> = {};
  const others = [...argv] as (string | null)[];
  for (const token of tokens) {
    const option = token.kind === 'option' ? known[token.name] : undefined;
    if (token.kind !== 'option' || option === undefined) continue;
    others[token.index] = null;
    if (option.value === undefined) {
      own[token.name] = '';
      continue;
    }
    if (token.value === undefined) throw new UsageError(`${token.rawName} needs a value`);
    own[token.name] = token.value;
    if (!token.inlineValue) others[token.index + 1] = null;
  }
  return { own, others: others.filter((one) => one !== null) };
}

const isDisguised = (own: Own): boolean => own['disguised'] !== undefined;

/** Path of a file of prices; null: there is none. @throws UsageError */
function fileOf(own: Own): string | null {
  const { market = 'world' } = own;
  const isFile = market !== 'world' && market !== 'off';
  if (isFile && !existsSync(market))
    throw new UsageError(`--market is '${market}', needs world, off, or the path of a file of prices`);
  if (!isFile && isDisguised(own)) throw new UsageError('--disguised is for --market FILE');
  return isFile ? market : null;
}

/** Prices of a file as a folder remembers them, and when they begin. @throws Error of a file that can't be read */
async function pricesOf(file: string, own: Own, seed: string): Promise<{ fromMs: number; prices: Prices }> {
  const [{ openHistory }, { contractsIn, readOptions }] = await Promise.all([
    import('../env/past-prices.ts'),
    import('../env/options.ts'),
  ]);
  const history = await openHistory(file);
  const disguised = isDisguised(own);
  const from = own['from'] === undefined ? {} : { from: timeOf(own['from'], '--from') };
  const { episode } = readOptions({ history, disguised, contracts: contractsIn(history), warmUpSeconds: 1, ...from });
  const { firstSecond, earlierMs } = episode;
  const { sha256 } = history;
  return {
    fromMs: firstSecond * 1_000,
    prices: { file: resolve(file), sha256, earlierMs, disguise: disguised ? seed : null },
  };
}

/** @throws UsageError; Error of a file of prices */
async function optionsOf(own: Own, { marketContracts: contracts }: Config): Promise<RehearsalOptions> {
  const file = fileOf(own);
  const seed = own['seed'] ?? 'demo';
  if (!/^[\x20-\x7e]{1,64}$/.test(seed)) throw new UsageError('--seed is 1 to 64 characters of printable ASCII');
  const { fromMs, prices } =
    file === null
      ? { fromMs: own['from'] === undefined ? FROM_MS : timeOf(own['from'], '--from'), prices: null }
      : await pricesOf(file, own, seed);
  if (fromMs < FIRST_MS || fromMs > LAST_MS) throw new UsageError('--from is a moment of the years 2000 to 2100');
  const hasHeadlines = own['headlines'] !== undefined;
  if (hasHeadlines && (own['market'] ?? 'world') !== 'world')
    throw new UsageError('--headlines are of --market world: nobody knows why other prices jump');
  const world = { ...(hasHeadlines && { headlines: true as const }), ...(contracts.length > 0 && { contracts }) };
  const accounts = Number(own['accounts'] ?? 0);
  if (!Number.isSafeInteger(accounts) || accounts < 0 || accounts > MOST_ACCOUNTS)
    throw new UsageError(`--accounts is a whole number from 0 to ${MOST_ACCOUNTS}`);
  const balance = own['balance'] ?? '10000';
  if (!/^\d{1,9}(\.\d{1,8})?$/.test(balance)) throw new UsageError('--balance is an amount such as 10000');
  return {
    mark: { fromMs, seed, accounts, balance, hasMarket: own['market'] !== 'off', prices, ...world, ...demoOf(own) },
    timestamps: wordOf(own, 'timestamps', ['either', 'virtual', 'wall']),
    begins: beginningOf(own),
    isPublic: own['public'] !== undefined,
    plans: plansOf(own),
    ...everyOf(own['checkpoint-every']),
    ...(own['branch'] === undefined ? {} : { branch: own['branch'] }),
  };
}

/** @throws UsageError; VerbFailed of a file that is no JSON */
function plansOf(own: Own): NonNullable<RehearsalOptions['plans']> {
  const { scenario, faults, reveal } = own;
  return {
    scenario: scenario === undefined ? null : namedOrFile(scenario, '--scenario'),
    faults: faults === undefined ? null : namedOrFile(faults, '--faults'),
    isRevealing: reveal !== undefined,
  };
}

/** @throws UsageError */
function demoOf(own: Own): { readonly hasDemo?: true } {
  if (own['agents-of-the-demo'] === undefined) return {};
  if (own['market'] === 'off') throw new UsageError('--agents-of-the-demo needs a market');
  if (own['timestamps'] === 'wall')
    throw new UsageError("--agents-of-the-demo stamps by the rehearsal's time, which --timestamps wall refuses");
  return { hasDemo: true };
}

/** @throws UsageError */
function everyOf(text: string | undefined): { readonly checkpointEveryMs?: number } {
  if (text === undefined) return {};
  const checkpointEveryMs = spanOf(text);
  if (checkpointEveryMs !== null && checkpointEveryMs >= LEAST_EVERY_MS) return { checkpointEveryMs };
  throw new UsageError(`--checkpoint-every is '${text}', needs a span of at least 1m, such as 1d`);
}

function beginningOf(own: Own): RehearsalOptions['begins'] {
  const { speed, lockstep, until } = own;
  if (until !== undefined && timeOf(until, '--until') > 0 && lockstep === undefined)
    throw new UsageError('--until goes with --lockstep, which ends then');
  if (speed !== undefined && lockstep !== undefined) throw new UsageError('--speed and --lockstep exclude each other');
  if (lockstep !== undefined) return { lockstep: { ...LOCKSTEP, ...lockstepBody(own, lockstep) } };
  if (speed === undefined) return null;
  if (speed === 'max') return { speed };
  const times = Number(speed);
  if (times >= 0.1 && times <= 100_000) return { speed: times };
  throw new UsageError('--speed is a number from 0.1 to 100000, or max');
}

const LOCKSTEP: LockstepSettings = {
  stepMs: 60_000,
  agents: [],
  order: 'turns',
  wallTimeoutMs: 0,
  onTimeout: 'pass',
  others: 'refuse',
};

/** The first when none is given. @throws UsageError */
function wordOf<Word extends string>(own: Own, name: string, words: readonly [Word, ...Word[]]): Word {
  const given = own[name] ?? words[0];
  const found = words.find((word) => word === given);
  if (found === undefined) throw new UsageError(`--${name} is ${words.join(', ')}`);
  return found;
}
