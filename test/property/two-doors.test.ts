// Two doors, one exchange (V3-03): whatever an account does, each step through one door or the other at random, both
// show the same orders, plan orders, fills, positions, balance and bills, field by field under their names. A real
// exchange; a new account for each case, so that a failing one can be made smaller.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Kit, oid, startKit, type TestAccount } from '../api/kit.ts';

const BTC = 'cmt_btcusdt';
const ETH = 'cmt_ethusdt';
const START = { [BTC]: 90_000, [ETH]: 3_000 } as const;
const STEP = { [BTC]: 0.1, [ETH]: 0.01 } as const;
type Symbol = keyof typeof START;

const ACTS = [
  'order',
  'order',
  'order',
  'cancel',
  'cancelAll',
  'plan',
  'plan',
  'stop',
  'move',
  'trade',
  'trade',
  'close',
] as const;
const move = fc.record({
  door: fc.constantFrom('v2', 'v3'),
  act: fc.constantFrom(...ACTS),
  symbol: fc.constantFrom<Symbol>(BTC, ETH),
  side: fc.constantFrom('long', 'short'),
  effect: fc.constantFrom('open', 'open', 'close'),
  limit: fc.boolean(),
  execution: fc.constantFrom('GTC', 'GTC', 'POST_ONLY', 'FOK', 'IOC'),
  presets: fc.boolean(),
  byMark: fc.boolean(),
  /** Parts of a thousand of the price. */
  away: fc.integer({ min: -12, max: 12 }),
  size: fc.integer({ min: 1, max: 4 }),
  which: fc.nat(20),
});
type Move = typeof move extends fc.Arbitrary<infer One> ? One : never;

let kit: Kit;
let maker: TestAccount;
const last: Record<Symbol, number> = { ...START };
beforeAll(async () => {
  kit = await startKit();
  maker = await kit.newAccount({ balance: '100000000' });
  for (const symbol of [BTC, ETH] as const) {
    await kit.setPrice(symbol, String(START[symbol]));
    await tradeAt(symbol, START[symbol]);
  }
});
afterAll(() => kit.stop());

const v3Name = (symbol: string): string => symbol.slice(4).toUpperCase();
const digits = (symbol: Symbol): number => (symbol === BTC ? 1 : 2);
const text = (symbol: Symbol, price: number): string => price.toFixed(digits(symbol));
const priceAt = ({ symbol, away }: Pick<Move, 'symbol' | 'away'>, from: number): string =>
  text(symbol, from * (1 + away / 1000));
const priceOf = (one: Move): string => priceAt(one, last[one.symbol]);
const sizeOf = ({ symbol, size }: Move): string => (symbol === BTC ? `0.0${size}` : `0.${size}`);

/** The last price becomes this, with enough for everybody on both sides. */
async function tradeAt(symbol: Symbol, price: number): Promise<void> {
  await kit.delete(maker, `/capi/v3/allOpenOrders?symbol=${v3Name(symbol)}`);
  const quote = { symbol, match_price: '0', size: '5' };
  await kit.place(maker, { ...quote, type: '2', price: text(symbol, price + STEP[symbol]) });
  await kit.place(maker, { ...quote, type: '1', price: text(symbol, price - STEP[symbol]) });
  const other = await kit.newAccount({ balance: '1000000' });
  const traded = { symbol, match_price: '0', size: '0.01', price: text(symbol, price) };
  await kit.post(maker, '/capi/v2/order/placeOrder', { ...traded, type: '2', order_type: '0', client_oid: oid() });
  await kit.post(other, '/capi/v2/order/placeOrder', { ...traded, type: '1', order_type: '0', client_oid: oid() });
  last[symbol] = price;
}

const TYPES = { 'open long': '1', 'open short': '2', 'close long': '3', 'close short': '4' } as const;
const EXECUTIONS = { GTC: '0', POST_ONLY: '1', FOK: '2', IOC: '3' } as const;
const buys = ({ side, effect }: Move): boolean => (side === 'long') === (effect === 'open');
const direction = (one: Move) => ({ side: buys(one) ? 'BUY' : 'SELL', positionSide: one.side.toUpperCase() });

