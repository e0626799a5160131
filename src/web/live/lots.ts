/**
 * The fate of each order's lot: a close takes from what was opened last (decision 0089), so an order's lot is
 * open, partly closed, or closed and done with. Over all orders of a position the lots, at the mark, come to what the
 * exchange says it has realised and not realised. Pure, over rows as they came, to the last digit.
 *
 * Closes beyond what is known, of lots opened by orders that are not here, stay with the order that closed them. All of
 * it is before fees, which each order's own fills have, and without funding, which no order pays.
 */
import { textOf, unitsOf } from '../format/number.ts';

const DECIMALS = 8;
const ONE = 10n ** BigInt(DECIMALS);

/** A fill as far as it is disclosed. */
export interface LotFill {
  readonly id: string | number;
  readonly orderId?: string | null;
  readonly symbol?: string | null;
  /** 1 opens a long, 2 a short, 3 closes a long, 4 a short. */
  readonly type?: string | null;
  /** The position it went into; without it all of the contract's one side are one. */
  readonly positionId?: string | null;
  readonly size?: string | null;
  readonly value?: string | null;
  readonly realised?: string | null;
  readonly liquidateType?: string | null;
}

/** Of one order, in 1e-8. */
export interface Lot {
  readonly isLong: boolean;
  readonly symbol: string;
  /** Σ of what it opened; 0: it closes. */
  readonly opened: bigint;
  /** The part still open, and its cost. */
  readonly open: bigint;
  readonly cost: bigint;
  /** Σ of what it closed of lots that are not known. */
  readonly beyond: bigint;
  /** Of what it opened and is closed, and of what it closed of lots that are not known. */
  readonly realised: bigint;
  /** Why the exchange closed it last; null: its trader did. */
  readonly endedBy: string | null;
}

type Open = { -readonly [Name in keyof Lot]: Lot[Name] };

/** By order, whatever the sequence of the rows; none for orders of a position with a fill that hides its worth. */
export function lotsOf(fills: readonly LotFill[]): Map<string, Lot> {
  const positions = Map.groupBy(fills, ({ positionId, symbol, type }) => positionId ?? `${symbol} ${sideOf(type)}`);
  const lots = new Map<string, Lot>();
  const hidden = new Set<string>();
  for (const all of positions.values()) {
    const found = lotsIn(all.toSorted((a, b) => numberOf(a) - numberOf(b)));
    if (found === null) for (const fill of all) hidden.add(orderOf(fill));
    // An order that rests may open one position after another.
    else for (const [order, lot] of found) lots.set(order, together(lots.get(order), lot));
  }
  for (const order of hidden) lots.delete(order);
  return lots;
}

/** The lots of one position, from its fills as they followed each other. */
function lotsIn(fills: readonly LotFill[]): Map<string, Open> | null {
  const lots = new Map<string, Open>();
  const stack: Open[] = [];
  for (const fill of fills) {
    const known = read(fill);
    if (known === null) return null;
    const lot = lots.get(orderOf(fill)) ?? emptyLot(fill, known.isLong);
    lots.set(orderOf(fill), lot);
    if (known.opens) open(stack, lot, known);
    else close(stack, lot, known);
  }
  return lots;
}

function together(one: Lot | undefined, lot: Lot): Lot {
  if (one === undefined) return lot;
  const { opened, open, cost, beyond, realised, ...later } = lot;
  return {
    ...later,
    opened: one.opened + opened,
    open: one.open + open,
    cost: one.cost + cost,
    beyond: one.beyond + beyond,
    realised: one.realised + realised,
  };
}

/** A lot's profit at a mark, before fees; null without a mark that is needed. */
export function resultOf({ isLong, open, cost, realised }: Lot, mark: string | null): string | null {
  const price = open === 0n ? 0n : unitsOf(mark ?? '', DECIMALS);
  if (price === null) return null;
  const worth = (price * open) / ONE;
  return textOf(realised + (isLong ? worth - cost : cost - worth), DECIMALS);
}

interface Known {
  readonly isLong: boolean;
  readonly opens: boolean;
  readonly size: bigint;
  readonly value: bigint;
  readonly realised: bigint;
  readonly endedBy: string | null;
}

function read({ type, size, value, realised, liquidateType }: LotFill): Known | null {
  const [units, worth, won] = [size, value, realised].map((text) => unitsOf(text ?? '', DECIMALS));
  if (units == null || worth == null || won == null || units === 0n) return null;
  const opens = type === '1' || type === '2';
  const endedBy = liquidateType ?? null;
  return { isLong: sideOf(type) === 'long', opens, size: units, value: worth, realised: won, endedBy };
}

function sideOf(type: string | null | undefined): 'long' | 'short' {
  return type === '1' || type === '3' ? 'long' : 'short';
}

function emptyLot({ symbol }: LotFill, isLong: boolean): Open {
  return { isLong, symbol: symbol ?? '', opened: 0n, open: 0n, cost: 0n, beyond: 0n, realised: 0n, endedBy: null };
}

function open(stack: Open[], lot: Open, { size, value }: Known): void {
  lot.opened += size;
  lot.open += size;
  lot.cost += value;
  if (stack.at(-1) !== lot) stack.push(lot);
}

/** Takes from the top of the stack; each part has its share of the close's value, the last one the rest. */
function close(stack: Open[], closing: Open, { isLong, size, value, realised, endedBy }: Known): void {
  let [left, worth] = [size, value];
  for (let lot = stack.at(-1); lot !== undefined && left > 0n; lot = stack.at(-1)) {
    // One that another was opened on top of, and that went on, is there twice.
    if (lot.open === 0n) {
      stack.pop();
      continue;
    }
    const part = left < lot.open ? left : lot.open;
    const [brought, cost] = [(worth * part) / left, (lot.cost * part) / lot.open];
    lot.realised += isLong ? brought - cost : cost - brought;
    lot.open -= part;
    lot.cost -= cost;
    lot.endedBy = endedBy;
    left -= part;
    worth -= brought;
  }
  closing.beyond += left;
  closing.realised += (realised * left) / size;
}

function orderOf({ orderId, id }: LotFill): string {
  return orderId ?? String(id);
}

/** Fills are numbered in the order they were made: the last part of a row's id. */
function numberOf({ id }: LotFill): number {
  return Number(String(id).split('-').at(-1));
}
