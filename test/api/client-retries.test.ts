// What the client does when answers are lost, late or refused: an order is placed once, a margin is moved once, and
// what nobody knows is said. The exchange is real; between it and the client stands a connection that fails on demand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient, NoAnswer } from '../../src/client/index.ts';
import { isNamed, isNamedInV3 } from '../../src/client/named.ts';
import { speakV3 } from '../../src/client/v3.ts';
import { type Kit, oid, order, startKit, startMarket, SYMBOL, type TestAccount } from './kit.ts';

/** What happens to one request: its answer is lost, it never gets there, or something else answers. */
type Mishap = 'answer lost' | 'never sent' | (() => Response);

let kit: Kit;
beforeAll(async () => {
  kit = await startMarket();
});
afterAll(() => kit.stop());

interface Watched {
  readonly client: Client;
  /** ACCESS-SIGN of every request, in turn. */
  readonly signs: string[];
  readonly paths: string[];
}

/** A client whose requests meet these mishaps, in turn, and then no more. */
function clientWith(account: TestAccount, mishaps: Mishap[], options: object = {}): Watched {
  const signs: string[] = [];
  const paths: string[] = [];
  const client = createClient({
    url: kit.url,
    ...account,
    fetch: async (target, init) => {
      signs.push(new Headers(init?.headers).get('ACCESS-SIGN') ?? '');
      paths.push(new URL(String(target)).pathname);
      const mishap = mishaps.shift();
      if (mishap === 'never sent') throw new TypeError('fetch failed');
      if (typeof mishap === 'function') return mishap();
      const response = await fetch(target, init);
      if (mishap === 'answer lost') throw new TypeError('fetch failed');
      return response;
    },
    ...options,
  });
  return { client, signs, paths };
}

const said =
  (status: number, code: string, headers: Record<string, string> = {}) =>
  (): Response =>
    new Response(JSON.stringify({ code, msg: 'm', requestTime: 1, data: null }), { status, headers });
const bought = (fields: object = {}) => order(fields) as unknown as Parameters<Client['placeOrder']>[0] & object;
const positionOf = async (account: TestAccount) => (await kit.client(account).singlePosition({ symbol: SYMBOL }))[0];

it('equal changes of one moment are all carried out', async () => {
  const trader = await kit.newAccount();
  await kit.place(trader, { marginMode: 3 });
  const before = await positionOf(trader);
  const nowMs = Date.now();
  const { client, signs } = clientWith(trader, [], { nowMs: () => nowMs });
  const ten = { isolatedPositionId: before!.id, collateralAmount: '10' };
  await Promise.all([client.adjustMargin(ten), client.adjustMargin(ten), client.adjustMargin(ten)]);
  expect(new Set(signs).size).toBe(3);
  const moved = Number((await positionOf(trader))!.isolated_margin) - Number(before!.isolated_margin);
  expect(moved).toBeCloseTo(30, 6);
});

describe('a lost answer', () => {
  it('of an order: asked again, placed once', async () => {
    const trader = await kit.newAccount();
    const { client, paths } = clientWith(trader, ['answer lost', 'never sent', 'answer lost']);
    const placed = await client.placeOrder(bought());
    expect(placed.order_id).toMatch(/^\d{15}$/);
    expect(paths).toHaveLength(4);
    expect((await positionOf(trader))?.size).toBe('0.0100');
  });

  it('of orders of v3: asked again, placed once; a DELETE is the same request, byte for byte', async () => {
    const trader = await kit.newAccount();
    const lost: Mishap[] = ['answer lost', 'never sent', 'answer lost'];
    const { client, signs, paths } = clientWith(trader, lost);
    const v3 = speakV3(client);
    const side = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', quantity: '0.01' } as const;
    const { orderId } = await v3.placeOrder({ ...side, type: 'LIMIT', price: '80000', newClientOrderId: oid() });
    expect(paths).toHaveLength(4);
    expect(new Set(signs).size).toBeGreaterThan(1);
    lost.push('answer lost');
    signs.length = 0;
    const row = { ...side, type: 'LIMIT', price: '80001' } as const;
    await v3.placeOrders({ batchOrders: [{ ...row, newClientOrderId: oid() }] });
    expect(await v3.openOrders()).toHaveLength(2);
    lost.push('answer lost');
    signs.length = 0;
    expect(await v3.cancelOrder({ orderId })).toMatchObject({ success: true });
    expect([signs.length, new Set(signs).size]).toEqual([2, 1]);
    expect(await v3.openOrders()).toHaveLength(1);
  });

  it('goes by the names that the door of a request knows', () => {
    const names = [
      { client_oid: 'a' },
      { clientOrderId: 'a' },
      { newClientOrderId: 'a' },
      { clientAlgoId: 'a' },
      { orderDataList: [{ client_oid: 'a' }, {}] },
      { batchOrders: [{ newClientOrderId: 'a' }] },
      { batchOrders: [{ newClientOrderId: 'a' }, { newClientOrderId: '' }] },
    ];
    expect(names.map(isNamed)).toEqual([true, true, false, false, false, false, false]);
    expect(names.map(isNamedInV3)).toEqual([false, false, true, true, false, true, false]);
  });

  it('of a margin moved: the same request again, byte for byte, moved once', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { marginMode: 3 });
    const before = await positionOf(trader);
    const { client, signs } = clientWith(trader, ['answer lost', said(503, '503', { 'Retry-After': '1' })]);
    await client.adjustMargin({ isolatedPositionId: before!.id, collateralAmount: '10' });
    expect(signs).toHaveLength(3);
    expect(new Set(signs).size).toBe(1);
    const moved = Number((await positionOf(trader))!.isolated_margin) - Number(before!.isolated_margin);
    expect(moved).toBeCloseTo(10, 6);
  });

  it('of a margin moved long ago: not asked again, and it says that nobody knows', async () => {
    const trader = await kit.newAccount();
    await kit.place(trader, { marginMode: 3 });
    const { id } = (await positionOf(trader))!;
    let now = Date.now();
    const { client, signs } = clientWith(
      trader,
      [
        () => {
          now += 26_000;
          throw new TypeError('fetch failed');
        },
      ],
      { nowMs: () => now },
    );
    const error = await client.adjustMargin({ isolatedPositionId: id, collateralAmount: '10' }).catch((one) => one);
    expect(error).toBeInstanceOf(NoAnswer);
    expect(error).toMatchObject({ mayHaveHappened: true });
    expect(error.message).toContain('/capi/v2/account/adjustMargin: no answer, it may have been carried out');
    expect(signs).toHaveLength(1);
  });

  it('of a read: never something that may have happened', async () => {
    const { client } = clientWith(kit.alice, ['answer lost', 'never sent'], { retries: 1 });
    await expect(client.assets()).rejects.toMatchObject({ name: 'NoAnswer', mayHaveHappened: false });
  });

  it('forever: the caller is told after the attempts it allowed', async () => {
    const { client, paths } = clientWith(kit.alice, ['never sent', 'never sent', 'never sent'], { retries: 1 });
    await expect(client.placeOrder(bought())).rejects.toMatchObject({ name: 'NoAnswer', mayHaveHappened: true });
    expect(paths).toHaveLength(2);
  });
});

