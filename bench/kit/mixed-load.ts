/**
 * A mixed load without an end for one engine, a command at a time: a thousand accounts that place, cancel, move and
 * take in one contract as in W1 to W3, fifty that hold a position and move its stop, and once in a made-up second of a
 * thousand commands a price and a tick. Buys and sells close what their account holds against them, else they open.
 *
 * It remembers nothing of its orders: whom to cancel it reads in the engine's book, so that its memory is as constant
 * as the engine's. The exchange has no command that changes an order: a move is a cancel and a new order.
 */
import { createEngine, type Engine } from '../../src/core/engine.ts';
import type { Command } from '../../src/core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { BUY, bestPrice, orderCount, SELL } from '../../src/core/matching/book.ts';
import { isBuy } from '../../src/core/state/order.ts';
import type { Order } from '../../src/core/state/records.ts';
import type { OrderPlaced, Outcome } from '../../src/core/turn/outcome.ts';
import { cancelCommand, decimal, next, placeCommand, sha256, SYMBOL } from './commands.ts';
import { caller, FIRST_ACCOUNT } from './crowd.ts';
import { mulberry32 } from './workload.ts';

const TRADERS = 1_000;
const HOLDERS = 50;
const COMMANDS_A_SECOND = 1_000;
const RESTING = 5_000;
const SPREAD = 256;
const [LOWEST_MID, FIRST_MID, HIGHEST_MID] = [90_000, 100_000, 110_000];
/** Of a hundred draws; all others cancel. A move is two commands. */
const SHARES = { limit: 50, immediate: 5, move: 17, stop: 1 };
const CROSS_PERCENT = 30;
const [CROSS_SIZE, REST_SIZE] = [40, 100];
/** The latest cancelled, to be cancelled once more. */
const REMEMBERED = 4_096;

interface Stop {
  readonly account: number;
  readonly orderId: number;
  readonly isLong: boolean;
}

export class MixedLoad {
  readonly engine: Engine = createEngine(sha256);
  readonly #draw: (below: number) => number;
  readonly #stops: Stop[] = [];
  readonly #lateAccounts = new Int32Array(REMEMBERED);
  readonly #lateOrders = new Float64Array(REMEMBERED);
  #canceled = 0;
  #count = 0;
  #mid = FIRST_MID;
  /** The command that belongs to the one before. */
  #second: Command | null = null;

