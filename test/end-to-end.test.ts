// The promise of the README as one story: an exchange started by its command, with its living market; a signed order
// that follows a logged decision fills, and shows in every list; another account's trade sets off its take profit; a
// kill loses nothing; and the journal gives the same state again. Everything a trader does goes through the client of
// the examples.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '../src/client/client.ts';
import { cleanUp, newFolder, outcryJson, type Running } from './cli/process.ts';
import { startKillable } from './crash/killable.ts';

const symbol = 'cmt_btcusdt';
const size = '0.001';
const clientOidOf = (log: string) => `ai1-${createHash('sha256').update(log).digest('hex').slice(0, 32)}`;

const data = newFolder();
let running: Running;
let trader: Client;
let other: Client;

async function start(): Promise<void> {
  running = await startKillable(data, '--seed', '2');
  const { url, accounts } = running.ready;
  [trader, other] = accounts.map((account) => createClient({ url, ...account })) as [Client, Client];
}

beforeAll(start);
afterAll(cleanUp);

const decision = JSON.stringify({
  stage: 'Decision Making',
  model: 'end-to-end-1',
  input: { prompt: 'Long or flat? 多还是空？' },
  output: { decision: 'OPEN_LONG', symbol, size },
});

/**
 * The highest price of the book that buying half of what the other account can afford leads to: the market won't get
 * there soon by itself.
 */
async function someWayUp(): Promise<string> {
  const { asks } = await trader.depth({ symbol, limit: 200 });
  let volume = 0;
  const within = asks.filter(([, one]) => (volume += Number(one)) < 1);
  const [price] = within.at(-1) ?? [];
  if (price === undefined) throw new Error(`a single level is too much to buy: ${JSON.stringify(asks)}`);
  return price;
}

/**
 * Buys until the last price has reached `price`: more than once, if the house has put new orders in the way meanwhile.
 */
async function liftTo(price: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (Number((await other.ticker({ symbol })).last) >= Number(price)) return;
    const { asks } = await other.depth({ symbol, limit: 200 });
    const volume = asks.filter(([ask]) => Number(ask) <= Number(price)).reduce((sum, [, one]) => sum + Number(one), 0);
    const bought = (volume + 0.01).toFixed(4);
    await other.placeOrder({
      symbol,
      client_oid: `lift-${attempt}`,
      size: bought,
      type: '1',
      order_type: '0',
      match_price: '1',
    });
  }
  throw new Error(`the last price never got to ${price}`);
}

/** What a trader sees of the order and its presets once it is over. */
async function checkHistory(orderId: string, takeProfit: string): Promise<void> {
  expect(await trader.currentPlan({ symbol })).toEqual([]);
  expect(await trader.singlePosition({ symbol })).toEqual([]);
  const { list, nextPage } = await trader.historyPlan({ symbol });
  expect(nextPage).toBe(false);
  expect(list).toHaveLength(2);
  expect(list.find((plan) => plan.planType === 'profit_plan')).toMatchObject({
    client_oid: `~tp-${orderId}`,
    parentOrderId: orderId,
    status: '2',
    filled_qty: '0.0010',
    triggerPrice: takeProfit,
    triggerTime: expect.stringMatching(/^[1-9]\d{12}$/),
  });
  expect(list.find((plan) => plan.planType === 'loss_plan')).toMatchObject({
    client_oid: `~sl-${orderId}`,
    status: '-1',
    filled_qty: '0',
    triggerTime: '0',
  });
  const { items } = await trader.bills({ symbol });
  expect(items.map((bill) => bill.businessType)).toEqual(['position_close_long', 'position_open_long']);
  expect(items[1]).toMatchObject({ orderId, marginMode: 'SHARED' });
}

describe('an order, from its decision to its history', () => {
  let orderId = '';
  let takeProfit = '';

  it('follows a logged decision, fills against the market and shows everywhere at once', async () => {
    const decided = await trader.call('uploadAiLog', decision);
    expect(decided.answer).toMatchObject({ code: '00000', msg: 'success', data: 'upload success' });
    takeProfit = await someWayUp();
    const placed = await trader.placeOrder({
      symbol,
      client_oid: clientOidOf(decision),
      size,
      type: '1',
      order_type: '0',
      match_price: '1',
      presetTakeProfitPrice: takeProfit,
      presetStopLossPrice: '1000',
    });
    expect(placed.client_oid).toBe(clientOidOf(decision));
    orderId = placed.order_id;

    expect(await trader.singlePosition({ symbol })).toMatchObject([
      { side: 'LONG', size: '0.0010', margin_mode: 'SHARED' },
    ]);
    const { items } = await trader.bills({ symbol });
    expect(items).toMatchObject([{ businessType: 'position_open_long', orderId, isolatedPositionId: 0 }]);
    const plans = await trader.currentPlan({ symbol });
    expect(plans.map((plan) => [plan.planType, plan.client_oid, plan.triggerPrice, plan.status]).toSorted()).toEqual([
      ['loss_plan', `~sl-${orderId}`, '1000.0', '0'],
      ['profit_plan', `~tp-${orderId}`, takeProfit, '0'],
    ]);
  });

  it('has its AI logs stored byte for byte and linked, by hash and by order id', async () => {
    const report = JSON.stringify({
      orderId: Number(orderId),
      stage: 'Order Execution',
      model: 'end-to-end-1',
      input: {},
      output: { done: true },
    });
    const done = await trader.call('uploadAiLog', report);
    expect(done.headers.get('AI-LOG-WARNINGS') ?? '').not.toContain('ORDER_NOT_FOUND');
    const { list } = await trader.aiLogs({ orderId });
    expect(list.map((log) => [log.stage, log.links])).toEqual([
      ['Order Execution', [{ orderId, how: 'orderId' }]],
      ['Decision Making', [{ orderId, how: 'hash' }]],
    ]);
    const opened = await Promise.all(list.map((log) => trader.aiLog({ index: log.index })));
    expect(opened.map((log) => log.body)).toEqual([report, decision]);
    expect(opened.map((log) => log.links)).toEqual(list.map((log) => log.links));
    expect(await trader.aiCoverage({ symbol })).toMatchObject({ counted: 1, covered: 1, uncovered: [] });
  });

  it('takes its profit when another account trades the market up to it', async () => {
    await liftTo(takeProfit);
    await checkHistory(orderId, takeProfit);
  });

  it('is all there after a kill, once, and the journal gives the living state again', async () => {
    await running.stop('SIGKILL');
    await start();
    await checkHistory(orderId, takeProfit);
    const again = await trader.placeOrder({
      symbol,
      client_oid: clientOidOf(decision),
      size: '0.0010',
      type: 1,
      order_type: 0,
      match_price: 1,
      presetTakeProfitPrice: takeProfit,
      presetStopLossPrice: 1000,
    });
    expect(again.order_id).toBe(orderId);
    expect((await trader.aiLogs({ orderId })).list).toHaveLength(2);
    const live = await outcryJson<{ sequence: number; hash: string }>('hash', '--live', '--data', data);
    expect(await outcryJson('replay', '--until', String(live.sequence), '--data', data)).toMatchObject({
      ...live,
      problems: [],
    });
    // On a busy machine it may end before everything was put away, and says so: what was answered is durable.
    const { code, stderr } = await running.stop();
    expect([code, stderr.replace(/^outcry: not everything stopped within .*\n$/, '')]).toEqual([0, '']);
  });
});
