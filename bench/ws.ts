/**
 * The WebSockets: what everybody's messages cost the thread that trades, how late they are, and order entry over the
 * private socket beside HTTP.
 *
 * Fan-out: 100, 500 and 1000 listeners have depth and trades of the one contract in which 500 orders a second are
 * placed. Goal: at most 50 µs of the trading thread an order for everybody's messages together. Order entry: 32
 * connections of 32 accounts, durable; over HTTP one request at a time each, over sockets several under way, and in
 * batches of 20. Goals: sockets at least twice HTTP's orders a second, batches at least five times. Rounds of the three
 * alternate, every second one backwards; the first of each is warm-up and not counted.
 *
 * Options: `--listeners` (100,500,1000), `--seconds` of each (10), `--rounds` (5), `--requests` per connection and
 * round (1000), `--connections` (32), `--under-way` on each socket (16), `--folder` as in http.ts.
 */
import { loadavg } from 'node:os';
import {
  CONTRACTS,
  type Exchange,
  metricsOf,
  openAccounts,
  requireSound,
  settle,
  threadTimes,
  withExchange,
} from './kit/exchange.ts';
import { median } from './kit/figures.ts';
import { type Heard, type Load, type LoadJob, type LoadResult, openLoad } from './kit/load.ts';
import { BATCH, type Caller, callersOf, channelsOf } from './kit/requests.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const PER_SECOND = 500;
const TRADERS = 16;
const GOALS = { us: 50, socket: 2, batch: 5 };
const ONE = CONTRACTS.slice(0, 1);

interface FanOut extends Heard {
  readonly listeners: number;
  /** Of the trading thread, an order: as it counts itself, and more than without listeners as the system counts. */
  readonly pushUs: number;
  readonly moreUs: number;
}

type Way = 'http' | 'socket' | 'batch';
type Entries = ReadonlyMap<Way, readonly LoadResult[]>;

export async function run(options: BenchOptions): Promise<Result> {
  const crowds = (options['listeners'] ?? '100,500,1000').split(',').map(Number);
  const seconds = countOption(options, 'seconds', 10);
  const rounds = countOption(options, 'rounds', 5);
  const requests = countOption(options, 'requests', 1000);
  const connections = countOption(options, 'connections', 32);
  const underWay = countOption(options, 'under-way', 16);
  const loadBefore = loadavg()[0]!.toFixed(2);
  const most = String(Math.max(...crowds) + 2 * connections + 2 * TRADERS);
  const settings = ['--http-max-connections', most, '--http-max-connections-per-address', most];
  const load = openLoad();
  const crowd = openLoad();
  try {
    return await withExchange(options, { settings }, async (exchange) => {
      const accounts = await openAccounts(exchange, Math.max(connections, TRADERS));
      const traders = callersOf(accounts.slice(0, TRADERS), ONE);
      const fanOut = await measureFanOut(exchange, load, crowd, traders, { crowds, seconds });
      const callers = callersOf(accounts.slice(0, connections));
      const entry = await measureEntry(exchange, load, rounds, {
        http: { kinds: ['placeOrder'], callers, requests },
        socket: { kinds: ['placeOrder'], callers, requests, over: 'socket', atOnce: underWay },
        // Twice as many orders: a round would be over too soon.
        batch: {
          kinds: ['batchOrders'],
          callers,
          requests: Math.ceil(requests / BATCH) * 2,
          over: 'socket',
          atOnce: 2,
        },
      });
      await settle(exchange);
      await requireSound(exchange);
      const remarks = [
        `Fan-out: ${PER_SECOND} orders a second in one contract for ${seconds} s, half of them filling; every listener has depth and trades. Its times are from the stamp of a trade's command, before its sync, to its arrival; trades are gathered for 50 ms.`,
        `Order entry: medians of ${rounds} interleaved rounds of ${requests} orders on each of ${connections} connections, each its own account (batches: twice as many; ${underWay} under way on a socket); every answer checked. Load average before: ${loadBefore}.`,
      ];
      return resultOf(fanOut, entry, remarks);
    });
  } finally {
    load.end();
    crowd.end();
  }
}

