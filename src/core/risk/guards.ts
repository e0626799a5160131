/**
 * Which parts a new mark can bring into need of order relief or into violation, without looking at all of them (MARG-010, MARG-013).
 *
 * A part that has something to spare is guarded: per contract it has a net position in, a price up to which the mark may move
 * against it and cost no more than an equal share of what it has to spare. While every mark stays inside, nothing can be due,
 * whatever the other marks do. A mark that reaches a guard has the part looked at, and guarded anew if it is still safe. What a
 * command changes about a part breaks its guards; it is guarded anew when a mark next changes. So a tick costs what it changes.
 * Guards decide nothing: they only say who is looked at, so they belong neither to the state hash nor to a snapshot.
 */
import { add, mul, mulDivFloor, sub } from '../num/mul-div.ts';
import type { Money, Steps, Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import { addGuard, dropGuards, takeReached } from '../guard-book.ts';
import type { Holding, Instrument, Part } from '../state.ts';
import type { Turn } from '../turn.ts';
import { loosenGuards, noteAccount, notePart } from '../turn.ts';
import { equityOf, isKnown, requirementFloorOf } from './margin.ts';

/** A mark changed: whoever it may have brought into trouble is put before the follow-ups, all others are guarded. */
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
    const spare = part.positions.length === 0 ? 0 : isKnown(part) ? spareOf(part) : -1;
    if (spare >= 0) guardWith(part, spare);
    else {
      state.unguarded.push(part);
      if (part.positionId === 0) noteAccount(turn, part.account);
      else notePart(turn, part);
    }
  }
}

/**
 * What the part may lose and still be safe, in 1e-8: below 0 when it is in violation, or its account needs relief.
 * floor(req/E8) + 1 is above the requirement, so at 0 it is still safe.
 */
function spareOf(part: Part): Money {
  const free = part.positionId === 0 ? sub(equityOf(part), part.account.held) : equityOf(part);
  return sub(free, add(requirementFloorOf(part), 1));
}

/** Sets the part's guards so that together they cost at most `spare`. */
function guardWith(part: Part, spare: Money): void {
  part.guarded = true;
  dropGuards(part);
  if (part.positionId !== 0) {
    const position = part.positions[0];
    if (position !== undefined) setGuard(part, position.instrument, position.sign * position.size, spare);
    return;
  }
  const share = mulDivFloor(spare, 1, Math.max(1, part.holdings.length));
  for (const holding of part.holdings) setGuard(part, holding.instrument, netOf(holding), share);
}

function netOf(holding: Holding): Steps {
  return holding.longSize - holding.shortSize;
}

/** The first mark against a net holding that may cost more than `share`; what is hedged whole costs nothing. */
function setGuard(part: Part, instrument: Instrument, net: Steps, share: Money): void {
  if (net === 0) return;
  const distance = net > 0 ? fallFor(instrument, net, share) : riseFor(instrument, -net, share);
  const price = net > 0 ? instrument.mark - distance - 1 : instrument.mark + distance + 1;
  // A mark is at least 1: no fall can reach what lies below.
  if (price < 1) return;
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
  return part.guards.every(({ falling, price, instrument }) => (falling ? instrument.mark > price : instrument.mark < price));
}
