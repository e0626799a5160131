// A signed request is carried out once (FLOW-010): byte for byte the same one again, by whoever recorded it, changes
// nothing and is answered as the first time. Every operation that changes something, over real requests; accepted ones
// and rejected ones; while the first is under way, and after a restart.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/api/v2/index.ts';
import { ROUTES_V3 } from '../../src/api/v3/index.ts';
import { connect, handshakeOf, PRIVATE, refusalOf, type TestSocket } from '../push/push-kit.ts';
import { ownStamp } from '../stamps.ts';
import { CONTEST, openContest } from './contest-kit.ts';
import {
  type Answer,
  CANCEL,
  type Kit,
  LEVERAGE,
  oid,
  order,
  PLACE,
  PLANS,
  POSITION,
  quote,
  type RawRequest,
  signedRequest,
  startKit,
  SYMBOL,
  type TestAccount,
} from './kit.ts';

const CLOSE = '/capi/v2/order/closePositions';
const PLAN = '/capi/v2/order/plan_order';
const MARGIN = '/capi/v2/account/adjustMargin';
const AUTO = '/capi/v2/account/modifyAutoAppendMargin';
const MODE = '/capi/v2/account/position/changeHoldModel';
const CANCEL_PLAN = '/capi/v2/order/cancel_plan';
const STOP_SOME = '/capi/v2/order/cancel_batch_orders';
const STOP_ALL = '/capi/v2/order/cancelAllOrders';
const BATCH = '/capi/v2/order/batchOrders';
const PROTECT = '/capi/v2/order/placeTpSlOrder';
const MOVE = '/capi/v2/order/modifyTpSlOrder';
const COIN = 2;

let kit: Kit;
let trader: TestAccount;
beforeAll(async () => {
  kit = await startKit();
  await openContest(kit, 'c1', 3_600_000);
  await kit.setPrice(SYMBOL, '90000');
  await quote(kit, SYMBOL, ['89999.9', '90000.1'], '10');
  trader = await kit.newAccount();
});
afterAll(() => kit.stop());

const recorded = (path: string, body: object, account = trader): RawRequest =>
  signedRequest(account, 'POST', path, JSON.stringify(body));

/** The answer but for the time at which it was asked for, and whether it says that it is a replay. */
const told = ({ text, status, headers }: Answer) => [
  status,
  text.replace(/"requestTime":\d+/, ''),
  headers['idempotent-replay'] ?? 'no',
];
const again = ([status, text]: ReturnType<typeof told>) => [status, text, 'true'];

/** Everything that a trader can see of their account. */
async function account(who = trader): Promise<string> {
  const reads = [POSITION, '/capi/v2/account/assets', PLANS, '/capi/v2/order/current', '/capi/v2/account/settings'];
  const answers = await Promise.all(reads.map((target) => kit.get(who, target)));
  const marks = /"(unrealizePnl|requestTime|equity|available)":"?[^,}]*/g;
  return answers.map(({ text }) => text.replaceAll(marks, '')).join('\n');
}

/** How many commands of callers were submitted since the start. */
async function position(who = trader): Promise<Record<string, string | number>> {
  return (await kit.get(who, POSITION)).json[0] as Record<string, string | number>;
}

const PLAN_BODY = {
  symbol: SYMBOL,
  size: '0.01',
  type: '1',
  match_type: '1',
  execute_price: '',
  trigger_price: '80000',
};

const STOP_LOSS = {
  symbol: SYMBOL,
  clientOrderId: 'stop',
  planType: 'loss_plan',
  triggerPrice: '85000',
  size: '0.01',
  positionSide: 'long',
};

