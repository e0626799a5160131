// A trader whose connections break at random, while two others trade hard and one of them is the same account by REST:
// it keeps a depth book and a mirror of its account from messages alone, as the page on push says, by sockets of v2 and
// of v3 in turn, and in the end both have to be exactly what REST reports. `npm run reconnect -- MINUTES --seed N` runs
// it for long; a test runs it for seconds.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kit, oid, order, PLACE, quote, startKit, SYMBOL, type TestAccount } from '../api/kit.ts';
import { createRandom, type Random } from '../../src/market/random.ts';
import { PATIENCE_MS } from '../patience.ts';
import { ask, connectPrivate, PUBLIC_V3 } from '../api/v3/socket-kit.ts';
import { connect, connectAs, type Message, PUBLIC, type TestSocket } from './push-kit.ts';

interface ReconnectResult {
  readonly seed: number;
  readonly reconnects: number;
  readonly messages: number;
  readonly orders: number;
  /** Versions that were not followed, although no connection broke: none, if all is well. */
  readonly gaps: readonly string[];
  /** Differences between the mirrors and REST. */
  readonly differences: readonly string[];
}

const DEPTH = `depth.${SYMBOL}.200`;
const DEPTH_V3 = 'BTCUSDT@depth200';
const CHANNELS = ['account', 'positions', 'orders'] as const;

/** A message of v3's depth as v2 says it. */
function depthOfV2({ U, u, d, a, b }: Message): Message {
  const rows = (side: [string, string][]) => side.map(([price, size]) => ({ price, size }));
  return { startVersion: String(U), endVersion: String(u), depthType: d, asks: rows(a), bids: rows(b) };
}

const ARRAYS: Readonly<Record<string, string>> = { account: 'collateral', positions: 'position', orders: 'order' };

/** The levels of a book, held as the page says. */
class DepthMirror {
  readonly asks = new Map<string, string>();
  readonly bids = new Map<string, string>();
  version: string | null = null;

  /** False: it doesn't join what came before. */
  take({ startVersion, endVersion, depthType, asks, bids }: Message): boolean {
    if (depthType === 'SNAPSHOT') {
      this.asks.clear();
      this.bids.clear();
    } else if (startVersion !== this.version) return false;
    for (const [side, rows] of [
      [this.asks, asks],
      [this.bids, bids],
    ] as const)
      for (const { price, size } of rows)
        if (size === '0') side.delete(price);
        else side.set(price, size);
    this.version = endVersion;
    return true;
  }

  /** As REST shows it, apart from the time. */
  shown(): object {
    const rows = (side: Map<string, string>, sign: 1 | -1) =>
      [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b)));
    return { asks: rows(this.asks, 1), bids: rows(this.bids, -1) };
  }
}

/** An account from its private messages. */
class AccountMirror {
  readonly orders = new Map<string, Message>();
  readonly positions = new Map<string, Message>();
  readonly collateral = new Map<string, Message>();
  readonly #last = new Map<string, number>();
  #lastOfAny = 0;

  /** Forgets everything: v3 begins a channel without a message when there is nothing to tell. */
  clear(): void {
    for (const all of [this.orders, this.positions, this.collateral]) all.clear();
    this.#last.clear();
  }

  /** One of v3. False: its number does not follow on that of the one before, of whatever channel. */
  takeOfV3({ e, v, msgEvent, d }: Message): boolean {
    const isNext = msgEvent === 'Snapshot' || v === this.#lastOfAny || v === this.#lastOfAny + 1;
    this.#lastOfAny = v;
    this.#last.delete(e);
    this.take({ channel: e, msg: { msgEvent, version: v, previousVersion: v, data: { [ARRAYS[e]!]: d } } });
    return isNext && d.length > 0;
  }