/** One step of the account; what is refused is no less a step. */
async function take(who: TestAccount, one: Move): Promise<void> {
  // Never far from the index, or nothing would be accepted any more.
  if (one.act === 'trade') return tradeAt(one.symbol, Number(priceAt(one, START[one.symbol])));
  const isV2 = one.door === 'v2';
  const post = (path: string, body: object) => kit.post(who, `/capi/${one.door}${path}`, body);
  const remove = (path: string) => kit.delete(who, `/capi/v3${path}`);
  const [symbol, size, price] = [isV2 ? one.symbol : v3Name(one.symbol), sizeOf(one), priceOf(one)];
  const open = async (path: string) => (await kit.get(who, path)).json;
  switch (one.act) {
    case 'order': {
      const away = one.side === 'long' ? 0.02 : -0.02;
      const presets = one.presets && one.effect === 'open';
      const profit = presets ? text(one.symbol, last[one.symbol] * (1 + away)) : null;
      const loss = presets ? text(one.symbol, last[one.symbol] * (1 - away)) : null;
      if (isV2)
        await post('/order/placeOrder', {
          symbol,
          client_oid: oid(),
          size,
          type: TYPES[`${one.effect} ${one.side}`],
          order_type: EXECUTIONS[one.execution],
          match_price: one.limit ? '0' : '1',
          price,
          presetTakeProfitPrice: profit,
          presetStopLossPrice: loss,
        });
      else
        await post('/order', {
          symbol,
          newClientOrderId: oid(),
          quantity: size,
          ...direction(one),
          type: one.limit ? 'LIMIT' : 'MARKET',
          timeInForce: one.execution,
          price,
          tpTriggerPrice: profit,
          slTriggerPrice: loss,
        });
      return;
    }
    case 'cancel': {
      const all = await open('/capi/v3/openOrders');
      const orderId = all[one.which % Math.max(1, all.length)]?.orderId ?? 99;
      await (isV2 ? post('/order/cancel_order', { orderId }) : remove(`/order?orderId=${orderId}`));
      return;
    }
    case 'cancelAll': {
      const kind = one.limit ? 'normal' : 'plan';
      const path = one.limit ? '/allOpenOrders' : '/algoOpenOrders';
      await (isV2
        ? post('/order/cancelAllOrders', { symbol, cancelOrderType: kind })
        : remove(`${path}?symbol=${symbol}`));
      return;
    }
    case 'plan':
      if (isV2)
        await post('/order/plan_order', {
          symbol,
          client_oid: oid(),
          size,
          type: TYPES[`open ${one.side}`],
          match_type: one.limit ? '0' : '1',
          execute_price: price,
          trigger_price: price,
          triggerPriceType: one.byMark ? '3' : '1',
        });
      else
        await post('/algoOrder', {
          symbol,
          clientAlgoId: oid(),
          quantity: size,
          ...direction({ ...one, effect: 'open' }),
          type: one.limit ? 'STOP' : 'STOP_MARKET',
          price,
          triggerPrice: price,
          workingType: one.byMark ? 'MARK_PRICE' : 'CONTRACT_PRICE',
        });
      return;
    case 'stop':
      if (isV2)
        await post('/order/placeTpSlOrder', {
          symbol,
          clientOrderId: oid(),
          planType: one.limit ? 'profit_plan' : 'loss_plan',
          triggerPrice: price,
          size,
          positionSide: one.side,
          triggerPriceType: one.byMark ? '3' : '1',
        });
      else
        await post('/placeTpSlOrder', {
          symbol,
          planType: one.limit ? 'TAKE_PROFIT' : 'STOP_LOSS',
          triggerPrice: price,
          positionSide: one.side.toUpperCase(),
          quantity: one.presets ? size : null,
          triggerPriceType: one.byMark ? 'MARK_PRICE' : 'CONTRACT_PRICE',
        });
      return;
    case 'move': {
      const all = await open('/capi/v3/openAlgoOrders');
      const orderId = all[one.which % Math.max(1, all.length)]?.algoId ?? 99;
      if (one.limit) await post(isV2 ? '/order/modifyTpSlOrder' : '/modifyTpSlOrder', { orderId, triggerPrice: price });
      else await (isV2 ? post('/order/cancel_plan', { orderId }) : remove(`/algoOrder?orderId=${orderId}`));
      return;
    }
    case 'close':
      await post(isV2 ? '/order/closePositions' : '/closePositions', { symbol });
  }
}

