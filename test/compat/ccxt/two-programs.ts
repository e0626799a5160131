// Two programs trade one account at once, one through each door: one of /capi/v2 by requests and a socket, and ccxt,
// unmodified. In rounds: both trade at random, also with what the other placed; then, with both still, every order,
// fill and position, the balance, and what each was told over its socket are held against each other. `npm run doors --
// MINUTES --seed N` runs it for long; a test runs it for seconds.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom, type Random } from '../../../src/market/random.ts';
import { CANCEL, type Kit, oid, PLACE, startKit, SYMBOL, type TestAccount } from '../../api/kit.ts';
import { PATIENCE_MS } from '../../patience.ts';
import { connectAs, type TestSocket } from '../../push/push-kit.ts';
import { ccxtOf } from './library.ts';
import { differencesOf, type Seen } from './two-views.ts';

export const BTC = 'BTC/USDT:USDT';
const ROUND_MS = 5_000;
/** Between two acts of a program, ms: few enough in a round that a page holds what ended in it. */
const PAUSE_MS = 150;
const MAKER = { balance: '10000000' };
/** After so many rounds another account quotes: what one comes to hold is limited by the tiers. */
const ROUNDS_OF_A_MAKER = 30;

export interface Result {
  readonly seed: number;
  readonly rounds: number;
  /** What each program asked for, and how much of it was refused. */
  readonly asked: Readonly<Record<'v2' | 'ccxt', { acts: number; refused: number }>>;
  /** How many were held against each other, each once. */
  readonly orders: number;
  readonly fills: number;
  readonly positions: number;
  /** Differences between the two, one line each: none, if all is well. */
  readonly found: readonly string[];
}

type Act = (random: Random) => Promise<boolean>;

const priceNear = (random: Random, last: number): number => last + random.below(400) - 200;
const sizeOf = (random: Random): number => (1 + random.below(4)) / 100;
const either = (random: Random): boolean => random.below(2) === 0;

/** What the program of v2 does; false: refused. */
function actsOfV2(kit: Kit, who: TestAccount, last: () => number): readonly Act[] {
  const post = async (path: string, body: object): Promise<boolean> => (await kit.post(who, path, body)).status === 200;
  const place = (fields: object): Promise<boolean> =>
    post(PLACE, { symbol: SYMBOL, client_oid: oid(), order_type: '0', match_price: '1', size: '0.01', ...fields });
  const open: Act = (random) => {
    const isLong = either(random);
    const [up, down] = [String(last() + 300), String(last() - 300)];
    const presets = { presetTakeProfitPrice: isLong ? up : down, presetStopLossPrice: isLong ? down : up };
    const size = sizeOf(random).toFixed(2);
    return place({ type: isLong ? '1' : '2', size, ...(either(random) ? presets : {}) });
  };
  const rest: Act = (random) =>
    place({ type: either(random) ? '1' : '2', match_price: '0', price: String(priceNear(random, last())) });
  const close: Act = (random) => place({ type: either(random) ? '3' : '4', size: sizeOf(random).toFixed(2) });
  const plan: Act = (random) =>
    post('/capi/v2/order/plan_order', {
      symbol: SYMBOL,
      client_oid: oid(),
      size: '0.01',
      type: either(random) ? '1' : '2',
      match_type: '1',
      execute_price: '0',
      trigger_price: String(priceNear(random, last())),
    });
  const cancel: Act = async (random) => {
    const { json } = await kit.get(who, '/capi/v2/order/current');
    return json.length === 0 || post(CANCEL, { orderId: json[random.below(json.length)].order_id });
  };
  const cancelPlan: Act = async (random) => {
    const { json } = await kit.get(who, '/capi/v2/order/currentPlan');
    if (json.length === 0) return true;
    return post('/capi/v2/order/cancel_plan', { orderId: json[random.below(json.length)].order_id });
  };
  const closeAll: Act = () => post('/capi/v2/order/closePositions', { symbol: SYMBOL });
  return [open, open, open, rest, rest, rest, close, close, plan, cancel, cancel, cancelPlan, closeAll];
}

/** The same of ccxt, by its unified methods. */
function actsOfCcxt(x: any, last: () => number): readonly Act[] {
  const isDone = async (asked: Promise<unknown>): Promise<boolean> => {
    try {
      await asked;
      return true;
    } catch (error) {
      // Neither a refusal nor history that has yet to catch up is of interest here; anything else is.
      if (!/^(ExchangeError|BadRequest|InsufficientFunds|Invalid\w+|ExchangeNotAvailable)$/.test((error as Error).name))
        throw error;
      return false;
    }
  };
  const side = (random: Random): string => (either(random) ? 'buy' : 'sell');
  const open: Act = (random) => {
    const isLong = either(random);
    const [up, down] = [{ triggerPrice: last() + 300 }, { triggerPrice: last() - 300 }];
    const presets = { takeProfit: isLong ? up : down, stopLoss: isLong ? down : up };
    const params = either(random) ? presets : {};
    return isDone(x.createOrder(BTC, 'market', isLong ? 'buy' : 'sell', sizeOf(random), undefined, params));
  };
  const rest: Act = (random) =>
    isDone(x.createOrder(BTC, 'limit', side(random), 0.01, priceNear(random, last()), { postOnly: either(random) }));
  const close: Act = (random) =>
    isDone(x.createOrder(BTC, 'market', side(random), sizeOf(random), undefined, { reduceOnly: true }));
  const plan: Act = (random) =>
    isDone(x.createOrder(BTC, 'market', side(random), 0.01, undefined, { triggerPrice: priceNear(random, last()) }));
  const cancel: Act = async (random) => {
    const trigger = random.below(3) === 0;
    const all = await x.fetchOpenOrders(BTC, undefined, undefined, { trigger });
    return all.length === 0 || isDone(x.cancelOrder(all[random.below(all.length)].id, BTC, { trigger }));
  };
  const closeAll: Act = () => isDone(x.closeAllPositions());
  return [open, open, open, rest, rest, rest, close, close, plan, cancel, cancel, cancel, closeAll];
}

