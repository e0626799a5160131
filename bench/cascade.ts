/**
 * A crash of 30 % over a crowd of leveraged accounts: liquidations per second through `engine.apply`, every invariant
 * on.
 *
 * The price of one contract falls in steps of 1 %. Before each step house accounts put bids under the new price for a
 * part of what the step will liquidate, so that some is closed on the book, some with the insurance fund's money and
 * the rest by deleveraging. After the crash the full audit must find nothing. Options: `--rounds` (3), `--accounts`
 * (100000).
 */
import { audit } from '../src/core/audit.ts';
import type { Event } from '../src/core/turn/events.ts';
import type { OrderCause } from '../src/core/language/vocabulary.ts';
import { MARKETS, openVenue, seat, type Venue } from './crowd.ts';
import { type Contender, interleave, type Measurement, median } from './interleave.ts';
import { type BenchOptions, countOption, type Result } from './result.ts';

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

interface Counts {
  liquidations: number;
  bookFills: number;
  deleveraged: number;
  closedAtMark: number;
}

export async function run(options: BenchOptions): Promise<Result> {
  const rounds = countOption(options, 'rounds', 3);
  const job: Job = { accounts: countOption(options, 'accounts', 100_000) };
  const contender: Contender = { name: 'cascade', module: new URL(import.meta.url), function: 'measure', options: job };
  const measured = (await interleave([contender], rounds)).get('cascade')!;
  const names = Object.keys(measured[0]!);
  const row = Object.fromEntries(names.map((name) => [name, Math.round(median(measured.map((each) => each[name]!)))]));
  const remarks = [
    `Medians of ${rounds} rounds, each in a fresh process: ${STEPS} steps of 1 % down, the clock runs over the steps alone.`,
    'Every account holds one position, half of them long; the audit of the whole state after the crash found nothing.',
  ];
  return { name: 'cascade', rows: [{ accounts: job.accounts, ...row }], remarks, goalMet: true };
}

/** One round. */
export async function measure({ accounts }: Job): Promise<Measurement> {
  const venue = openVenue([BTC]);
  seat(venue, [BTC], accounts, 1.05, LEVERAGES);
  endow(venue);
  const counts: Counts = { liquidations: 0, bookFills: 0, deleveraged: 0, closedAtMark: 0 };
  let tookMs = 0;
  for (let step = 1; step <= STEPS; step++) {
    const price = Math.round(BTC.price * (1 - step / 100));
    venue.timeMs += 1000;
    bid(venue, price, accounts);
    const startMs = performance.now();
    const { events } = venue.setPrice(BTC.symbol, price);
    tookMs += performance.now() - startMs;
    for (const event of events) count(counts, event);
  }
  const broken = audit(venue.engine.state);
  if (broken.length > 0) throw new Error(`the crash broke ${broken.length} promises, the first: ${broken[0]}`);
  const perSecond = (1000 * counts.liquidations) / tookMs;
  return { 'liquidations/s': perSecond, 'crash, ms': tookMs, ...counts, audits: 1 };
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

function count(counts: Counts, event: Event): void {
  if (event.name === 'billPosted' && event.bill.businessType === 'start_liquidate') counts.liquidations++;
  if (event.name === 'closedAtMark') counts.closedAtMark++;
  if (event.name !== 'fillMade') return;
  const causes: readonly OrderCause[] = [event.taker.order.cause, event.maker.order.cause];
  if (causes.includes('deleverage')) counts.deleveraged++;
  else counts.bookFills++;
}
