/**
 * Ended orders in the order of their end, each one row of numbers, until its client order id is free again (ORDR-004,
 * ORDR-005).
 *
 * A day's ended orders are many and hardly ever asked for. As records they would be most of what the garbage collector
 * has to look at; as rows they are none of it. Only the fields a repeat or a late cancel needs are kept; a row read is
 * a record again.
 */
import type { MarginMode, PositionMode } from '../language/commands.ts';
import { EXECUTIONS, rulesOf } from '../language/execution.ts';
import { Fault } from '../num/invariant.ts';
import type { TimeMs } from '../num/units.ts';
import { emptySlots } from './id-map.ts';
import type { EndedOrder, OrderContent } from './order.ts';
import type { Account, Instrument, Order } from './records.ts';

/** The numbers of a row. */
const ID = 0;
const ENDED_MS = 1;
const CREATED_MS = 2;
const LEAF_INDEX = 3;
const SIZE = 4;
const PRICE = 5;
const TAKE_PROFIT = 6;
const STOP_LOSS = 7;
const POSITION_ID = 8;
/** Index of the instrument and the fields with few values, in one number: see `codeOf`. */
const CODE = 9;
const NUMBERS = 10;

const ROWS = 1024;

/** How many bits of the code each takes, from the lowest: filled, long, opening, then these, then the instrument. */
const EXECUTION_AT = 3;
const EXECUTION_BITS = 4;
const MARGIN_MODE_AT = EXECUTION_AT + EXECUTION_BITS;
const MODE_BITS = 2;
const POSITION_MODE_AT = MARGIN_MODE_AT + MODE_BITS;
const INSTRUMENT_AT = POSITION_MODE_AT + MODE_BITS;

const BY_PLACE = inPlaces(EXECUTIONS, EXECUTION_BITS);
const MARGIN_MODES: readonly (MarginMode | null)[] = [null, 'cross', 'isolated'];
const POSITION_MODES: readonly (PositionMode | null)[] = [null, 'combined', 'separated'];

/**
 * The names of a table by their places.
 * @throws Fault when they are not 0, 1, 2 and so on, each once, or don't fit into the bits
 */
export function inPlaces<Name extends string>(
  table: Readonly<Record<Name, { readonly place: number }>>,
  bits: number,
): readonly Name[] {
  const names = Object.keys(table) as Name[];
  const byPlace = names.toSorted((a, b) => table[a].place - table[b].place);
  for (const [place, name] of byPlace.entries())
    if (table[name].place !== place)
      throw new Fault(`ended orders: ${name} has place ${table[name].place}, needs ${place}: each place once, from 0`);
  if (names.length > 1 << bits)
    throw new Fault(`ended orders: ${names.length} names (${names.join(', ')}) don't fit into ${bits} bits`);
  return byPlace;
}

interface Page {
  readonly numbers: Float64Array;
  readonly accounts: (Account | undefined)[];
  readonly clientOrderIds: (string | undefined)[];
}

/** Everything a row says. */
export interface EndedRow extends Omit<EndedOrder, 'record' | 'row'>, OrderContent {
  readonly endedMs: TimeMs;
}

/** The fields of an order that are written down. */
type Ending = Pick<Order, 'id' | 'account' | 'clientOrderId' | 'createdMs' | 'leafIndex' | 'status'> & OrderContent;

export class EndedOrders {
  /** Pages from the one of the first row on. */
  readonly #pages: Page[] = [];
  readonly #instruments: readonly Instrument[];
  /** Rows are counted from 0 as orders end and never again: the first kept, and the next to be written. */
  #first = 0;
  #next = 0;
  /** When the order of the first kept row ended; asked before every command. */
  #firstMs = Infinity;

  /** @param instruments the state's list, which may grow */
  constructor(instruments: readonly Instrument[]) {
    this.#instruments = instruments;
  }

