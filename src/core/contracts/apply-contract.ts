/**
 * Puts a changed contract into force (CONT-004): the live state takes its figures, and nothing is left that they would
 * not allow.
 *
 * Positions stay as they are: the follow-up loop finds accounts that no longer meet the new requirement. Working
 * opening orders that could not be placed any more, or whose reserve no longer covers them, are cancelled; other orders
 * stay. Prices that are kept in ticks are written in the new tick.
 */
import { byId } from '../state/ids.ts';
import type { Contract } from '../language/contract.ts';
import { valueOf } from '../language/contract.ts';
import { invariant } from '../num/invariant.ts';
import { add, divHalfUp, mul, mulDivCeil, sub } from '../num/mul-div.ts';
import type { Ticks } from '../num/units.ts';
import { E8 } from '../num/units.ts';
import type { Order, Account, Instrument } from '../state/records.ts';
import { cancelRest, opens, workingOrders } from '../orders/working.ts';
import { nextFundingTime } from '../risk/mark-price.ts';
import { exposedSize, tierAllows } from '../risk/order-margin.ts';
import { clearPremium } from '../risk/premium.ts';
import { dropTraded } from '../risk/trade-price.ts';
import { holdingOf } from '../state/state.ts';
import type { Turn } from '../turn/turn.ts';
import { announce, noteAccount, noteHolders } from '../turn/turn.ts';

/** Whether prices and sizes are counted the same way under both. */
export function isSameGrid(a: Contract, b: Contract): boolean {
  return a.tickE8 === b.tickE8 && a.stepE8 === b.stepE8;
}

export function applyContract(turn: Turn, instrument: Instrument, contract: Contract): void {
  const before = instrument.contract;
  if (!isSameGrid(before, contract)) {
    const { book, longSize } = instrument;
    invariant(book.orderCount === 0, 'CONT-004: a grid changes while no order rests', contract.symbol, book.orderCount);
    invariant(longSize === 0, 'CONT-004: a grid changes while nothing is open', contract.symbol, longSize);
    instrument.earlier.push({ untilId: turn.state.nextId, contract: before });
    instrument.lastPrice = inNewTicks(instrument.lastPrice, before, contract);
    instrument.mark = inNewTicks(instrument.mark, before, contract);
    dropTraded(instrument);
  }
  instrument.contract = contract;
  if (contract.intervalMs !== before.intervalMs && instrument.nextFundingMs !== 0) {
    instrument.nextFundingMs = nextFundingTime(instrument, turn.timeMs);
    clearPremium(instrument);
  }
  for (const order of openingOrders(instrument)) {
    if (isStillAllowed(turn, order)) raiseReserve(turn, order, before);
    else cancelRest(turn, order, 'ADMIN_CANCELED', null);
  }
  for (const account of new Set(openingOrders(instrument).map((order) => order.account)))
    releaseUncovered(turn, account);
  noteHolders(turn, instrument);
  announce(turn, { name: 'contractChanged', instrument });
}

/** The same price counted in the new tick, half up; 0 stays "none". */
function inNewTicks(price: Ticks, before: Contract, after: Contract): Ticks {
  return price === 0 ? 0 : Math.max(1, Number(divHalfUp(mul(price, before.tickE8), after.tickE8)));
}

/** The working opening orders of the contract, ascending id. */
function openingOrders(instrument: Instrument): Order[] {
  const orders: Order[] = [];
  for (const order of instrument.resting) if (order !== null && order.effect === 'open') orders.push(order);
  return orders.sort(byId);
}

/** MARG-005 again, with the order among those that count already. */
function isStillAllowed({ state }: Turn, order: Order): boolean {
  const { account, instrument, side, marginMode, leverage } = order;
  const { contract, mark } = instrument;
  const total = exposedSize(holdingOf(state, account, instrument), side, marginMode === 'isolated');
  const exposure = valueOf(contract, mark, total);
  const isWithin = total <= contract.maxPositionSize && exposure <= contract.maxPositionValue;
  return isWithin && tierAllows(contract, exposure, leverage);
}

/**
 * A higher taker fee is reserved too, as if the order came to rest now (MARG-004). A lower one frees nothing before the
 * order ends.
 */
function raiseReserve(turn: Turn, order: Order, before: Contract): void {
  const { account, instrument, price, remaining } = order;
  const value = valueOf(instrument.contract, price, remaining);
  const feeBefore = mulDivCeil(value, before.takerFeeE8, E8);
  const more = sub(mulDivCeil(value, instrument.contract.takerFeeE8, E8), feeBefore);
  if (more <= 0) return;
  order.held = add(order.held, more);
  account.held = add(account.held, more);
  noteAccount(turn, account);
}

/**
 * Without positions there is no order relief: an account whose money no longer covers its reserves loses its opening
 * orders (INV-005).
 */
export function releaseUncovered(turn: Turn, account: Account): void {
  const { shared, held } = account;
  if (shared.positions.length > 0 || shared.amount >= held) return;
  for (const order of workingOrders(account, opens)) cancelRest(turn, order, 'ADMIN_CANCELED', null);
  invariant(account.held === 0, 'INV-005: without opening orders nothing is reserved', account, account.held);
}
