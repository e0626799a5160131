/**
 * The requests that benches send, as they go over the wire: over HTTP signed beforehand, since a timestamp is good for
 * 30 seconds, longer than a round takes. One account per connection.
 *
 * Orders keep books small: connections come in pairs, one places a limit order that rests, the other an
 * immediate-or-cancel order of twice the size that takes whatever rests at that price. So half of the orders rest and
 * half fill or find nothing, and no book is ever deeper than its connections. Positions grow in size but not in number.
 */
import { createHmac } from 'node:crypto';
import { type BenchAccount, type BenchContract, CONTRACTS } from './exchange.ts';

/** What is asked for, of the callers in turn. */
export type RequestKind = keyof typeof KINDS;

interface Kind {
  /** For the table of results. */
  readonly what: string;
  readonly method: 'GET' | 'POST';
  readonly target: (caller: Caller) => string;
  readonly body?: (caller: Caller, unique: string) => string;
  /** What the body of every answer begins with. */
  readonly answers: string;
}

const read = (what: string, answers: string, target: Kind['target']): Kind => ({
  what,
  method: 'GET',
  target,
  answers,
});
const ofSymbol =
  (path: string, rest = '') =>
  ({ contract }: Caller): string =>
    `/capi/v2/${path}?symbol=${contract.symbol}${rest}`;
const always = (path: string) => (): string => `/capi/v2/${path}`;
/** Orders in one request. */
export const BATCH = 20;
const NOOP = '{"client_oid":"noop","order_id":"0"}';

export const KINDS = {
  noop: {
    what: "no-op, an order's body",
    method: 'POST',
    target: always('order/noop'),
    body: orderBody,
    answers: NOOP,
  },
  noopEmpty: { what: 'no-op, body {}', method: 'POST', target: always('order/noop'), body: () => '{}', answers: NOOP },
  placeOrder: {
    what: 'placeOrder',
    method: 'POST',
    target: always('order/placeOrder'),
    body: orderBody,
    answers: '{"client_oid":"bench-',
  },
  restOrder: {
    what: 'placeOrder, to be cancelled',
    method: 'POST',
    target: always('order/placeOrder'),
    body: restingBody,
    answers: '{"client_oid":"bench-',
  },
  cancel_order: {
    what: 'cancel_order',
    method: 'POST',
    target: always('order/cancel_order'),
    body: (_, unique) => `{"clientOid":"bench-${unique}"}`,
    answers: '{"order_id":"',
  },
  uploadAiLog: {
    what: 'uploadAiLog, 2 KiB',
    method: 'POST',
    target: always('order/uploadAiLog'),
    body: logBody,
    answers: '{"code":"00000"',
  },
  batchOrders: {
    what: `batches of ${BATCH}`,
    method: 'POST',
    target: always('order/batchOrders'),
    body: batchBody,
    answers: '{"order_info":[{"order_id":"',
  },
  ticker: read('ticker', '{"symbol":"', ofSymbol('market/ticker')),
  depth: read('depth', '{"asks":[', ofSymbol('market/depth', '&limit=15')),
  candles: read('candles, 100 of 1m', '[', ofSymbol('market/candles', '&granularity=1m')),
  assets: read('assets', '[{"coinName":"USDT"', always('account/assets')),
  // A taker that never met an order has no position to list.
  singlePosition: read('singlePosition', '[', ofSymbol('account/position/singlePosition')),
  allPosition: read('allPosition', '[', always('account/position/allPosition')),
  current: read('current', '[', ofSymbol('order/current')),
  currentPlan: read('currentPlan', '[', ofSymbol('order/currentPlan')),
  history: read('history', '[', ofSymbol('order/history', '&pageSize=20')),
  fills: read('fills', '{"list":[', ofSymbol('order/fills', '&limit=20')),
} satisfies Readonly<Record<string, Kind>>;

const kindOf = (kind: RequestKind): Kind => KINDS[kind];

/** What the answer's body must begin with. */
export const answerOf = (kind: RequestKind): string => KINDS[kind].answers;

/** The reads that programs ask for most. */
export const READS: readonly RequestKind[] = [
  'ticker',
  'depth',
  'candles',
  'assets',
  'singlePosition',
  'allPosition',
  'current',
  'currentPlan',
  'history',
  'fills',
];