type Row = Readonly<Record<string, any>>;

const STATUSES: Row = { open: 'NEW', filled: 'FILLED', canceled: 'CANCELED', untriggered: 'UNTRIGGERED' };
const TIMES: Row = { normal: 'GTC', postOnly: 'POST_ONLY', fok: 'FOK', ioc: 'IOC' };

/** Side and position side of a type in words: opening a long and closing a short buy. */
function directionOf(word: string) {
  const isLong = word.endsWith('long');
  return { side: isLong === word.startsWith('open') ? 'BUY' : 'SELL', positionSide: isLong ? 'LONG' : 'SHORT' };
}

/** An order of v2 as v3 must show it, apart from what only the plan order it was or the fills tell. */
const orderInV3 = (row: Row, value: string): Row => ({
  orderId: Number(row['order_id']),
  clientOrderId: row['client_oid'],
  symbol: v3Name(row['symbol']),
  ...directionOf(row['type']),
  reduceOnly: !row['type'].startsWith('open'),
  status: STATUSES[row['status']],
  timeInForce: TIMES[row['order_type']],
  origQty: row['size'],
  executedQty: row['filled_qty'],
  price: row['price'],
  avgPrice: row['price_avg'],
  cumQuote: value,
  stopPrice: row['triggerPrice'] ?? '0',
  time: Number(row['createTime']),
  updateTime: Number(row['updateTime']),
  tpTriggerPrice: row['presetTakeProfitPrice'],
  slTriggerPrice: row['presetStopLossPrice'],
  fee: row['fee'],
  realizedPnl: row['totalProfits'],
  cancelReason: row['cancelReason'],
  cancelDetail: row['cancelDetail'],
  legacyType: row['type'],
});

const TYPE_WORDS: Row = { 1: 'open_long', 2: 'open_short', 3: 'close_long', 4: 'close_short' };

function planInV3(row: Row): Row {
  const hasPreset = row['presetTakeProfitPrice'] !== null || row['presetStopLossPrice'] !== null;
  const hasFired = row['triggerTime'] !== '0';
  const waits = hasFired ? 'NEW' : 'UNTRIGGERED';
  const isMarket = row['order_type'] === '3';
  return {
    algoId: Number(row['order_id']),
    clientAlgoId: row['client_oid'],
    algoType: 'CONDITIONAL',
    orderType: expect.stringMatching(isMarket ? /^(STOP|TAKE_PROFIT)_MARKET$/ : /^(STOP|TAKE_PROFIT)$/),
    symbol: v3Name(row['symbol']),
    ...directionOf(TYPE_WORDS[row['type']]),
    timeInForce: isMarket ? 'IOC' : 'GTC',
    quantity: row['size'],
    algoStatus: row['status'] === '-1' ? 'CANCELED' : row['status'] === '2' ? 'FILLED' : waits,
    actualOrderId: hasFired ? Number(row['order_id']) : null,
    actualPrice: row['price_avg'],
    triggerPrice: row['triggerPrice'],
    price: row['price'],
    tpTriggerPrice: row['presetTakeProfitPrice'],
    tpPrice: null,
    slTriggerPrice: row['presetStopLossPrice'],
    slPrice: null,
    tpOrderType: hasPreset ? 'CONTRACT_PRICE' : null,
    workingType: row['triggerPriceType'] === '3' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    closePosition: false,
    reduceOnly: Number(row['type']) > 2,
    createTime: Number(row['createTime']),
    updateTime: Number(row['updateTime']),
    triggerTime: Number(row['triggerTime']),
    planType: row['planType'],
    parentOrderId: row['parentOrderId'] === null ? null : Number(row['parentOrderId']),
    executedQty: row['filled_qty'],
    avgPrice: row['price_avg'],
    fee: row['fee'],
    realizedPnl: row['totalProfits'],
    cancelReason: row['cancelReason'],
    cancelDetail: row['cancelDetail'],
  };
}

