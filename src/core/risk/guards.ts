/**
 * Finds the parts that a new mark can bring into need of order relief or into violation, without looking at all of them
 * (MARG-010, MARG-013).
 *
 * A part that has something to spare is guarded: per contract it has a position in, by a price on either side up to
 * which the mark may move and cost no more than an equal share of what it has to spare. While every mark stays inside,
 * nothing can be due, whatever the other marks do. A mark that reaches a guard has the part looked at, and guarded
 * again if it is still safe.
 *
 * What the part has to spare at worst, with every mark at its guard, is its slack. Whoever changes a part asks for that
 * again, or takes off what the change costs at most: while it is not below 0 the guards stay where they are, and a mark
 * need look at none but those it reaches. So a tick costs what it changes, and a fill a product. Guards decide nothing:
 * they only say who is looked at, so they belong neither to the state hash nor to a snapshot.
 */
import { FIRST_USER } from '../language/accounts.ts';
import { valueOf } from '../language/contract.ts';
import { invariant } from '../num/invariant.ts';
import { add, mul, mulDivFloor, neg, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import { addGuard, dropGuards, FARTHEST, takeReached } from '../state/guard-book.ts';
import { isShared, netSizeOf } from '../state/parts.ts';
import type { Guard, Instrument, Part } from '../state/records.ts';
import type { State } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { loosenGuards, noteMoney } from '../turn/turn.ts';
import { contractFloor, isKnown } from './margin.ts';
import { spareOf } from './risk.ts';

/** The part of what it may spare that is left out of its guards, for orders, fees and funding to be paid from. */
const SLACK_PART = 16;

/** A mark changed: parts that it may have brought into trouble are put before the follow-ups. */
export function onMarkChange(turn: Turn, instrument: Instrument): void {
  const { state } = turn;
  state.markChanges.count++;
  for (let part = takeReached(instrument); part !== null; part = takeReached(instrument)) loosenGuards(turn, part);
  for (const part of state.unguarded) noteMoney(turn, part);
}

/**
 * Whether the changed part is guarded, so that nothing can be due; by the guards it has or, where these hold no longer
 * and there is something to spare, by new ones.
 */
export function keepGuarded(state: State, part: Part): boolean {
  if (part.guarded) {
    part.slack = worstOf(part) ?? -1;
    if (part.slack >= 0) return true;
  }
  const spare = isKnown(part) ? freeSpareOf(part) : -1;
  part.guarded = spare >= 0 && setGuards(part, spare);
  if (part.guarded) state.unguarded.delete(part);
  else state.unguarded.add(part);
  return part.guarded;
}

/** Whether the part is sure to have `amount` to spare, without a look at its positions; false says nothing. */
export function canSpare({ guarded, slack }: Part, amount: Money): boolean {
  return guarded && slack >= amount;
}

/** The most the part may lose, reserves counted: below 0 it is in violation, or its account needs relief. */
function freeSpareOf(part: Part): Money {
  if (part.positions.length === 0) return uncommittedOf(part);
  return isShared(part) ? sub(spareOf(part), part.account.held) : spareOf(part);
}

/** The money beside its reserves of a part without positions; accounts of the exchange may owe. */
function uncommittedOf(part: Part): Money {
  const isUsers = isShared(part) && part.account.id >= FIRST_USER;
  return isUsers ? sub(part.amount, part.account.held) : 0;
}

/** The spare of the part with every mark at its guard; `null` where its guards are not those of its holdings. */
function worstOf(part: Part): Money | null {
  const { positions, holdings, guards } = part;
  if (positions.length === 0) return uncommittedOf(part);
  if (!isShared(part)) {
    const { instrument, sign, size } = positions[0]!;
    const worth = worthAtGuard(guards, 0, instrument, sign * size);
    return worth === null ? null : add(part.amount, worth);
  }
  if (guards.length !== 2 * holdings.length) return null;
  let worst = sub(part.amount, part.account.held);
  for (let at = 0; at < holdings.length; at++) {
    const worth = worthAtGuard(guards, 2 * at, holdings[at]!.instrument, netSizeOf(holdings[at]!));
    if (worth === null) return null;
    worst = add(worst, worth);
  }
  return worst;
}

/** The worth of a net holding at the last mark inside the one of its two guards where it is least. */
function worthAtGuard(guards: readonly Guard[], at: number, instrument: Instrument, net: Steps): Money | null {
  const guard = guards[net > 0 ? at : at + 1];
  if (guard === undefined || guard.instrument !== instrument) return null;
  return worthAt(instrument, net, guard.falling ? guard.price + 1 : guard.price - 1);
}

/** Its value less its requirement and 1, which is what rounding the requirements of a part one by one may miss. */
function worthAt({ contract }: Instrument, net: Steps, mark: Ticks): Money {
  const value = valueOf(contract, mark, Math.abs(net));
  const needed = add(contractFloor(contract, value), 1);
  return sub(net > 0 ? value : neg(value), needed);
}

/**
 * Sets the part's guards so that together they cost at most `whole` less a slack; false when there is too little for
 * any.
 */
function setGuards(part: Part, whole: Money): boolean {
  dropGuards(part);
  const spare = sub(whole, mulDivFloor(whole, 1, SLACK_PART));
  invariant(spare >= 0 && spare <= whole, 'MARK-004: guards are set on what there is to spare', part.account, spare);
  const guards: Guard[] = [];
  if (isShared(part)) {
    const share = mulDivFloor(spare, 1, Math.max(1, part.holdings.length));
    for (const holding of part.holdings) guards.push(...guardsOf(part, holding.instrument, netSizeOf(holding), share));
  } else {
    const position = part.positions[0];
    if (position !== undefined)
      guards.push(...guardsOf(part, position.instrument, position.sign * position.size, spare));
  }
  // Of just its size: a list that grew keeps room for 16 more.
  part.guards = guards.slice();
  for (const guard of guards) addGuard(guard);
  part.slack = worstOf(part) ?? -1;
  return part.slack >= 0;
}

/**
 * The first marks on either side that may cost a net holding more than `share`, or are as far as guards go; first the
 * one below: the holding may turn round and stay within them.
 */
function guardsOf(part: Part, instrument: Instrument, net: Steps, share: Money): [Guard, Guard] {
  const size = Math.max(1, Math.abs(net));
  const { mark } = instrument;
  const low = Math.max(Math.floor(mark / FARTHEST), mark - fallFor(instrument, size, share) - 1);
  const high = Math.min(mark * FARTHEST, mark + riseFor(instrument, size, share) + 1);
  const isBetween = low < mark && high > mark;
  invariant(isBetween, 'MARK-004: a guard is a mark that has not come', part.account, low);
  return [
    { part, instrument, falling: true, price: low, place: -1 },
    { part, instrument, falling: false, price: high, place: -1 },
  ];
}

/** Ticks a net long may fall: a tick costs its value unit, and the requirement falls with it. */
function fallFor({ contract }: Instrument, size: Steps, share: Money): Ticks {
  return Number(mulDivFloor(share, 1, mul(size, contract.valueUnit)));
}

/** Ticks a net short may rise: a tick costs its value unit and, at most, what the highest tier requires of it. */
function riseFor({ contract }: Instrument, size: Steps, share: Money): Ticks {
  const rateE8 = contract.tiers[contract.tiers.length - 1]!.rateE8 + contract.takerFeeE8;
  return Number(mulDivFloor(share, E8, mul(mul(size, contract.valueUnit), E8 + rateE8)));
}

/** Whether the part is where its guards promise, and its slack is no more than that leaves: for the audit. */
export function guardsHold(state: State, part: Part): boolean {
  if (part.guarded === state.unguarded.has(part)) return false;
  if (!part.guarded || part.positions.length === 0 || !isKnown(part)) return true;
  const isInside = part.guards.every(({ falling, price, instrument }) =>
    falling ? instrument.mark > price : instrument.mark < price,
  );
  const worst = worstOf(part);
  return isInside && worst !== null && part.slack >= 0 && part.slack <= worst && worst <= freeSpareOf(part);
}
