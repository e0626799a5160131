// V3-06: every refusal of test/vectors/v3/errors.json is met by a request over the second door, as a number, in both
// languages; and V3-35: weights and order rates are of one budget with the first door. Engine rejections are each
// worded as they are there, by their token.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { V3 } from '../../../src/api/v3/dialect.ts';
import { ApiError } from '../../../src/api/words/errors.ts';
import { exampleOf, rejectError } from '../../../src/api/words/rejects.ts';
import { createEngine } from '../../../src/core/engine.ts';
import { DEFAULT_CONTRACTS } from '../../../src/core/language/contract-defaults.ts';
import type { RejectReason } from '../../../src/core/language/rejects.ts';
import { enter, openContest } from '../contest-kit.ts';
import { type Answer, type Kit, oid, order as orderOfV2, PLACE, signedRequest, startKit, startMarket } from '../kit.ts';
import type { SignedOptions, TestAccount } from '../kit.ts';

interface Refusal {
  readonly v2: string;
  readonly code: number;
  readonly http: number;
  readonly en: string;
  readonly zh: string;
  readonly token: string | null;
}

const vectors = JSON.parse(readFileSync(new URL('../../vectors/v3/errors.json', import.meta.url), 'utf8')) as {
  readonly errors: readonly Refusal[];
  readonly engine: readonly {
    readonly e: string;
    readonly token: string;
    readonly code: number;
    readonly suffix?: string;
  }[];
};

const ORDER = '/capi/v3/order';
const BALANCE = '/capi/v3/account/balance';
const order = (fields: object = {}): object => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'MARKET',
  quantity: '0.01',
  newClientOrderId: oid(),
  ...fields,
});

let kit: Kit;
let trader: TestAccount;
beforeAll(async () => {
  kit = await startMarket();
  trader = await kit.newAccount();
});
afterAll(() => kit.stop());

type Ask = (headers: Readonly<Record<string, string>>) => Promise<Answer>;

const read =
  (options: SignedOptions, change: Partial<TestAccount> = {}): Ask =>
  (headers) =>
    kit.get({ ...trader, ...change }, BALANCE, { ...options, headers: { ...options.headers, ...headers } });
const place =
  (fields: object | string): Ask =>
  (headers) =>
    kit.post(trader, ORDER, typeof fields === 'string' ? fields : order(fields), { headers });
const ask =
  (path: string): Ask =>
  (headers) =>
    kit.get(trader, `/capi/v3/${path}`, { headers });
const of =
  (
    make: () => Promise<TestAccount>,
    send: (account: TestAccount, headers: Record<string, string>) => Promise<Answer>,
  ): Ask =>
  async (headers) =>
    send(await make(), headers);

/** An account in a contest that lets it trade BTC alone, and by the API alone. */
let member: TestAccount | null = null;
async function inContest(): Promise<TestAccount> {
  if (member !== null) return member;
  await openContest(kit, 'refused', 3_600_000);
  member = await kit.newAccount({ balance: '0' });
  await enter(kit, 'refused', member, 'Refused');
  return member;
}

