/**
 * What a contest costs.
 *
 * To judge it whole: teams, orders and logs with bodies of about a kibibyte, a minute of fills and bars for each minute
 * of a day, read leaf by leaf as they come, then the report. Goal: with 50 teams, 200 000 orders and 200 000 logs under
 * 60 s on one core, and under 1 GiB of memory.
 *
 * The thread that trades, each minute: the tick that samples all teams and appends the minute's leaf. Each team has a
 * position and two fills a minute against a house account. Goal: with 1 000 teams under 20 ms.
 *
 * Options: `--teams` (50) and `--orders` (200000) to judge, `--sampled` teams (1000), `--minutes` (30).
 */
import { verifyEd25519 } from '../src/bundle/ed25519.ts';
import { hash } from 'node:crypto';
import type { OrderHeader } from '../src/core/log/header.ts';
import { leafHash } from '../src/core/log/merkle.ts';
import { aiClientOid } from '../src/core/text/client-oid.ts';
import { createPastRoots } from '../src/core/verification/past-roots.ts';
import type { MinuteFill } from '../src/core/standing/minute.ts';
import type { ContestConfig } from '../src/core/language/contest-config.ts';
import type { LeafRecord } from '../src/core/verification/records.ts';
import { finish } from '../src/core/verification/report.ts';
import { DEFAULT_RULESET } from '../src/core/verification/ruleset.ts';
import { start, step } from '../src/core/verification/step.ts';
import { caller, FIRST_ACCOUNT, type Market, openVenue, type Venue } from './kit/crowd.ts';
import { median } from './kit/figures.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const START = 1_763_103_000_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const STEP_MS = 10_000;
const GOALS = { seconds: 60, bytes: 1024 ** 3, minuteMs: 20 };
/** Each twentieth order has no log of its own. */
const UNLOGGED = 20;
const HOUSE = 9_000_001;
const BTC: Market = { symbol: 'cmt_btcusdt', price: 91_000, size: '0.0001' };
/** Minutes not measured: the compiler is still at work. */
const WARM_UP = 5;
const RULESET = '{"name":"bench"}';

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

interface Case {
  readonly teams: number;
  readonly orders: number;
}

export async function run(options: BenchOptions): Promise<Result> {
  const asked: Case = { teams: countOption(options, 'teams', 50), orders: countOption(options, 'orders', 200_000) };
  const sampled = countOption(options, 'sampled', 1_000);
  const judged = judge(asked);
  const minute = sample(sampled, countOption(options, 'minutes', 30));
  const isQuick = judged.seconds < GOALS.seconds && judged.peak < GOALS.bytes;
  const isShort = minute.median < GOALS.minuteMs;
  const fixed = (value: number): string => value.toFixed(2);
  return {
    name: 'contest',
    rows: [
      { what: `${judged.leaves} leaves, s`, found: fixed(judged.reading), goal: '' },
      { what: 'the report, s', found: fixed(judged.seconds - judged.reading), goal: '' },
      { what: 'all, s', found: fixed(judged.seconds), goal: GOALS.seconds },
      { what: 'memory, MiB', found: Math.round(judged.peak / 2 ** 20), goal: GOALS.bytes / 2 ** 20 },
      { what: `tick with a minute of ${sampled} teams, ms`, found: fixed(minute.median), goal: GOALS.minuteMs },
      { what: 'the slowest of them, ms', found: fixed(minute.slowest), goal: '' },
      { what: 'tick without, ms', found: fixed(minute.without), goal: '' },
    ],
    remarks: [
      `${asked.teams} teams, ${asked.orders} orders, ${judged.counted} counted. Goals: ${isQuick && isShort ? 'met' : 'missed'}.`,
      'Seconds of the processor on all threads, garbage collection included. Making the leaves is not measured; the memory is that of the process, with what makes them.',
    ],
    goalMet: isQuick && isShort,
  };
}

