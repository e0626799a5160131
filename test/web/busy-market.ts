// An exchange whose first contract changes and trades as often as is asked: a real one with its sockets and its page,
// exchange by hand in place of its market. Two large orders in the middle take every trade; around them levels come and
// go.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from '../../scripts/web.ts';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { readConfig } from '../../src/app/settings/config.ts';
import { type App, startApp } from '../../src/app/start.ts';
import type { OrderFields } from '../../src/core/language/commands.ts';
import type { Instrument } from '../../src/core/state/records.ts';
import { callerOf, makerOf, takerOf } from '../../src/market/house/accounts.ts';
import { PLAIN, priceText, sizeText } from '../../src/market/house/texts.ts';

export interface Feed {
  /** Levels of the book that change a second. */
  readonly changes: number;
  readonly trades: number;
}

/** What the goals of the page are stated for. */
export const USUAL: Feed = { changes: 200, trades: 50 };

export interface BusyMarket {
  readonly app: App;
  readonly url: string;
  /** Changes from now on at this rate; none at first. Without any the book stays as it is. */
  go(feed: Feed): void;
  /** What was done since the start. */
  readonly done: { changes: number; trades: number };
  stop(): Promise<void>;
}

const STEP_MS = 50;
/** A step that came later makes up for it, up to so much. */
const MOST_MS = 200;
const TICK_MS = 1_000;
const PRICE = 50_000;
/** In the middle; nothing takes all of it. */
const DEEP = 90;
/** An account may have 200 working orders, and two lie in the middle. */
const MOST_ORDERS = 190;
/** Levels that come and go lie so far from the middle, ticks. */
const NEAREST = 2;
const FARTHEST = 150;

export async function startBusyMarket(...flags: string[]): Promise<BusyMarket> {
  await buildWeb();
  const data = mkdtempSync(join(tmpdir(), 'outcry-busy-'));
  const given = ['--port', '0', '--data', data, '--seed', '7', '--log-level', 'silent', ...flags];
  const app = await startApp(readConfig(given, {}), { demo: true, isDriven: true });
  const done = { changes: 0, trades: 0 };
  const driver = new Driver(app.exchange, done);
  await driver.open();
  return {
    app,
    url: app.url,
    done,
    go: (feed) => void (driver.feed = feed),
    async stop() {
      await driver.stop();
      await app.stop();
      rmSync(data, { recursive: true });
    },
  };
}

class Driver {
  feed: Feed = { changes: 0, trades: 0 };
  readonly #exchange: Exchange;
  readonly #instrument: Instrument;
  readonly #done: { changes: number; trades: number };
  #step = 0;
  /** Orders of the taker that are open. */
  #held = 0;
  #resting: readonly string[] = [];
  #isOver = false;
  #running: Promise<void> = Promise.resolve();

  constructor(exchange: Exchange, done: { changes: number; trades: number }) {
    this.#exchange = exchange;
    this.#instrument = exchange.state.instruments[0]!;
    this.#done = done;
  }

  /** A price, funds, and the two orders in the middle. */
  async open(): Promise<void> {
    const { submit } = this.#exchange;
    await this.#tick();
    for (const account of [makerOf(this.#instrument), takerOf(this.#instrument)])
      await submit({ name: 'deposit', account, amount: '20000000' });
    await this.#place([this.#limit('deep-bid', 'long', -1, deepSteps(this.#instrument))]);
    await this.#place([this.#limit('deep-ask', 'short', 1, deepSteps(this.#instrument))]);
    this.#running = this.#run();
    // Told by `stop`.
    this.#running.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    let tickedMs = 0;
    let beganMs = performance.now();
    while (!this.#isOver) {
      const began = performance.now();
      const passedMs = Math.min(MOST_MS, began - beganMs);
      beganMs = began;
      if (began - tickedMs >= TICK_MS) {
        tickedMs = began;
        await this.#tick();
      }
      await this.#change(passedMs / 1_000);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, STEP_MS - (performance.now() - began))));
    }
  }

  async #tick(): Promise<void> {
    const { submit } = this.#exchange;
    const { symbol } = this.#instrument.contract;
    await submit({ name: 'setIndexPrice', symbol, price: String(PRICE), sourceTimeMs: Date.now() });
    await submit({ name: 'tick' });
  }

  /** What was placed a step ago goes, others come, and somebody trades. */
  async #change(part: number): Promise<void> {
    const { submit } = this.#exchange;
    const nth = this.#step++;
    const wanted = Math.min(MOST_ORDERS, Math.round((this.feed.changes * part) / 2));
    const orders = Array.from({ length: wanted }, (_, at) => {
      const isBid = at % 2 === 0;
      const away = NEAREST + ((nth * 37 + at * 11) % (FARTHEST - NEAREST));
      return this.#limit(`n${nth}x${at}`, isBid ? 'long' : 'short', isBid ? -away : away, 10 + (at % 50));
    });
    const before = this.feed.changes === 0 ? [] : this.#resting;
    if (this.feed.changes > 0) this.#resting = orders.map(({ clientOrderId }) => clientOrderId);
    const trades = Math.round(this.feed.trades * part);
    await Promise.all([
      before.length === 0
        ? null
        : submit({
            name: 'cancelBatchOrders',
            ...callerOf(makerOf(this.#instrument)),
            orderIds: [],
            clientOrderIds: before,
          }),
      orders.length === 0 ? null : this.#place(orders),
      trades === 0 ? null : this.#trade(nth, trades),
    ]);
    this.#done.changes += before.length + orders.length;
    this.#done.trades += trades;
  }

  /** Closes what it has and opens again, so that the taker's position stays small. */
  async #trade(nth: number, count: number): Promise<void> {
    const opens = this.#held < count;
    this.#held += opens ? count : -count;
    const { submit } = this.#exchange;
    const { symbol } = this.#instrument.contract;
    const orders = Array.from(
      { length: count },
      (_, at): OrderFields => ({
        ...PLAIN,
        clientOrderId: `t${nth}x${at}`,
        side: 'long',
        effect: opens ? 'open' : 'close',
        execution: 'normal',
        size: sizeText(this.#instrument, 1),
        price: null,
      }),
    );
    mustHold(await submit({ name: 'batchOrders', ...callerOf(takerOf(this.#instrument)), symbol, orders }));
  }

  async #place(orders: readonly OrderFields[]): Promise<void> {
    const { submit } = this.#exchange;
    const { symbol } = this.#instrument.contract;
    mustHold(await submit({ name: 'batchOrders', ...callerOf(makerOf(this.#instrument)), symbol, orders }));
  }

  #limit(clientOrderId: string, side: 'long' | 'short', ticks: number, steps: number): OrderFields {
    const { tickE8 } = this.#instrument.contract;
    const middle = Math.round((PRICE * 100_000_000) / tickE8);
    return {
      ...PLAIN,
      clientOrderId,
      side,
      effect: 'open',
      execution: 'normal',
      size: sizeText(this.#instrument, steps),
      price: priceText(this.#instrument, middle + ticks),
    };
  }
}

function deepSteps({ contract }: Instrument): number {
  return Math.round((DEEP * 100_000_000) / contract.stepE8);
}

/** A feed whose orders are refused would be none. */
function mustHold(outcome: { readonly ok: boolean; readonly result?: unknown; readonly reject?: unknown }): void {
  const rows = outcome.ok
    ? (outcome.result as readonly { readonly ok: boolean; readonly reject?: unknown }[])
    : [outcome];
  const refused = rows.find(({ ok }) => !ok);
  if (refused !== undefined)
    throw new Error(`an order of the busy market was refused: ${JSON.stringify(refused.reject)}`);
}
