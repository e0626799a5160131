// Rate limits over real requests and a clock that stands still (docs/api.md, Rate limits): budgets of addresses and
// accounts, order rates, headers, 429.
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../src/app/settings/config.ts';
import { UPLOAD } from './ai-log-kit.ts';
import { ACCOUNT, type FrontKit, startFront } from './front-kit.ts';
import { type Answer, ORDER, PLACE, POSITION, signedRequest, SYMBOL } from './kit.ts';

const TIME = '/capi/v2/market/time';
const CONTRACTS = '/capi/v2/market/contracts';

const kits: FrontKit[] = [];
afterEach(() => Promise.all(kits.splice(0).map((kit) => kit.close())));

async function start(flags: readonly string[] = [], change?: (config: Config) => object): Promise<FrontKit> {
  const kit = await startFront(flags, change);
  kits.push(kit);
  return kit;
}

const asked = (kit: FrontKit, method: 'GET' | 'POST', target: string, body = ''): Promise<Answer> =>
  kit.send(signedRequest(ACCOUNT, method, target, body, { timestamp: String(kit.knobs.nowMs) }));

let next = 1;
const place = (kit: FrontKit): Promise<Answer> =>
  asked(kit, 'POST', PLACE, JSON.stringify({ ...ORDER, client_oid: `l-${next++}` }));

const rates = ({ headers }: Answer): (string | undefined)[] =>
  ['x-ratelimit-ip-used', 'x-ratelimit-ip-limit', 'x-ratelimit-uid-used', 'x-ratelimit-uid-limit'].map(
    (name) => headers[name] as string | undefined,
  );

