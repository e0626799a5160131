/**
 * What a tick of prices costs when it liquidates nobody, with 10 000 and with 100 000 accounts of three positions each,
 * cross and isolated mixed; and a funding settlement of as many positions as there are accounts.
 *
 * A tick is three index prices and the command `tick`, prices walking at random within 0.5 % of the start. Goal: the
 * tick grows by less than
 * 1.5 times from 10 000 to 100 000 accounts. Options: `--rounds` (5), `--small` (10000), `--large` (100000).
 */
import { createRandom, type Random } from '../src/market/random.ts';
import { MARKETS, openVenue, seat, type Venue } from './crowd.ts';
import { type Contender, interleave, type Measurement, median } from './interleave.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

const TICKS = 20_000;
const GOAL = 1.5;
const WALK = 0.005;
const TICK = 'tick, µs';

interface Job {
  readonly accounts: number;
}

export async function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 5);
  const sizes = [countOption(options, 'small', 10_000), countOption(options, 'large', 100_000)];
  const measured = await interleave(sizes.map(contender), rounds);
  const medians = sizes.map((accounts) => mediansOf(measured.get(nameOf(accounts))!));
  const rows = sizes.map((accounts, at) => ({ accounts, positions: 3 * accounts, ...medians[at] }));
  const growth = medians[1]![TICK]! / medians[0]![TICK]!;
  const goalMet = growth < GOAL;
  const remarks = [
    `The tick grows by ${growth.toFixed(2)} from ${sizes[0]} to ${sizes[1]} accounts. Goal: below ${GOAL}: ${goalMet ? 'met' : 'missed'}.`,
    `Medians of ${rounds} interleaved rounds, each in a fresh process; a tick is the mean of ${TICKS}. "first tick" guards every part anew.`,
    '"funding" settles one contract: as many positions as accounts; "tick after" is the one that follows.',
  ];
  return { name: 'mark-tick', rows, remarks, goalMet };
}

const nameOf = (accounts: number): string => `${accounts} accounts`;

function contender(accounts: number): Contender {
  return {
    name: nameOf(accounts),
    module: new URL(import.meta.url),
    function: 'measure',
    options: { accounts } satisfies Job,
  };
}

function mediansOf(measured: readonly Measurement[]): Measurement {
  const names = Object.keys(measured[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, Number(median(measured.map((each) => each[name]!)).toFixed(2))]),
  );
}

/** One round. */
export async function measure({ accounts }: Job): Promise<Measurement> {
  const venue = openVenue(MARKETS);
  seat(venue, MARKETS, accounts, 2);
  const random = createRandom(1);
  const first = timeOf(() => tick(venue, random));
  for (let count = 0; count < TICKS / 10; count++) tick(venue, random);
  globalThis.gc?.();
  const ticks = timeOf(() => {
    for (let count = 0; count < TICKS; count++) tick(venue, random);
  });
  const bills = billsOf(() => venue.apply({ name: 'settleFunding', symbol: MARKETS[0]!.symbol, rate: '0.0001' }));
  if (bills.count < accounts) throw new Error(`a settlement of ${accounts} positions wrote ${bills.count} bills`);
  const after = timeOf(() => tick(venue, random));
  return { 'first tick, ms': first, [TICK]: (ticks * 1000) / TICKS, 'funding, ms': bills.ms, 'tick after, ms': after };
}

function timeOf(work: () => void): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

function billsOf(work: () => ReturnType<Venue['apply']>): { ms: number; count: number } {
  const startMs = performance.now();
  const { events } = work();
  const ms = performance.now() - startMs;
  return { ms, count: events.filter((event) => event.name === 'billPosted').length };
}

/** Three prices and a tick; nobody may be liquidated by them. */
function tick(venue: Venue, random: Random): void {
  venue.timeMs += 1000;
  for (const { symbol, price } of MARKETS) {
    const moved = price * (1 + WALK * (random.below(2001) / 1000 - 1));
    expectCalm(venue.setPrice(symbol, Number(moved.toFixed(2))));
  }
  expectCalm(venue.apply({ name: 'tick' }));
}

function expectCalm({ events }: ReturnType<Venue['apply']>): void {
  if (events.some((event) => event.name === 'billPosted'))
    throw new Error('a tick that should touch nobody moved money');
}
