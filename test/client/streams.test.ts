// The client's streams against a real exchange, over a network that is cut at random while others trade: in the end the
// book, the trades and the account are exactly what REST shows, no order was placed twice, and no fill was told twice
// or not at all. STREAMS_SECONDS makes it longer.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import {
  type AccountStream,
  type Client,
  createClient,
  type DepthBook,
  NoAnswer,
  type OrderEntry,
  type Requests,
} from '../../src/client/index.ts';
import { CANCEL, type Kit, oid, quote, startMarket, SYMBOL, type TestAccount } from '../api/kit.ts';
import { PATIENCE_MS } from '../patience.ts';
import { type BreakingNetwork, breakingNetwork } from './breaking-network.ts';

const LOAD_MS = Number(process.env['STREAMS_SECONDS'] ?? '4') * 1_000;
/** Fills, and orders of this account, that tell something. */
const ENOUGH = 10;
/** The longest time without a cut; the shortest is a fifth of a second. */
const CUT_WITHIN_MS = Math.min(30_000, Math.max(1_200, LOAD_MS / 10));
/** Between two orders of one worker: load, and room for others on this machine. */
const PACE_MS = 5;

let kit: Kit;
let network: BreakingNetwork;
let trader: TestAccount;
let other: TestAccount;
/** Over the network that is cut; and past it. */
let client: Client;
let straight: Client;
const closing: { close(): void }[] = [];

beforeAll(async () => {
  kit = await startMarket();
  network = await breakingNetwork(kit.url);
  trader = await kit.newAccount({ balance: '1000000' });
  other = await kit.newAccount({ balance: '100000000' });
  await quote(kit, SYMBOL, ['89999.8', '90000.2'], '40');
  client = createClient({ url: network.url, ...trader, retries: 20, timeoutMs: 5_000 });
  straight = kit.client(trader);
}, PATIENCE_MS);
afterAll(async () => {
  for (const stream of closing) stream.close();
  await network?.close();
  await kit?.stop();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Cuts the network after times that vary widely, until it is stopped. */
function cutAtRandom({ cut }: BreakingNetwork): { readonly cuts: () => number; readonly stop: () => void } {
  let cuts = 0;
  let timer: NodeJS.Timeout;
  const next = (): void => {
    const share = ((cuts * 7_919) % 1_000) / 1_000;
    timer = setTimeout(
      () => {
        cut();
        cuts++;
        next();
      },
      200 + share * share * (CUT_WITHIN_MS - 200),
    );
  };
  next();
  return { cuts: () => cuts, stop: () => clearTimeout(timer) };
}

async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await pause(20);
  }
}

/** An order of one kind or another, at the n-th turn. */
function orderAt(n: number): Requests['placeOrder'] {
  const order = { symbol: SYMBOL, client_oid: oid(), size: '0.001', order_type: 0, match_price: 1 } as const;
  if (n % 5 === 0) return { ...order, type: 1, match_price: 0, price: String(80_000 + n) };
  if (n % 7 === 0) return { ...order, type: 1, presetTakeProfitPrice: '99000', presetStopLossPrice: '81000' };
  if (n % 3 === 0) return { ...order, type: 3 };
  return { ...order, type: n % 2 === 0 ? 1 : 2 };
}

/** What of an answer counts: an order was placed, was refused, or nobody knows. */
async function placed(entry: OrderEntry, n: number, names: Set<string>): Promise<void> {
  const order = orderAt(n);
  names.add(String(order.client_oid));
  await entry.placeOrder(order).catch((error: unknown) => {
    if (error instanceof NoAnswer) throw error;
    names.delete(String(order.client_oid));
  });
  // Nobody keeps thousands of take profits; their snapshot would be too large for one message.
  if (n % 50 < 2) await entry.cancelAllOrders({ cancelOrderType: 'plan' }).catch(() => undefined);
  // Not known, or ended already: both may be.
  if (n % 3 === 0) await entry.cancel_order({ clientOid: [...names].at(-4) }).catch(() => undefined);
}

const sorted = (rows: Iterable<string>): string[] => [...rows].toSorted();

