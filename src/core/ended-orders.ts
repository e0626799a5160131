/**
 * Ended orders in the order of their end, each one row of numbers, until its client order id is free again (ORDR-004, ORDR-005).
 *
 * A day's ended orders are many and hardly ever asked for. As records they would be most of what the garbage collector has to look
 * at; as rows they are none of it. What is kept is what a repeat or a late cancel needs; a row read is a record again.
 */
import type { Execution, MarginMode, PositionMode } from './commands.ts';
import { emptySlots } from './id-map.ts';
import type { TimeMs } from './num/units.ts';
import type { EndedOrder, Order, OrderContent } from './order.ts';
import type { Account, Instrument } from './state.ts';

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
/** Index of the instrument, and what has few values, in one number: see `codeOf`. */
const CODE = 9;
const NUMBERS = 10;

const ROWS = 1024;

const EXECUTIONS: readonly Execution[] = ['normal', 'postOnly', 'fok', 'ioc'];
const MARGIN_MODES: readonly (MarginMode | null)[] = [null, 'cross', 'isolated'];
const POSITION_MODES: readonly (PositionMode | null)[] = [null, 'combined', 'separated'];
/** Each of the lists fits into two bits. */
const CHOICE = 3;

interface Page {
  readonly numbers: Float64Array;
  readonly accounts: (Account | undefined)[];
  readonly clientOrderIds: (string | undefined)[];
}

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
  push(order: Order, endedMs: TimeMs): number {
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

  /** What a kept row says. */
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

  /** What the order of a kept row said. */
  contentOf(row: number): OrderContent {
    const { numbers } = this.#pageOf(row);
    const at = (row % ROWS) * NUMBERS;
    const code = numbers[at + CODE]!;
    return {
      instrument: this.#instruments[code >> 9]!,
      side: (code & 2) === 2 ? 'long' : 'short',
      effect: (code & 4) === 4 ? 'open' : 'close',
      execution: EXECUTIONS[(code >> 3) & CHOICE]!,
      askedMarginMode: MARGIN_MODES[(code >> 5) & CHOICE]!,
      askedPositionMode: POSITION_MODES[(code >> 7) & CHOICE]!,
      size: numbers[at + SIZE]!,
      price: numbers[at + PRICE]!,
      takeProfit: numbers[at + TAKE_PROFIT]!,
      stopLoss: numbers[at + STOP_LOSS]!,
      positionId: numbers[at + POSITION_ID]!,
    };
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

/** From the lowest bit: filled, long, opening, execution, modes asked for, instrument. */
function codeOf(order: Order): number {
  return (
    (order.status === 'filled' ? 1 : 0) |
    (order.side === 'long' ? 2 : 0) |
    (order.effect === 'open' ? 4 : 0) |
    (placeIn(EXECUTIONS, order.execution) << 3) |
    (placeIn(MARGIN_MODES, order.askedMarginMode) << 5) |
    (placeIn(POSITION_MODES, order.askedPositionMode) << 7) |
    (order.instrument.index << 9)
  );
}

function placeIn<T>(choices: readonly T[], choice: T): number {
  let place = 0;
  while (choices[place] !== choice) place++;
  return place;
}
