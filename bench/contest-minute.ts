/**
 * What a contest's minute costs the thread that trades: the tick that samples all teams and appends the minute's leaf,
 * beside the ticks that don't. Each team has a position and two fills a minute, against a house account.
 *
 * Goal: the minute leaf of 1 000 teams takes less than 20 ms. Options: `--teams` (1000), `--minutes` (30).
 */
import { hash } from 'node:crypto';
import { createEngine } from '../src/core/engine.ts';
import type { ContestConfig } from '../src/core/language/contest-config.ts';
import type { Command } from '../src/core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../src/core/language/contract-defaults.ts';
import type { Outcome } from '../src/core/turn/outcome.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const START = Date.UTC(2026, 0, 5, 1);
const MINUTE_MS = 60_000;
const STEP_MS = 10_000;
const FIRST = 1_000_001;
const HOUSE = 9_000_001;
const BTC = 'cmt_btcusdt';
const PRICE = 90_000;
const GOAL_MS = 20;
/** Not measured: the compiler is still at work. */
const WARM_UP = 5;
const RULESET = '{"name":"bench"}';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

interface Ran {
  readonly teams: number;
  readonly minutes: number;
}

export function run(options: BenchOptions): Promise<Result> {
  const asked: Ran = { teams: countOption(options, 'teams', 1_000), minutes: countOption(options, 'minutes', 30) };
  const { minutes: sampled, others } = measure(asked);
  const median = middle(sampled);
  const row = {
    teams: asked.teams,
    minutes: sampled.length,
    'tick with a minute, ms': median.toFixed(2),
    'the slowest of them, ms': Math.max(...sampled).toFixed(2),
    'tick without, ms': middle(others).toFixed(2),
  };
  const goalMet = median < GOAL_MS;
  const remarks = [
    `Goal: the minute leaf below ${GOAL_MS} ms: ${goalMet ? 'met' : 'missed'}.`,
    'Milliseconds of the processor on all threads of the process, garbage collection included; medians.',
  ];
  return Promise.resolve({ name: 'contest-minute', rows: [row], remarks, goalMet });
}

function measure({ teams, minutes }: Ran): { readonly minutes: number[]; readonly others: number[] } {
  const engine = createEngine(sha256);
  let sequence = 0;
  let timeMs = START;
  const apply = (command: Command): Outcome => {
    const outcome = engine.apply({ sequence: ++sequence, timeMs, command });
    if (!outcome.ok) throw new Error(`${command.name} was refused: ${JSON.stringify(outcome.reject)}`);
    return outcome;
  };
  const accounts = Array.from({ length: teams }, (_, nth) => FIRST + nth);
  begin(apply, accounts, minutes);
  const [sampled, others]: [number[], number[]] = [[], []];
  for (let minute = 0; minute < minutes + WARM_UP; minute++) {
    for (let step = 0; step < MINUTE_MS / STEP_MS; step++) {
      timeMs += STEP_MS;
      if (step === 0) for (const account of accounts) trade(apply, account, minute, `${minute}`);
      apply({ name: 'setIndexPrice', symbol: BTC, price: String(PRICE + (minute % 7)), sourceTimeMs: timeMs });
      const before = process.cpuUsage();
      const { events } = apply({ name: 'tick' });
      const spentMs = millisecondsSince(before);
      const isMinute = events.some(({ name }) => name === 'contestSampled');
      if (minute >= WARM_UP) (isMinute ? sampled : others).push(spentMs);
    }
  }
  return { minutes: sampled, others };
}

type Apply = (command: Command) => Outcome;
const caller = (account: number) => ({ account, keyId: 'key', channel: 'api' as const });

function begin(apply: Apply, accounts: readonly number[], minutes: number): void {
  apply({ name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} });
  const saltKey = Buffer.alloc(32, 3).toString('base64');
  apply({ name: 'openAiLog', origin: 'bench.example/ailog', vkey: 'vkey', saltKey });
  apply({ name: 'setIndexPrice', symbol: BTC, price: String(PRICE), sourceTimeMs: START });
  apply({ name: 'deposit', account: HOUSE, amount: '900000000' });
  apply({ name: 'putRuleset', ruleset: RULESET });
  apply({ name: 'createContest', config: configOf(minutes) });
  apply({ name: 'moveContest', contest: 'c1', phase: 'registration' });
  for (const [nth, account] of accounts.entries()) {
    apply({ name: 'deposit', account, amount: '10000' });
    const entry = {
      contest: 'c1',
      teamName: `Team ${nth}`,
      modelClass: 'llm',
      models: [],
      members: [`m-${nth}`],
    } as const;
    apply({ name: 'registerTeam', ...caller(account), ...entry });
    apply({ name: 'setTeam', contest: 'c1', team: `t${nth + 1}`, state: 'approved' });
  }
}

function configOf(minutes: number): ContestConfig {
  const startMs = START + STEP_MS;
  const endMs = startMs + (minutes + WARM_UP + 10) * MINUTE_MS;
  return {
    id: 'c1',
    title: 'A bench',
    practice: false,
    startMs,
    endMs,
    evidenceUntilMs: endMs,
    boardHiddenFromMs: null,
    coin: 'USDT',
    startBalance: '10000',
    symbols: [{ symbol: BTC, maxLeverage: 20 }],
    channels: ['api'],
    maxOrdersPerMinute: 60,
    minFilledOrders: 0,
    publicBundle: 'none',
    disclosure: { what: 'none', delayMs: 0 },
    rulesetSha256: hash('sha256', RULESET, 'hex'),
    score: { mode: 'return' },
  };
}

/** Two fills of the team against the house, which leave it with a position. */
function trade(apply: Apply, account: number, minute: number, name: string): void {
  // The contest begins with the first tick after its start.
  if (minute === 0) return;
  for (const [by, side, times] of [
    [HOUSE, 'short', 'h'],
    [account, 'long', 't'],
  ] as const)
    for (const nth of [1, 2])
      apply({
        name: 'placeOrder',
        ...caller(by),
        symbol: BTC,
        clientOrderId: `${times}${nth}-${name}-${account}`,
        side,
        effect: 'open',
        execution: 'normal',
        size: '0.0001',
        price: String(PRICE),
        takeProfit: null,
        stopLoss: null,
        marginMode: null,
        positionMode: null,
        positionId: null,
      });
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
