/**
 * A team's hands: a client like anyone's, what it holds, what it sees of the market, and what it means to do later. How
 * a team decides and what it logs is in `styles/`.
 */
import { hash } from 'node:crypto';
import type { Client } from '../client/client.ts';
import { DEFAULT_CONTRACTS } from '../core/language/contract-defaults.ts';
import type { Random } from '../market/random.ts';
import { type Figures, figuresOf } from './figures.ts';
import type { Traded } from './market.ts';

export interface Move {
  readonly symbol: string;
  /** As on the wire: 1 open long, 2 open short, 3 close long, 4 close short. */
  readonly type: 1 | 2 | 3 | 4;
  readonly size: string;
  /** A limit; none: at market. */
  readonly price?: string;
  readonly postOnly?: boolean;
  readonly takeProfit?: string;
  readonly stopLoss?: string;
}

export interface Placed {
  readonly id: string;
  readonly clientOid: string;
  readonly move: Move;
}

/** A log that was sent, with the order it was about if there was one: what others can copy. */
export interface Sent {
  readonly body: string;
  readonly placed: Placed | null;
}

/** State shared by all teams of a rehearsal. */
export interface Scene {
  readonly contest: string;
  readonly market: readonly Traded[];
  readonly half: () => number;
  readonly nowMs: () => number;
  /** Minutes since the contest began. */
  readonly minute: () => number;
  readonly minutes: number;
}

/** Minutes that figures look back. */
const LOOK_BACK = 120;

export class Player {
  readonly name: string;
  readonly client: Client;
  readonly random: Random;
  readonly scene: Scene;
  readonly sent: Sent[] = [];
  readonly orders: Placed[] = [];
  /** Codes of what the exchange refused, for those who try. */
  readonly refused: string[] = [];
  #count = 0;
  #later: { readonly minute: number; readonly does: () => Promise<unknown> }[] = [];
  readonly #held = new Map<string, { long: number; short: number }>();

  constructor(name: string, client: Client, random: Random, scene: Scene) {
    this.name = name;
    this.client = client;
    this.random = random;
    this.scene = scene;
  }

  /** Minutes since the contest began. */
  get minute(): number {
    return this.scene.minute();
  }

  /** Each time another number. */
  next(): number {
    return ++this.#count;
  }

  nextName(): string {
    return `${this.name.toLowerCase().replace(/[^a-z]+/g, '-')}-${this.next()}`;
  }

  /** A number from `least` up to below `least + more`. */
  between(least: number, more: number): number {
    return least + this.random.below(more);
  }

  /** True once in `n` times. */
  oneIn(n: number): boolean {
    return this.random.below(n) === 0;
  }

  pick<One>(all: readonly One[]): One {
    return all[this.random.below(all.length)] as One;
  }

  price(symbol: string, minutesAgo = 0): number {
    return this.#traded(symbol).priceAt(this.scene.half() - Math.round(2 * minutesAgo));
  }

  /** The last minutes' closes, the oldest first. */
  closes(symbol: string, minutes = LOOK_BACK): readonly number[] {
    const { priceAt } = this.#traded(symbol);
    const half = this.scene.half();
    return Array.from({ length: minutes }, (_, at) => priceAt(half - 2 * (minutes - 1 - at)));
  }

  figures(symbol: string): Figures {
    return figuresOf(symbol, this.closes(symbol));
  }

  /** Its position on a side, in coins, as far as it knows. */
  held(symbol: string, side: 'long' | 'short'): number {
    return this.#held.get(symbol)?.[side] ?? 0;
  }

  /** A size worth about so many USDT. */
  sizeOf(symbol: string, value: number): string {
    const step = Number(contractOf(symbol).step);
    return sizeText(symbol, Math.max(1, Math.floor(value / this.price(symbol) / step + 1e-6)) * step);
  }

  /** Does something in so many minutes. */
  later(minutes: number, does: () => Promise<unknown>): void {
    this.#later.push({ minute: this.minute + minutes, does });
  }

  async doWhatIsDue(): Promise<void> {
    if (this.#later.length === 0) return;
    const due = this.#later.filter(({ minute }) => minute <= this.minute);
    if (due.length === 0) return;
    this.#later = this.#later.filter((one) => !due.includes(one));
    for (const { does } of due) await does();
  }

  /** The exact text of a log is what is stored and hashed. */
  async upload(body: string, placed: Placed | null = null): Promise<void> {
    await this.client.uploadAiLog(body);
    this.sent.push({ body, placed });
  }

  async place(move: Move, clientOid = this.nextName()): Promise<Placed> {
    const { symbol, type, size, price, takeProfit, stopLoss } = move;
    const limit = price === undefined ? { match_price: 1 as const } : { match_price: 0 as const, price };
    const { order_id: id } = await this.client.placeOrder({
      symbol,
      client_oid: clientOid,
      size,
      type,
      order_type: move.postOnly === true ? 1 : 0,
      presetTakeProfitPrice: takeProfit,
      presetStopLossPrice: stopLoss,
      ...limit,
    });
    const placed = { id, clientOid, move };
    this.orders.push(placed);
    if (price === undefined) this.#remember(move);
    return placed;
  }

  /** Asks the exchange what it holds: for who has orders that fill by themselves. */
  async look(symbol: string): Promise<void> {
    const held = { long: 0, short: 0 };
    for (const { side, size } of await this.client.singlePosition({ symbol }))
      held[side === 'SHORT' ? 'short' : 'long'] += Number(size);
    this.#held.set(symbol, held);
  }

  /** Tries what should be refused; the code it was refused with, or `none`. */
  async tries(does: () => Promise<unknown>): Promise<void> {
    let code = 'none';
    await does().catch((error: unknown) => (code = String((error as { code?: unknown }).code ?? error)));
    this.refused.push(code);
  }

  #remember({ symbol, type, size }: Move): void {
    const { long, short } = this.#held.get(symbol) ?? { long: 0, short: 0 };
    const coins = Number(size);
    const by = { 1: [coins, 0], 2: [0, coins], 3: [-coins, 0], 4: [0, -coins] }[type] as [number, number];
    // In decimals of floats: what is left of a position that was closed is nothing.
    const plain = (value: number): number => Number(sizeText(symbol, Math.max(0, value)));
    this.#held.set(symbol, { long: plain(long + by[0]), short: plain(short + by[1]) });
  }

  #traded(symbol: string): Traded {
    return this.scene.market.find((one) => one.symbol === symbol)!;
  }
}

/** The client order id by which an order commits to the bytes of a log. */
export function boundTo(body: string, child?: number): string {
  const name = `ai1-${hash('sha256', body, 'hex').slice(0, 32)}`;
  return child === undefined ? name : `${name}-${String(child).padStart(2, '0')}`;
}

function contractOf(symbol: string): { readonly step: string; readonly tick: string } {
  return DEFAULT_CONTRACTS.find((one) => one.symbol === symbol)!;
}

function sizeText(symbol: string, coins: number): string {
  return coins.toFixed(placesOf(contractOf(symbol).step));
}

/** A price in whole ticks. */
export function priceText(symbol: string, price: number): string {
  const { tick } = contractOf(symbol);
  return (Math.round(price / Number(tick)) * Number(tick)).toFixed(placesOf(tick));
}

function placesOf(text: string): number {
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
}