  /** Writes down an order that has just ended. Returns its row. */
  push(order: Ending, endedMs: TimeMs): number {
    const row = this.#next++;
    if (row === this.#first) this.#firstMs = endedMs;
    const slot = row % ROWS;
    if (slot === 0) this.#pages.push(emptyPage());
    const { numbers, accounts, clientOrderIds } = this.#pages[this.#pages.length - 1]!;
    const at = slot * NUMBERS;
    numbers[at + ID] = order.id;
    numbers[at + ENDED_MS] = endedMs;
    numbers[at + CREATED_MS] = order.createdMs;
    numbers[at + LEAF_INDEX] = order.leafIndex;
    numbers[at + SIZE] = order.size;
    numbers[at + PRICE] = order.price;
    numbers[at + TAKE_PROFIT] = order.takeProfit;
    numbers[at + STOP_LOSS] = order.stopLoss;
    numbers[at + POSITION_ID] = order.positionId;
    numbers[at + CODE] = codeOf(order);
    accounts[slot] = order.account;
    clientOrderIds[slot] = order.clientOrderId;
    return row;
  }

  /** The content of a kept row. */
  read(row: number): EndedOrder {
    const { numbers, accounts, clientOrderIds } = this.#pageOf(row);
    const slot = row % ROWS;
    const at = slot * NUMBERS;
    return {
      record: 'ended',
      id: numbers[at + ID]!,
      account: accounts[slot]!,
      clientOrderId: clientOrderIds[slot]!,
      createdMs: numbers[at + CREATED_MS]!,
      leafIndex: numbers[at + LEAF_INDEX]!,
      status: (numbers[at + CODE]! & 1) === 1 ? 'filled' : 'canceled',
      row,
    };
  }

  /** The request of a kept row's order. */
  contentOf(row: number): OrderContent {
    const { numbers } = this.#pageOf(row);
    const at = (row % ROWS) * NUMBERS;
    const code = numbers[at + CODE]!;
    return {
      instrument: this.#instruments[code >> INSTRUMENT_AT]!,
      side: (code & 2) === 2 ? 'long' : 'short',
      effect: (code & 4) === 4 ? 'open' : 'close',
      execution: BY_PLACE[bitsOf(code, EXECUTION_AT, EXECUTION_BITS)]!,
      askedMarginMode: MARGIN_MODES[bitsOf(code, MARGIN_MODE_AT, MODE_BITS)]!,
      askedPositionMode: POSITION_MODES[bitsOf(code, POSITION_MODE_AT, MODE_BITS)]!,
      size: numbers[at + SIZE]!,
      price: numbers[at + PRICE]!,
      takeProfit: numbers[at + TAKE_PROFIT]!,
      stopLoss: numbers[at + STOP_LOSS]!,
      positionId: numbers[at + POSITION_ID]!,
    };
  }

  /** All rows, first ended first. */
  *rows(): Generator<EndedRow> {
    for (let row = this.#first; row < this.#next; row++) {
      const { record: _record, row: _row, ...said } = this.read(row);
      yield { ...said, ...this.contentOf(row), endedMs: this.endedMsOf(row) };
    }
  }

  endedMsOf(row: number): TimeMs {
    return this.#pageOf(row).numbers[(row % ROWS) * NUMBERS + ENDED_MS]!;
  }

  /** The order that ended first, if that was not after `untilMs`. */
  first(untilMs: TimeMs): EndedOrder | null {
    return this.#firstMs > untilMs ? null : this.read(this.#first);
  }

  /** Drops the row of the order that ended first. */
  dropFirst(): void {
    const slot = this.#first++ % ROWS;
    const { accounts, clientOrderIds } = this.#pages[0]!;
    accounts[slot] = undefined;
    clientOrderIds[slot] = undefined;
    if (slot === ROWS - 1) this.#pages.shift();
    this.#firstMs = this.#first === this.#next ? Infinity : this.endedMsOf(this.#first);
  }

  #pageOf(row: number): Page {
    return this.#pages[Math.floor(row / ROWS) - Math.floor(this.#first / ROWS)]!;
  }
}

function emptyPage(): Page {
  return {
    numbers: new Float64Array(ROWS * NUMBERS),
    accounts: emptySlots<Account>(ROWS),
    clientOrderIds: emptySlots<string>(ROWS),
  };
}

function codeOf(order: Ending): number {
  return (
    (order.status === 'filled' ? 1 : 0) |
    (order.side === 'long' ? 2 : 0) |
    (order.effect === 'open' ? 4 : 0) |
    (rulesOf(order.execution).place << EXECUTION_AT) |
    (placeIn(MARGIN_MODES, order.askedMarginMode) << MARGIN_MODE_AT) |
    (placeIn(POSITION_MODES, order.askedPositionMode) << POSITION_MODE_AT) |
    (order.instrument.index << INSTRUMENT_AT)
  );
}

function placeIn<T>(choices: readonly T[], choice: T): number {
  for (let place = 0; place < choices.length; place++) if (choices[place] === choice) return place;
  throw new Fault(`ended orders: ${String(choice)} is none of ${choices.join(', ')}`);
}

/** The bits of a code from a place on, as many as asked for. */
function bitsOf(code: number, at: number, bits: number): number {
  return (code >> at) & ((1 << bits) - 1);
}