/** Of ten requests six read; two orders rest and are cancelled. Four of these make three of each read. */
export const MIXED: readonly RequestKind[] = Array.from({ length: 5 }, (_, at) => {
  const read = (place: number): RequestKind => READS[(6 * at + place) % READS.length]!;
  const order: RequestKind[] = ['restOrder', 'cancel_order'];
  return [read(0), read(1), read(2), ...order, read(3), read(4), read(5), ...order];
}).flat();

export interface Caller {
  readonly account: BenchAccount;
  readonly contract: BenchContract;
  /** Takes what others rest, rather than resting. */
  readonly takes: boolean;
}

/** Callers in pairs, the pairs in turn on each contract. */
export function callersOf(accounts: readonly BenchAccount[], contracts = CONTRACTS): Caller[] {
  return accounts.map((account, at) => ({
    account,
    contract: contracts[Math.floor(at / 2) % contracts.length]!,
    takes: at % 2 === 1,
  }));
}

/** What listeners of each contract subscribe to. */
export const channelsOf = (contracts = CONTRACTS, names = ['ticker.*', 'depth.*.15', 'trades.*']): string[][] =>
  contracts.map(({ symbol }) => names.map((name) => name.replace('*', symbol)));

/** One request over HTTP. `unique` becomes part of the order's client_oid. */
export function requestBytes(kind: RequestKind, caller: Caller, unique: string, timestamp: string): Buffer {
  const { method, target: targetOf, body: bodyOf } = kindOf(kind);
  const body = bodyOf?.(caller, unique) ?? '';
  const target = targetOf(caller);
  const headers = Object.entries(signed(caller.account, timestamp, method, target, body));
  const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines}${length}\r\n${body}`, 'latin1');
}

/** One request over the private socket, with that id. */
export function requestText(kind: RequestKind, caller: Caller, unique: string, id: number): string {
  const { target, body = () => '{}' } = kindOf(kind);
  const operation = target(caller).split('/').at(-1);
  return `{"event":"request","id":"${id}","op":"${operation}","args":${body(caller, unique)}}`;
}

/** The headers of a signed request; those of a body where there is one. */
export function signed(account: BenchAccount, timestamp: string, method: string, target: string, body = '') {
  const { apiKey, secret, passphrase } = account;
  const sign = createHmac('sha256', secret).update(`${timestamp}${method}${target}${body}`).digest('base64');
  return {
    'ACCESS-KEY': apiKey,
    'ACCESS-SIGN': sign,
    'ACCESS-TIMESTAMP': timestamp,
    'ACCESS-PASSPHRASE': passphrase,
    locale: 'en-US',
    ...(body === '' ? {} : { 'Content-Type': 'application/json' }),
  };
}

const LOG_BYTES = 2_048;

/** An AI log of 2 KiB that no other is equal to. */
function logBody(_: Caller, unique: string): string {
  const start = `{"stage":"bench","model":"bench-1","input":{"unique":"${unique}"},"output":{"decision":"HOLD"},"explanation":"`;
  return `${start}${'x'.repeat(LOG_BYTES - start.length - 2)}"}`;
}

function orderBody(caller: Caller, unique: string): string {
  return JSON.stringify({ symbol: caller.contract.symbol, ...orderFields(caller, unique) });
}

function batchBody(caller: Caller, unique: string): string {
  const orderDataList = Array.from({ length: BATCH }, (_, at) => orderFields(caller, `${unique}-${at}`));
  return JSON.stringify({ symbol: caller.contract.symbol, orderDataList });
}

/** An order's fields but its contract, in the order in which they are sent. */
function orderFields({ contract, takes }: Caller, unique: string) {
  return {
    client_oid: `bench-${unique}`,
    size: takes ? twice(contract.size) : contract.size,
    type: takes ? '2' : '1',
    order_type: takes ? '3' : '0',
    match_price: '0',
    price: contract.price,
  };
}

/** A decimal doubled; the sizes here have one digit. */
function twice(size: string): string {
  return size.replace(/[1-4]$/, (digit) => String(2 * Number(digit)));
}

/** An order that rests far below the market until it is cancelled. */
function restingBody({ contract }: Caller, unique: string): string {
  const price = String(Math.round(Number(contract.price) * 0.95));
  return (
    `{"symbol":"${contract.symbol}","client_oid":"bench-${unique}","size":"${contract.size}","type":"1",` +
    `"order_type":"1","match_price":"0","price":"${price}"}`
  );
}
