// The real exchange for API tests: started from src/app/start.ts in a temporary folder on free ports, without a market,
// with the two demo accounts, talked to over real sockets. Prices come from the test through the administration and are
// kept fresh. Rate limits are off unless a test asks for them.
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type App, type StartOptions, startApp } from '../../src/app/start.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { type Config, readConfig } from '../../src/app/settings/config.ts';
import { askedOfHistory } from '../patience.ts';
import { ownStamp } from '../stamps.ts';

export interface TestAccount {
  readonly uid: number;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // Whatever the server sent; tests look into it.
  readonly json: any;
}

export interface RawRequest {
  readonly method?: string;
  /** Exactly what goes on the request line. */
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface SignedOptions {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly timestamp?: string;
  /** Signs this target instead of the one sent. */
  readonly signedTarget?: string;
  /** Signs this body instead of the one sent. */
  readonly signedBody?: string;
}

export interface Kit {
  readonly app: App;
  readonly url: string;
  readonly data: string;
  /** Two accounts with 10 000 USDT, on the allowlist, with trade keys. */
  readonly alice: TestAccount;
  readonly bob: TestAccount;
  send(request: RawRequest): Promise<Answer>;
  /** A signed GET; asked again while history has yet to catch up. To see that refusal, `send` what is signed. */
  get(account: TestAccount, target: string, options?: SignedOptions): Promise<Answer>;
  /** A signed POST; objects are written as compact JSON. Asked again as `get` is. */
  post(account: TestAccount, target: string, body: object | string, options?: SignedOptions): Promise<Answer>;
  /** A signed DELETE, with a body if one is given. Asked again as `get` is. */
  delete(account: TestAccount, target: string, body?: object | string, options?: SignedOptions): Promise<Answer>;
  admin(method: 'GET' | 'POST', path: string, body?: object): Promise<any>;
  /** Sets the index price, so also the mark, and keeps it from going stale. */
  setPrice(symbol: string, price: string): Promise<void>;
  /** A new account with a key; `balance` USDT. */
  newAccount(options?: {
    balance?: string;
    permission?: 'read' | 'trade';
    ips?: string[];
    allowed?: boolean;
    /** Of its key (LIMT-001). */
    limits?: object;
    /** Chosen, and so hashed slowly; else one is made up. */
    passphrase?: string;
  }): Promise<TestAccount>;
  client(account: TestAccount): Client;
  /** How many commands of the account are in the journal. */
  commandsOf(account: TestAccount): number;
  /** Places an order that must be accepted and returns its id. */
  place(account: TestAccount, fields: Readonly<Record<string, unknown>>): Promise<string>;
  stop(): Promise<void>;
}

export const SYMBOL = 'cmt_btcusdt';

/** Paths that several tests ask for. */
export const PLACE = '/capi/v2/order/placeOrder';
export const CANCEL = '/capi/v2/order/cancel_order';
export const PLANS = '/capi/v2/order/currentPlan';
export const BILLS = '/capi/v2/account/bills';
export const LEVERAGE = '/capi/v2/account/leverage';
export const POSITION = `/capi/v2/account/position/singlePosition?symbol=${SYMBOL}`;

const FRESH_MS = 2_000;

let nextOid = 1;
/** A client order id no other call gives. */
export function oid(): string {
  return `kit-${process.pid}-${nextOid++}`;
}

/** Starts an exchange; `flags` as on the command line. `data` is removed when it stops. */
export async function startKit(
  flags: readonly string[] = ['--no-rate-limit-enabled'],
  change: (config: Config) => object = () => ({}),
  data = mkdtempSync(join(tmpdir(), 'outcry-api-')),
  options: Partial<StartOptions> = {},
): Promise<Kit> {
  const base = readConfig(['--port', '0', '--data', data, '--no-market', '--log-level', 'silent', ...flags], {});
  const app = await startApp({ ...base, ...change(base) }, { demo: true, ...options });
  const token = readFileSync(join(data, 'admin-token'), 'utf8').trim();
  const [alice, bob] = app.accounts as unknown as [TestAccount, TestAccount];
  const prices = new Map<string, string>();
  const sendPrice = (symbol: string, price: string): Promise<unknown> =>
    admin('POST', '/admin/index-price', { symbol, price });
  const timer = setInterval(() => {
    for (const [symbol, price] of prices) sendPrice(symbol, price).catch(() => undefined);
  }, FRESH_MS);

  async function admin(method: 'GET' | 'POST', path: string, body?: object): Promise<any> {
    const response = await fetch(app.adminUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { msg?: string };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.msg}`);
    return answer;
  }

  const send = (request: RawRequest): Promise<Answer> => sendRaw(app.url, request);
  const sign = (method: 'GET' | 'POST' | 'DELETE', ...[account, target, body, options]: Parameters<Kit['post']>) =>
    askedOfHistory(
      () =>
        send(signedRequest(account, method, target, typeof body === 'string' ? body : JSON.stringify(body), options)),
      ({ json }) => json,
    );
  const get: Kit['get'] = (account, target, options) => sign('GET', account, target, '', options);
  const post: Kit['post'] = (...request) => sign('POST', ...request);
  const remove: Kit['delete'] = (account, target, body = '', options) => sign('DELETE', account, target, body, options);

  return {
    app,
    url: app.url,
    data,
    alice,
    bob,
    send,
    get,
    post,
    delete: remove,
    admin,
    async setPrice(symbol, price) {
      prices.set(symbol, price);
      await sendPrice(symbol, price);
    },
    async newAccount({ balance = '10000', permission = 'trade', ips = [], allowed = false, ...chosen } = {}) {
      const { uid } = (await admin('POST', '/admin/accounts', { label: 'test' })) as { uid: number };
      if (balance !== '0') await admin('POST', '/admin/accounts/deposit', { uid, amount: balance });
      if (allowed) await admin('POST', '/admin/allowlist', { uid, allowed, reason: 'test' });
      const { apiKey, secret, passphrase } = await admin('POST', '/admin/keys', { uid, permission, ips, ...chosen });
      return { uid, apiKey, secret, passphrase };
    },
    commandsOf: ({ uid }) => readFileSync(join(data, 'journal.log'), 'utf8').split(`"account":${uid},`).length - 1,
    client: (account) => createClient({ url: app.url, ...account, retries: 0 }),
    async place(account, fields) {
      const answer = await post(account, PLACE, order(fields));
      expect(answer.text).toContain('order_id');
      return answer.json.order_id as string;
    },
    async stop() {
      clearInterval(timer);
      await app.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Starts an exchange whose BTC is at 90 000, with 10 at rest on both sides of it. */
export async function startMarket(): Promise<Kit> {
  const kit = await startKit();
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
  return kit;
}

/** A maker nobody else knows puts `size` at rest on both sides of the market. */
export async function quote(
  kit: Kit,
  symbol: string,
  [bid, ask]: readonly [string, string],
  size: string,
): Promise<void> {
  const maker = await kit.newAccount({ balance: '1000000' });
  await kit.place(maker, { symbol, type: '2', match_price: '0', price: ask, size });
  await kit.place(maker, { symbol, type: '1', match_price: '0', price: bid, size });
}

/** A market order that opens a long of 0.01. */
export const ORDER = { symbol: SYMBOL, size: '0.01', type: '1', order_type: '0', match_price: '1' };

/** That order under a name of its own; `fields` instead of its own. */
export const order = (fields: object = {}): Record<string, unknown> => ({ ...ORDER, client_oid: oid(), ...fields });

/** A text with a `#` for each id, which differ from run to run. */
export const plainIds = (text: string): string => text.replaceAll(/\d{15}/g, '#');

/** The headers and target of a signed request. */
export function signedRequest(
  account: TestAccount,
  method: 'GET' | 'POST' | 'DELETE',
  target: string,
  body: string,
  options: SignedOptions = {},
): RawRequest {
  const timestamp = options.timestamp ?? ownStamp(account.apiKey, method, target, body);
  const message = timestamp + method + (options.signedTarget ?? target) + (options.signedBody ?? body);
  const headers: Record<string, string | undefined> = {
    'ACCESS-KEY': account.apiKey,
    'ACCESS-SIGN': createHmac('sha256', account.secret).update(message).digest('base64'),
    'ACCESS-TIMESTAMP': timestamp,
    'ACCESS-PASSPHRASE': account.passphrase,
    ...(method !== 'GET' ? { 'Content-Type': 'application/json' } : {}),
    ...options.headers,
  };
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return { method, target, headers: Object.fromEntries(given), ...(method === 'POST' || body !== '' ? { body } : {}) };
}

/** One request over a socket, with nothing added or normalised on the way. */
export function sendRaw(url: string, { method = 'GET', target, headers = {}, body }: RawRequest): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const isDeclared = body !== undefined && headers['Transfer-Encoding'] === undefined;
    const length = !isDeclared ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const outgoing = httpRequest(
      { hostname, port, method, path: target, headers: { ...length, ...headers }, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json: parsed(text) });
        });
        incoming.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
