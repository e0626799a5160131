// An agent's hands: orders at market of one contract, and logs that are bound to them by hash, before or after.
import { hash } from 'node:crypto';
import { type Client, createClient } from '../../src/client/client.ts';
import { SYMBOL } from './journey-kit.ts';
import type { Key } from './live-contest.ts';

/** As on the wire: 1 open long, 2 open short, 3 close long, 4 close short. */
type OrderType = '1' | '2' | '3' | '4';

export class Hands {
  readonly client: Client;
  #nth = 0;

  constructor(url: string, key: Key) {
    this.client = createClient({ url, ...key });
  }

  /** The text of a log, and the `client_oid` by which an order is bound to it. */
  log(output: object, fields: object = {}): { readonly body: string; readonly oid: string } {
    const nth = this.#nth++;
    const input = { nth, prompt: `The mark moved ${nth} ticks. Long, short or flat?` };
    const explanation = `Reason ${nth}: the move is small against the spread.`;
    const body = JSON.stringify({ stage: 'Decision', model: 'some-model-1', input, output, explanation, ...fields });
    return { body, oid: `ai1-${hash('sha256', body, 'hex').slice(0, 32)}` };
  }

  /** Resolves with the order's id. */
  async order(type: OrderType, size: string, oid = `hands-${this.#nth++}`, fields: object = {}): Promise<string> {
    const order = { symbol: SYMBOL, size, type, order_type: '0', match_price: '1', client_oid: oid } as const;
    return (await this.client.placeOrder({ ...order, ...fields })).order_id;
  }

  /** Says it, then does what may be something else. */
  async sayAndDo(output: object, type: OrderType, size: string): Promise<string> {
    const { body, oid } = this.log({ symbol: SYMBOL, ...output });
    await this.client.uploadAiLog(body);
    return this.order(type, size, oid);
  }
}
