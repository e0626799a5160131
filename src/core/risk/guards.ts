/**
 * Finds the parts that a new mark can bring into need of order relief or into violation, without looking at all of them
 * (MARG-010, MARG-013).
 *
 * A part that has something to spare is guarded: per contract it has a net position in, a price up to which the mark
 * may move against it and cost no more than an equal share of what it has to spare. While every mark stays inside,
 * nothing can be due, whatever the other marks do. A mark that reaches a guard has the part looked at, and guarded
 * again if it is still safe. A command that changes a part breaks its guards, but for funding that is paid out of what
 * they leave; it is guarded again when a mark next changes. So a tick costs what it changes. Guards decide nothing:
 * they only say who is looked at, so they belong neither to the state hash nor to a snapshot.
 */
import { invariant } from '../num/invariant.ts';
import { mul, mulDivFloor, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import { addGuard, dropGuards, takeReached } from '../state/guard-book.ts';
import { isShared, netSizeOf } from '../state/parts.ts';
import type { Instrument, Part } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { loosenGuards, noteMoney } from '../turn/turn.ts';
import { isKnown } from './margin.ts';
import { spareOf } from './risk.ts';

/**
 * The part of what it may spare that is left out of its guards, for funding to be paid from: then a pass does not have
 * all parts guarded again.
 */
const SLACK_PART = 16;

/** A mark changed: parts it may have brought into trouble are put before the follow-ups, all others are guarded. */
export function onMarkChange(turn: Turn, instrument: Instrument): void {
  const { state } = turn;
  state.markChanges.count++;
  for (let part = takeReached(instrument); part !== null; part = takeReached(instrument)) loosenGuards(state, part);
  guardAll(turn);
}

/** Guards every part that can be; the others stay unguarded and wait for the follow-ups. */
function guardAll(turn: Turn): void {
  const { state } = turn;
  const waiting = state.unguarded;
  state.unguarded = [];
  for (const part of waiting) {
    invariant(!part.guarded, 'MARK-004: who waits for guards has none that hold', part.account, part.positionId);
    const spare = part.positions.length === 0 ? 0 : isKnown(part) ? freeSpareOf(part) : -1;
    if (spare >= 0) guardWith(part, spare);
    else {
      state.unguarded.push(part);
      noteMoney(turn, part);
    }
  }
}

/** The most the part may lose, reserves counted: below 0 it is in violation, or its account needs relief. */
function freeSpareOf(part: Part): Money {
  return isShared(part) ? sub(spareOf(part), part.account.held) : spareOf(part);
}

/** Sets the part's guards so that together they and its slack cost at most `whole`. */
function guardWith(part: Part, whole: Money): void {
  part.guarded = true;
  dropGuards(part);
  part.slack = mulDivFloor(whole, 1, SLACK_PART);
  const spare = sub(whole, part.slack);
  invariant(spare >= 0 && part.slack >= 0, 'MARK-004: guards are set on what there is to spare', part.account, spare);
  if (!isShared(part)) {
    const position = part.positions[0];
    if (position !== undefined) setGuard(part, position.instrument, position.sign * position.size, spare);
    return;
  }
  const share = mulDivFloor(spare, 1, Math.max(1, part.holdings.length));
  for (const holding of part.holdings) setGuard(part, holding.instrument, netSizeOf(holding), share);
}

/** The first mark against a net holding that may cost more than `share`; a fully hedged holding costs nothing. */
function setGuard(part: Part, instrument: Instrument, net: Steps, share: Money): void {
  if (net === 0) return;
  const distance = net > 0 ? fallFor(instrument, net, share) : riseFor(instrument, -net, share);
  const price = net > 0 ? instrument.mark - distance - 1 : instrument.mark + distance + 1;
  // A mark is at least 1: no fall can reach lower.
  if (price < 1) return;
  const isBeyond = net > 0 ? price < instrument.mark : price > instrument.mark;
  invariant(isBeyond, 'MARK-004: a guard is a mark that has not come', part.account, price);
  addGuard({ part, instrument, falling: net > 0, price, place: -1 });
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

/** Whether the part is where its guards promise: for the audit. */
export function guardsHold(part: Part, unguarded: ReadonlySet<Part>): boolean {
  if (!part.guarded) return unguarded.has(part);
  if (part.positions.length === 0 || !isKnown(part)) return true;
  return part.guards.every(({ falling, price, instrument }) =>
    falling ? instrument.mark > price : instrument.mark < price,
  );
}
