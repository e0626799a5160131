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

/** What is asked for: an order; the no-op route with an order's body, or with `{}`; the account's position. */
export type RequestKind = 'placeOrder' | 'noop' | 'noopEmpty' | 'singlePosition';

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
  const method = kind === 'singlePosition' ? 'GET' : 'POST';
  const body = kind === 'singlePosition' ? '' : kind === 'noopEmpty' ? '{}' : orderBody(caller, unique);
  const target = targetOf(kind, caller);
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

function targetOf(kind: RequestKind, { contract }: Caller): string {
  if (kind === 'singlePosition') return `/capi/v2/account/position/singlePosition?symbol=${contract.symbol}`;
  return kind === 'placeOrder' ? '/capi/v2/order/placeOrder' : '/capi/v2/order/noop';
}

function orderBody({ contract, takes }: Caller, unique: string): string {
  const size = takes ? twice(contract.size) : contract.size;
  return (
    `{"symbol":"${contract.symbol}","client_oid":"bench-${unique}","size":"${size}","type":"${takes ? 2 : 1}",` +
    `"order_type":"${takes ? 3 : 0}","match_price":"0","price":"${contract.price}"}`
  );
}

/** A decimal doubled; the sizes here have one digit. */
function twice(size: string): string {
  return size.replace(/[1-4]$/, (digit) => String(2 * Number(digit)));
}

/** What the answer's body must begin with; a taker that never met an order has no position to list. */
export const ANSWER_STARTS: Readonly<Record<RequestKind, string>> = {
  placeOrder: '{"client_oid":"bench-',
  noop: '{"client_oid":"noop","order_id":"0"}',
  noopEmpty: '{"client_oid":"noop","order_id":"0"}',
  singlePosition: '[',
};
