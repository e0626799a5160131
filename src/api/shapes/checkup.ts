/** The checkup of an account in a rehearsal: what a bot did wrong, and the figures of its run. */
import {
  boolean,
  list,
  nullableNumber,
  nullableString,
  number,
  object,
  schema,
  type Schema,
  string,
} from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

/** A row of so many numbers. */
const row = <View extends readonly number[]>(description: string, length: View['length']): Schema<View> =>
  schema<View>({ type: 'array', items: number(), minItems: length, maxItems: length, description });
const whole = (description: string): Schema<number> => schema<number>({ type: 'integer', description });
const severity = schema<'fail' | 'warn' | 'note'>({ type: 'string', enum: ['fail', 'warn', 'note'] });

const finding = object({
  id: string('Of the rule, D01 to D25'),
  severity,
  count: whole('How often'),
  what: string('What was found'),
  why: string('Why it matters'),
  fix: string('What to do about it'),
  evidence: list(whole(''), 'Numbers of requests in requests.jsonl, at most 20'),
});

const ofContract = object({
  symbol: string(),
  fills: whole(''),
  turnover: number('USDT'),
  profit: number('USDT, before fees and funding'),
  fees: number('USDT'),
  funding: number('USDT, below 0: paid'),
  net: number('USDT'),
});

const trade = object({
  t: whole('Epoch ms'),
  symbol: string(),
  isBuy: boolean(),
  price: number('USDT'),
  size: number('Base coin'),
  fee: number('USDT'),
  realised: number('USDT'),
});

const figures = object({
  requests: whole(''),
  refusals: whole(''),
  operations: list(object({ operation: string(), count: whole('') }), 'The most frequent first'),
  faults: list(object({ fault: string(), count: whole('') }), 'Of the rehearsal, that its requests met'),
  latencyMs: object(
    { p50: nullableNumber(), p99: nullableNumber() },
    { description: 'From a request to its answer, without passes' },
  ),
  orders: whole(''),
  fills: whole(''),
  makerShare: nullableNumber('Of the fills, 0 to 1'),
  turnover: number('USDT'),
  fees: number('USDT'),
  funding: number('USDT, below 0: paid'),
  profit: number('USDT, before fees and funding'),
  contracts: list(ofContract),
  startEquity: number('USDT'),
  endEquity: number('USDT'),
  paid: number('USDT paid in less paid out since the first point'),
  return: nullableNumber('Part of the start'),
  maxDrawdown: number('Deepest fall from a peak, part of it'),
  maxDrawdownAtMs: nullableNumber('Epoch ms'),
  sharpeHour: nullableNumber("A year's, from returns of hours"),
  sharpeDay: nullableNumber("A year's, from returns of days"),
  slippageBp: number('Of taking orders against the middle, in 1/10,000'),
  barriers: nullableNumber('Of lockstep; null: it took no part'),
  wallSecondsPerDecision: nullableNumber('From being woken to the pass'),
  equity: list(
    row<readonly [number, number, number, number]>(
      'Epoch ms, equity, of it paid in since the first point, fall from the peak before as a part of it',
      4,
    ),
    'Oldest first, at most 1,000',
  ),
  costs: list(
    row<readonly [number, number, number]>('Epoch ms, fees and funding until then, USDT; funding below 0: paid', 3),
    'At the moments of equity',
  ),
  trades: list(trade, 'The newest 1,000, oldest first'),
});

const checkup = object({
  version: whole('Of this form: 1'),
  run: string('Name of the run'),
  unrepeatable: nullableString('Why the same requests may lead to something else the next time; null: to the same'),
  account: string(),
  period: object({
    fromMs: whole('Epoch ms'),
    toMs: whole('Epoch ms'),
    requestsFromMs: nullableNumber('Requests are on file since then'),
    isComplete: boolean(),
  }),
  score: whole('100, less 20 for each finding that fails and 5 for each that warns, not below 0'),
  findings: list(finding, 'Those that fail first'),
  figures,
});

const MS = 1_767_225_600_000;

export const checkupShape = shape(checkup, {
  version: 1,
  run: 'rehearsal/outcry-1f2e3d4c main',
  unrepeatable: null,
  account: '1000001',
  period: { fromMs: MS, toMs: MS + 3_600_000, requestsFromMs: MS, isComplete: true },
  score: 95,
  findings: [
    {
      id: 'D07',
      severity: 'warn',
      count: 1,
      what: '1 orders were sent without a client_oid.',
      why: "Without it an order can't be found again when its answer is lost.",
      fix: 'Give each order a client_oid of its own.',
      evidence: [12],
    },
  ],
  figures: {
    requests: 40,
    refusals: 0,
    operations: [{ operation: 'placeOrder', count: 2 }],
    faults: [{ fault: 'errorAfter', count: 1 }],
    latencyMs: { p50: 1.2, p99: 4.1 },
    orders: 2,
    fills: 2,
    makerShare: 0,
    turnover: 1800.1,
    fees: 1.08,
    funding: 0,
    profit: 0.1,
    contracts: [{ symbol: 'cmt_btcusdt', fills: 2, turnover: 1800.1, profit: 0.1, fees: 1.08, funding: 0, net: -0.98 }],
    startEquity: 10_000,
    endEquity: 9_999.02,
    paid: 0,
    return: -0.000_098,
    maxDrawdown: 0.000_1,
    maxDrawdownAtMs: MS + 60_000,
    sharpeHour: null,
    sharpeDay: null,
    slippageBp: 0.1,
    barriers: null,
    wallSecondsPerDecision: null,
    equity: [
      [MS, 10_000, 0, 0],
      [MS + 60_000, 9_999.02, 0, 0.000_098],
    ],
    costs: [
      [MS, 0, 0],
      [MS + 60_000, 1.08, 0],
    ],
    trades: [{ t: MS + 30_000, symbol: 'cmt_btcusdt', isBuy: true, price: 90_000, size: 0.01, fee: 0.54, realised: 0 }],
  },
});

export type CheckupView = ViewOf<typeof checkupShape>;