/** Of each operation that changes something: what has to be before it, and a request that then succeeds. */
const CASES: Readonly<Record<string, (who: TestAccount) => Promise<[string, object]>>> = {
  placeOrder: async () => [PLACE, order()],
  apiKeyLimits: async () => ['/capi/v2/account/apiKey/limits', { orderValue: '1000' }],
  apiKeyStop: async () => ['/capi/v2/account/apiKey/stop', {}],
  cancel_order: async (who) => {
    const orderId = await kit.place(who, { match_price: '0', price: '80000' });
    return [CANCEL, { orderId }];
  },
  cancel_batch_orders: async (who) => {
    const ids = [await kit.place(who, { match_price: '0', price: '80000' })];
    return [STOP_SOME, { ids, cids: ['nobody'] }];
  },
  cancelAllOrders: async (who) => {
    await kit.place(who, { match_price: '0', price: '80000' });
    return [STOP_ALL, { cancelOrderType: 'normal' }];
  },
  batchOrders: async () => [
    BATCH,
    { symbol: SYMBOL, orderDataList: [order(), order({ size: null }), order({ type: 4 })] },
  ],
  placeTpSlOrder: async (who) => {
    await kit.place(who, {});
    return [PROTECT, STOP_LOSS];
  },
  modifyTpSlOrder: async (who) => {
    await kit.place(who, {});
    const [{ orderId }] = (await kit.post(who, PROTECT, STOP_LOSS)).json;
    return [MOVE, { orderId, triggerPrice: '84000' }];
  },
  plan_order: async () => [PLAN, PLAN_BODY],
  cancel_plan: async (who) => [CANCEL_PLAN, { orderId: (await kit.post(who, PLAN, PLAN_BODY)).json.order_id }],
  leverage: async () => [LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: '7' }],
  changeHoldModel: async () => [MODE, { symbol: SYMBOL, marginMode: 3, separatedMode: 1 }],
  closePositions: async (who) => {
    await kit.place(who, {});
    return [CLOSE, { symbol: SYMBOL }];
  },
  adjustMargin: async (who) => {
    await kit.place(who, { marginMode: 3 });
    return [MARGIN, { coinId: COIN, isolatedPositionId: (await position(who))['id'], collateralAmount: '1' }];
  },
  modifyAutoAppendMargin: async (who) => {
    await kit.place(who, { marginMode: 3 });
    return [AUTO, { positionId: (await position(who))['id'], autoAppendMargin: true }];
  },
  contestRegister: async ({ uid }) => [`${CONTEST}/register`, team(`team-${uid}`)],
  contestModels: async (who) => {
    await kit.post(who, `${CONTEST}/register`, team(`team-${who.uid}`));
    return [`${CONTEST}/models`, { contestId: 'c1', models: ['another-model'] }];
  },
  contestWithdraw: async (who) => {
    await kit.post(who, `${CONTEST}/register`, team(`team-${who.uid}`));
    return [`${CONTEST}/withdraw`, { contestId: 'c1', reason: 'no model any more' }];
  },
};

const ORDER_V3 = '/capi/v3/order';
const BATCH_V3 = '/capi/v3/batchOrders';

const orderOfV3 = (fields: object = {}): Record<string, unknown> => ({
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'MARKET',
  quantity: '0.01',
  newClientOrderId: oid(),
  ...fields,
});
const resting = { match_price: '0', price: '80000' };

type Wish = readonly [method: 'POST' | 'DELETE', target: string, body?: object];

