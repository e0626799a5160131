/** Adds up what an account's trading cost it, from the exchange's events. */
import { type AccountId, E8 } from '../core/num/units.ts';
import type { Event } from '../core/turn/events.ts';
import type { Totals } from './told.ts';

export class Tally {
  readonly #account: AccountId;
  #fees = 0;
  #funding = 0;
  #turnover = 0;
  #fills = 0;
  /** Contracts it had fills in. */
  readonly symbols = new Set<string>();

  constructor(account: AccountId) {
    this.#account = account;
  }

  get totals(): Totals {
    return { fees: this.#fees, funding: this.#funding, turnover: this.#turnover, fills: this.#fills };
  }

  see(event: Event): void {
    if (event.name === 'fillMade') {
      for (const { order, fee } of [event.taker, event.maker]) {
        if (order.account.id !== this.#account) continue;
        this.#fees += Number(fee) / E8;
        this.#turnover += Number(event.value) / E8;
        this.#fills += 1;
        this.symbols.add(event.instrument.contract.symbol);
      }
    } else if (event.name === 'billPosted') {
      const { account, businessType, amount } = event.bill;
      if (account === this.#account && businessType === 'position_funding') this.#funding -= Number(amount) / E8;
    }
  }
}
