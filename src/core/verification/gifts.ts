/**
 * Money that one account hands another by prices that are not the market's (V13; docs/evidence.md, Gifts), at openings
 * and closings alike: how far outside the minute's marks a fill was, times its size. Who buys above the marks, or sells
 * below them, gives.
 *
 * Who gives by a quote of its own offers it, and only if it was on the wrong side of the mark when it was placed: one
 * that the market left behind is no gift. Who gives by taking a quote may be in a thin market, unless it was far away.
 */
import { FIRST_HOUSE, FIRST_USER, LAST_HOUSE } from '../language/accounts.ts';
import type { MinuteFill } from '../standing/minute.ts';
import { compare, type Exact, minus, plus, ppmOf, times, ZERO } from './exact.ts';
import { markOf, type Range } from './marks.ts';
import type { Verification } from './verification.ts';
import type { Gifts, Team, TeamOrder } from './team.ts';

/** The fills of a minute, and the marks by contract. */
export interface Minute {
  readonly fills: readonly MinuteFill[];
  readonly marks: ReadonlyMap<string, Range>;
}

/** One side of a fill, read. */
export interface Side {
  readonly team: Team;
  readonly fill: MinuteFill;
  readonly order: TeamOrder;
  readonly size: Exact;
  readonly price: Exact;
  readonly isBought: boolean;
}

const MILLION = 1_000_000;

/** Whether it is one of the exchange's own accounts, or of those of its own market. */
export function isHouse(uid: string): boolean {
  const account = Number(uid);
  return account < FIRST_USER || (account >= FIRST_HOUSE && account <= LAST_HOUSE);
}

/** Adds what the fill gave or brought, if its price was outside the marks. Nobody gives by being liquidated. */
export function takeGift(state: Verification, side: Side, minute: Minute): void {
  const { team, fill, order, price, size, isBought } = side;
  const marks = isHouse(fill.counter) ? undefined : minute.marks.get(fill.symbol);
  const off = marks === undefined ? null : offBy(price, marks, state.rules.giftTolerancePpm);
  if (off === null) return;
  const other = otherSide(state, minute, fill);
  if (order.header.channel === 'system' || other?.header.channel === 'system') return;
  const gives = off.isAbove === isBought;
  const isOffered = (fill.role === 'maker') === gives;
  const quote = fill.role === 'maker' ? order : other;
  const { giftTolerancePpm, giftDeepPpm } = state.rules;
  const wasOff = (ppm: number): boolean => quote === null || wasOffBy(state, quote, price, off.isAbove, ppm);
  if (isOffered && !wasOff(giftTolerancePpm)) return;
  const isThin = !isOffered && !(compare(off.distance, ppmOf(off.edge, giftDeepPpm)) > 0 && wasOff(giftDeepPpm));
  const gifts = giftsOf(team, fill.counter);
  const value = times(off.distance, size);
  if (gives && isThin) gifts.thinGiven = plus(gifts.thinGiven, value);
  else if (gives) gifts.given = plus(gifts.given, value);
  else if (isThin) gifts.thinReceived = plus(gifts.thinReceived, value);
  else gifts.received = plus(gifts.received, value);
  if (!gives && !isThin && fill.role === 'maker') gifts.asked = plus(gifts.asked, value);
  gifts.orders.add(order.index);
}

/** How far a price is outside the marks; null inside them and the tolerance. */
function offBy(price: Exact, { low, high }: Range, tolerancePpm: number) {
  const [isAbove, edge] = compare(price, high) > 0 ? [true, high] : [false, low];
  const distance = isAbove ? minus(price, edge) : minus(edge, price);
  return compare(distance, ppmOf(edge, tolerancePpm)) <= 0 ? null : { isAbove, edge, distance };
}

/** The order on the other side; null when it is not a team's. */
function otherSide({ orders }: Verification, { fills }: Minute, { id, counter }: MinuteFill): TeamOrder | null {
  const other = fills.find((one) => one.id === id && one.uid === counter);
  return other === undefined ? null : (orders.get(other.orderId) ?? null);
}

/** Whether the price was outside the marks, on the same side, when the quote was placed. */
function wasOffBy(state: Verification, { t, header }: TeamOrder, price: Exact, isAbove: boolean, ppm: number): boolean {
  const marks = markOf(state, header.symbol, t);
  if (marks === null) return true;
  return isAbove
    ? compare(price, ppmOf(marks.high, MILLION + ppm)) > 0
    : compare(price, ppmOf(marks.low, MILLION - ppm)) < 0;
}

function giftsOf({ gifts }: Team, counter: string): Gifts {
  let found = gifts.get(counter);
  if (found === undefined) {
    found = { given: ZERO, received: ZERO, asked: ZERO, thinGiven: ZERO, thinReceived: ZERO, orders: new Set() };
    gifts.set(counter, found);
  }
  return found;
}
