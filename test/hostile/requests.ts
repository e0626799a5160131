/**
 * One hostile request to the trading API or the administration, as bytes: a good one with something wrong in its body,
 * its query, its head, its signature or its framing.
 */
import { createHmac } from 'node:crypto';
import { DEFAULT_CONTRACTS } from '../../src/core/language/contract-defaults.ts';
import { takesBody } from '../../src/api/call/route.ts';
import { ROUTES } from '../../src/api/v2/index.ts';
import { ROUTES_V3 } from '../../src/api/v3/index.ts';
import type { Random } from '../../src/market/random.ts';
import type { Account, Ready } from '../cli/process.ts';
import { flipped, hostileBody, hostileQuery, hostileValue, pick } from './mutate.ts';

/** What the other requests trade is not ended: they would all be refused for that from then on. */
const DELIST = '/admin/contracts/delist';
const TRADED = 'cmt_btcusdt';

/** Samples of the administration: every path that takes a body, and some that take a query. */
const ADMIN: readonly (readonly [method: 'GET' | 'POST', path: string, sample: string])[] = [
  ['POST', '/admin/accounts', '{"uid":1000050,"label":"a"}'],
  ['POST', '/admin/accounts/deposit', '{"uid":1000050,"amount":"1"}'],
  ['POST', '/admin/accounts/withdraw', '{"uid":1000050,"amount":"1"}'],
  ['POST', '/admin/accounts/transfer', '{"from":1000050,"to":1000051,"amount":"1","reason":"USER_TRANSFER"}'],
  ['POST', '/admin/accounts/freeze', '{"uid":1000051,"frozen":false}'],
  ['POST', '/admin/accounts/fees', '{"uid":1000050,"makerFee":"0.0001","takerFee":"0.0004"}'],
  ['POST', '/admin/keys', '{"uid":1000050,"permission":"read","ips":["127.0.0.1"],"label":"a"}'],
  ['POST', '/admin/keys/revoke', '{"id":"99"}'],
  ['POST', '/admin/keys/enable', '{"id":"99","enabled":true}'],
  ['POST', '/admin/allowlist', '{"uid":1000050,"allowed":true,"reason":"a"}'],
  [
    'POST',
    '/admin/contracts',
    `{"contract":${JSON.stringify({ ...DEFAULT_CONTRACTS[7], id: 10_000_050, symbol: 'cmt_xmrusdt', base: 'XMR' })}}`,
  ],
  ['POST', '/admin/contracts/change', '{"symbol":"cmt_ltcusdt","change":{"maxSizeLimit":"1000"},"effectiveMs":null}'],
  [
    'POST',
    '/admin/contracts/change',
    '{"symbol":"cmt_ltcusdt","change":{"tiers":[{"bound":"100000","maxLeverage":50,"ratePercent":"0.5"},null]}}',
  ],
  ['POST', '/admin/contracts/state', '{"symbol":"cmt_ltcusdt","state":"TRADING"}'],
  ['POST', DELIST, '{"symbol":"cmt_nothing"}'],
  ['POST', '/admin/funding/settle', '{"symbol":"cmt_ltcusdt","rate":"0.0001"}'],
  ['POST', '/admin/index-price', '{"symbol":"cmt_ltcusdt","price":"90"}'],
  ['POST', '/admin/market/shock', '{"symbol":"cmt_ltcusdt","percent":"1"}'],
  ['POST', '/admin/copy/lead', '{"uid":1000050,"shareRatio":"0.1"}'],
  ['POST', '/admin/copy/follow', '{"uid":1000051,"lead":1000050,"copyRatio":"1"}'],
  ['POST', '/admin/copy/unfollow', '{"relationId":1}'],
  ['POST', '/admin/copy/settle', '{}'],
  ['POST', '/admin/clock/accept', '{"reason":"a"}'],
  ['GET', '/admin/bills', 'uid=1000050&limit=5'],
  ['GET', '/admin/accounts', ''],
  ['GET', '/admin/keys', 'uid=1000050'],
  ['GET', '/admin/copy/relations', 'uid=1000050'],
  ['GET', '/admin/contracts', ''],
  ['GET', '/admin/state', ''],
  ['GET', '/admin/audit', ''],
  ['GET', '/admin/progress', ''],
];

