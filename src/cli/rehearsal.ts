/**
 * `outcry rehearse`: an exchange whose time is driven. It may pass a thousand times as fast as the machine's, stand
 * until agents have thought, and pass again the same way from the same seed.
 */
import { parseArgs } from 'node:util';
import { readConfig, settingsHelp, type SettingName } from '../app/settings/config.ts';
import type { LockstepSettings } from '../api/call/rehearsal.ts';
import type { Config } from '../app/settings/config.ts';
import type { App, StartOptions } from '../app/start.ts';
import type { RehearsalApp, RehearsalOptions } from '../rehearsal/timed/rehearsal.ts';
import { spanOf } from './clock.ts';
import { timeOf } from './times.ts';
import { LOCKSTEP_OPTIONS, lockstepBody } from './lockstep.ts';
import { runExchange, type Way } from './run-exchange.ts';
import { UsageError } from './told.ts';
import type { Verb, VerbOption } from './verb.ts';

const FROM_MS = Date.UTC(2026, 0, 1);
const FIRST_MS = Date.UTC(2000, 0, 1);
const LAST_MS = Date.UTC(2100, 0, 1);
const MOST_ACCOUNTS = 1_000;
const LEAST_EVERY_MS = 60_000;

const OPTIONS: Readonly<Record<string, VerbOption>> = {
  from: { value: 'TIME', about: 'when its time begins: ISO 8601 with a zone, 2000 to 2100 (2026-01-01T00:00:00Z)' },
  seed: { value: 'TEXT', about: 'what everything drawn follows from: 1 to 64 characters of printable ASCII (demo)' },
  market: { value: 'WHAT', about: 'world: a living market (default); off: prices come from the administration' },
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
  timestamps: { value: 'WHICH', about: 'signed timestamps near: either clock (default), virtual, or wall' },
};

const SERVER: readonly SettingName[] = ['data', 'host', 'port', 'adminPort', 'json'];

export const rehearsalVerb: Verb = {
  name: 'rehearse',
  about: 'run an exchange whose time is driven: fast, standing, or in lockstep with agents',
  data: 'folder',
  operands: [],
  options: OPTIONS,
  help: () => {
    const rows = Object.entries(OPTIONS).map(([name, { value, about }]) => [`--${name} ${value}`, about] as const);
    const width = Math.max(...rows.map(([left]) => left.length));
    return [
      'Runs an exchange on a clock that is driven, in a folder of its own, with a market that follows from a seed.\n',
      'Usage: outcry rehearse [options]\n',
      'Options:',
      ...rows.map(([left, about]) => `  ${left.padEnd(width)}  ${about}`),
      '\nAnd those of serve, of which most need:',
      settingsHelp(SERVER),
    ].join('\n');
  },
  run: (argv) => {
    const { own, others } = divide(argv);
    const options = optionsOf(own);
    return runExchange(readConfig(others, undefined, 'none'), { demo: false, way: wayOf(options) });
  },
};

function wayOf(options: RehearsalOptions): Way {
  return {
    open: async (config: Config, start: StartOptions) =>
      (await import('../rehearsal/timed/rehearsal.ts')).openRehearsal(config, start, options),
    line: (app) => JSON.stringify(shown(app)),
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
  const options = Object.fromEntries(Object.keys(OPTIONS).map((name) => [name, { type: 'string' as const }]));
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  const own: Record<string, string> = {};
  const others = [...argv] as (string | null)[];
  for (const token of tokens) {
    if (token.kind !== 'option' || OPTIONS[token.name] === undefined) continue;
    if (token.value === undefined) throw new UsageError(`${token.rawName} needs a value`);
    own[token.name] = token.value;
    others[token.index] = null;
    if (!token.inlineValue) others[token.index + 1] = null;
  }
  return { own, others: others.filter((one) => one !== null) };
}

/** @throws UsageError */
function optionsOf(own: Own): RehearsalOptions {
  const fromMs = own['from'] === undefined ? FROM_MS : timeOf(own['from'], '--from');
  if (fromMs < FIRST_MS || fromMs > LAST_MS) throw new UsageError('--from is a moment of the years 2000 to 2100');
  const seed = own['seed'] ?? 'demo';
  if (!/^[\x20-\x7e]{1,64}$/.test(seed)) throw new UsageError('--seed is 1 to 64 characters of printable ASCII');
  const accounts = Number(own['accounts'] ?? 0);
  if (!Number.isSafeInteger(accounts) || accounts < 0 || accounts > MOST_ACCOUNTS)
    throw new UsageError(`--accounts is a whole number from 0 to ${MOST_ACCOUNTS}`);
  const balance = own['balance'] ?? '10000';
  if (!/^\d{1,9}(\.\d{1,8})?$/.test(balance)) throw new UsageError('--balance is an amount such as 10000');
  const market = wordOf(own, 'market', ['world', 'off']);
  return {
    mark: { fromMs, seed, accounts, balance, hasMarket: market === 'world' },
    timestamps: wordOf(own, 'timestamps', ['either', 'virtual', 'wall']),
    begins: beginningOf(own),
    ...everyOf(own['checkpoint-every']),
    ...(own['branch'] === undefined ? {} : { branch: own['branch'] }),
  };
}

/** @throws UsageError */
function everyOf(text: string | undefined): { readonly checkpointEveryMs?: number } {
  if (text === undefined) return {};
  const checkpointEveryMs = spanOf(text);
  if (checkpointEveryMs !== null && checkpointEveryMs >= LEAST_EVERY_MS) return { checkpointEveryMs };
  throw new UsageError(`--checkpoint-every is '${text}', needs a span of at least 1m, such as 1d`);
}

function beginningOf(own: Own): RehearsalOptions['begins'] {
  const { speed, lockstep } = own;
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
