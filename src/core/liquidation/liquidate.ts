/**
 * Liquidation of one part, from its call to its end within one command (LIQD-002 to -013).
 *
 * L0 automatic margin · L1 marker · L2 orders go · L3 hedges are offset · L4 tier by tier down · L5 close within the
 * bankruptcy value · L6 close with the insurance fund · L7 deleveraging · L8 at the mark · L9 end. It stops as soon as
 * the part is healthy.
 */
import { valueOf } from '../language/contract.ts';
import { invariant } from '../num/invariant.ts';
import { closeBooking, mark, openBooking } from '../ledger/ledger.ts';
import { min, mul, mulDivCeil, mulDivFloor, sub } from '../num/mul-div.ts';
import type { Steps } from '../num/units.ts';
import { oldestFirst } from '../orders/draft.ts';
import { finishFilled } from '../orders/working.ts';
import { moveMargin } from '../positions/move-margin.ts';
import { availableOf, equityOf, markValueOf } from '../risk/margin.ts';
import { protectionOf } from '../risk/order-margin.ts';
import { isSafe } from '../risk/risk.ts';
import type { Holding, Part, Position } from '../state/records.ts';
import type { Turn } from '../turn/turn.ts';
import { touchPosition } from '../turn/turn.ts';
import { cancelScope } from './cancel-scope.ts';
import type { ClosedAtMark, Winner } from './deleverage.ts';
import { closeAtMark, deleverage } from './deleverage.ts';
import { closeOnBook, fillPair, makeEngineOrder } from './engine-order.ts';
import type { Carried, Exposure } from './exposure.ts';
import { bankruptcyLimitOf, bankruptcyValueOf, exposuresOf, largestOf, valueAtMark } from './exposure.ts';
import { finish } from './finish.ts';
import type { Ranks } from './rank.ts';
import { isShared } from '../state/parts.ts';

/** Works the part to the end. */
export function liquidate(turn: Turn, part: Part, ranks: Ranks): void {
  const position = isShared(part) ? null : part.positions[0]!;
  if (position !== null && appendMargin(turn, position)) return;
  const symbol = worstContractOf(part);
  mark(turn, part, 'start_liquidate', symbol);
  cancelScope(turn, part);
  const { account } = part;
  if (position !== null)
    invariant(position.frozen === 0, 'LIQD-005: nothing is frozen on it', position, position.frozen);
  if (position === null) {
    invariant(account.workingOrders === 0, 'LIQD-005: no order is left', account, account.workingOrders);
    invariant(account.held === 0, 'LIQD-005: no reserve is left', account, account.held);
    for (const holding of part.holdings.slice()) offsetHedge(turn, holding);
    reduceByTiers(turn, part);
  }
  const closed = closeContracts(turn, part, ranks);
  finish(turn, part, position, symbol, closed);
  invariant(isSafe(part), 'INV-005: no part is in violation after its liquidation', account, part.positionId);
}

/**
 * L0: automatic margin moves the shortfall to the full margin, as far as SHARED can (LIQD-003). True when healthy now.
 */
function appendMargin(turn: Turn, position: Position): boolean {
  if (!position.autoAppend) return false;
  const { part, leverage } = position;
  const wanted = sub(mulDivCeil(markValueOf(position), 1, leverage), equityOf(part));
  const amount = min(availableOf(part.account), wanted);
  if (amount > 0) {
    const matchSequence = openBooking(turn);
    moveMargin(turn, matchSequence, position, amount, 0);
    closeBooking(turn);
    touchPosition(turn, position, matchSequence);
  }
  return isSafe(part);
}

/**
 * The contract that requires most: the markers name it (LIQD-004). A part that is fully hedged requires nothing
 * anywhere.
 */
function worstContractOf(part: Part): string {
  const instrument = largestOf(exposuresOf(part))?.instrument ?? firstContractOf(part);
  return instrument.contract.symbol;
}

function firstContractOf(part: Part): Position['instrument'] {
  return part.positions[0]!.instrument;
}

