// The usual first exercise of a trading program over /capi/v3, and an AI log, on nothing but fetch.
//
//   node scripts/node.mjs examples/v3-acceptance.ts
//
// It knows nothing of this exchange but docs/api-v3.md. OUTCRY_URL, OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE
// choose the exchange and the account; the defaults are the local demo's. The account must be on the AI-log allowlist;
// the demo accounts are.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';

const url = process.env['OUTCRY_URL'] ?? 'http://127.0.0.1:8080';
const key = process.env['OUTCRY_KEY'] ?? 'local-demo-key-1';
const secret = process.env['OUTCRY_SECRET'] ?? 'local-demo-secret-1-everybody-knows-it';
const passphrase = process.env['OUTCRY_PASSPHRASE'] ?? 'local-demo-passphrase-1';
const symbol = 'BTCUSDT';
const quantity = '0.001';

type Method = 'GET' | 'POST' | 'DELETE';
type Query = Record<string, string | number>;

async function request<Answer>(method: Method, path: string, query: Query, body: object | null): Promise<Answer> {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const target = `/capi/v3${path}${parameters === '' ? '' : `?${parameters}`}`;
  const text = body === null ? '' : JSON.stringify(body);
  const timestamp = String(Date.now());
  const sign = createHmac('sha256', secret).update(`${timestamp}${method}${target}${text}`).digest('base64');
  const response = await fetch(url + target, {
    method,
    headers: {
      'ACCESS-KEY': key,
      'ACCESS-SIGN': sign,
      'ACCESS-TIMESTAMP': timestamp,
      'ACCESS-PASSPHRASE': passphrase,
      'Content-Type': 'application/json',
    },
    ...(body === null ? {} : { body: text }),
  });
  if (response.status === 429) {
    // Too many in a second: nothing was done.
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(response.headers.get('Retry-After'))));
    return request(method, path, query, body);
  }
  const answer = (await response.json()) as Answer & {
    readonly code?: number;
    readonly msg?: string;
    readonly error?: string;
  };
  if (!response.ok)
    throw new Error(`${method} ${path}: HTTP ${response.status}, ${answer.code} ${answer.msg ?? answer.error}`);
  return answer;
}

const get = <Answer>(path: string, query: Query = {}): Promise<Answer> => request('GET', path, query, null);
const post = <Answer>(path: string, body: object): Promise<Answer> => request('POST', path, {}, body);
const remove = <Answer>(path: string, query: Query): Promise<Answer> => request('DELETE', path, query, null);

interface Placed {
  readonly orderId: string;
  readonly clientOrderId: string;
  readonly success: boolean;
  readonly errorMessage: string;
}

/** A refused order is HTTP 200 too: `success` tells. */
async function place(fields: object): Promise<string> {
  const order = { symbol, newClientOrderId: crypto.randomUUID(), quantity, ...fields };
  const placed = await post<Placed>('/order', order);
  assert.ok(placed.success, placed.errorMessage);
  assert.equal(placed.clientOrderId, order.newClientOrderId);
  return placed.orderId;
}

const assets = await get<readonly { readonly asset: string; readonly availableBalance: string }[]>('/account/balance');
const usdt = assets.find(({ asset }) => asset === 'USDT');
console.log('balance', usdt?.availableBalance);
assert.ok(Number(usdt?.availableBalance) > 0);

const set = await post<{ readonly crossLeverage: string }>('/account/leverage', { symbol, crossLeverage: '20' });
console.log('leverage', Number(set.crossLeverage));
assert.equal(Number(set.crossLeverage), 20);

const [ticker] = await get<readonly { readonly lastPrice: string }[]>('/market/ticker/24hr', { symbol });
const last = Number(ticker?.lastPrice);
console.log('ticker', last);

interface Order {
  readonly orderId: number;
  readonly side: string;
  readonly positionSide: string;
  readonly status: string;
}
const price = (last * 0.95).toFixed(1);
const resting = await place({ side: 'BUY', positionSide: 'LONG', type: 'LIMIT', timeInForce: 'POST_ONLY', price });
console.log('post-only limit at 95 %', resting);
// Answers to placing and cancelling have ids as texts, lists as numbers.
const open = await get<readonly Order[]>('/openOrders', { symbol });
assert.ok(open.some(({ orderId }) => orderId === Number(resting)));

const long = await place({ side: 'BUY', positionSide: 'LONG', type: 'MARKET' });
console.log('market long', long);
const short = await place({ side: 'SELL', positionSide: 'SHORT', type: 'MARKET' });
console.log('market short', short);

const history = await get<readonly Order[]>('/order/history', { symbol, limit: 20 });
const became = [long, short].map((id) => history.find(({ orderId }) => orderId === Number(id)));
console.log('history', became.map((order) => `${order?.side} ${order?.positionSide} ${order?.status}`).join(', '));
assert.deepEqual(
  became.map((order) => [order?.side, order?.positionSide, order?.status]),
  [
    ['BUY', 'LONG', 'FILLED'],
    ['SELL', 'SHORT', 'FILLED'],
  ],
);

interface Trade {
  readonly orderId: number;
  readonly qty: string;
}
const trades = await get<readonly Trade[]>('/userTrades', { symbol, orderId: short });
console.log('userTrades', trades.map(({ qty }) => qty).join(', '));
assert.ok(trades.length > 0 && trades.every(({ orderId }) => orderId === Number(short)));

const cancelled = await remove<{ readonly success: boolean }>('/order', { orderId: resting });
console.log('cancel', cancelled.success);
assert.equal(cancelled.success, true);

interface Closed {
  readonly success: boolean;
  readonly successOrderId: number;
}
const closed = await post<readonly Closed[]>('/closePositions', { symbol });
console.log('close all', closed.length);
assert.ok(closed.length >= 2 && closed.every(({ success }) => success));
assert.deepEqual(await get('/account/position/singlePosition', { symbol }), []);

// Here `explanation` is required. A decision is better uploaded before its order: upload-ai-log.ts.
const log = await post<{ readonly code: string }>('/order/uploadAiLog', {
  orderId: Number(long),
  stage: 'Order Execution',
  model: 'example-model-1',
  input: { last },
  output: { opened: [long, short], closed: closed.map(({ successOrderId }) => successOrderId) },
  explanation: 'An exercise: a long and a short at market, closed at once.',
});
console.log('AI log', log.code);
assert.equal(log.code, '00000');
console.log('complete');