export interface Hostile {
  readonly bytes: Buffer;
  readonly what: string;
}

/** @param host as the administration is called: it refuses other names before it looks further */
export function hostileAdmin(random: Random, host: string, token: string): Hostile {
  const [method, path, sample] = pick(random, ADMIN);
  let body = method === 'POST' ? hostileBody(random, sample) : Buffer.alloc(0);
  if (path === DELIST && body.includes(TRADED)) body = Buffer.from(sample);
  const query = method === 'GET' ? hostileQuery(random, sample) : '';
  const target = query === '' ? path : `${path}?${query}`;
  const bearer = random.below(12) === 0 ? pick(random, ['', 'x', token.slice(1), `${token}0`]) : token;
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${bearer}`,
    'Content-Type: application/json',
  ];
  return { bytes: framed(head, body), what: `${method} ${target} ${body.toString('latin1')}` };
}

/** Through both doors; one draw in two for each, or the first would be asked of twice as often. */
const DOORS = [ROUTES, ROUTES_V3];

/** @param isKept its head is sound and its connection is kept, so that others may follow on it */
export function hostileTrading(random: Random, ready: Ready, who: Account, isKept = false): Hostile {
  const route = pick(random, pick(random, DOORS));
  const hasBody = takesBody(route);
  // Some programs send a body with every DELETE: it is signed, and not read.
  const isBeside = route.method === 'DELETE' && !hasBody && random.below(4) === 0;
  const sample = hasBody && route.sample !== '' ? route.sample : '{}';
  const body = hasBody || isBeside ? hostileBody(random, sample) : Buffer.alloc(0);
  let query = hasBody ? '' : hostileQuery(random, route.sample);
  if (hasBody && random.below(30) === 0) query = hostileQuery(random, 'symbol=cmt_btcusdt');
  const target = oddTarget(random, query === '' ? route.path : `${route.path}?${query}`);
  const method =
    random.below(60) === 0 && !isKept
      ? pick(random, ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'])
      : route.method;
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${new URL(ready.url).host}`,
    ...signedHead(random, who, method, target, body),
  ];
  if (hasBody || isBeside)
    head.push(
      random.below(40) === 0
        ? `Content-Type: ${pick(random, ['text/plain', 'application/xml', ''])}`
        : 'Content-Type: application/json',
    );
  const bytes = isKept ? framed(head, body, []) : framed(oddHead(random, head), body);
  return { bytes, what: `${method} ${target} ${body.toString('latin1')}` };
}

function signedHead(random: Random, who: Account, method: string, target: string, body: Buffer): string[] {
  const timestamp =
    random.below(40) === 0
      ? pick(random, ['0', 'now', '1e12', '', String(Date.now() - 60_000), '9'.repeat(20)])
      : String(Date.now());
  const mac = createHmac('sha256', who.secret).update(`${timestamp}${method}${target}`).update(body);
  const sign = random.below(40) === 0 ? pick(random, ['', 'AAAA', '%', 'x'.repeat(500)]) : mac.digest('base64');
  const key = random.below(60) === 0 ? pick(random, ['nobody-has-it', '', '__proto__', 'x'.repeat(900)]) : who.apiKey;
  const passphrase = random.below(60) === 0 ? 'wrong' : who.passphrase;
  const head = [
    `ACCESS-KEY: ${key}`,
    `ACCESS-PASSPHRASE: ${passphrase}`,
    `ACCESS-TIMESTAMP: ${timestamp}`,
    `ACCESS-SIGN: ${sign}`,
  ];
  if (random.below(30) === 0) head.splice(random.below(4), 1);
  return head;
}

