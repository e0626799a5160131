/** A made-up market with the accounts of strategies in it, and with what they see: each contract, once a second. */
import { E8 } from '../../../../src/core/num/units.ts';
import type { Event } from '../../../../src/core/turn/events.ts';
import { isBuy } from '../../../../src/market/house/accounts.ts';
import { EIGHTHS } from '../../../../src/market/house/house.ts';
import { TABLE } from '../../../../src/market/world/table.ts';
import { MadeUpMarket, type MadeUpOptions } from '../../../../src/env/made-up-market.ts';
import { Account } from './account.ts';
import { Sight } from './sight.ts';

/** Nobody acts before means of half an hour are known. */
const WARM_SECONDS = 1_800;
/** 375 ms after the prices of a second. */
export const SEEN = 3;
const TURN = -1;

export type Made = Pick<MadeUpOptions, 'symbols' | 'headlines'>;

export interface Acts {
  /** Directly after the prices of a second, before anybody else; seconds are counted from the first one. */
  readonly turn?: (second: number) => void;
  /** After its look, where that is later. */
  readonly seen?: (second: number) => void;
  /** When all of a second's trades are done. */
  readonly last?: (second: number) => void;
  readonly funded?: (event: Event & { readonly name: 'fundingSettled' }) => void;
}

export class Stage {
  readonly market: MadeUpMarket;
  readonly sights: readonly Sight[];
  readonly #accounts: Account[] = [];
  readonly #seconds: number;
  readonly #look: number;

  /**
   * @param look when in a second contracts are looked at: SEEN, or by default with its prices
   * @param made what the market is made with; by default all contracts, without headlines
   */
  constructor(seed: string, seconds: number, { look = TURN, ...made }: Made & { look?: number }) {
    this.market = new MadeUpMarket(seed, made);
    this.#seconds = seconds;
    this.#look = look;
    this.sights = this.market.engine.state.instruments.map((instrument) => {
      const row = TABLE.find(({ symbol }) => symbol === instrument.contract.symbol)!;
      return new Sight(instrument, row, WARM_SECONDS + seconds);
    });
  }

  open(): Account {
    const account = new Account(this.market, this.#accounts.length);
    this.#accounts.push(account);
    return account;
  }

  run(acts: Acts): void {
    const { market, sights } = this;
    let second = -WARM_SECONDS;
    const look = (): void => sights.forEach((sight) => sight.look(market.second));
    market.hooks = {
      onApplied: (_command, { events }) => this.#see(events, acts),
      afterTurn: () => {
        for (const sight of sights) sight.turn();
        if (this.#look === TURN) look();
        if (second >= 0) acts.turn?.(second);
      },
      afterEighth: (eighth) => {
        if (eighth === this.#look) {
          look();
          if (second >= 0) acts.seen?.(second);
        }
        if (eighth !== EIGHTHS - 1) return;
        if (second >= 0) acts.last?.(second);
        for (const sight of sights) sight.trades = 0;
      },
    };
    for (; second < this.#seconds; second++) market.pass();
  }

  /** All fills of one taker's order are one trade. */
  #see(events: readonly Event[], acts: Acts): void {
    for (const account of this.#accounts) account.see(events);
    let value = 0;
    events.forEach((event, at) => {
      if (event.name === 'fundingSettled') acts.funded?.(event);
      if (event.name !== 'fillMade' || event.price === 0) return;
      value += Number(event.value) / E8;
      const next = events[at + 1];
      const { order } = event.taker;
      if (next?.name === 'fillMade' && next.taker.order === order) return;
      this.sights[event.instrument.index]!.trade(isBuy(order) ? 1 : -1, value);
      value = 0;
    });
  }
}
