/**
 * The requests of the HTTP bench as the bytes that go over the wire, signed beforehand: a timestamp is good for 30
 * seconds, longer than a round takes. One account per connection.
 *
 * Orders keep books small: connections come in pairs, one places a limit order that rests, the other an
 * immediate-or-cancel order of twice the size that takes whatever rests at that price. So half of the orders rest and
 * half fill or find nothing, and no book is ever deeper than its connections. Positions grow in size but not in number.
 */
import { createHmac } from 'node:crypto';
import type { BenchAccount, BenchContract } from './http-server.ts';

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
const NOOP = '{"client_oid":"noop","order_id":"0"}';

const KINDS = {
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

/** For the table of results. */
export const whatOf = (kind: RequestKind): string => kindOf(kind).what;

/** What the answer's body must begin with. */
export const answerOf = (kind: RequestKind): string => kindOf(kind).answers;

export interface Caller {
  readonly account: BenchAccount;
  readonly contract: BenchContract;
  /** Takes what others rest, rather than resting. */
  readonly takes: boolean;
}

/** Callers in pairs, the pairs in turn on each contract. */
export function callersOf(accounts: readonly BenchAccount[], contracts: readonly BenchContract[]): Caller[] {
  return accounts.map((account, at) => ({
    account,
    contract: contracts[Math.floor(at / 2) % contracts.length]!,
    takes: at % 2 === 1,
  }));
}

/** One request. `unique` becomes part of the order's client_oid. */
export function requestBytes(kind: RequestKind, caller: Caller, unique: string, timestamp: string): Buffer {
  const { method, target: targetOf, body: bodyOf } = kindOf(kind);
  const body = bodyOf?.(caller, unique) ?? '';
  const target = targetOf(caller);
  const { apiKey, secret, passphrase } = caller.account;
  const sign = createHmac('sha256', secret)
    .update(timestamp + method + target + body)
    .digest('base64');
  const bodyHeaders = body === '' ? '' : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
  return Buffer.from(
    `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nACCESS-KEY: ${apiKey}\r\nACCESS-SIGN: ${sign}\r\n` +
      `ACCESS-TIMESTAMP: ${timestamp}\r\nACCESS-PASSPHRASE: ${passphrase}\r\nlocale: en-US\r\n${bodyHeaders}\r\n${body}`,
    'latin1',
  );
}

const LOG_BYTES = 2_048;

/** An AI log of 2 KiB that no other is equal to. */
function logBody(_: Caller, unique: string): string {
  const start = `{"stage":"bench","model":"bench-1","input":{"unique":"${unique}"},"output":{"decision":"HOLD"},"explanation":"`;
  return `${start}${'x'.repeat(LOG_BYTES - start.length - 2)}"}`;
}

function orderBody(caller: Caller, unique: string): string {
  return JSON.stringify(orderFields(caller, unique));
}

/** An order's fields, in the order in which they are sent. */
export function orderFields({ contract, takes }: Caller, unique: string) {
  return {
    symbol: contract.symbol,
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