describe('streams over a network that is cut at random', () => {
  const trades: string[] = [];
  const fills: string[] = [];
  const names = new Set<string>();
  let book: DepthBook;
  let account: AccountStream;
  let firstTrade: number;

  beforeAll(async () => {
    const market = client.market();
    account = client.account();
    closing.push(market, account);
    account.fills.add((rows) => fills.push(...rows.map(({ id }) => id)));
    market.depth(SYMBOL, 200, (one) => (book = one));
    market.trades(SYMBOL, (rows) => trades.push(...rows.map(({ ticketId }) => ticketId)));
    await account.ready();
    await until(() => book?.isComplete, 'a book');
    await straight.placeOrder(orderAt(1));
    await until(() => trades.length > 0, 'a trade');
    firstTrade = Number(trades[0]);

    const end = performance.now() + LOAD_MS;
    const { cuts, stop } = cutAtRandom(network);
    // On a busy machine it takes longer until enough has happened.
    const isOver = (): boolean => performance.now() >= end && Math.min(fills.length, names.size) > ENOUGH && cuts() > 2;
    const work = async (entry: OrderEntry, from: number): Promise<void> => {
      for (let n = from; !isOver(); n += 2) {
        await placed(entry, n, names);
        await pause(PACE_MS);
      }
    };
    // Over HTTP and over the socket at once, and others past the network.
    await Promise.all([work(client, 2), work(account.entry, 3), others(isOver)]);
    stop();
    await straight.placeOrder(orderAt(1));
  }, LOAD_MS + PATIENCE_MS);

  /** Another account rests and takes, so that the book and the trades change without the trader, too. */
  async function others(isOver: () => boolean): Promise<void> {
    const resting: string[] = [];
    for (let n = 0; !isOver(); n++) {
      const price = String(89_000 + (n % 50));
      resting.push(await kit.place(other, { match_price: '0', price, size: '0.002' }));
      await kit.place(other, { type: n % 2 === 0 ? '1' : '2', size: '0.0005' });
      await pause(PACE_MS);
      if (resting.length > 40) await kit.post(other, CANCEL, { orderId: resting.shift()! });
    }
  }

  it('the book is what REST shows', async () => {
    const shown = async (): Promise<string> => {
      const { asks, bids } = await straight.depth({ symbol: SYMBOL, limit: 200 });
      return JSON.stringify({ asks, bids });
    };
    await until(
      async () => book.isComplete && JSON.stringify({ asks: book.asks, bids: book.bids }) === (await shown()),
      'the book of REST',
    );
  });

  it('the trades are those REST shows, each once and in turn', async () => {
    const { answer } = await straight.get<readonly { readonly ticketId: string }[]>('/capi/v2/market/trades', {
      symbol: SYMBOL,
      limit: 1_000,
    });
    const shown = answer
      .map(({ ticketId }) => ticketId)
      .filter((id) => Number(id) >= firstTrade)
      .toReversed();
    await until(() => trades.includes(shown.at(-1)!), 'the last trade');
    expect(trades.toSorted((a, b) => Number(a) - Number(b))).toEqual(trades);
    expect(new Set(trades).size).toBe(trades.length);
    expect(trades.slice(-shown.length)).toEqual(shown);
  });

  it('orders, positions and money are those REST shows', async () => {
    const wanted = async (): Promise<string> => {
      const orders: string[] = [];
      for (const list of ['current', 'currentPlan'] as const)
        for await (const page of straight.pages(list)) orders.push(...page.map((one) => one.order_id));
      const positions = (await straight.allPosition()).map(
        (one) => `${one.id} ${one.side} ${one.size} ${one.open_value}`,
      );
      const { collateral } = await straight.getAccounts();
      const money = collateral.map((one) => `${one.marginMode} ${one.isolatedPositionId} ${one.amount}`);
      return JSON.stringify([sorted(orders), sorted(positions), sorted(money)]);
    };
    const mirrored = (): string => {
      const positions = [...account.positions.values()].map(
        (one) => `${one.id} ${one.side} ${one.size} ${one.openValue}`,
      );
      const money = account.collateral.map((one) => `${one.marginMode} ${one.isolatedPositionId} ${one.amount}`);
      return JSON.stringify([sorted(account.orders.keys()), sorted(positions), sorted(money)]);
    };
    await until(async () => account.isLive && mirrored() === (await wanted()), 'the account of REST');
  });

  it('fills are those REST shows, each once', async () => {
    const shown: string[] = [];
    for await (const page of straight.pages('fills')) shown.push(...page.list.map(({ tradeId }) => String(tradeId)));
    await until(() => fills.length >= shown.length, 'the last fill');
    expect(sorted(fills)).toEqual(sorted(shown));
  });

  it('every order was placed once', async () => {
    const seen: string[] = [];
    for await (const page of straight.pages('history')) seen.push(...page.map((one) => one.client_oid));
    for await (const page of straight.pages('current')) seen.push(...page.map((one) => one.client_oid));
    const mine = seen.filter((name) => names.has(name));
    expect(sorted(mine)).toEqual(sorted(names));
  });
});

describe('another WebSocket than the platform’s', () => {
  it('is taken when it is given: the one of the package ws', async () => {
    const stream = createClient({ url: kit.url, ...trader, WebSocket }).account();
    closing.push(stream);
    await stream.ready();
    const { order_id: orderId } = await stream.entry.placeOrder(orderAt(1));
    expect(orderId).toMatch(/^\d{15}$/);
    await until(() => stream.version > 0, 'a change');
  });

  it('that is refused says why, and its orders are refused too', async () => {
    const stream = createClient({ url: kit.url, ...trader, passphrase: 'wrong' }).account();
    await expect(stream.ready()).rejects.toMatchObject({ code: '40012' });
    await expect(stream.entry.placeOrder(orderAt(1))).rejects.toMatchObject({ code: '40012' });
  });
});