/** By code, and where one has several meanings by its text. */
const ASKED: Readonly<Record<string, Ask>> = {
  '-1040': read({ headers: { 'ACCESS-KEY': undefined } }),
  '-1041': read({ headers: { 'ACCESS-SIGN': undefined } }),
  '-1042': read({ headers: { 'ACCESS-TIMESTAMP': undefined } }),
  '-1043': read({ timestamp: 'soon' }),
  '-1044': read({}, { apiKey: 'nobody' }),
  '-1045': (headers) => kit.post(trader, ORDER, order(), { headers: { ...headers, 'Content-Type': 'text/plain' } }),
  '-1046': read({ timestamp: '1767258000000' }),
  '-1047': read({}, { secret: 'another' }),
  '-1048': read({ headers: { 'ACCESS-PASSPHRASE': undefined } }),
  '-1049': read({}, { passphrase: 'another' }),
  '-1057': of(
    async () => {
      const account = await kit.newAccount();
      await kit.admin('POST', '/admin/accounts/freeze', { uid: account.uid, frozen: true });
      return account;
    },
    (account, headers) => kit.post(account, ORDER, order(), { headers }),
  ),
  '-1052 密钥权限不符': of(
    () => kit.newAccount({ permission: 'read' }),
    (account, headers) => kit.post(account, ORDER, order(), { headers }),
  ),
  '-1052 无权执行此操作': of(
    () => kit.newAccount(),
    (account, headers) => kit.post(account, `${ORDER}/uploadAiLog`, '{}', { headers }),
  ),
  '-1135': place('[]'),
  '-1128': place({ reduceOnly: true }),
  '-1171': ask('openOrders?startTime=1767258000001&endTime=1767258000000'),
  '-1140 必须提供orderId或origClientOrderId': ask('order'),
  '-1140 {name}须在{min}至{max}之间': ask('openOrders?limit=101'),
  '-1140 请求过大': (headers) => kit.post(trader, ORDER, `{"a":"${'x'.repeat(300_000)}"}`, { headers }),
  '-1056': of(
    () => kit.newAccount({ ips: ['10.0.0.1'] }),
    (account, headers) => kit.get(account, BALANCE, { headers }),
  ),
  '-1141': place({ quantity: '' }),
  '-1142': place({ quantity: 'much' }),
  '-1121': place({ symbol: 'BTC-USDT' }),
  '-1117': place({ side: 'LONG' }),
  '-1116': place({ type: 'STOP' }),
  '-1115': place({ timeInForce: 'GTD', type: 'LIMIT', price: '80000' }),
  '-1180': place({ newClientOrderId: 'a#1' }),
  '-1051': of(
    async () => {
      const account = await kit.newAccount();
      const { list } = await kit.admin('GET', `/admin/keys?uid=${account.uid}`);
      await kit.admin('POST', '/admin/keys/enable', { id: list[0].id, enabled: false });
      return account;
    },
    (account, headers) => kit.get(account, BALANCE, { headers }),
  ),
  '-3235': of(inContest, (account, headers) => kit.post(account, ORDER, order({ symbol: 'ETHUSDT' }), { headers })),
  '-3236': of(inContest, (account, headers) =>
    kit.post(account, ORDER, order(), { headers: { ...headers, 'ORDER-CHANNEL': 'web' } }),
  ),
  '-3200': ask('order?orderId=99'),
  '-3313': (headers) =>
    kit.post(trader, '/capi/v3/account/leverage', { symbol: 'BTCUSDT', crossLeverage: '500' }, { headers }),
  '404': ask('order/placeOrder'),
  '-1150': (headers) => kit.send({ method: 'PUT', target: ORDER, headers }),
  '-1190': (headers) =>
    kit.send({
      target: '/capi/v3/market/time',
      headers: { ...headers, Host: 'elsewhere.test', 'User-Agent': 'Mozilla/5.0' },
    }),
};
/** Held by what the others are: their causes are not at hand for a caller. */
const NOT_AT_HAND = [500, 503];
/** In a list of their own. */
const ELSEWHERE = [-1054, 429];

