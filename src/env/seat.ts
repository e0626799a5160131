/** An agent's account: what it sends, what becomes of it, and what it cost. */
import { type AccountId, E8 } from '../core/num/units.ts';
import type { Account, Instrument } from '../core/state/records.ts';
import type { Event, FillMade, FillSide } from '../core/turn/events.ts';
import { type Act, type Action, commandOf } from './acts.ts';
import type { MadeUpMarket } from './made-up-market.ts';
import { equityIn, priceOf, sizeOf } from './observation.ts';
import { Tally } from './tally.ts';
import type { ActResult, Fill, Totals } from './told.ts';

export class Seat {
  readonly #market: MadeUpMarket;
  readonly #instruments: readonly Instrument[];
  readonly account: Account;
  readonly #tally: Tally;
  #names = 0;
  #equity: number;
  /** Of the step that passes. */
  results: ActResult[] = [];
  fills: Fill[] = [];
  isDone = false;

  constructor(market: MadeUpMarket, account: AccountId, instruments: readonly Instrument[]) {
    this.#market = market;
    this.#instruments = instruments;
    this.account = market.engine.state.accounts.get(account)!;
    this.#equity = equityIn(this.account);
    this.#tally = new Tally(account);
  }

  get totals(): Totals {
    return this.#tally.totals;
  }

  begin(): void {
    this.results = [];
    this.fills = [];
  }

  act(action: Action): void {
    for (const act of action ?? []) this.results.push(this.#carryOut(act));
  }

  /** Change of its equity since the last time, USDT. */
  reward(): number {
    const before = this.#equity;
    this.#equity = equityIn(this.account);
    return this.#equity - before;
  }

  see(event: Event): void {
    this.#tally.see(event);
    if (event.name !== 'fillMade') return;
    this.#fill(event, event.taker, false);
    this.#fill(event, event.maker, true);
  }

  #fill({ instrument, price, size }: FillMade, { order, fee, realised }: FillSide, isMaker: boolean): void {
    if (order.account !== this.account) return;
    this.fills.push({
      orderId: order.id,
      symbol: instrument.contract.symbol,
      side: order.side,
      effect: order.effect,
      price: priceOf(price, instrument),
      size: sizeOf(size, instrument),
      fee: Number(fee) / E8,
      profit: Number(realised) / E8,
      isMaker,
    });
  }

  #carryOut(act: Act): ActResult {
    const nextName = (): string => `a${(this.#names += 1)}`;
    const command = commandOf(act, { account: this.account.id, instruments: this.#instruments, nextName });
    const outcome = this.#market.submit(command);
    if (!outcome.ok) return { ok: false, reject: outcome.reject };
    const { result } = outcome;
    return { ok: true, orderId: result !== null && 'orderId' in result ? result.orderId : 0 };
  }
}
