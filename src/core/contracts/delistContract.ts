/**
 * delistContract: takes a contract out of trading for good and settles what is open in it at its last mark (CONT-005).
 *
 * Every working order and plan order in it is cancelled. Then longs are closed against shorts, both by position id: one
 * closing order per position, one booking per pair of pieces, at the mark, without fee. These aren't trades (BOOK-008).
 * Isolated margin returns to its account. The debt that a part without positions would still have is made good like
 * after a liquidation (LIQD-013).
 */
import { byId } from '../state/ids.ts';
import type { DelistContract } from '../language/commands.ts';
import { valueOf } from '../language/contract.ts';
import { makeEngineOrder } from '../liquidation/engine-order.ts';
import { makeGood } from '../liquidation/finish.ts';
import { invariant } from '../num/invariant.ts';
import type { Order, Account, Instrument, Position } from '../state/records.ts';
import { afterSide } from '../orders/enter-order.ts';
import { cancelPlan } from '../orders/plan-orders.ts';
import { cancelRest, finishFilled } from '../orders/working.ts';
import type { Decision } from '../turn/outcome.ts';
import { accept } from '../turn/outcome.ts';
import { applyInternalFill } from '../positions/apply-risk-fill.ts';
import { forgetMarket } from '../risk/mark-price.ts';
import { clearPremium } from '../risk/premium.ts';
import type { Turn } from '../turn/turn.ts';
import { announce, noteHolders } from '../turn/turn.ts';
import { releaseUncovered } from './apply-contract.ts';
import { listedContract, plansIn } from './listed-contract.ts';

export function delistContract(turn: Turn, command: DelistContract): Decision<null> {
  const found = listedContract(turn.state, command.symbol);
  if (!found.ok) return found;

  // From here on it must succeed.
  const instrument = found.result;
  cancelEverything(turn, instrument);
  noteHolders(turn, instrument);
  const accounts = settleAtMark(turn, instrument);
  for (const account of accounts) {
    const { shared } = account;
    if (shared.positions.length === 0 && shared.amount < 0) makeGood(turn, shared, command.symbol, []);
    releaseUncovered(turn, account);
  }
  closeDown(instrument);
  announce(turn, { name: 'markChanged', instrument });
  announce(turn, { name: 'contractChanged', instrument });
  return accept(null);
}

/** Orders first, then plan orders, ascending id. */
function cancelEverything(turn: Turn, instrument: Instrument): void {
  const orders = instrument.resting.filter((order): order is Order => order !== null);
  for (const order of orders.sort(byId)) cancelRest(turn, order, 'ADMIN_CANCELED', null);
  for (const plan of plansIn(turn.state, instrument)) cancelPlan(turn, plan, 'ADMIN_CANCELED', null);
}

/** A position on its way out, and the order that closes it, made when its turn comes. */
interface Leaving {
  readonly position: Position;
  readonly order: Order;
}

/** Closes all longs against all shorts; returns the accounts that had any of them, ascending. */
function settleAtMark(turn: Turn, instrument: Instrument): Account[] {
  const open = [...instrument.positions.values()];
  const accounts = [...new Set(open.map(({ account }) => account))].sort(byId);
  const longs = open.filter(({ side }) => side === 'long').values();
  const shorts = open.filter(({ side }) => side === 'short').values();
  let long: Leaving | null = null;
  let short: Leaving | null = null;
  for (;;) {
    long ??= leaving(turn, longs.next().value);
    short ??= leaving(turn, shorts.next().value);
    if (long === null || short === null) return accounts;
    closePieces(turn, instrument, long, short);
    if (long.order.remaining === 0) long = null;
    if (short.order.remaining === 0) short = null;
  }
}

function leaving(turn: Turn, position: Position | undefined): Leaving | null {
  if (position === undefined) return null;
  return { position, order: makeEngineOrder(turn, [position], 'settlement', position.size, 0) };
}

/** One booking: as much as both have left, for its value at the mark. */
function closePieces(turn: Turn, { contract, mark }: Instrument, long: Leaving, short: Leaving): void {
  const size = Math.min(long.order.remaining, short.order.remaining);
  const value = valueOf(contract, mark, size);
  applyInternalFill(turn, long.order, short.order, size, value, long.position, short.position, true);
  for (const { order, position } of [long, short]) {
    afterSide(turn, order, position, size, 0);
    if (order.remaining === 0) finishFilled(turn, order);
  }
}

/** Only its name, its figures and its last price are left. */
function closeDown(instrument: Instrument): void {
  const { book, holders, longSize, shortSize, contract } = instrument;
  invariant(book.orderCount === 0, 'CONT-005: no order rests in what is delisted', contract.symbol, book.orderCount);
  invariant(longSize === 0 && shortSize === 0, 'CONT-005: nothing is open in what is delisted', contract.symbol);
  invariant(holders.size === 0, 'CONT-005: nobody has a position in what is delisted', contract.symbol, holders.size);
  instrument.tradingState = 'DELISTED';
  instrument.markValid = false;
  instrument.indexPrice = 0;
  instrument.nextFundingMs = 0;
  instrument.pending = null;
  forgetMarket(instrument);
  clearPremium(instrument);
}
