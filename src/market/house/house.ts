/**
 * The house: turns the world into orders, which it sends like anyone. It knows what the public knows, its own orders
 * and who is house; never users' orders off the book, their triggers, margins or liquidation prices.
 *
 * It sends nothing itself: it makes blocks of commands, planned on the state of the moment, and whoever drives it
 * carries out one before it asks for the next.
 */
import type { Bill } from '../../core/language/bills.ts';
import type { Command, CommandOf } from '../../core/language/commands.ts';
import { isHouse } from '../../core/language/accounts.ts';
import { E8 } from '../../core/num/units.ts';
import type { Instrument } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { Event } from '../../core/turn/events.ts';
import { Draws, STREAMS } from '../world/draws.ts';
import { CROWD, holdingOf, indexOfTaker, isBuy, makerOf, memberOf, netOf, takerOf } from './accounts.ts';
import { Member, type MemberState } from './crowd.ts';
import { Fair, type FairState } from './fair.ts';
import { Maker } from './maker.ts';
import { insuranceOf, isOpened, openingOf, topUpsOf } from './money.ts';
import { takeOrder } from './taker.ts';
import { indexText, valueOf } from './texts.ts';
import type { SourcedPrice, Weather, WeatherRow } from './weather.ts';

/** Parts of a second. */
export const EIGHTHS = 8;
const EIGHTH_OF_CROWD = 5;
const DAY_SECONDS = 86_400;

export interface HouseParts {
  readonly state: State;
  readonly world: Weather;
  /** Of the seed. */
  readonly key: Uint32Array;
}

/** The house's memory of a contract, plain JSON. */
export interface StallState {
  readonly symbol: string;
  readonly fair: FairState;
  readonly draws: readonly number[];
  readonly crowd: readonly (MemberState | null)[];
}

interface Stall {
  readonly instrument: Instrument;
  readonly world: WeatherRow;
  readonly fair: Fair;
  readonly maker: Maker;
  readonly crowd: readonly Member[];
  /** Of the maker, then of each of the crowd. */
  readonly draws: readonly Draws[];
}

export class House {
  readonly #state: State;
  readonly #world: Weather;
  readonly #key: Uint32Array;
  /** By index of the instrument. */
  readonly #stalls: (Stall | null)[] = [];
  #day = -1;
  /** Money given to its accounts since it was made, because they had lost theirs, USDT. */
  toppedUp = 0;

  constructor({ state, world, key }: HouseParts) {
    this.#state = state;
    this.#world = world;
    this.#key = key;
    this.#openStalls();
  }

