// The usual first exercise of a trading program, on nothing but fetch.
//
//   node scripts/node.mjs examples/acceptance.ts
//
// It knows nothing of this exchange but docs/api.md; for real work take the client, as place-order.ts does. OUTCRY_URL,
// OUTCRY_KEY, OUTCRY_SECRET and OUTCRY_PASSPHRASE choose the exchange and the account; the defaults are the local
// demo's.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';

const url = process.env['OUTCRY_URL'] ?? 'http://127.0.0.1:8080';
const key = process.env['OUTCRY_KEY'] ?? 'local-demo-key-1';
const secret = process.env['OUTCRY_SECRET'] ?? 'local-demo-secret-1-everybody-knows-it';
const passphrase = process.env['OUTCRY_PASSPHRASE'] ?? 'local-demo-passphrase-1';
const symbol = 'cmt_btcusdt';
const size = '0.001';

type Method = 'GET' | 'POST';
type Fields = Record<string, string | number>;

async function request<Answer>(method: Method, path: string, query: Fields, body: Fields | null): Promise<Answer> {
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const target = `/capi/v2${path}${parameters === '' ? '' : `?${parameters}`}`;
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
      locale: 'en-US',
    },
    ...(body === null ? {} : { body: text }),
  });
  if (response.status === 429) {
    // Too many in a second: nothing was done.
    await new Promise((resolve) => setTimeout(resolve, 1_000 * Number(response.headers.get('Retry-After'))));
    return request(method, path, query, body);
  }
  const answer = (await response.json()) as Answer & { readonly code?: string; readonly msg?: string };
  if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status}, ${answer.code} ${answer.msg}`);
  return answer;
}

const get = <Answer>(path: string, query: Fields = {}): Promise<Answer> => request('GET', path, query, null);
const post = <Answer>(path: string, body: Fields): Promise<Answer> => request('POST', path, {}, body);

interface Order {
  readonly order_id: string;
  readonly status: string;
  readonly type: string;
}

async function place(fields: Fields): Promise<string> {
  const order = { symbol, client_oid: crypto.randomUUID(), size, ...fields };
  const placed = await post<{ readonly order_id: string; readonly client_oid: string }>('/order/placeOrder', order);
  assert.equal(placed.client_oid, order.client_oid);
  assert.match(placed.order_id, /^\d+$/);
  return placed.order_id;
}

const [usdt] = await get<readonly { readonly coinName: string; readonly available: string }[]>('/account/assets');
console.log('assets', usdt?.coinName, usdt?.available);
assert.ok(Number(usdt?.available) > 0);

const set = { symbol, marginMode: 1, longLeverage: '20', shortLeverage: '20' };
const { code } = await post<{ readonly code: string }>('/account/leverage', set);
assert.equal(code, '200');
console.log('leverage 20');

const { last } = await get<{ readonly last: string }>('/market/ticker', { symbol });
console.log('ticker', last);

const price = (Number(last) * 0.95).toFixed(1);
const resting = await place({ type: '1', order_type: '1', match_price: '0', price });
console.log('post-only limit at 95 %', resting);
const long = await place({ type: '1', order_type: '0', match_price: '1' });
console.log('market long', long);
const short = await place({ type: '2', order_type: '0', match_price: '1' });
console.log('market short', short);

const history = await get<readonly Order[]>('/order/history', { symbol, pageSize: 20 });
const became = [long, short].map((id) => history.find((order) => order.order_id === id));
console.log('history', became.map((order) => `${order?.type} ${order?.status}`).join(', '));
assert.deepEqual(
  became.map((order) => [order?.type, order?.status]),
  [
    ['open_long', 'filled'],
    ['open_short', 'filled'],
  ],
);

interface Fill {
  readonly tradeId: number;
  readonly orderId: number;
  readonly fillSize: string;
}
const fills = await get<{ readonly list: readonly Fill[] }>('/order/fills', { symbol, orderId: short });
console.log('fills', fills.list.map((fill) => fill.fillSize).join(', '));
assert.ok(fills.list.length > 0 && fills.list.every((fill) => String(fill.orderId) === short));

const cancelled = await post<{ readonly result: boolean }>('/order/cancel_order', { orderId: resting });
console.log('cancel', cancelled.result);
assert.equal(cancelled.result, true);

const closed = await post<readonly { readonly success: boolean }[]>('/order/closePositions', { symbol });
console.log('close all', closed.length);
assert.ok(closed.length >= 2 && closed.every((row) => row.success));
assert.deepEqual(await get('/account/position/singlePosition', { symbol }), []);
console.log('complete');