  /** Sets the exchange up and fills its book. */
  constructor(seed: number) {
    this.#draw = mulberry32(seed);
    const contracts = DEFAULT_CONTRACTS.map((spec) => ({ ...spec, markSource: 'index' as const }));
    this.#apply({ name: 'setParameters', contracts, exchange: { maxOpenOrders: 1_000 } });
    for (let account = 0; account < TRADERS + HOLDERS; account++)
      this.#apply({ name: 'deposit', account: FIRST_ACCOUNT + account, amount: '1000000' });
    this.#apply(this.#price());
    for (let pair = 0; pair < HOLDERS / 2; pair++) this.#hold(FIRST_ACCOUNT + TRADERS + 2 * pair);
    while (orderCount(this.#instrument().book) < RESTING) this.#apply(this.#limit(false));
  }

  /** The next command; it must be applied before the one after it is asked for. */
  next(): Command {
    const second = this.#second;
    if (second !== null) {
      this.#second = null;
      return second;
    }
    this.#count++;
    if (this.#count % COMMANDS_A_SECOND === 0) {
      this.#second = { name: 'tick' };
      return this.#price();
    }
    if (this.#count % 10 === 0) this.#mid = Math.min(HIGHEST_MID, Math.max(LOWEST_MID, this.#mid + this.#draw(3) - 1));
    let share = this.#draw(100);
    if (share < SHARES.limit) return this.#place(this.#draw(100) < CROSS_PERCENT);
    share -= SHARES.limit;
    if (share < SHARES.immediate) return this.#immediate();
    share -= SHARES.immediate;
    if (share < SHARES.move) return this.#move();
    return share - SHARES.move < SHARES.stop ? this.#moveStop() : this.#cancel();
  }

  #instrument() {
    return this.engine.state.instruments[0]!;
  }

  #apply(command: Command): Outcome {
    const outcome = this.engine.apply(next(this.engine, command), true);
    if (!outcome.ok) throw new Error(`${command.name} was refused: ${JSON.stringify(outcome.reject)}`);
    return outcome;
  }

  #price(): Command {
    const { timeMs } = this.engine.state;
    return { name: 'setIndexPrice', symbol: SYMBOL, price: decimal(this.#mid, 1), sourceTimeMs: timeMs };
  }

  /** Two accounts that trade a coin with each other, and the stops of both. */
  #hold(account: number): void {
    for (const isLong of [true, false])
      this.#apply(placeCommand(account + Number(!isLong), isLong, 'normal', '1', decimal(FIRST_MID, 1), 'held'));
    for (const isLong of [true, false]) {
      const owner = account + Number(!isLong);
      const { result } = this.#apply({
        name: 'placeTpSlOrder',
        ...caller(owner),
        symbol: SYMBOL,
        clientOrderId: null,
        kind: 'stopLoss',
        side: isLong ? 'long' : 'short',
        size: null,
        price: null,
        triggerPrice: this.#stopPrice(isLong),
        triggerBy: 'mark',
        positionId: null,
      }) as Outcome<OrderPlaced> & { ok: true };
      this.#stops.push({ account: owner, orderId: result.orderId, isLong });
    }
  }

  /** Far from all marks. */
  #stopPrice(isLong: boolean): string {
    const far = LOWEST_MID / 2 + this.#draw(LOWEST_MID / 4);
    return decimal(isLong ? far : 2 * FIRST_MID - far, 1);
  }

  #moveStop(): Command {
    const { account, orderId, isLong } = this.#stops[this.#draw(HOLDERS)]!;
    const triggerPrice = this.#stopPrice(isLong);
    return { name: 'modifyTpSlOrder', ...caller(account), orderId, triggerPrice, price: null, triggerBy: 'mark' };
  }

  /** A full book is not made fuller: its size is constant, give or take one in ten. */
  #place(crosses: boolean): Command {
    const isFull = orderCount(this.#instrument().book) > 1.1 * RESTING;
    return isFull && !crosses ? this.#cancel() : this.#limit(crosses);
  }

  #limit(crosses: boolean): Command {
    const buy = this.#draw(2) === BUY;
    const price = crosses ? this.#crossing(buy) : this.#passive(buy);
    return this.#order(buy, 'normal', 1 + this.#draw(crosses ? CROSS_SIZE : REST_SIZE), price);
  }

  #immediate(): Command {
    const buy = this.#draw(2) === BUY;
    const size = 1 + this.#draw(CROSS_SIZE);
    return this.#order(buy, 'ioc', size, this.#draw(2) === 0 ? this.#crossing(buy) : null);
  }

  #order(buy: boolean, execution: 'normal' | 'ioc', size: number, price: number | null): Command {
    const account = FIRST_ACCOUNT + this.#draw(TRADERS);
    const text = price === null ? null : decimal(price, 1);
    const opening = placeCommand(account, buy, execution, decimal(size, 4), text, this.#name());
    if (!this.#mayClose(account, buy, size)) return opening;
    return { ...opening, side: buy ? 'short' : 'long', effect: 'close' };
  }

  #name(): string {
    return `o${this.engine.state.sequence}`;
  }

  #mayClose(account: number, buy: boolean, size: number): boolean {
    const positions = this.engine.state.accounts.get(account)?.holdings[0]?.positions;
    const against = positions?.find(({ side }) => side === (buy ? 'short' : 'long'));
    return against !== undefined && against.size - against.frozen >= size;
  }

  /** A price at the other side's best or up to two ticks through it. */
  #crossing(buy: boolean): number {
    const best = bestPrice(this.#instrument().book, buy ? SELL : BUY);
    const through = this.#draw(3);
    return buy ? best + through : best - through;
  }

  /** 1 to `SPREAD` ticks from the middle, the smaller the likelier, and never through the other side. */
  #passive(buy: boolean): number {
    const distance = 1 + Math.min(this.#draw(SPREAD), this.#draw(SPREAD), this.#draw(SPREAD));
    const other = bestPrice(this.#instrument().book, buy ? SELL : BUY);
    if (buy) return other === 0 ? this.#mid - distance : Math.min(this.#mid - distance, other - 1);
    return Math.max(this.#mid + distance, other + 1);
  }

  #resting(): Order {
    const { resting } = this.#instrument();
    for (;;) {
      const order = resting[this.#draw(resting.length)];
      if (order) return order;
    }
  }

  #move(): Command {
    const order = this.#resting();
    const { account, side, effect, remaining } = order;
    const buy = isBuy(side, effect);
    const again = placeCommand(account.id, buy, 'normal', decimal(remaining, 4), decimal(this.#passive(buy), 1), '');
    this.#second = { ...again, side, effect, clientOrderId: `m${this.engine.state.sequence}` };
    return cancelCommand(account.id, order.id);
  }

  /** One that rests, or, while the book is thin, one that was cancelled before. */
  #cancel(): Command {
    if (this.#canceled > 0 && orderCount(this.#instrument().book) < RESTING) {
      const at = this.#draw(Math.min(this.#canceled, REMEMBERED));
      return cancelCommand(this.#lateAccounts[at]!, this.#lateOrders[at]!);
    }
    const { id, account } = this.#resting();
    const at = this.#canceled++ % REMEMBERED;
    this.#lateAccounts[at] = account.id;
    this.#lateOrders[at] = id;
    return cancelCommand(account.id, id);
  }
}
