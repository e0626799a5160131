/** One engine in a process of its own that remembers two days of ended orders: what each costs, for `memory.ts`. */
import { hash } from 'node:crypto';
import { caller, FIRST_ACCOUNT, MARKETS, openVenue, type Venue } from './crowd.ts';

const DAY_MS = 86_400_000;
const ACCOUNTS = 1_000;

export interface Footprint {
  readonly rss: number;
  readonly heap: number;
  readonly arrays: number;
  readonly longestMs: number;
}

function footprint(longestMs: number): Footprint {
  for (let round = 0; round < 3; round++) (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { rss, heap: heapUsed, arrays: arrayBuffers, longestMs };
}

/** A day with so many orders, evenly spread, that find nobody and end at once. Gives the longest command. */
function day(venue: Venue, orders: number, number: number): number {
  const from = venue.timeMs;
  let longestMs = 0;
  for (let at = 0; at < orders; at++) {
    venue.timeMs = from + Math.floor((at * DAY_MS) / orders);
    const text = JSON.stringify({
      ...caller(FIRST_ACCOUNT + (at % ACCOUNTS)),
      name: 'placeOrder',
      symbol: MARKETS[0]!.symbol,
      clientOrderId: hash('md5', `${number}/${at}`),
      side: 'long',
      effect: 'open',
      execution: 'ioc',
      size: '0.001',
      price: '49999',
      takeProfit: null,
      stopLoss: null,
      marginMode: null,
      positionMode: null,
      positionId: null,
    });
    const command = JSON.parse(text) as Parameters<Venue['apply']>[0];
    const startMs = performance.now();
    venue.apply(command);
    longestMs = Math.max(longestMs, performance.now() - startMs);
  }
  venue.timeMs = from + DAY_MS;
  return longestMs;
}

const orders = Number(process.argv[2]);
const venue = openVenue(MARKETS);
venue.apply({ name: 'setParameters', contracts: [], exchange: { indexStaleMs: 10 * DAY_MS } });
for (let at = 0; at < ACCOUNTS; at++) venue.apply({ name: 'deposit', account: FIRST_ACCOUNT + at, amount: '100000' });
day(venue, 20_000, 0);
venue.timeMs += 2 * DAY_MS;
venue.setPrice(MARKETS[0]!.symbol, MARKETS[0]!.price);
const prints = [footprint(0), footprint(day(venue, orders, 1)), footprint(day(venue, orders, 2))];
process.stdout.write(JSON.stringify(prints));