describe('budgets', () => {
  it('charge a private request to the address and the account, a public one to the address only', async () => {
    const kit = await start();
    expect(rates(await kit.send({ target: CONTRACTS }))).toEqual(['10', '1000', undefined, undefined]);
    expect(rates(await asked(kit, 'GET', POSITION))).toEqual(['12', '1000', '3', '1000']);
    expect(rates(await place(kit))).toEqual(['14', '1000', '8', '1000']);
    expect(rates(await kit.send({ target: '/capi/v2/nowhere' }))).toEqual(['15', '1000', undefined, undefined]);
  });

  it('refuse beyond the address’s budget with Retry-After and scope, and a refused request costs nothing', async () => {
    const kit = await start(['--rate-limit-ip-budget', '25']);
    await kit.send({ target: CONTRACTS });
    kit.knobs.monotonicMs += 4_000;
    await kit.send({ target: CONTRACTS });
    const refused = await kit.send({ target: CONTRACTS });
    expect([refused.status, refused.json.code, refused.json.msg]).toEqual([429, '429', 'Too many requests']);
    expect(refused.headers['retry-after']).toBe('6');
    expect(refused.headers['x-ratelimit-scope']).toBe('ip');
    expect(refused.json.hint).toBe('ip weight 20 of 25 in 10 s, this call costs 10; retry after 6 s');
    expect(rates(refused)[0]).toBe('20');
    kit.knobs.monotonicMs += 5_999;
    expect((await kit.send({ target: CONTRACTS })).status).toBe(429);
    kit.knobs.monotonicMs += 1;
    expect((await kit.send({ target: CONTRACTS })).status).toBe(200);
  });

  it('refuse beyond the account’s budget; the address stays charged', async () => {
    const kit = await start(['--rate-limit-uid-budget', '7']);
    await asked(kit, 'GET', POSITION);
    await asked(kit, 'GET', POSITION);
    const refused = await asked(kit, 'GET', POSITION);
    expect([refused.status, refused.headers['x-ratelimit-scope']]).toEqual([429, 'uid']);
    expect(rates(refused)).toEqual(['6', '1000', '6', '7']);
  });

  it('a body costs one more of both for each 16 KiB, whether its length is declared or not', async () => {
    const kit = await start();
    const sent = (bytes: number, headers = {}): Promise<Answer> => {
      const body = `{"x":"${'x'.repeat(bytes - 8)}"}`;
      const timestamp = String(kit.knobs.nowMs);
      return kit.send(signedRequest(ACCOUNT, 'POST', PLACE, body, { timestamp, headers }));
    };
    const chunked = { 'Transfer-Encoding': 'chunked' };
    expect(rates(await sent(16_383))).toEqual(['2', '1000', '5', '1000']);
    expect(rates(await sent(16_384))).toEqual(['5', '1000', '11', '1000']);
    expect(rates(await sent(16_384, chunked))).toEqual(['8', '1000', '17', '1000']);
    expect(rates(await sent(256 * 1024))).toEqual(['26', '1000', '38', '1000']);
    expect(rates(await sent(256 * 1024, chunked))).toEqual(['44', '1000', '59', '1000']);
  });

  it('a body that is too heavy for what is left of a budget is refused by it', async () => {
    const large = `{"x":"${'x'.repeat(5 * 16 * 1024)}"}`;
    const scopes = async (flag: string, headers = {}): Promise<string[]> => {
      const kit = await start([flag, '6']);
      const timestamp = String(kit.knobs.nowMs);
      const refused = await kit.send(signedRequest(ACCOUNT, 'POST', PLACE, large, { timestamp, headers }));
      const hint = /this call costs \d+/.exec(refused.json.hint)?.[0] ?? '';
      return [String(refused.status), String(refused.headers['x-ratelimit-scope']), hint];
    };
    const chunked = { 'Transfer-Encoding': 'chunked' };
    expect(await scopes('--rate-limit-ip-budget')).toEqual(['429', 'ip', 'this call costs 7']);
    expect(await scopes('--rate-limit-ip-budget', chunked)).toEqual(['429', 'ip', 'this call costs 5']);
    expect(await scopes('--rate-limit-uid-budget')).toEqual(['429', 'uid', 'this call costs 10']);
    expect(await scopes('--rate-limit-uid-budget', chunked)).toEqual(['429', 'uid', 'this call costs 10']);
  });

  it('leave a reserve to cancels: a tenth of the budget beside it, of the account and of the address', async () => {
    const cancels = {
      cancel_order: { orderId: '1' },
      cancel_plan: { orderId: '1' },
      cancel_batch_orders: { ids: ['1'] },
      cancelAllOrders: { cancelOrderType: 'normal' },
    };
    for (const scope of ['uid', 'ip'] as const) {
      const kit = await start([`--rate-limit-${scope}-budget`, '500']);
      const weight = { uid: [3, 3, 10, 50], ip: [2, 2, 5, 40] }[scope];
      const cancel = async (operation: string, fields: object): Promise<Answer> =>
        asked(kit, 'POST', `/capi/v2/order/${operation}`, JSON.stringify(fields));
      for (let at = 0; at < 250; at++) await asked(kit, 'GET', POSITION);
      const refused = await asked(kit, 'POST', PLACE, JSON.stringify(ORDER));
      expect([refused.status, refused.headers['x-ratelimit-scope']]).toEqual([429, scope]);
      const used = refused.headers[`x-ratelimit-${scope}-used`];
      for (const [at, [operation, fields]] of Object.entries(cancels).entries()) {
        const answer = await cancel(operation, fields);
        expect(answer.status === 429, operation).toBe(weight[at] === 50);
        expect(answer.headers[`x-ratelimit-${scope}-used`], 'the budget is what it was').toBe(used);
      }
      kit.knobs.monotonicMs += 10_000;
      expect((await asked(kit, 'POST', PLACE, JSON.stringify({ ...ORDER, client_oid: 'later' }))).status).toBe(200);
    }
  });

  it('the largest body fits the default budgets, fifteen times in a window', async () => {
    const kit = await start();
    const VALIDATE = '/capi/v2/ai/validate';
    const body = `{"x":"${'x'.repeat(1024 * 1024 - 8)}"}`;
    const head = (): Promise<Answer> =>
      kit.send(signedRequest(ACCOUNT, 'POST', VALIDATE, body, { timestamp: String(kit.knobs.nowMs) }));
    expect(rates(await head())).toEqual(['65', '1000', '65', '1000']);
    for (let more = 1; more < 15; more++) expect((await head()).status).toBe(200);
    const refused = await head();
    expect([refused.status, refused.headers['x-ratelimit-scope']]).toEqual([429, 'ip']);
  });

  it('failed authentication keeps its charge of the address', async () => {
    const kit = await start();
    const signed = signedRequest(ACCOUNT, 'GET', POSITION, '', { timestamp: String(kit.knobs.nowMs), signedBody: 'x' });
    expect(rates(await kit.send(signed))[0]).toBe('2');
    expect(rates(await kit.send(signed))[0]).toBe('4');
  });

  it('C-43 two accounts behind one address do not share their budgets; the address can be left out', async () => {
    const kit = await start(['--no-rate-limit-ip-charge-private']);
    kit.loadKeys([{}, { id: 'ak_2', key: 'test-key-2', uid: 1_000_002 }]);
    expect(rates(await asked(kit, 'GET', POSITION))).toEqual(['0', '1000', '3', '1000']);
    const other = { ...ACCOUNT, apiKey: 'test-key-2' };
    const answer = await kit.send(signedRequest(other, 'GET', POSITION, '', { timestamp: String(kit.knobs.nowMs) }));
    expect(rates(answer)).toEqual(['0', '1000', '3', '1000']);
  });

  it('what one team is refused costs the address of its neighbours, unless private requests are not charged to it', async () => {
    const left = async (...flags: string[]): Promise<string> => {
      const kit = await start(flags);
      kit.loadKeys([{}, { id: 'ak_2', key: 'test-key-2', uid: 1_000_002 }]);
      let refused = 0;
      for (let read = 0; read < 600; read++) if ((await asked(kit, 'GET', POSITION)).status === 429) refused++;
      expect(refused).toBeGreaterThan(200);
      const neighbour = signedRequest({ ...ACCOUNT, apiKey: 'test-key-2' }, 'GET', POSITION, '', {
        timestamp: String(kit.knobs.nowMs),
      });
      const { status, headers } = await kit.send(neighbour);
      return `${status} ${String(headers['x-ratelimit-scope'])}`;
    };
    expect(await left()).toBe('429 ip');
    expect(await left('--no-rate-limit-ip-charge-private')).toBe('200 undefined');
    expect(await left('--rate-limit-ip-budget', '100000')).toBe('200 undefined');
  });

  it('an account can have a budget of its own', async () => {
    const kit = await start([], (config) => ({
      rateLimit: { ...config.rateLimit, overrides: { [ACCOUNT.uid]: { uidBudget: 3 } } },
    }));
    expect(rates(await asked(kit, 'GET', POSITION))).toEqual(['2', '1000', '3', '3']);
    expect((await asked(kit, 'GET', POSITION)).headers['x-ratelimit-scope']).toBe('uid');
  });

  it('are off with their headers when switched off', async () => {
    const kit = await start(['--no-rate-limit-enabled', '--rate-limit-ip-budget', '1']);
    expect(rates(await kit.send({ target: CONTRACTS }))).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('count a client behind a trusted proxy by its own address', async () => {
    const kit = await start(['--http-trusted-proxies', '127.0.0.0/8']);
    const from = (address: string): Promise<Answer> =>
      kit.send({ target: TIME, headers: { 'X-Forwarded-For': address } });
    await from('1.1.1.1');
    expect(rates(await from('1.1.1.1'))[0]).toBe('2');
    expect(rates(await from('2.2.2.2'))[0]).toBe('1');
    expect(rates(await from('9.9.9.9, 2.2.2.2'))[0]).toBe('2');
    expect(rates(await from('2001:db8:0:1::1'))[0]).toBe('1');
    expect(rates(await from('2001:db8:0:1::ffff'))[0]).toBe('2');
    // As gateways write it, and as RFC 7239 does.
    expect(rates(await from('2.2.2.2:1000'))[0]).toBe('3');
    expect(rates(await from('[2001:db8:0:1::7]:443'))[0]).toBe('3');
    const told = await kit.send({ target: TIME, headers: { Forwarded: 'for="2.2.2.2:77";proto=https' } });
    expect(rates(told)[0]).toBe('4');
    const untrusting = await start();
    await untrusting.send({ target: TIME, headers: { 'X-Forwarded-For': '1.1.1.1' } });
    expect(rates(await untrusting.send({ target: TIME, headers: { 'X-Forwarded-For': '2.2.2.2' } }))[0]).toBe('2');
  });
});

describe('a client whom the proxy does not name', () => {
  it.each([
    ['an entry that is no address', [{ 'X-Forwarded-For': 'client.example' }, { 'X-Forwarded-For': 'other.example' }]],
    [
      'two headers that differ, of which the client may have written one',
      [
        { 'X-Forwarded-For': '1.1.1.1', Forwarded: 'for=2.2.2.2' },
        { 'X-Forwarded-For': '3.3.3.3', Forwarded: 'for=2.2.2.2' },
      ],
    ],
  ])('counts as the proxy, and the log says so once: %s', async (_, [first, second]) => {
    const kit = await start(['--http-trusted-proxies', '127.0.0.0/8']);
    const from = (headers: Record<string, string>): Promise<Answer> => kit.send({ target: TIME, headers });
    await from({});
    expect(rates(await from(first!))[0]).toBe('2');
    expect(rates(await from(second!))[0]).toBe('3');
    expect(kit.logged).toEqual([
      { reason: expect.stringMatching(/client\.example|names 1\.1\.1\.1, Forwarded names/) },
    ]);
    // Hidden on purpose is no fault.
    const other = await start(['--http-trusted-proxies', '127.0.0.0/8']);
    await other.send({ target: TIME, headers: { Forwarded: 'for=_hidden' } });
    expect(other.logged).toEqual([]);
  });
});

describe('order rates', () => {
  it('ten placeOrder in a second, the eleventh is 429 with scope orders; a cancel has its own rate', async () => {
    const kit = await start();
    for (let count = 0; count < 10; count++) expect((await place(kit)).headers['x-ratelimit-scope']).toBeUndefined();
    const refused = await place(kit);
    expect([refused.status, refused.headers['x-ratelimit-scope'], refused.headers['retry-after']]).toEqual([
      429,
      'orders',
      '1',
    ]);
    expect((await asked(kit, 'POST', '/capi/v2/order/cancel_order', '{"orderId":"1"}')).json.code).toBe('50005');
    kit.knobs.monotonicMs += 1_000;
    expect((await place(kit)).status).not.toBe(429);
  });

  it('a minute’s limit of an account counts all orders created', async () => {
    const kit = await start([], (config) => ({
      rateLimit: { ...config.rateLimit, overrides: { [ACCOUNT.uid]: { createOrdersPerMinute: 2 } } },
    }));
    await place(kit);
    await place(kit);
    const refused = await place(kit);
    expect([refused.status, refused.headers['x-ratelimit-scope'], refused.headers['retry-after']]).toEqual([
      429,
      'minute',
      '60',
    ]);
  });

  it('the rows of a batch count each in the minute, and a batch once by its weight', async () => {
    const kit = await start([], (config) => ({
      rateLimit: { ...config.rateLimit, overrides: { [ACCOUNT.uid]: { createOrdersPerMinute: 25 } } },
    }));
    const BATCH = '/capi/v2/order/batchOrders';
    const row = (at: number) => ({ client_oid: `row-${at}`, size: '0', type: 1, order_type: 0, match_price: 1 });
    const batch = (rows: number) =>
      asked(
        kit,
        'POST',
        BATCH,
        JSON.stringify({ symbol: SYMBOL, orderDataList: Array.from({ length: rows }, (_, at) => row(at)) }),
      );
    expect(rates(await batch(20))).toEqual(['5', '1000', '10', '1000']);
    // Six more would be 26; nothing of it is placed, and five fit.
    const refused = await batch(6);
    expect([refused.status, refused.headers['x-ratelimit-scope']]).toEqual([429, 'minute']);
    for (let count = 0; count < 5; count++) expect((await batch(1)).status).toBe(200);
    expect((await batch(1)).headers['x-ratelimit-scope']).toBe('minute');
    // A batch that is refused for its form creates no order, and a stop counts as one.
    const stop = {
      symbol: SYMBOL,
      clientOrderId: 's',
      planType: 'loss_plan',
      triggerPrice: 1,
      size: 1,
      positionSide: 'long',
    };
    const protection = await asked(kit, 'POST', '/capi/v2/order/placeTpSlOrder', JSON.stringify(stop));
    expect(protection.headers['x-ratelimit-scope']).toBe('minute');
  });
});

describe('the volume of AI logs', () => {
  it('is limited per account and UTC day, before the body is parsed', async () => {
    const kit = await start([], () => ({ aiLogBytesPerDay: 200 }));
    kit.apply({ name: 'setAllowlist', account: ACCOUNT.uid, allowed: true, reason: '', actor: 'test' });
    const log = (stage: string): string => JSON.stringify({ stage, model: 'm', input: {}, output: {} }).padEnd(90, ' ');
    expect((await asked(kit, 'POST', UPLOAD, log('a'))).status).toBe(200);
    expect((await asked(kit, 'POST', UPLOAD, log('a'))).headers['ai-log-duplicate']).toBe('1');
    expect((await asked(kit, 'POST', UPLOAD, 'junk'.padEnd(90))).json.code).toBe('40017');
    expect((await asked(kit, 'POST', UPLOAD, log('b'))).status).toBe(200);
    const refused = await asked(kit, 'POST', UPLOAD, 'junk'.padEnd(90));
    expect([refused.status, refused.headers['x-ratelimit-scope'], refused.headers['retry-after']]).toEqual([
      429,
      'volume',
      '54000',
    ]);
  });
});