describe('a refusal', () => {
  it('that executed nothing is asked again after the time it names', async () => {
    const { client, paths } = clientWith(kit.alice, [
      said(429, '429', { 'Retry-After': '1' }),
      said(503, '503', { 'Retry-After': '0' }),
    ]);
    const asked = performance.now();
    expect(await client.assets()).toHaveLength(1);
    expect(performance.now() - asked).toBeGreaterThan(990);
    expect(paths).toHaveLength(3);
  });

  it('that names too long a time is the caller’s to wait for', async () => {
    const { client, paths } = clientWith(kit.alice, [said(429, '429', { 'Retry-After': '60' })]);
    await expect(client.assets()).rejects.toMatchObject({ code: '429', retryAfterSeconds: 60 });
    expect(paths).toHaveLength(1);
  });

  it('of the engine is final', async () => {
    const { client, paths } = clientWith(kit.alice, []);
    await expect(client.placeOrder(bought({ size: '0.00015' }))).rejects.toMatchObject({ code: '40015' });
    expect(paths).toHaveLength(1);
  });

  it('500 of a write that names nothing leaves it unknown', async () => {
    const { client } = clientWith(kit.alice, [said(500, '500')], { retries: 0 });
    await expect(client.closePositions()).rejects.toMatchObject({ name: 'NoAnswer', mayHaveHappened: true });
  });
});

describe('a machine whose clock is wrong', () => {
  it.each([-3_600_000, 3_600_000])('by %i ms measures the server’s and trades', async (errorMs) => {
    const { client, paths } = clientWith(kit.alice, [], { nowMs: () => Date.now() + errorMs });
    expect((await client.placeOrder(bought())).order_id).toMatch(/^\d{15}$/);
    expect(Math.abs(client.clock.offsetMs + errorMs)).toBeLessThan(5_000);
    expect(paths.filter((path) => path.endsWith('/market/time'))).toHaveLength(3);
    expect(await client.assets()).toHaveLength(1);
    expect(paths).toHaveLength(6);
  });
});

describe('a caller who has had enough', () => {
  it('ends a request at once, and its waiting', async () => {
    const stop = new AbortController();
    const { client } = clientWith(kit.alice, [said(429, '429', { 'Retry-After': '30' })]);
    const call = client.assets(undefined, { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(call).rejects.toThrow('enough');
  });

  it('gives an attempt so much time and no more', async () => {
    const { client } = clientWith(kit.alice, [], { timeoutMs: 30, retries: 0, fetch: hanging });
    await expect(client.assets()).rejects.toThrow(/no answer.*(timeout|timed out)/i);
  });

  it('waits for a file as long as it may take to make, unless told otherwise', async () => {
    const { client } = clientWith(kit.alice, [], { timeoutMs: 30, retries: 0, fetch: hanging });
    const stop = new AbortController();
    const file = client.contestOwnBundle({ id: 'c1' }, { signal: stop.signal });
    const other = client.contestBundle({ id: 'c1' }, { timeoutMs: 30 });
    await expect(other).rejects.toThrow(/no answer.*(timeout|timed out)/i);
    stop.abort(new Error('enough'));
    await expect(file).rejects.toThrow('enough');
  });
});

/** A server that takes the request and says nothing. */
const hanging: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
  });

describe('a budget that is used up', () => {
  it('slows a program down and refuses it nothing', async () => {
    const limited = await startKit(['--rate-limit-uid-budget', '20', '--rate-limit-window-ms', '1000']);
    try {
      const client = createClient({ url: limited.url, ...limited.alice });
      const answers = [];
      for (let call = 0; call < 5; call++) answers.push(await client.assets());
      expect(answers.map((rows) => rows.length)).toEqual([1, 1, 1, 1, 1]);
    } finally {
      await limited.stop();
    }
  });
});