function judge(asked: Case) {
  let [peak, judging, leaves] = [0, 0, 0];
  const roots = createPastRoots(sha256);
  const state = start(sha256, verifyEd25519, DEFAULT_RULESET, contestOf());
  for (const leaf of leavesOf(asked)) {
    const before = process.cpuUsage();
    // An entry of the usual length stands for the leaf in the tree.
    roots.add(leafHash(sha256, Buffer.from(`{"h":"${'x'.repeat(44)}","k":"${leaf.kind}","t":${leaf.t},"v":1}`)));
    step(state, leaf);
    judging += millisecondsSince(before);
    leaves += 1;
    if (leaves % 10_000 === 0) peak = Math.max(peak, process.memoryUsage().rss);
  }
  const before = process.cpuUsage();
  const { report } = finish(state, roots.rootAt);
  const seconds = (judging + millisecondsSince(before)) / 1_000;
  peak = Math.max(peak, process.memoryUsage().rss);
  const counted = report.teams.reduce((sum, team) => sum + team.counted, 0);
  return { leaves, reading: judging / 1_000, seconds, peak, counted };
}

/** Milliseconds of the processor of ticks with a minute's leaf and without one. */
function sample(teams: number, minutes: number) {
  const venue = openVenue([BTC]);
  const accounts = Array.from({ length: teams }, (_, nth) => FIRST_ACCOUNT + nth);
  begin(venue, accounts, minutes);
  const [sampled, others]: [number[], number[]] = [[], []];
  for (let minute = 0; minute < minutes + WARM_UP; minute++)
    for (let at = 0; at < MINUTE_MS / STEP_MS; at++) {
      venue.timeMs += STEP_MS;
      // The contest begins with the first tick after its start.
      if (at === 0 && minute > 0) for (const account of accounts) trade(venue, account);
      venue.setPrice(BTC.symbol, BTC.price + (minute % 7));
      const before = process.cpuUsage();
      const { events } = venue.apply({ name: 'tick' });
      const spentMs = millisecondsSince(before);
      const isMinute = events.some(({ name }) => name === 'contestSampled');
      if (minute >= WARM_UP) (isMinute ? sampled : others).push(spentMs);
    }
  return { median: median(sampled), slowest: Math.max(...sampled), without: median(others) };
}

function begin(venue: Venue, accounts: readonly number[], minutes: number): void {
  const saltKey = Buffer.alloc(32, 3).toString('base64');
  venue.apply({ name: 'openAiLog', origin: 'bench.example/ailog', vkey: 'vkey', saltKey });
  venue.apply({ name: 'deposit', account: HOUSE, amount: '900000000' });
  venue.apply({ name: 'putRuleset', ruleset: RULESET });
  venue.apply({ name: 'createContest', config: configOf(venue.timeMs + STEP_MS, minutes) });
  venue.apply({ name: 'moveContest', contest: 'c1', phase: 'registration' });
  for (const [nth, account] of accounts.entries()) {
    venue.apply({ name: 'deposit', account, amount: '10000' });
    const entry = {
      contest: 'c1',
      teamName: `Team ${nth}`,
      modelClass: 'llm',
      models: [],
      members: [`m-${nth}`],
    } as const;
    venue.apply({ name: 'registerTeam', ...caller(account), ...entry });
    venue.apply({ name: 'setTeam', contest: 'c1', team: `t${nth + 1}`, state: 'approved' });
  }
}