async function measureFanOut(
  exchange: Exchange,
  load: Load,
  crowd: Load,
  callers: readonly Caller[],
  { crowds, seconds }: { readonly crowds: readonly number[]; readonly seconds: number },
): Promise<FanOut[]> {
  const { url } = exchange;
  const everyMs = (callers.length * 1_000) / PER_SECOND;
  const requests = Math.round((seconds * 1_000) / everyMs);
  const stream = async (round: string): Promise<{ readonly cpuUs: number; readonly pushUs: number }> => {
    await settle(exchange);
    const [push = 0] = await metricsOf(exchange, PUSH);
    const result = await load.begin({ url, kinds: ['placeOrder'], callers, requests, round, everyMs, over: 'socket' });
    const { trading } = threadTimes(exchange);
    await result();
    const cpuUs = threadTimes(exchange).trading - trading;
    const [pushAfter = 0] = await metricsOf(exchange, PUSH);
    const orders = requests * callers.length;
    return { cpuUs: cpuUs / orders, pushUs: ((pushAfter - push) * 1e6) / orders };
  };
  await stream('warm');
  const alone = await stream('alone');
  const found: FanOut[] = [];
  for (const listeners of crowds) {
    const stop = await crowd.listen({ url, count: listeners, channels: channelsOf(ONE, ['depth.*.15', 'trades.*']) });
    const { cpuUs, pushUs } = await stream(`crowd${listeners}`);
    const row = { listeners, ...(await stop()), pushUs: pushUs - alone.pushUs, moreUs: cpuUs - alone.cpuUs };
    console.error(`${listeners} listeners: ${JSON.stringify(row)}`);
    found.push(row);
  }
  return found;
}

const PUSH = 'outcry_push_seconds_total';

async function measureEntry(
  exchange: Exchange,
  load: Load,
  rounds: number,
  jobs: Readonly<Record<Way, Omit<LoadJob, 'name' | 'url' | 'round'>>>,
): Promise<Entries> {
  const ways = Object.keys(jobs) as Way[];
  const measured = new Map<Way, LoadResult[]>(ways.map((way) => [way, []]));
  for (let round = -1; round < rounds; round++)
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      await settle(exchange);
      const result = await load.begin({ ...jobs[way], url: exchange.url, round: `${way}${round + 1}` });
      const entered = await result();
      console.error(`round ${round + 1}/${rounds} ${way}: ${JSON.stringify(entered)}`);
      if (round >= 0) measured.get(way)!.push(entered);
    }
  return measured;
}

function resultOf(fanOut: readonly FanOut[], entry: Entries, remarks: readonly string[]): Result {
  const of = (way: Way, name: 'requestsPerSecond' | 'p50Ms' | 'p99Ms'): number =>
    median(entry.get(way)!.map((one) => one[name]));
  const rate = (way: Way): number => of(way, 'requestsPerSecond') * (way === 'batch' ? BATCH : 1);
  const what = { http: 'orders over HTTP', socket: 'orders over sockets', batch: `batches of ${BATCH} over sockets` };
  const row = (name: string, perSecond: number, p50: number, p99: number, us?: number, more?: number) => ({
    what: name,
    'orders/s': Math.round(perSecond),
    'p50 ms': Number(p50.toFixed(1)),
    'p99 ms': Number(p99.toFixed(1)),
    'pushing, µs an order': us?.toFixed(1) ?? '',
    'trading thread, µs an order more': more?.toFixed(1) ?? '',
  });
  const rows = [
    ...fanOut.map((one) => row(`${one.listeners} listeners`, PER_SECOND, one.p50Ms, one.p99Ms, one.pushUs, one.moreUs)),
    ...[...entry.keys()].map((way) => row(what[way], rate(way), of(way, 'p50Ms'), of(way, 'p99Ms'))),
  ];
  const [socket, batch] = [rate('socket') / rate('http'), rate('batch') / rate('http')];
  const goalMet = fanOut.every(({ pushUs }) => pushUs <= GOALS.us) && socket >= GOALS.socket && batch >= GOALS.batch;
  const goals = `Goals: at most ${GOALS.us} µs; of HTTP's orders a second ${GOALS.socket} times over sockets (${socket.toFixed(2)}) and ${GOALS.batch} times in batches (${batch.toFixed(2)}): ${goalMet ? 'met' : 'missed'}.`;
  return { name: 'ws', rows, remarks: [...remarks, goals], goalMet };
}
