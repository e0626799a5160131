/** The effects of one command, account by account: the part of its events that is an account's own. */
import { isUserAccount } from '../../../core/language/accounts.ts';
import type { BusinessType } from '../../../core/language/bills.ts';
import type { Account, Holding, Order, PlanOrder, Position } from '../../../core/state/records.ts';
import type { Event, FillMade } from '../../../core/turn/events.ts';
import type { Outcome } from '../../../core/turn/outcome.ts';

/** Empty ones are all the same one: most of an account's lists are, and every command makes some. */
type List<Item> = readonly Item[];

const NONE: List<never> = [];

/** The list with one more. */
function more<Item>(list: List<Item>, item: Item): List<Item> {
  if (list.length === 0) return [item];
  (list as Item[]).push(item);
  return list;
}

/** One account's share of a command, in the order of events. */
export interface Touched {
  readonly account: number;
  orders: List<Order>;
  plans: List<PlanOrder>;
  positions: List<Position>;
  fills: List<{ readonly fill: FillMade; readonly role: 'taker' | 'maker' }>;
  holdings: List<Holding>;
  /** Its parts with bills, by isolated position, 0 for the shared one. */
  parts: List<number>;
  /** The first kind of bill that moved its money, apart from funding and the marks of a liquidation. */
  movedBy: BusinessType | null;
  hasFunding: boolean;
  isLiquidated: boolean;
  hasChanged: boolean;
}

/** The users' accounts a command touched, each once, in the order in which they were. */
export function touchedBy(outcome: Outcome): Touched[] {
  const all: Touched[] = [];
  for (const event of outcome.events) note(all, event);
  return all;
}

function note(all: Touched[], event: Event): void {
  switch (event.name) {
    case 'fillMade':
      sideOf(all, event, 'taker');
      sideOf(all, event, 'maker');
      return;
    case 'orderChanged': {
      const one = of(all, event.order.account.id);
      if (one !== null) one.orders = more(one.orders, event.order);
      return;
    }
    case 'planOrderChanged': {
      // One that became an order is told as that.
      const one = event.plan.order === null ? of(all, event.plan.account.id) : null;
      if (one !== null) one.plans = more(one.plans, event.plan);
      return;
    }
    case 'positionChanged': {
      const one = of(all, event.position.account.id);
      if (one !== null) one.positions = more(one.positions, event.position);
      return;
    }
    case 'settingsChanged': {
      const one = of(all, event.holding.account.id);
      if (one !== null) one.holdings = more(one.holdings, event.holding);
      return;
    }
    case 'accountChanged':
      noteAccount(all, event.account);
      return;
    case 'billPosted':
      noteBill(all, event.bill.account, event.bill.positionId, event.bill.businessType);
      return;
    default:
  }
}

function noteAccount(all: Touched[], account: Account): void {
  const one = of(all, account.id);
  if (one !== null) one.hasChanged = true;
}

function noteBill(all: Touched[], account: number, positionId: number, type: BusinessType): void {
  const one = of(all, account);
  if (one === null) return;
  if (!one.parts.includes(positionId)) one.parts = more(one.parts, positionId);
  if (type === 'position_funding') one.hasFunding = true;
  else if (type === 'start_liquidate' || type === 'finish_liquidate') one.isLiquidated = true;
  else one.movedBy ??= type;
}

function sideOf(all: Touched[], fill: FillMade, role: 'taker' | 'maker'): void {
  const one = of(all, fill[role].order.account.id);
  if (one !== null) one.fills = more(one.fills, { fill, role });
}

/** Most commands touch one account or two: a list is the fastest map. */
function of(all: Touched[], account: number): Touched | null {
  for (const one of all) if (one.account === account) return one;
  if (!isUserAccount(account)) return null;
  const one: Touched = {
    account,
    orders: NONE,
    plans: NONE,
    positions: NONE,
    fills: NONE,
    holdings: NONE,
    parts: NONE,
    movedBy: null,
    hasFunding: false,
    isLiquidated: false,
    hasChanged: false,
  };
  all.push(one);
  return one;
}
