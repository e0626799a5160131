/**
 * A team's hands: a client like anyone's, and logs in the form of docs/evidence.md. What a team does with them is in
 * `teams.ts`.
 */
import { hash } from 'node:crypto';
import type { Client } from '../../client/client.ts';
import { BTC } from './stage.ts';

export interface Move {
  readonly symbol: string;
  /** As on the wire: 1 open long, 2 open short, 3 close long, 4 close short. */
  readonly type: 1 | 2 | 3 | 4;
  readonly size: string;
  /** A limit; none: at market. */
  readonly price?: string;
}

const MODEL = 'rehearsal-model-1';
const DECISIONS = { 1: 'OPEN_LONG', 2: 'OPEN_SHORT', 3: 'CLOSE_LONG', 4: 'CLOSE_SHORT' } as const;

/** The fields of a log that differ from the usual. */
export interface Says {
  readonly stage?: string;
  readonly model?: string;
  readonly explanation?: string;
  readonly input?: object;
  readonly output?: object;
  readonly orderId?: string;
}

/** Reasons in words that differ: a template is what is left of a text without its numbers. */
const WHY = ['momentum', 'a quiet book', 'mean reversion', 'cheap funding', 'a break of the range', 'thin offers'];
const THEN = ['so in', 'so small', 'with care', 'for an hour', 'until it turns', 'against the crowd'];

export class Player {
  readonly name: string;
  readonly client: Client;
  /** The size of its usual order: no two teams the same. */
  readonly size: string;
  /** Bodies it sent, for who copies. */
  readonly sent: { readonly body: string; readonly move: Move; readonly clientOid: string }[] = [];
  readonly orders: string[] = [];
  #count = 0;

  constructor(name: string, client: Client, nth: number) {
    this.name = name;
    this.client = client;
    this.size = `0.0${10 + nth}`;
  }

  /** The usual game: in and out of BTC in turns. */
  turn(opens: boolean, long: boolean): Move {
    return { symbol: BTC.symbol, type: opens ? (long ? 1 : 2) : long ? 3 : 4, size: this.size };
  }

  nextName(): string {
    return `${this.name.toLowerCase()}-${this.#count++}`;
  }

  /** The text of a log, made once: its bytes are what is hashed and stored. */
  async body(move: Move, says: Says = {}): Promise<string> {
    const nth = this.#count++;
    const { markPrice } = await this.client.ticker({ symbol: move.symbol });
    const why = `${WHY[(nth + this.name.length) % WHY.length]}, ${THEN[Math.floor(nth / 2) % THEN.length]}`;
    return JSON.stringify({
      ...(says.orderId === undefined ? {} : { orderId: says.orderId }),
      stage: says.stage ?? 'Decision Making',
      model: says.model ?? MODEL,
      input: {
        prompt: `${this.name}, question ${nth}: what now?`,
        market: [{ symbol: move.symbol, mark: markPrice }],
        ...says.input,
      },
      output: { decision: DECISIONS[move.type], symbol: move.symbol, size: move.size, ...says.output },
      explanation: says.explanation ?? `${this.name}: ${why}`,
    });
  }

  async upload(body: string): Promise<void> {
    await this.client.uploadAiLog(body);
  }

  /** Places the order and keeps its id. */
  async place({ symbol, type, size, price }: Move, clientOid = this.nextName()): Promise<string> {
    const limit = price === undefined ? { match_price: 1 as const } : { match_price: 0 as const, price };
    const { order_id } = await this.client.placeOrder({
      symbol,
      client_oid: clientOid,
      size,
      type,
      order_type: 0,
      ...limit,
    });
    this.orders.push(order_id);
    return order_id;
  }

  /** The log first, which names the order it decides about. */
  async named(move: Move, says: Says = {}): Promise<void> {
    const clientOid = this.nextName();
    const body = await this.body(move, { ...says, output: { ...says.output, clientOid } });
    this.sent.push({ body, move, clientOid });
    await this.upload(body);
    await this.place(move, clientOid);
  }

  /** The log first, and the order commits to its bytes. */
  async bound(move: Move, says: Says = {}): Promise<void> {
    const body = await this.body(move, says);
    await this.upload(body);
    await this.place(move, `ai1-${hash('sha256', body, 'hex').slice(0, 32)}`);
  }

  /** The order first, and the log right after. */
  async after(move: Move, says: Says = {}): Promise<void> {
    await this.explain(await this.place(move), move, says);
  }

  /** A log about an order that is there. */
  async explain(orderId: string, move: Move, says: Says = {}): Promise<void> {
    await this.upload(await this.body(move, { ...says, orderId }));
  }
}