  /** False: a message before it is missing. */
  take({ channel, msg }: Message): boolean {
    const { msgEvent, version, previousVersion, data } = msg;
    const last = this.#last.get(channel);
    this.#last.set(channel, version);
    const isFirst = msgEvent === 'Snapshot';
    if (isFirst) this.#of(channel).clear();
    for (const one of data.order ?? [])
      if (['FILLED', 'CANCELED'].includes(one.status)) this.orders.delete(one.id);
      else this.orders.set(one.id, one);
    for (const one of data.position ?? [])
      if (one.size === '0') this.positions.delete(one.id);
      else this.positions.set(one.id, one);
    for (const one of data.collateral ?? []) this.collateral.set(one.isolatedPositionId, one);
    return isFirst || last === undefined || previousVersion <= last;
  }

  #of(channel: string): Map<string, Message> {
    return channel === 'orders' ? this.orders : channel === 'positions' ? this.positions : this.collateral;
  }
}

/** A connection that is opened again whenever it breaks. */
interface Kept {
  socket: TestSocket | null;
  taken: number;
}

class Trader {
  readonly depth = new DepthMirror();
  readonly account = new AccountMirror();
  readonly gaps: string[] = [];
  messages = 0;
  reconnects = 0;
  readonly #kit: Kit;
  readonly #who: TestAccount;
  readonly #random: Random;
  readonly #public: Kept = { socket: null, taken: 0 };
  readonly #private: Kept = { socket: null, taken: 0 };

  constructor(kit: Kit, who: TestAccount, random: Random) {
    this.#kit = kit;
    this.#who = who;
    this.#random = random;
  }

