/**
 * What prices do to a crowd of accounts, through `engine.apply`, every invariant on.
 *
 * A tick that liquidates nobody, with 10 000 and with 100 000 accounts of three positions each, cross and isolated
 * mixed: three index prices, walking at random within 0.5 %, and the command `tick`. Goal: it grows by less than 1.5
 * times. And a funding settlement of as many positions as there are accounts.
 *
 * A crash of 30 % over the larger crowd, leveraged 4 to 50 times, one position each: liquidations per second. The price
 * falls in steps of 1 %; before each house accounts bid under the new price for a part of what the step will
 * liquidate, so that some is closed on the book, some with the insurance fund's money and the rest by deleveraging.
 * After it the full audit must find nothing.
 *
 * Options: `--rounds` (3), `--small` (10000), `--large` (100000).
 */
import { audit } from '../src/core/audit.ts';
import type { OrderCause } from '../src/core/language/vocabulary.ts';
import type { Event } from '../src/core/turn/events.ts';
import { createRandom, type Random } from '../src/market/random.ts';
import { MARKETS, openVenue, seat, type Venue } from './kit/crowd.ts';
import { medians } from './kit/figures.ts';
import { type Contender, interleave, type Measurement } from './kit/interleave.ts';
import { type BenchOptions, countOption, type Result } from './kit/result.ts';

const TICKS = 20_000;
const GOAL = 1.5;
const WALK = 0.005;
const TICK = 'tick, µs';
const BTC = MARKETS[0]!;
const LEVERAGES = [4, 5, 8, 10, 20, 50];
const STEPS = 30;
const INSURANCE = 3;
const MARKETING = 5;
const HOUSES = 20;
const FIRST_HOUSE = 9_000_001;

interface Job {
  readonly accounts: number;
}

export async function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 3);
  const [small, large] = [countOption(options, 'small', 10_000), countOption(options, 'large', 100_000)];
  const contender = (name: 'measureTicks' | 'measureCrash', accounts: number): Contender => ({
    name: `${name === 'measureTicks' ? 'calm' : 'crash'}, ${accounts} accounts`,
    module: new URL(import.meta.url),
    function: name,
    options: { accounts } satisfies Job,
  });
  const contenders = [
    contender('measureTicks', small),
    contender('measureTicks', large),
    contender('measureCrash', large),
  ];
  const found = [...(await interleave(contenders, rounds))].map(([name, all]) => ({ name, figures: medians(all) }));
  const growth = found[1]!.figures[TICK]! / found[0]!.figures[TICK]!;
  const goalMet = growth < GOAL;
  return {
    name: 'risk',
    rows: found.flatMap(({ name, figures }) =>
      Object.entries(figures).map(([what, value]) => ({ crowd: name, what, median: Number(value.toFixed(2)) })),
    ),
    remarks: [
      `The tick grows by ${growth.toFixed(2)} from ${small} to ${large} accounts. Goal: below ${GOAL}: ${goalMet ? 'met' : 'missed'}.`,
      `Medians of ${rounds} interleaved rounds, each in a fresh process; a tick is the mean of ${TICKS}. "first tick" guards every part anew, "funding" settles one contract, "tick after" is the one that follows.`,
      `The crash: ${STEPS} steps of 1 % down, the clock runs over the steps alone; the audit of the whole state found nothing.`,
    ],
    goalMet,
  };
}

export async function measureTicks({ accounts }: Job): Promise<Measurement> {
  const venue = openVenue(MARKETS);
  seat(venue, MARKETS, accounts, 2);
  const random = createRandom(1);
  const first = timeOf(() => tick(venue, random));
  for (let count = 0; count < TICKS / 10; count++) tick(venue, random);
  globalThis.gc?.();
  const ticks = timeOf(() => {
    for (let count = 0; count < TICKS; count++) tick(venue, random);
  });
  let events: readonly Event[] = [];
  const funding = timeOf(() => {
    ({ events } = venue.apply({ name: 'settleFunding', symbol: BTC.symbol, rate: '0.0001' }));
  });
  const bills = events.filter(({ name }) => name === 'billPosted').length;
  if (bills < accounts) throw new Error(`a settlement of ${accounts} positions wrote ${bills} bills`);
  const after = timeOf(() => tick(venue, random));
  return { 'first tick, ms': first, [TICK]: (ticks * 1_000) / TICKS, 'funding, ms': funding, 'tick after, ms': after };
}

function timeOf(work: () => void): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}

/** Three prices and a tick; nobody may be liquidated by them. */
function tick(venue: Venue, random: Random): void {
  venue.timeMs += 1_000;
  for (const { symbol, price } of MARKETS) {
    const moved = price * (1 + WALK * (random.below(2_001) / 1_000 - 1));
    expectCalm(venue.setPrice(symbol, Number(moved.toFixed(2))));
  }
  expectCalm(venue.apply({ name: 'tick' }));
}

function expectCalm({ events }: ReturnType<Venue['apply']>): void {
  if (events.some((event) => event.name === 'billPosted'))
    throw new Error('a tick that should touch nobody moved money');
}

export async function measureCrash({ accounts }: Job): Promise<Measurement> {
  const venue = openVenue([BTC]);
  seat(venue, [BTC], accounts, 1.05, LEVERAGES);
  endow(venue);
  const counts = { liquidations: 0, bookFills: 0, deleveraged: 0, closedAtMark: 0 };
  let tookMs = 0;
  for (let step = 1; step <= STEPS; step++) {
    const price = Math.round(BTC.price * (1 - step / 100));
    venue.timeMs += 1_000;
    bid(venue, price, accounts);
    const startMs = performance.now();
    const { events } = venue.setPrice(BTC.symbol, price);
    tookMs += performance.now() - startMs;
    for (const event of events) count(counts, event);
  }
  const broken = audit(venue.engine.state);
  if (broken.length > 0) throw new Error(`the crash broke ${broken.length} promises, the first: ${broken[0]}`);
  return { 'liquidations/s': (1_000 * counts.liquidations) / tookMs, 'crash, ms': tookMs, ...counts };
}

/** A fund that pays for a while, and houses that can bid. */
function endow(venue: Venue): void {
  venue.apply({ name: 'deposit', account: MARKETING, amount: '100000' });
  venue.apply({ name: 'transfer', from: MARKETING, to: INSURANCE, amount: '100000', reason: 'USER_TRANSFER' });
  for (let house = 0; house < HOUSES; house++)
    venue.apply({ name: 'deposit', account: FIRST_HOUSE + house, amount: '100000000' });
}

/** Bids of every house just under the price, together a part of what a step liquidates. */
function bid(venue: Venue, price: number, accounts: number): void {
  const size = (Number(BTC.size) * accounts) / STEPS / 8 / HOUSES;
  for (let house = 0; house < HOUSES; house++) {
    const under = price * (1 - (house + 1) / 2000);
    venue.open(FIRST_HOUSE + house, BTC.symbol, 'long', {
      size: String(Number(size.toFixed(4))),
      price: String(Number(under.toFixed(1))),
    });
  }
}

type Counts = Record<'liquidations' | 'bookFills' | 'deleveraged' | 'closedAtMark', number>;

function count(counts: Counts, event: Event): void {
  if (event.name === 'billPosted' && event.bill.businessType === 'start_liquidate') counts.liquidations++;
  if (event.name === 'closedAtMark') counts.closedAtMark++;
  if (event.name !== 'fillMade') return;
  const causes: readonly OrderCause[] = [event.taker.order.cause, event.maker.order.cause];
  if (causes.includes('deleverage')) counts.deleveraged++;
  else counts.bookFills++;
}