/** The same through the second door, and how many commands it becomes where that is not one. */
const CASES_V3: Readonly<Record<string, (who: TestAccount) => Promise<Wish>>> = {
  'v3.placeOrder': async () => ['POST', ORDER_V3, orderOfV3()],
  'v3.cancelOrder': async (who) => ['DELETE', `${ORDER_V3}?orderId=${await kit.place(who, resting)}`],
  'v3.placeOrders': async () => {
    const symbols = ['BTCUSDT', 'ETHUSDT', 'BTCUSDT', 'ETHUSDT', 'BTCUSDT', 'ETHUSDT'];
    const rows = symbols.map((symbol) => orderOfV3({ symbol, side: symbol === 'BTCUSDT' ? 'BUY' : 'SELL' }));
    return ['POST', BATCH_V3, { batchOrders: [...rows, orderOfV3({ quantity: null })] }];
  },
  'v3.cancelOrders': async (who) => [
    'DELETE',
    BATCH_V3,
    { orderIdList: [await kit.place(who, resting)], origClientOrderIdList: ['nobody'] },
  ],
  'v3.allOpenOrders': async (who) => {
    await kit.place(who, resting);
    return ['DELETE', '/capi/v3/allOpenOrders'];
  },
  'v3.closePositions': async (who) => {
    await kit.place(who, {});
    return ['POST', '/capi/v3/closePositions', {}];
  },
};
/** A stop of a position that is there; without a quantity, which a copy must not take for what is left. */
const stopOfV3 = async (who: TestAccount): Promise<Wish> => {
  await kit.place(who, {});
  const stop = { symbol: 'BTCUSDT', planType: 'STOP_LOSS', triggerPrice: '85000', positionSide: 'LONG' };
  return ['POST', '/capi/v3/placeTpSlOrder', stop];
};
const ALGO_V3 = '/capi/v3/algoOrder';
const ALGO_BODY = {
  symbol: 'BTCUSDT',
  side: 'BUY',
  positionSide: 'LONG',
  type: 'STOP_MARKET',
  quantity: '0.01',
  triggerPrice: '80000',
};
const ALGO_CASES_V3: typeof CASES_V3 = {
  'v3.placeAlgoOrder': async () => ['POST', ALGO_V3, ALGO_BODY],
  'v3.cancelAlgoOrder': async (who) => {
    await kit.post(who, ALGO_V3, { ...ALGO_BODY, clientAlgoId: 'waits' });
    return ['DELETE', `${ALGO_V3}?origClientOrderId=waits`];
  },
  'v3.algoOpenOrders': async (who) => {
    await kit.post(who, ALGO_V3, ALGO_BODY);
    return ['DELETE', '/capi/v3/algoOpenOrders'];
  },
  'v3.placeTpSlOrder': stopOfV3,
  'v3.modifyTpSlOrder': async (who) => {
    const [, target, body = {}] = await stopOfV3(who);
    const [{ orderId }] = (await kit.post(who, target, body)).json;
    return ['POST', '/capi/v3/modifyTpSlOrder', { orderId, triggerPrice: '84000' }];
  },
};
const ACCOUNT_V3 = '/capi/v3/account';
/** Changes of the account and of an isolated position, and the demo's name for an order. */
const OTHER_CASES_V3: typeof CASES_V3 = {
  'v3.leverage': async () => ['POST', `${ACCOUNT_V3}/leverage`, { symbol: 'BTCUSDT', crossLeverage: '7' }],
  'v3.marginType': async () => ['POST', `${ACCOUNT_V3}/marginType`, { symbol: 'BTCUSDT', marginType: 'ISOLATED' }],
  'v3.positionMargin': async (who) => {
    await kit.place(who, { marginMode: 3 });
    const moved = { isolatedPositionId: (await position(who))['id'], amount: '1', type: 1 };
    return ['POST', `${ACCOUNT_V3}/positionMargin`, moved];
  },
  'v3.modifyAutoAppendMargin': async (who) => {
    await kit.place(who, { marginMode: 3 });
    const set = { positionId: (await position(who))['id'], autoAppendMargin: true };
    return ['POST', `${ACCOUNT_V3}/modifyAutoAppendMargin`, set];
  },
  'v3.simPlaceOrder': async () => ['POST', '/capi/v3/sim/order', orderOfV3({ symbol: 'BTCSUSDT' })],
};
const COMMANDS: Readonly<Record<string, number>> = { 'v3.placeOrders': 6 };

const ALL_CASES: readonly (readonly [string, (who: TestAccount) => Promise<Wish>])[] = [
  ...Object.entries(CASES).map(
    ([operation, prepare]) =>
      [operation, async (who: TestAccount): Promise<Wish> => ['POST', ...(await prepare(who))]] as const,
  ),
  ...Object.entries(CASES_V3),
  ...Object.entries(ALGO_CASES_V3),
  ...Object.entries(OTHER_CASES_V3),
];

const team = (teamName: string) => ({ contestId: 'c1', teamName, modelClass: 'llm', members: [teamName] });