/** One program until then. */
async function trade(acts: readonly Act[], random: Random, untilMs: number, count: { acts: number; refused: number }) {
  while (Date.now() < untilMs) {
    const act = acts[random.below(acts.length)] as Act;
    if (!(await act(random))) count.refused++;
    count.acts++;
    await sleep(random.below(2 * PAUSE_MS));
  }
}

/** The quotes of before give way to a maker's new ones at another price, at which what waits there triggers. */
async function requote(kit: Kit, before: TestAccount | null, maker: TestAccount, price: number): Promise<void> {
  if (before !== null) await kit.delete(before, '/capi/v3/allOpenOrders');
  await kit.setPrice(SYMBOL, String(price));
  for (const [type, away] of [
    ['2', 0.1],
    ['1', -0.1],
  ] as const)
    await kit.place(maker, { type, match_price: '0', price: (price + away).toFixed(1), size: '10' });
}

/** The ids of the fills that each is told of over its socket. */
async function listen(kit: Kit, who: TestAccount, x: any): Promise<{ seen: Seen; socket: TestSocket }> {
  const seen: Seen = { v2: new Set(), ccxt: new Set() };
  const socket = await connectAs(kit.url, who);
  await socket.subscribe('fill');
  socket.ws.on('message', (data) => {
    const { event, time, channel, msg } = JSON.parse(String(data));
    if (event === 'ping') socket.send({ event: 'pong', time });
    if (channel === 'fill') for (const { id } of msg?.data?.orderFillTransaction ?? []) seen.v2.add(String(id));
  });
  const watch = async (): Promise<void> => {
    for (;;) for (const { id } of await x.watchMyTrades(BTC)) seen.ccxt.add(String(id));
  };
  watch().catch(() => undefined);
  // A subscription of ccxt tells nothing before the first fill: trades are made until both hear of them.
  for (const endMs = Date.now() + PATIENCE_MS; seen.ccxt.size === 0 && Date.now() < endMs; await sleep(200))
    await x.createOrder(BTC, 'market', 'buy', 0.01);
  return { seen, socket };
}

/** Runs it. @param forMs how long both trade, in ms; the comparison after each round is not counted */
export async function tradeTogether(
  seed: number,
  forMs: number,
  tell: (line: string) => void = () => undefined,
): Promise<Result> {
  const random = createRandom(seed);
  const kit = await startKit();
  const who = await kit.newAccount({ balance: '1000000' });
  let maker = await kit.newAccount(MAKER);
  const x = await ccxtOf(kit, who);
  const asked = { v2: { acts: 0, refused: 0 }, ccxt: { acts: 0, refused: 0 } };
  const compared = { orders: new Set<string>(), fills: new Set<string>(), positions: new Set<string>() };
  const found: string[] = [];
  let [rounds, last, socket]: [number, number, TestSocket | null] = [0, 90_000, null];
  try {
    await x.loadMarkets();
    await requote(kit, null, maker, last);
    const heard = await listen(kit, who, x);
    socket = heard.socket;
    const programs = {
      v2: { acts: actsOfV2(kit, who, () => last), random: createRandom(seed, 2) },
      ccxt: { acts: actsOfCcxt(x, () => last), random: createRandom(seed, 3) },
    };
    for (let leftMs = forMs; leftMs > 0 && found.length === 0; leftMs -= ROUND_MS) {
      const untilMs = Date.now() + Math.min(ROUND_MS, leftMs);
      await Promise.all(
        (['v2', 'ccxt'] as const).map((one) => trade(programs[one].acts, programs[one].random, untilMs, asked[one])),
      );
      found.push(...(await differencesOf(kit, who, x, heard.seen, compared)));
      rounds++;
      last = 90_000 + random.below(1_000) - 500;
      const before = maker;
      if (rounds % ROUNDS_OF_A_MAKER === 0) maker = await kit.newAccount(MAKER);
      await requote(kit, before, maker, last);
      if (rounds % 60 === 0) tell(`${rounds} rounds, ${compared.orders.size} orders, ${compared.fills.size} fills`);
    }
    const { orders, fills, positions } = compared;
    return { seed, rounds, asked, orders: orders.size, fills: fills.size, positions: positions.size, found };
  } finally {
    socket?.close();
    await x.close();
    await kit.stop();
  }
}