function configOf(startMs: number, minutes: number): ContestConfig {
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
    symbols: [{ symbol: BTC.symbol, maxLeverage: 20 }],
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
function trade(venue: Venue, account: number): void {
  const order = { size: BTC.size, price: String(BTC.price) };
  for (let times = 0; times < 2; times++) venue.open(HOUSE, BTC.symbol, 'short', order);
  for (let times = 0; times < 2; times++) venue.open(account, BTC.symbol, 'long', order);
}

/** Of this process, on all its threads: a busy machine changes little of it. */
function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

function contestOf() {
  return {
    id: 'c1',
    startMs: START,
    endMs: START + DAY_MS,
    coin: 'USDT',
    startBalance: '10000',
    symbols: ['cmt_btcusdt'],
    minFilledOrders: 10,
  };
}

/** The leaves of a day: logs, the orders they decide a moment later, and minutes with their fills. */
function* leavesOf({ teams, orders }: Case): Generator<LeafRecord> {
  let index = 0;
  yield { index: index++, t: START - 2, kind: 'key', origin: 'bench.example/ailog' };
  for (let team = 0; team < teams; team++) {
    const id = `t${team}`;
    const payload = {
      contest: 'c1',
      team: id,
      name: id,
      modelClass: 'llm',
      models: ['bench-*'],
      state: 'approved',
    } as const;
    yield { index: index++, t: START - 1, kind: 'team', payload, uid: uidOf(team) };
  }
  const gap = Math.floor((DAY_MS - MINUTE_MS) / orders);
  let fills: MinuteFill[] = [];
  let minute = START;
  for (let at = 0; at < orders; at++) {
    const t = START + at * gap;
    while (t >= minute + MINUTE_MS) {
      const bars = [{ symbol: 'cmt_btcusdt', low: '90950.0', high: '91050.0' }];
      const records = { bars, equity: [], fills };
      yield { index: index++, t, kind: 'minute', at: minute, contest: 'c1', records };
      fills = [];
      minute += MINUTE_MS;
    }
    const uid = uidOf(at % teams);
    const body = bodyOf(at);
    const header = { uid, orderId: null, stage: 'Decision Making', model: 'bench-1', sig: null };
    yield { index: index++, t, kind: 'ailog', header, body };
    const clientOid = at % UNLOGGED === 0 ? `~${at}` : aiClientOid(sha256(body));
    const order = orderOf(uid, at, clientOid);
    yield { index: index++, t: t + 1, kind: 'order', header: order };
    fills.push(fillOf(order, t + 1));
  }
}

const uidOf = (team: number): string => String(1_000_001 + team);

function bodyOf(at: number): Uint8Array {
  const candles = Array.from({ length: 40 }, (_, nth) => `[${91_000 + nth},${90_900 + nth},${at}]`).join(',');
  const market = `[{"symbol":"cmt_btcusdt","mark":"91000.0","asOf":${START + at}}]`;
  const input = `{"prompt":"Decide. Candles: ${candles}","market":${market}}`;
  const output = `{"decision":"${isBuy(at) ? 'OPEN_LONG' : 'CLOSE_LONG'}","symbol":"cmt_btcusdt","size":"0.0100"}`;
  const explanation = `Trend ${at % 7}, momentum ${at % 5} and ${'abcdefghijklmnopqrstuvwxyz'.charAt(at % 26)} agree`;
  return Buffer.from(
    `{"stage":"Decision Making","model":"bench-1","input":${input},"output":${output},"explanation":"${explanation}"}`,
  );
}

const isBuy = (at: number): boolean => Math.floor(at / 100) % 2 === 0;

function orderOf(uid: string, at: number, clientOid: string): OrderHeader {
  return {
    kind: 'order',
    v: 1,
    uid,
    keyId: 'ak_1',
    channel: 'api',
    orderId: String(700_000_000_000_000 + at),
    clientOid,
    symbol: 'cmt_btcusdt',
    type: isBuy(at) ? '1' : '3',
    orderType: '0',
    matchPrice: '0',
    size: '0.0100',
    price: '91000.0',
    triggerPrice: null,
    parentOrderId: null,
  };
}

function fillOf({ uid, orderId, symbol, size }: OrderHeader, t: number): MinuteFill {
  const price = '91000.0';
  return {
    counter: '9000001',
    fee: '0.5',
    id: orderId,
    orderId,
    price,
    realised: '0.1',
    role: 'taker',
    size,
    symbol,
    t,
    uid,
  };
}