const pattern = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll(/[.*+?^$()|[\]\\/]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '.+')}$`);

describe('V3-06 a refusal', () => {
  const listed = vectors.errors.filter(({ code }) => ![...NOT_AT_HAND, ...ELSEWHERE].includes(code));

  it.each(listed.map((one) => [`${one.code} ${one.en}`, one] as const))('%s', async (_, refusal) => {
    const send = ASKED[`${refusal.code} ${refusal.zh}`] ?? ASKED[String(refusal.code)];
    if (send === undefined) throw new Error(`nothing asks for ${refusal.code} ${refusal.zh}`);
    const [en, zh] = [await send({ locale: 'en-US' }), await send({ locale: 'zh-CN' })];
    for (const { status, json } of [en, zh]) {
      expect([json.code, typeof json.code]).toEqual([refusal.code, 'number']);
      if (typeof refusal.http === 'number') expect(status).toBe(refusal.http);
      expect([typeof json.requestTime, json.data]).toEqual(['number', null]);
      expect(json.token ?? null).toBe(refusal.token);
      expect(json.error).toBeUndefined();
    }
    expect(en.json.msg).toMatch(pattern(refusal.en));
    expect(zh.json.msg).toMatch(pattern(refusal.zh));
  });

  it.each(NOT_AT_HAND)('%d has its text in error, and no msg', (code) => {
    const row = vectors.errors.find((one) => one.code === code)!;
    for (const locale of ['en', 'zh'] as const) {
      const body = JSON.parse(V3.render(new ApiError(code as 500), locale, 1767258000000));
      expect(body).toEqual({ code, error: row[locale], requestTime: 1767258000000, data: null });
    }
  });

  it('of the address, host or page is a number, too, and of a size that of sizes', async () => {
    const long = await kit.get(trader, `${BALANCE}?a=${'x'.repeat(20_000)}`);
    expect([long.status, long.json.code]).toEqual([414, -1140]);
  });
});

describe('V3-06 an engine rejection', () => {
  const engine = createEngine((bytes) => createHash('sha256').update(bytes).digest());
  engine.apply({
    sequence: 1,
    timeMs: 1,
    command: { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} },
  });

  it.each(vectors.engine.map((one) => [`${one.e} ${one.token}`, one] as const))('%s', (_, { token, code, suffix }) => {
    const error = rejectError(exampleOf(token as RejectReason), engine.state, 'placeOrder', V3.fieldName);
    for (const locale of ['en', 'zh'] as const) {
      const face = V3.faceOf(error, locale);
      expect([face.http, face.code]).toEqual([400, code]);
      expect(face.msg).not.toMatch(/cmt_|client_oid|\/capi\/v2/);
      expect(face.msg.startsWith(`${token}: `)).toBe(true);
      if (suffix !== undefined) expect(face.msg.endsWith(suffix)).toBe(true);
      else expect(face.msg).not.toContain('amount not enough');
      expect(face.hint ?? '').not.toMatch(/cmt_|\/capi\/v2/);
    }
  });
});

describe('V3-35 budgets', () => {
  it('are of one account in both doors, and a 429 has no msg', async () => {
    const limited = await startKit(['--rate-limit-orders-per-second', '2', '--rate-limit-uid-budget', '60']);
    try {
      const account = await limited.newAccount();
      const send = (target: string, body: object) =>
        limited.send(signedRequest(account, 'POST', target, JSON.stringify(body)));
      const sent = await Promise.all([
        ...Array.from({ length: 4 }, () => send(PLACE, orderOfV2())),
        ...Array.from({ length: 4 }, () => send(ORDER, order())),
      ]);
      const refused = sent.slice(4).filter(({ status }) => status === 429);
      // Eight arrive within two seconds at most, in each of which two pass.
      expect(refused.length).toBeGreaterThan(0);
      expect(sent.filter(({ status }) => status !== 429).length).toBeLessThan(8);
      for (const { json, headers } of refused) {
        expect(json).toMatchObject({ code: 429, error: 'Too many requests' });
        expect(json).not.toHaveProperty('msg');
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
    } finally {
      await limited.stop();
    }
  });

  it('of weight are charged by either door, and told in the headers of this one', async () => {
    const limited = await startKit(['--rate-limit-ip-budget', '100000', '--rate-limit-uid-budget', '100']);
    try {
      const account = await limited.newAccount();
      const ask = (target: string) => limited.send(signedRequest(account, 'GET', target, ''));
      const first = await ask('/capi/v2/account/assets');
      const second = await ask(BALANCE);
      const used = (answer: Answer) => Number(answer.headers['x-ratelimit-uid-used']);
      expect(used(second) - used(first)).toBe(10);
      const weight = Number(second.headers['x-used-weight-10s']);
      expect(weight).toBeGreaterThanOrEqual(10);
      expect(Number(second.headers['x-remaining-weight-10s'])).toBe(100_000 - weight);
      const answers = await Promise.all(Array.from({ length: 12 }, () => ask(BALANCE)));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]!.json).toMatchObject({
        code: 429,
        error: 'Too many requests',
        requestTime: expect.any(Number),
      });
    } finally {
      await limited.stop();
    }
  });
});