  /** Commands before its first second. */
  opening(): Command[] {
    const stalls = this.#present();
    const first = stalls[0];
    if (first === undefined) return [];
    const isNew = !stalls.some(({ instrument }) => isOpened(this.#state.accounts.get(makerOf(instrument))));
    const opened = stalls.flatMap(({ instrument, world }) => openingOf(this.#state, instrument, world));
    return isNew ? [insuranceOf(), ...opened] : opened;
  }

  /**
   * Steps the world, and makes what is to be sent in each eighth of a second, in order.
   * @param second since the epoch
   */
  *eighth(second: number, eighth: number): Generator<readonly Command[], void> {
    if (eighth === 0) {
      this.#world.step(second);
      yield this.#turn(second);
    }
    yield this.#trades(eighth);
    if (eighth === EIGHTH_OF_CROWD) yield this.#crowd(second);
  }

  /** Is told what happened, by whomever. */
  see(events: readonly Event[]): void {
    for (const event of events) {
      if (event.name === 'billPosted') this.#count(event.bill);
      if (event.name !== 'fillMade' || event.price === 0) continue;
      const stall = this.#stalls[event.instrument.index];
      if (stall === null || stall === undefined) continue;
      const { order } = event.taker;
      const value = ((isBuy(order) ? 1 : -1) * Number(event.value)) / E8;
      const { id } = order.account;
      if (indexOfTaker(id) === event.instrument.index) stall.fair.byFlow += value;
      else if (!isHouse(id)) stall.fair.byUsers += value;
    }
  }

  /** The price it holds for fair in a contract, and how far from it it quotes and takes; null: it does not quote it. */
  fairOf(instrument: Instrument): Fair | null {
    return this.#stalls[instrument.index]?.fair ?? null;
  }

  save(): readonly StallState[] {
    return this.#present().map(({ instrument, fair, draws, crowd }) => ({
      symbol: instrument.contract.symbol,
      fair: fair.save(),
      draws: draws.map(({ count }) => count),
      crowd: crowd.map((member) => member.save()),
    }));
  }

  /**
   * Goes on from what was saved; contracts it does not name begin anew.
   * @param second the last that passed, since the epoch
   */
  restore(states: readonly StallState[], second: number): void {
    this.#day = Math.floor(second / DAY_SECONDS);
    for (const stall of this.#present()) {
      const state = states.find(({ symbol }) => symbol === stall.instrument.contract.symbol);
      if (state === undefined) continue;
      stall.fair.restore(state.fair);
      stall.draws.forEach((draws, at) => draws.goTo(state.draws[at] ?? 0));
      stall.crowd.forEach((member, at) => member.restore(state.crowd[at] ?? null));
    }
  }

  /**
   * One block: per contract cancels of stale quotes, the index price, new quotes. Nobody's command may come between
   * them, so that nobody meets the quotes of one contract while another has moved, or old quotes beside a new index.
   */
  #turn(second: number): Command[] {
    const state = this.#state;
    const commands = this.#openStalls().flatMap(({ instrument, world }) => openingOf(state, instrument, world));
    const day = Math.floor(second / DAY_SECONDS);
    const isNewDay = this.#day !== -1 && this.#day !== day;
    this.#day = day;
    for (const stall of this.#present()) {
      if (stall.instrument.tradingState === 'DELISTED') continue;
      commands.push(...this.#repriced(stall, second));
      if (isNewDay) commands.push(...topUpsOf(state, stall.instrument, stall.world));
    }
    return [...commands, ...this.#unquoted(second)];
  }

  #repriced({ instrument, world, fair, maker }: Stall, second: number): Command[] {
    const state = this.#state;
    const { contract, mark, markValid } = instrument;
    const timeMs = world.sourcedMs === undefined ? second * 1_000 : world.sourcedMs;
    if (world.price === 0 || (timeMs === null && !markValid)) return [];
    const net = netOf(holdingOf(state, makerOf(instrument), instrument));
    const taken = netOf(holdingOf(state, takerOf(instrument), instrument));
    fair.turn(contract.tickE8 / E8, valueOf(instrument, net + taken, mark));
    const { cancels, batches } = maker.plan(state);
    if (timeMs === null) return [...cancels, ...batches];
    const index = indexOf(instrument, { priceE8: world.price * E8, timeMs });
    // The past leads to prices that are made here, and to no others.
    const past = instrument.indexPrice === 0 && world.sourcedMs === undefined ? { pastSeed: this.#pastSeed() } : {};
    return [...cancels, { ...index, ...past }, ...batches];
  }

  /** Prices of contracts without a row. */
  #unquoted(second: number): Command[] {
    return this.#stalls.flatMap((stall, at) => {
      const instrument = this.#state.instruments[at]!;
      if (stall !== null || instrument.tradingState === 'DELISTED') return [];
      const found = this.#world.priceOf?.(instrument.contract, second) ?? null;
      return found === null ? [] : [indexOf(instrument, found)];
    });
  }

  #trades(eighth: number): Command[] {
    const commands: Command[] = [];
    for (const { instrument, world, fair } of this.#present()) {
      if (!isOpen(instrument) || world.isOff?.('taker') === true) continue;
      for (const trade of world.flow.trades) {
        if (trade.eighth !== eighth) continue;
        const order = takeOrder(this.#state, instrument, fair, {
          account: takerOf(instrument),
          buys: trade.sign > 0,
          usdt: trade.value,
          name: `f${this.#state.sequence.toString(36)}`,
        });
        if (order !== null) commands.push(order);
      }
    }
    return commands;
  }

  #crowd(second: number): Command[] {
    return this.#present().flatMap(({ instrument, world, crowd }) =>
      isOpen(instrument) && world.isOff?.('crowd') !== true
        ? crowd.flatMap((member) => member.act(this.#state, second))
        : [],
    );
  }

  /** Deposits that open an account come before it is freed of fees, and are not counted. */
  #count({ account, businessType, amount }: Bill): void {
    if (businessType !== 'deposit' || !isHouse(account)) return;
    if (this.#state.accounts.get(account)?.fees?.takerFeeE8 === 0) this.toppedUp += Number(amount) / E8;
  }

  /** In the order of contracts' ids, which is that of their listing. */
  #present(): Stall[] {
    return this.#stalls.filter((stall) => stall !== null);
  }

  #pastSeed(): number {
    return new Draws(this.#key, STREAMS.past).word();
  }

  /** For contracts that were listed since, if they have a row. */
  #openStalls(): Stall[] {
    const before = this.#stalls.length;
    for (const instrument of this.#state.instruments.slice(before)) this.#stalls.push(this.#stallOf(instrument));
    return this.#stalls.slice(before).filter((stall) => stall !== null);
  }

  #stallOf(instrument: Instrument): Stall | null {
    const number = this.#world.rows.findIndex(({ row }) => row.symbol === instrument.contract.symbol);
    const world = this.#world.rows[number];
    if (world === undefined) return null;
    const makers = new Draws(this.#key, STREAMS.maker, number);
    const crowds = Array.from({ length: CROWD }, (_, part) => new Draws(this.#key, STREAMS.crowd, number, part));
    const fair = new Fair(world, makers);
    return {
      instrument,
      world,
      fair,
      maker: new Maker(instrument, world, fair, makers),
      crowd: crowds.map((draws, at) => new Member(memberOf(instrument, at), instrument, world, fair, draws)),
      draws: [makers, ...crowds],
    };
  }
}

function indexOf({ contract, indexTimeMs }: Instrument, { priceE8, timeMs }: SourcedPrice): CommandOf<'setIndexPrice'> {
  const price = indexText(priceE8, contract.tickE8);
  return { name: 'setIndexPrice', symbol: contract.symbol, price, sourceTimeMs: Math.max(timeMs, indexTimeMs) };
}

function isOpen({ tradingState, markValid }: Instrument): boolean {
  return tradingState === 'TRADING' && markValid;
}