const fillInV3 = (row: Row): Row => ({
  id: row['tradeId'],
  orderId: row['orderId'],
  symbol: v3Name(row['symbol']),
  buyer: row['orderSide'] === 'BUY',
  commission: row['fillFee'],
  commissionAsset: 'USDT',
  maker: row['role'] === 'MAKER',
  price: row['fillPrice'],
  qty: row['fillSize'],
  quoteQty: row['fillValue'],
  realizedPnl: row['realizePnl'],
  side: row['orderSide'],
  positionSide: row['positionSide'],
  time: row['createdTime'],
  liquidateFee: row['liquidateFee'],
  liquidateType: row['liquidateType'],
});

const camel = (name: string): string => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
const MODES: Row = { SHARED: 'CROSSED', ISOLATED: 'ISOLATED' };

function positionInV3({
  account_id: _account,
  coin_id: _coin,
  contract_id: _contract,
  contractVal: _value,
  margin_mode,
  ...row
}: Row): Row {
  const named = Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value]));
  return { ...named, asset: 'USDT', symbol: v3Name(row['symbol']), marginType: MODES[margin_mode] };
}

const billInV3 = (row: Row): Row => ({
  billId: row['billId'],
  asset: row['coin'],
  symbol: row['symbol'] === '' ? null : v3Name(row['symbol']),
  income: row['amount'],
  incomeType: row['businessType'],
  balance: row['balance'],
  fillFee: row['fillFee'],
  time: row['ctime'],
  transferReason: row['transferReason'],
});

const byId = (rows: readonly Row[], name: string): Row[] => rows.toSorted((a, b) => b[name] - a[name]);

/** Σ of amounts with eight decimals, as they are written. */
function sumOf(amounts: readonly string[]): string {
  const sum = amounts.reduce((all, one) => all + BigInt(one.replace('.', '')), 0n);
  return sum === 0n
    ? '0'
    : sum
        .toString()
        .padStart(9, '0')
        .replace(/(\d{8})$/, '.$1');
}