function oddTarget(random: Random, target: string): string {
  const what = random.below(60);
  if (what === 0) return `/${target}`;
  if (what === 1) return `${target}/`;
  if (what === 2) return target.toUpperCase();
  if (what === 3) return target.replace('/capi/', '/capi/../capi/');
  if (what === 4) return `${target}${target.includes('?') ? '&' : '?'}{"symbol":"cmt_btcusdt"}`.replaceAll(' ', '%20');
  if (what === 5) return `http://127.0.0.1${target}`;
  if (what === 6) return `${target}?`;
  return target;
}

function oddHead(random: Random, head: string[]): string[] {
  const what = random.below(80);
  if (what === 0) head.push('Host: elsewhere');
  if (what === 1) head.push('Transfer-Encoding: gzip, chunked');
  if (what === 2) head.push('Content-Encoding: gzip');
  if (what === 3) head.push('Expect: 200-ok');
  if (what === 4) head.push(`X-Odd: ${'x'.repeat(random.below(20_000))}`);
  if (what === 5)
    head.push(
      `locale: ${pick(random, ['zh-CN', 'xx', ''])}`,
      `X-Request-Id: ${pick(random, ['ok-1', '<b>', 'x'.repeat(100)])}`,
    );
  if (what === 6) head.push('Origin: http://elsewhere.example', 'Sec-Fetch-Site: cross-site');
  if (what === 7) head.push('X-Forwarded-For: 10.0.0.1', 'Forwarded: for=1.1.1.1', 'X-HTTP-Method-Override: DELETE');
  if (what === 8) head[0] = head[0]!.replace('HTTP/1.1', pick(random, ['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '']));
  return head;
}

/** A request as an honest program signs it, on a connection that is kept; `id` is told again by its answer. */
export function signed(
  ready: Ready,
  who: Account,
  method: 'GET' | 'POST',
  target: string,
  body: string,
  id: string,
): Buffer {
  const timestamp = String(Date.now());
  const mac = createHmac('sha256', who.secret).update(`${timestamp}${method}${target}${body}`);
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${new URL(ready.url).host}`,
    `ACCESS-KEY: ${who.apiKey}`,
    `ACCESS-PASSPHRASE: ${who.passphrase}`,
    `ACCESS-TIMESTAMP: ${timestamp}`,
    `ACCESS-SIGN: ${mac.digest('base64')}`,
    `X-Request-Id: ${id}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** Head and body with the length declared, and `Connection: close`, so that every socket ends. */
function framed(head: readonly string[], body: Buffer, end: readonly string[] = ['Connection: close']): Buffer {
  const length = body.length === 0 ? [] : [`Content-Length: ${body.length}`];
  return Buffer.concat([Buffer.from([...head, ...length, ...end, '', ''].join('\r\n'), 'latin1'), body]);
}

/** Bytes that are no request, or more than one: garbage behind a good one, a torn one, a conflict of lengths. */
export function hostileFraming(random: Random, hostile: Hostile): Hostile {
  const { bytes } = hostile;
  const what = random.below(6);
  if (what === 0) return { what: `torn: ${hostile.what}`, bytes: bytes.subarray(0, random.below(bytes.length)) };
  if (what === 1)
    return {
      what: `garbage behind: ${hostile.what}`,
      bytes: Buffer.concat([bytes, Buffer.from('\u0000\u0001GARBAGE\r\n\r\n')]),
    };
  if (what === 2) return { what: `flipped: ${hostile.what}`, bytes: flipped(random, Buffer.from(bytes)) };
  if (what === 3)
    return {
      what: 'random bytes',
      bytes: Buffer.from(Array.from({ length: random.below(2_000) }, () => random.below(256))),
    };
  const text = bytes
    .toString('latin1')
    .replace(
      'Connection: close',
      what === 4 ? 'Content-Length: 5\r\nContent-Length: 6' : 'Transfer-Encoding: chunked\r\nContent-Length: 3',
    );
  return { what: `lengths: ${hostile.what}`, bytes: Buffer.from(`${text}${hostileValue(random)}`, 'latin1') };
}
