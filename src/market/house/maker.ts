/**
 * The quotes of one contract. It keeps no list of them: a quote's name says its side and level, and the state has the
 * rest, so that a start adopts what stands. An order it does not know, or one of another grid, is cancelled first.
 *
 * A row that is refused (no margin, position limit) is quoted again in the next second.
 */
import type { CommandOf, OrderFields } from '../../core/language/commands.ts';
import type { Id, Steps } from '../../core/num/units.ts';
import type { Instrument, Order } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Draws } from '../world/draws.ts';
import type { WeatherRow } from './weather.ts';
import { callerOf, freeOf, holdingOf, isBuy, makerOf, tradeOf } from './accounts.ts';
import type { Fair } from './fair.ts';
import { LEVELS, type NewQuote, planSide } from './ladder.ts';
import { PLAIN, priceText, sizeText } from './texts.ts';

/** Rows a batch may have, and ids a batch of cancels. */
const MOST_ROWS = 20;
const MOST_CANCELS = 50;
const LETTER_A = 97;
const DASH = 45;

export interface QuotePlan {
  readonly cancels: readonly CommandOf<'cancelBatchOrders'>[];
  readonly batches: readonly CommandOf<'batchOrders'>[];
}

interface Side {
  readonly standing: (Order | null)[];
  /** Steps that its quotes may close; those of standing quotes are not among them. */
  closable: Steps;
}

export class Maker {
  readonly #instrument: Instrument;
  readonly #world: WeatherRow;
  readonly #fair: Fair;
  readonly #draws: Draws;
  #contract: Instrument['contract'];

  constructor(instrument: Instrument, world: WeatherRow, fair: Fair, draws: Draws) {
    this.#instrument = instrument;
    this.#world = world;
    this.#fair = fair;
    this.#draws = draws;
    this.#contract = instrument.contract;
  }

  /** Plans the quotes around what is fair now, on the present state. */
  plan(state: State): QuotePlan {
    const instrument = this.#instrument;
    const { contract } = instrument;
    const cancel: Id[] = [];
    const { bids, asks } = this.#sides(state, cancel);
    const parts = {
      fair: this.#fair,
      draws: this.#draws,
      vol: this.#world.vol,
      depth: this.#world.row.depth,
      valueUnit: contract.valueUnit,
      minPrice: contract.minPrice,
    };
    const rows: OrderFields[] = [];
    for (const side of [bids, asks]) {
      const drop = (level: number): void => {
        const order = side.standing[level]!;
        cancel.push(order.id);
        if (order.effect === 'close') side.closable += order.remaining;
      };
      if (this.#isOff) continue;
      for (const quote of planSide(side === bids, side.standing, parts, drop))
        rows.push(this.#rowOf(quote, side, state.sequence));
    }
    const caller = callerOf(makerOf(instrument));
    const { symbol } = contract;
    return {
      cancels: inGroups(cancel, MOST_CANCELS).map((orderIds) => {
        return { name: 'cancelBatchOrders', ...caller, orderIds, clientOrderIds: [] };
      }),
      batches: inGroups(rows, MOST_ROWS).map((orders) => ({ name: 'batchOrders', ...caller, symbol, orders })),
    };
  }

  /** It has nothing on the book. While trading is halted too: what stood would be of the past when trading goes on. */
  get #isOff(): boolean {
    return this.#instrument.tradingState !== 'TRADING' || this.#world.isOff?.('maker') === true;
  }

  /** Its standing quotes by level; what it does not know goes. */
  #sides(state: State, cancel: Id[]): { bids: Side; asks: Side } {
    const instrument = this.#instrument;
    const holding = holdingOf(state, makerOf(instrument), instrument);
    const bids: Side = { standing: Array.from({ length: LEVELS }, () => null), closable: freeOf(holding, 'short') };
    const asks: Side = { standing: Array.from({ length: LEVELS }, () => null), closable: freeOf(holding, 'long') };
    const isSame = this.#contract === instrument.contract && this.#world.requotes !== true && !this.#isOff;
    this.#contract = instrument.contract;
    for (const order of state.accounts.get(makerOf(instrument))?.orders.values() ?? []) {
      if (order.instrument !== instrument) continue;
      const side = isBuy(order) ? bids : asks;
      const level = isSame ? levelIn(order.clientOrderId) : -1;
      if (side.standing[level] === null) side.standing[level] = order;
      else {
        cancel.push(order.id);
        if (order.effect === 'close') side.closable += order.remaining;
      }
    }
    return { bids, asks };
  }

  /** Closes what the rows before it have left to close, if that is worth a quote. */
  #rowOf({ buys, level, price, size }: NewQuote, side: Side, sequence: number): OrderFields {
    const instrument = this.#instrument;
    const trade = tradeOf(buys, size, side.closable);
    if (trade.effect === 'close') side.closable -= trade.size;
    return {
      clientOrderId: nameOf(buys, level, sequence),
      side: trade.side,
      effect: trade.effect,
      execution: 'normal',
      size: sizeText(instrument, trade.size),
      price: priceText(instrument, price),
      ...PLAIN,
    };
  }
}

/** `b`, the level as a letter, a dash, and the sequence it was planned at: never used before. */
function nameOf(buys: boolean, level: number, sequence: number): string {
  return `${buys ? 'b' : 'a'}${String.fromCharCode(LETTER_A + level)}-${sequence.toString(36)}`;
}

/** The level in a quote's name; no level of the ladder for any other name. */
function levelIn(name: string): number {
  return name.charCodeAt(2) === DASH ? name.charCodeAt(1) - LETTER_A : -1;
}

function inGroups<T>(all: readonly T[], most: number): T[][] {
  const groups: T[][] = [];
  for (let start = 0; start < all.length; start += most) groups.push(all.slice(start, start + most));
  return groups;
}