/** Holds both doors' views against each other; how much there was to compare. */
async function compare(who: TestAccount): Promise<Readonly<Record<string, number>>> {
  const get = async (path: string): Promise<any> => (await kit.get(who, `/capi/${path}`)).json;
  const { list: fills } = await get('v2/order/fills?limit=100');
  expect(await get('v3/userTrades?limit=100')).toEqual(fills.map(fillInV3));
  const valueOf = (id: string): string =>
    sumOf(fills.flatMap((one: Row) => (String(one['orderId']) === id ? one['fillValue'] : [])));

  const ended = [];
  for (const symbol of [BTC, ETH]) ended.push(...(await get(`v2/order/historyPlan?symbol=${symbol}`)).list);
  const waiting = await get('v2/order/currentPlan');
  expect(await get('v3/openAlgoOrders')).toEqual(waiting.map(planInV3));
  const { orders: algo, hasMore } = await get('v3/allAlgoOrders');
  expect([hasMore, byId(algo, 'algoId')]).toEqual([false, byId(ended.map(planInV3), 'algoId')]);

  const plans = new Map<string, Row>([...waiting, ...ended].map((row) => [row['order_id'], row]));
  const types = new Map<number, string>(
    [...algo, ...(await get('v3/openAlgoOrders'))].map((one) => [one.algoId, one.orderType]),
  );
  const whole = (row: Row): Row => {
    const plan = plans.get(row['order_id']);
    const isMarket = Number(row['price']) === 0;
    return {
      ...orderInV3(row, valueOf(row['order_id'])),
      type: plan === undefined ? (isMarket ? 'MARKET' : 'LIMIT') : types.get(Number(row['order_id'])),
      workingType:
        plan === undefined ? 'UNKNOWN_PRICE_TYPE' : plan['triggerPriceType'] === '3' ? 'MARK_PRICE' : 'CONTRACT_PRICE',
    };
  };
  expect(await get('v3/openOrders')).toEqual((await get('v2/order/current')).map(whole));
  const history: Row[] = await get('v3/order/history');
  const finals = (await get('v2/order/history?pageSize=100')).map(whole);
  const ids = new Set(finals.map(({ orderId }: Row) => orderId));
  expect(history.filter(({ orderId }) => ids.has(orderId))).toEqual(finals);
  const alone = ended.map(({ order_id }) => Number(order_id)).filter((id) => !ids.has(id));
  expect(history.map(({ orderId }) => orderId).toSorted()).toEqual([...ids, ...alone].toSorted());
  for (const orderId of [...alone, ...waiting.map(({ order_id }: Row) => order_id)].slice(0, 6))
    expect(await get(`v3/order?orderId=${orderId}`)).toEqual(whole(await get(`v2/order/detail?orderId=${orderId}`)));

  const positions = await get('v2/account/position/allPosition');
  expect(await get('v3/account/position/allPosition')).toEqual(positions.map(positionInV3));
  const [asset] = await get('v2/account/assets');
  const { coinName, equity, available, frozen, unrealizePnl } = asset;
  expect(await get('v3/account/balance')).toEqual([
    { asset: coinName, balance: equity, availableBalance: available, frozen, unrealizePnl },
  ]);
  const bills = (await kit.post(who, '/capi/v2/account/bills', { limit: 100 })).json.items;
  const { items } = (await kit.post(who, '/capi/v3/account/income', { limit: 100 })).json;
  expect(items).toMatchObject(bills.map(billInV3));
  expect(items).toHaveLength(bills.length);
  return {
    fills: fills.length,
    waiting: waiting.length,
    fired: ended.length - alone.length,
    alone: alone.length,
    open: (await get('v3/openOrders')).length,
    finals: finals.length,
    positions: positions.length,
    bills: bills.length,
  };
}

const STILL: Move = {
  door: 'v2',
  act: 'order',
  symbol: ETH,
  side: 'long',
  effect: 'open',
  limit: false,
  execution: 'GTC',
  presets: false,
  byMark: false,
  away: 0,
  size: 1,
  which: 0,
};
/** A case in which there is something of everything to compare; it is always tried. */
const SOMETHING: Move[] = [
  { ...STILL, presets: true },
  { ...STILL, door: 'v3', side: 'short', symbol: BTC },
  { ...STILL, door: 'v3', limit: true, away: -10 },
  { ...STILL, limit: true, away: -11 },
  { ...STILL, act: 'plan', door: 'v3', away: 4 },
  { ...STILL, act: 'plan', away: -9, limit: true },
  { ...STILL, act: 'stop', door: 'v3', side: 'short', symbol: BTC, away: 5, byMark: true },
  { ...STILL, act: 'trade', away: 5 },
  { ...STILL, act: 'cancel', door: 'v3' },
  { ...STILL, act: 'plan', door: 'v3', symbol: BTC, away: 9, byMark: true },
  { ...STILL, act: 'cancelAll', symbol: BTC },
  { ...STILL, act: 'plan', away: 8 },
];

const LONG = process.env['FC_RUNS'] !== undefined;
const MOST_MS = 12_000;

it('V3-03 an account driven through both doors at random looks the same through either', async () => {
  const seen: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 8, maxLength: 22, size: 'max' }), async (moves) => {
      const who = await kit.newAccount({ balance: '5000' });
      for (const one of moves) await take(who, one);
      for (const [kind, count] of Object.entries(await compare(who))) seen[kind] = (seen[kind] ?? 0) + count;
    }),
    { examples: [[SOMETHING]], ...(LONG ? {} : { numRuns: 12, interruptAfterTimeLimit: MOST_MS }) },
  );
  for (const [kind, count] of Object.entries(seen)) expect(count, kind).toBeGreaterThan(0);
});