  async connectPublic(): Promise<void> {
    this.#public.socket?.close();
    const isV3 = this.#random.below(2) === 0;
    const socket = await connect(this.#kit.url, isV3 ? PUBLIC_V3 : PUBLIC);
    this.#public.socket = socket;
    this.#public.taken = 0;
    this.depth.version = null;
    await (isV3 ? ask(socket, 'SUBSCRIBE', DEPTH_V3) : socket.subscribe(DEPTH));
    this.reconnects++;
  }

  async connectPrivate(): Promise<void> {
    this.#private.socket?.close();
    const isV3 = this.#random.below(2) === 0;
    const socket = await (isV3 ? connectPrivate : connectAs)(this.#kit.url, this.#who);
    this.#private.socket = socket;
    this.#private.taken = 0;
    this.account.clear();
    if (isV3) await ask(socket, 'SUBSCRIBE', ...CHANNELS);
    else for (const channel of CHANNELS) await socket.subscribe(channel);
    this.reconnects++;
  }

  /** Takes in what has come. */
  catchUp(): void {
    for (const message of this.#new(this.#public))
      if (!this.depth.take(message.data?.[0] ?? depthOfV2(message))) this.#missed('depth', message);
    for (const message of this.#new(this.#private)) {
      const joins = message.e === undefined ? this.account.take(message) : this.account.takeOfV3(message);
      if (!joins) this.#missed('private', message);
    }
  }

  #missed(what: string, message: Message): void {
    this.gaps.push(`${what}, connection ${this.reconnects}: ${JSON.stringify(message).slice(0, 200)}`);
  }

  #new(kept: Kept): Message[] {
    const { got } = kept.socket as TestSocket;
    const fresh = got.slice(kept.taken).filter(({ event, e }) => event === 'payload' || e !== undefined);
    kept.taken = got.length;
    this.messages += fresh.length;
    return fresh;
  }

  close(): void {
    this.#public.socket?.close();
    this.#private.socket?.close();
  }
}

/** Fewer of each show nothing: trading goes on until there were that many, however slow the machine is. */
const LEAST = 8;

/** What was found, one line each; none, if all is well. */
export function foundBy({ gaps, differences }: ReconnectResult): string[] {
  return [...gaps.map((gap) => `a gap: ${gap}`), ...differences];
}

/** Runs it. @param until when to stop trading, in ms from now */
export async function reconnectUnderLoad(seed: number, until: number): Promise<ReconnectResult> {
  const random = createRandom(seed);
  const kit = await startKit();
  const trader = new Trader(kit, kit.alice, random);
  try {
    await kit.setPrice(SYMBOL, '90000');
    await quote(kit, SYMBOL, ['89900', '90100'], '50');
    await trader.connectPublic();
    await trader.connectPrivate();
    const endMs = Date.now() + until;
    let isOver = false;
    const orders = await Promise.all([
      ...[kit.alice, kit.alice, kit.bob].map((who) => trade(kit, who, random, () => isOver)),
      breakAtRandom(trader, random, endMs).then(() => {
        isOver = true;
        return 0;
      }),
    ]);
    const differences = await settle(kit, trader);
    const { reconnects, messages, gaps } = trader;
    return { seed, reconnects, messages, orders: orders.reduce((sum, one) => sum + one, 0), gaps, differences };
  } finally {
    trader.close();
    await kit.stop();
  }
}

async function breakAtRandom(trader: Trader, random: Random, endMs: number): Promise<void> {
  while (Date.now() < endMs || trader.reconnects < LEAST || trader.messages < LEAST) {
    await sleep(random.below(120));
    trader.catchUp();
    const what = random.below(4);
    if (what === 0) await trader.connectPublic();
    else if (what === 1) await trader.connectPrivate();
  }
}

/** Places, takes and cancels, and answers how many orders that were. */
async function trade(kit: Kit, who: TestAccount, random: Random, isOver: () => boolean): Promise<number> {
  let count = 0;
  while (!isOver()) {
    const price = String(89_500 + random.below(1_000));
    const side = random.below(2) === 0 ? '1' : '2';
    const resting = { type: side, match_price: '0', price, size: `0.00${1 + random.below(9)}`, client_oid: oid() };
    const wants = random.below(10);
    if (wants === 0) await kit.post(who, '/capi/v2/order/cancelAllOrders', { cancelOrderType: 'normal' });
    else if (wants === 1) await kit.post(who, '/capi/v2/order/closePositions', { symbol: SYMBOL });
    else if (wants === 2)
      await kit.post(who, PLACE, order({ type: side, presetTakeProfitPrice: side === '1' ? '99000' : '81000' }));
    else await kit.post(who, PLACE, order(resting));
    count++;
  }
  return count;
}

/** Waits until nothing more is on its way, and compares. */
async function settle(kit: Kit, trader: Trader): Promise<string[]> {
  const endMs = Date.now() + PATIENCE_MS;
  for (;;) {
    await sleep(150);
    trader.catchUp();
    const found = await differencesOf(kit, trader);
    if (found.length === 0 || Date.now() > endMs) return found;
  }
}

async function differencesOf(kit: Kit, { depth, account }: Trader): Promise<string[]> {
  const read = async (path: string): Promise<Message> => (await kit.get(kit.alice, `/capi/v2${path}`)).json;
  const book = await read(`/market/depth?symbol=${SYMBOL}&limit=200`);
  const [current, plans] = [await read('/order/current?limit=100'), await read('/order/currentPlan?limit=100')];
  const positions = await read('/account/position/allPosition');
  const { collateral } = await read('/account/getAccounts');
  const orderRow = (one: Message) => [one.id ?? one.order_id, one.size, one.cumFillSize ?? one.filled_qty].join(' ');
  const positionRow = (one: Message) =>
    [one.id, one.side, one.size, one.openValue ?? one.open_value, one.fundingFee ?? one.funding_fee].join(' ');
  const moneyRow = (one: Message) =>
    [one.isolatedPositionId, one.amount, one.cumPositionFillFeeAmount ?? one.cum_position_fill_fee_amount].join(' ');
  const sorted = (rows: Iterable<Message>, row: (one: Message) => string): string =>
    [...rows].map(row).toSorted().join('\n');
  const pairs: readonly (readonly [string, string, string])[] = [
    ['depth', JSON.stringify(depth.shown()), JSON.stringify({ asks: book.asks, bids: book.bids })],
    ['orders', sorted(account.orders.values(), orderRow), sorted([...current, ...plans], orderRow)],
    ['positions', sorted(account.positions.values(), positionRow), sorted(positions, positionRow)],
    ['money', sorted(account.collateral.values(), moneyRow), sorted(collateral, moneyRow)],
  ];
  return pairs.flatMap(([name, held, rest]) => (held === rest ? [] : [`${name}: held ${held}, REST says ${rest}`]));
}