/** AI logs answer for themselves: uploads-at-once.test.ts and uploadAiLog.test.ts. */
const BY_CONTENT = ['uploadAiLog', 'v3.uploadAiLog', 'v3.simUploadAiLog'];
/** Each is one step of a case, and a second one is refused by the case itself: contest.test.ts. */
const IN_CASES = ['contestAnswer', 'contestAppeal'];

describe('every operation that changes something', () => {
  it('is among those tried here', () => {
    const changing = [...ROUTES, ...ROUTES_V3].filter(
      ({ method, permission }) => method !== 'GET' && permission === 'trade',
    );
    expect(changing.map(({ operation }) => operation).toSorted()).toEqual(
      [...ALL_CASES.map(([operation]) => operation), ...BY_CONTENT, ...IN_CASES].toSorted(),
    );
  });

  it.each(ALL_CASES)('%s is carried out once, and answered as the first time', async (_, prepare) => {
    const who = await kit.newAccount();
    const [method, target, body] = await prepare(who);
    const request = signedRequest(who, method, target, body === undefined ? '' : JSON.stringify(body));
    const first = told(await kit.send(request));
    expect(first[0]).toBe(200);
    expect(first[2]).toBe('no');
    const after = await account(who);
    for (let replay = 0; replay < 3; replay++) expect(told(await kit.send(request))).toEqual(again(first));
    expect(await account(who)).toBe(after);
  });

  it.each(ALL_CASES)('%s is carried out once when the copies come together', async (operation, prepare) => {
    const who = await kit.newAccount();
    const [method, target, body] = await prepare(who);
    const request = signedRequest(who, method, target, body === undefined ? '' : JSON.stringify(body));
    const before = kit.commandsOf(who);
    const answers = (await Promise.all([1, 2, 3, 4].map(() => kit.send(request)))).map(told);
    expect(answers.map(([status, text]) => [status, text])).toEqual(answers.map(() => answers[0]!.slice(0, 2)));
    expect(answers.map((one) => one[2]).toSorted()).toEqual(['no', 'true', 'true', 'true']);
    // An accepted order answers for its client_oid: a copy that comes when it has just been answered is a command too.
    if (['placeOrder', 'v3.placeOrder', 'v3.simPlaceOrder'].includes(operation))
      expect((await position(who))['size']).toBe('0.0100');
    else expect(kit.commandsOf(who) - before).toBe(COMMANDS[operation] ?? 1);
  });
});