/** L3: exposure open on both sides is closed against itself at the mark, first in, first out (LIQD-006). */
function offsetHedge(turn: Turn, holding: Holding): void {
  const { instrument, longSize, shortSize } = holding;
  const size = Math.min(longSize, shortSize);
  if (size === 0) return;
  const longs = oldestFirst(holding.positions.filter((position) => position.sign === 1));
  const shorts = oldestFirst(holding.positions.filter((position) => position.sign === -1));
  const order = makeEngineOrder(turn, longs, 'reduce', size, 0);
  const against = makeEngineOrder(turn, shorts, 'reduce', size, 0);
  while (order.remaining > 0) {
    const long = order.pieces[0]!;
    const short = against.pieces[0]!;
    const piece = Math.min(long.size, short.size);
    const value = valueOf(instrument.contract, instrument.mark, piece);
    fillPair(turn, order, against, piece, value, long.position, short.position, 0);
  }
  finishFilled(turn, order);
  finishFilled(turn, against);
  const left = Math.min(holding.longSize, holding.shortSize);
  invariant(left === 0, 'LIQD-006: no hedge is left', holding.account, left);
}

/** The start of a stage: the bankruptcy value of all that is left, computed again (LIQD-007). */
function carriedAnew(exposure: Exposure): Carried {
  return { value: bankruptcyValueOf(exposure), size: exposure.size };
}

/**
 * L4: two tiers down at a time, the contract that requires most first, until healthy or every try has failed
 * (LIQD-009).
 */
function reduceByTiers(turn: Turn, part: Part): void {
  const vain = new Set<string>();
  while (!isSafe(part)) {
    const exposure = largestOf(
      exposuresOf(part).filter((one) => isAboveFirstTier(one) && !vain.has(one.instrument.contract.symbol)),
    );
    if (exposure === null) return;
    const size = exposure.size - keptSize(exposure);
    invariant(size > 0, 'LIQD-009: each try takes something off', part.account, size);
    const carried = carriedAnew(exposure);
    const limit = bankruptcyLimitOf(exposure, carried.value);
    if (closeOnBook(turn, exposure, carried, 'reduce', size, limit) < size)
      vain.add(exposure.instrument.contract.symbol);
  }
}

function isAboveFirstTier(exposure: Exposure): boolean {
  return valueAtMark(exposure) > exposure.instrument.contract.tiers[0]!.bound;
}

/** The size that stays: the bound of the tier two below, at least the first, in whole steps. */
function keptSize(exposure: Exposure): Steps {
  const { contract, mark: ticks } = exposure.instrument;
  const value = valueAtMark(exposure);
  const found = contract.tiers.findIndex((tier) => value <= tier.bound);
  const tier = found < 0 ? contract.tiers.length - 1 : found;
  return Number(mulDivFloor(contract.tiers[Math.max(0, tier - 2)]!.bound, 1, mul(ticks, contract.valueUnit)));
}

/** L5 to L8, contract by contract while unhealthy, the one that requires most first. */
function closeContracts(turn: Turn, part: Part, ranks: Ranks): ClosedAtMark {
  const winners: Winner[] = [];
  let symbol: string | null = null;
  while (!isSafe(part)) {
    const exposure = largestOf(exposuresOf(part));
    invariant(exposure !== null, 'LIQD-010: what is not safe has something open', part.account, part.positionId);
    closeWithinShare(turn, exposure);
    if (isSafe(part)) break;
    closeWithInsurance(turn, exposure);
    if (isSafe(part)) break;
    deleverage(turn, exposure, carriedAnew(exposure), ranks);
    if (exposure.size === 0) continue;
    winners.push(...closeAtMark(turn, exposure));
    ({ symbol } = exposure.instrument.contract);
  }
  return { symbol, winners };
}

/** L5: no worse than the part's own share pays for. */
function closeWithinShare(turn: Turn, exposure: Exposure): void {
  const carried = carriedAnew(exposure);
  closeOnBook(turn, exposure, carried, 'liquidation', exposure.size, bankruptcyLimitOf(exposure, carried.value));
}

/** L6: as far as market protection reaches and the insurance fund pays. */
function closeWithInsurance(turn: Turn, exposure: Exposure): void {
  const limit = protectionOf(exposure.instrument, exposure.sign === -1);
  closeOnBook(turn, exposure, carriedAnew(exposure), 'liquidation', exposure.size, limit);
}
