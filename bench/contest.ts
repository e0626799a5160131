/**
 * What judging a whole contest costs: teams, orders and logs with bodies of about a kibibyte, a minute of fills and
 * bars for each minute of a day, read leaf by leaf as they come, then the report.
 *
 * Goal: with 50 teams, 200 000 orders and 200 000 logs under 60 s on one core, and under 1 GiB of memory. And the leaf
 * of a minute of 1 000 teams, a fill each, under 20 ms. Options: `--teams` (50), `--orders` (200000).
 */
import { hash } from 'node:crypto';
import type { OrderHeader } from '../src/core/ailog/log/header.ts';
import { leafHash } from '../src/core/ailog/log/merkle.ts';
import { aiClientOid } from '../src/core/text/client-oid.ts';
import { createPastRoots } from '../src/core/verification/past-roots.ts';
import { sealHeader } from '../src/core/ailog/log/entry.ts';
import { newTrack, withSample } from '../src/core/contest/board/metrics.ts';
import { type MinuteFill, sealMinute } from '../src/core/contest/board/minute.ts';
import type { LeafRecord } from '../src/core/verification/records.ts';
import { finish } from '../src/core/verification/report.ts';
import { DEFAULT_RULESET } from '../src/core/verification/ruleset.ts';
import { start, step } from '../src/core/verification/step.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const START = 1_763_103_000_000;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const GOAL_SECONDS = 60;
const GOAL_BYTES = 1024 ** 3;
const GOAL_MINUTE_MS = 20;
const SALT = Buffer.alloc(32, 7);
/** Each twentieth order has no log of its own. */
const UNLOGGED = 20;

const sha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer');

interface Case {
  readonly teams: number;
  readonly orders: number;
}

export function run(options: BenchOptions): Promise<Result> {
  const asked: Case = { teams: countOption(options, 'teams', 50), orders: countOption(options, 'orders', 200_000) };
  let peak = 0;
  let judging = 0;
  const roots = createPastRoots(sha256);
  const state = start(sha256, DEFAULT_RULESET, contestOf());
  let leaves = 0;
  for (const leaf of leavesOf(asked)) {
    const before = process.cpuUsage();
    // An entry of the usual length stands for the leaf in the tree.
    roots.add(leafHash(sha256, Buffer.from(`{"h":"${'x'.repeat(44)}","k":"${leaf.kind}","t":${leaf.t},"v":1}`)));
    step(state, leaf);
    judging += microsecondsSince(before);
    leaves += 1;
    if (leaves % 10_000 === 0) peak = Math.max(peak, process.memoryUsage().rss);
  }
  const before = process.cpuUsage();
  const { text, report } = finish(state, roots.rootAt);
  const finishing = microsecondsSince(before);
  peak = Math.max(peak, process.memoryUsage().rss);
  const seconds = (judging + finishing) / 1_000_000;
  const minuteMs = minuteOfTeams(1_000);
  const goalMet = seconds < GOAL_SECONDS && peak < GOAL_BYTES && minuteMs < GOAL_MINUTE_MS;
  const row = {
    teams: asked.teams,
    orders: asked.orders,
    leaves,
    'leaves, s': Number((judging / 1_000_000).toFixed(2)),
    'report, s': Number((finishing / 1_000_000).toFixed(2)),
    'all, s': Number(seconds.toFixed(2)),
    'memory, MiB': Math.round(peak / 2 ** 20),
    'report, MiB': Math.round(text.length / 2 ** 20),
    'minute of 1000 teams, ms': Number(minuteMs.toFixed(2)),
  };
  const counted = report.teams.reduce((sum, team) => sum + team.counted, 0);
  const remarks = [
    `Goal: below ${GOAL_SECONDS} s and 1 GiB, a minute below ${GOAL_MINUTE_MS} ms: ${goalMet ? 'met' : 'missed'}. ${counted} orders were counted.`,
    'Seconds of the processor, garbage collection included. Making the leaves is not measured; the memory is that of the process, with what makes them.',
  ];
  return Promise.resolve({ name: 'contest', rows: [row], remarks, goalMet });
}

/** Milliseconds of the processor for the samples and the leaf of one minute, the median of many. */
function minuteOfTeams(teams: number): number {
  const equity = Array.from({ length: teams }, (_, at) => ({
    equity: `${10_000 + at}.25`,
    flows: '0',
    team: `t${at}`,
  }));
  const fills = equity.map((_, at) => fillOf(orderOf(uidOf(at), at, `~${at}`), START));
  const bars = [{ symbol: 'cmt_btcusdt', low: '90950.0', high: '91050.0' }];
  let tracks = equity.map(() => newTrack(1_000_000_000_000));
  const taken = Array.from({ length: 200 }, (_, minute) => {
    const before = process.cpuUsage();
    tracks = tracks.map((track, at) => withSample(track, minute * MINUTE_MS, 1_000_000_000_000 + at * 100 + minute));
    const { roots } = sealMinute(sha256, { bars, equity, fills });
    sealHeader(sha256, SALT, { kind: 'minute', v: 1, at: START, contest: 'c1', ...roots });
    return microsecondsSince(before) / 1_000;
  });
  return taken.sort((a, b) => a - b)[taken.length >> 1]!;
}

/** Of this process, on all its threads: a busy machine changes little of it. */
function microsecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
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
    const header = { uid, orderId: null, stage: 'Decision Making', model: 'bench-1' };
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