describe('a replay', () => {
  it('of an order that was rejected is rejected again, though it would be accepted now', async () => {
    const poor = await kit.newAccount({ balance: '1' });
    const request = recorded(PLACE, order(), poor);
    const first = told(await kit.send(request));
    expect(first[1]).toContain('INSUFFICIENT_MARGIN');
    await kit.admin('POST', '/admin/accounts/deposit', { uid: poor.uid, amount: '10000' });
    expect(told(await kit.send(request))).toEqual(again(first));
    expect((await kit.get(poor, POSITION)).json).toEqual([]);
    // A request signed anew is a new one, under the same name too: a rejected order does not use it up.
    await new Promise((resolve) => setTimeout(resolve, 2));
    const body = request.body as string;
    expect((await kit.post(poor, PLACE, body)).status).toBe(200);
  });

  it('of closing one position does nothing to the one opened since', async () => {
    const who = await kit.newAccount();
    await kit.place(who, {});
    const request = recorded(CLOSE, { symbol: SYMBOL }, who);
    const first = told(await kit.send(request));
    await kit.place(who, {});
    expect(told(await kit.send(request))).toEqual(again(first));
    expect(await position(who)).toMatchObject({ size: '0.0100' });
  });

  it('changes no other request: signed a millisecond later it is another', async () => {
    const who = await kit.newAccount();
    const at = Date.now();
    const bodies = [0, 1].map((later) =>
      signedRequest(who, 'POST', PLAN, JSON.stringify(PLAN_BODY), { timestamp: String(at + later) }),
    );
    const [one, two] = await Promise.all(bodies.map((request) => kit.send(request)));
    expect(one!.json.order_id).not.toBe(two!.json.order_id);
  });

  it('of another account is another request, and equal reads are both answered', async () => {
    const [one, two] = [await kit.newAccount(), await kit.newAccount()];
    const timestamp = String(Date.now());
    const wish = [one, two].map((who) => signedRequest(who, 'POST', PLAN, JSON.stringify(PLAN_BODY), { timestamp }));
    const ids = await Promise.all(wish.map(async (request) => (await kit.send(request)).json.order_id as string));
    expect(new Set(ids).size).toBe(2);
    const read = signedRequest(one, 'GET', PLANS, '', { timestamp });
    for (const answer of [await kit.send(read), await kit.send(read)])
      expect([answer.status, answer.headers['idempotent-replay']]).toEqual([200, undefined]);
  });

  it('is answered as the first time by an exchange that was started again', async () => {
    const data = mkdtempSync(join(tmpdir(), 'outcry-replays-'));
    const first = await startKit(undefined, undefined, data);
    await first.setPrice(SYMBOL, '90000');
    const who = await first.newAccount();
    const wishes = [
      recorded(PLAN, PLAN_BODY, who),
      recorded(LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: '9' }, who),
      recorded(CLOSE, { symbol: SYMBOL }, who),
      recorded(PLACE, order({ match_price: '0', price: '1' }), who),
      recorded(PLACE, order({ match_price: '0', price: '80000' }), who),
    ];
    const answers: ReturnType<typeof told>[] = [];
    for (const wish of wishes) answers.push(told(await first.send(wish)));
    expect(answers.map(([status]) => status)).toEqual([200, 400, 200, 400, 200]);
    await first.app.stop();
    const second = await startKit(undefined, undefined, data);
    for (const [at, wish] of wishes.entries()) expect(told(await second.send(wish))).toEqual(again(answers[at]!));
    expect((await second.get(who, PLANS)).json).toHaveLength(1);
    await second.stop();
    await first.stop().catch(() => undefined);
  });
});

describe('a handshake', () => {
  const sockets: TestSocket[] = [];
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.close();
  });
  const keep = (socket: TestSocket): TestSocket => {
    sockets.push(socket);
    return socket;
  };
  const byHeaders = async (headers: Record<string, string>, url = kit.url) =>
    keep(await connect(url, PRIVATE, { headers }));
  /** Logs in on an open connection; its answer. */
  const byMessage = async (headers: Record<string, string>, url = kit.url) => {
    const page = keep(await connect(url, PRIVATE, { protocols: ['outcry.login'] }));
    const [apiKey, passphrase] = [headers['ACCESS-KEY'], headers['ACCESS-PASSPHRASE']];
    const [timestamp, sign] = [headers['ACCESS-TIMESTAMP'], headers['ACCESS-SIGN']];
    page.send({ event: 'login', apiKey, passphrase, timestamp, sign });
    const answer = await page.next(({ event }) => event === 'loggedIn' || event === 'error');
    if (answer.event === 'error') expect(await page.closed()).toBe(4001);
    return answer;
  };
  const USED = { code: '40008', hint: expect.stringContaining('was used for a connection already') };

  it('lets in once, whichever of the two ways it comes again', async () => {
    for (const first of [byHeaders, byMessage]) {
      const headers = handshakeOf(trader);
      const entered = await first(headers);
      if (!('ws' in entered)) expect(entered).toMatchObject({ event: 'loggedIn' });
      for (let copy = 0; copy < 2; copy++) {
        expect(await refusalOf(byHeaders(headers))).toMatchObject({ status: 400, json: { ...USED, data: null } });
        expect(await byMessage(headers)).toMatchObject({ event: 'error', ...USED });
      }
    }
    expect(await byMessage(handshakeOf(trader))).toMatchObject({ event: 'loggedIn' });
  });

  it('is no other key’s, and one that let nobody in is not used up', async () => {
    const at = ownStamp('handshake');
    const [one, two] = [await kit.newAccount(), await kit.newAccount({ ips: ['203.0.113.7'] })];
    await byHeaders(handshakeOf(one, at));
    const bound = handshakeOf(two, at);
    for (let twice = 0; twice < 2; twice++) expect((await refusalOf(byHeaders(bound))).json.code).toBe('40018');
    const wrong = { ...handshakeOf(trader), 'ACCESS-PASSPHRASE': 'wrong' };
    expect((await refusalOf(byHeaders(wrong))).json.code).toBe('40012');
    await byHeaders({ ...wrong, 'ACCESS-PASSPHRASE': trader.passphrase });
  });

  it('lets one in of many that come together', async () => {
    const headers = handshakeOf(trader);
    const ways = [byHeaders, byMessage, byHeaders, byMessage, byHeaders, byMessage];
    const came = await Promise.allSettled(ways.map((way) => way(headers)));
    const isIn = came.map((one) => one.status === 'fulfilled' && ('ws' in one.value || one.value.event === 'loggedIn'));
    expect(isIn.filter(Boolean)).toHaveLength(1);
  });

  it('is known again by an exchange that was started again', async () => {
    const data = mkdtempSync(join(tmpdir(), 'outcry-handshakes-'));
    const first = await startKit(undefined, undefined, data);
    const who = await first.newAccount();
    const recordings = [handshakeOf(who), handshakeOf(who)];
    await byHeaders(recordings[0]!, first.url);
    await byMessage(recordings[1]!, first.url);
    await first.app.stop();
    const second = await startKit(undefined, undefined, data);
    for (const headers of recordings) {
      expect((await refusalOf(byHeaders(headers, second.url))).json).toMatchObject(USED);
      expect(await byMessage(headers, second.url)).toMatchObject(USED);
    }
    await byHeaders(handshakeOf(who), second.url);
    await second.stop();
    await first.stop().catch(() => undefined);
  });

  it('hears what is said together with the login after it', async () => {
    const headers = handshakeOf(trader);
    const page = keep(await connect(kit.url, PRIVATE, { protocols: ['outcry.login'] }));
    page.send({
      event: 'login',
      apiKey: trader.apiKey,
      passphrase: trader.passphrase,
      timestamp: headers['ACCESS-TIMESTAMP'],
      sign: headers['ACCESS-SIGN'],
    });
    for (const channel of ['orders', 'fill', 'account']) page.send({ event: 'subscribe', channel });
    await page.next(({ event, channel }) => event === 'subscribed' && channel === 'account');
    const events = page.got.map(({ event, channel }) => [event, channel ?? '']);
    expect(events.filter(([event]) => event !== 'payload')).toEqual([
      ['loggedIn', ''],
      ['subscribed', 'orders'],
      ['subscribed', 'fill'],
      ['subscribed', 'account'],
    ]);
  });

  it('of the client gets in each time, however often it connects in a millisecond', async () => {
    const client = kit.client(trader);
    const streams = Array.from({ length: 8 }, () => client.account());
    await Promise.all(streams.map((stream) => stream.ready()));
    for (const stream of streams) stream.close();
  });
});

describe('the border between target and body', () => {
  it('a body that was moved behind the ? is refused, and closes nothing', async () => {
    const who = await kit.newAccount();
    await kit.place(who, {});
    const body = '{"symbol":"cmt_ethusdt"}';
    for (const query of ['?', '?a=1']) {
      const first = signedRequest(who, 'POST', `${CLOSE}${query}`, body, {
        signedTarget: `${CLOSE}${query === '?' ? '' : query}`,
      });
      const moved = { ...first, target: `${CLOSE}${query}${body}`, body: '' };
      const answer = await kit.send(moved);
      expect([answer.status, answer.json.code]).toEqual([400, query === '?' ? '40009' : '40017']);
      expect((await kit.send(first)).status).toBe(200);
    }
    expect(await position(who)).toMatchObject({ size: '0.0100' });
  });

  it('a question mark without a query behind it is not signed', async () => {
    const target = `${PLANS}?`;
    expect((await kit.get(trader, target, { signedTarget: PLANS })).status).toBe(200);
    expect((await kit.get(trader, target)).json.code).toBe('40009');
  });
});
