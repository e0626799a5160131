// Every reason of the engine over the wire, in both languages: each token of the documented table is met by a request
// that a trader could send, and its sentence is the table's. So a caller can build on token, class and words.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REJECT_REASONS } from '../../src/core/language/rejects.ts';
import { enter, openContest } from './contest-kit.ts';
import TABLE from '../vectors/rejects.json' with { type: 'json' };
import {
  type Answer,
  CANCEL,
  type Kit,
  LEVERAGE,
  oid,
  order,
  PLACE,
  POSITION,
  quote,
  startMarket,
  SYMBOL,
  type TestAccount,
} from './kit.ts';

const PLAN = '/capi/v2/order/plan_order';
const PROTECT = '/capi/v2/order/placeTpSlOrder';
const MODIFY = '/capi/v2/order/modifyTpSlOrder';
const BATCH = '/capi/v2/order/batchOrders';
const CLOSE = '/capi/v2/order/closePositions';
const MODE = '/capi/v2/account/position/changeHoldModel';
const MARGIN = '/capi/v2/account/adjustMargin';
const UPLOAD = '/capi/v2/order/uploadAiLog';
const [ETH, SOL, ADA, LTC] = ['cmt_ethusdt', 'cmt_solusdt', 'cmt_adausdt', 'cmt_ltcusdt'];

let kit: Kit;
let who: TestAccount;
beforeAll(async () => {
  kit = await startMarket();
  for (const [symbol, price] of [
    [ETH, '3000'],
    [SOL, '150'],
    [ADA, '0.5'],
  ] as const)
    await kit.setPrice(symbol, price);
  await quote(kit, ETH, ['2999.9', '3000.1'], '10');
  const admin = (path: string, body: object): Promise<unknown> => kit.admin('POST', `/admin/contracts/${path}`, body);
  await admin('state', { symbol: ADA, state: 'HALTED' });
  await admin('change', { symbol: SOL, change: { minSize: '1', maxPositionSize: '5' } });
});
afterAll(() => kit.stop());

type Asked = readonly [path: string, body: object];

const opens = (fields: object): Asked => [PLACE, order(fields)];
const rests = { match_price: '0', price: '80000' };
const plans = (fields: object): Asked => [
  PLAN,
  { symbol: SYMBOL, client_oid: oid(), size: '0.01', type: 1, match_type: 1, trigger_price: '95000', ...fields },
];
const protects = (fields: object): Asked => [
  PROTECT,
  {
    symbol: SYMBOL,
    clientOrderId: oid(),
    planType: 'loss_plan',
    triggerPrice: '85000',
    size: '0.01',
    positionSide: 'long',
    ...fields,
  },
];
const levers = (fields: object): Asked => [LEVERAGE, { symbol: SYMBOL, marginMode: 1, longLeverage: 10, ...fields }];
const positionId = async (): Promise<number> => (await kit.get(who, POSITION)).json[0].id as number;
/** `count` orders in batches of twenty. */
async function many(count: number, fields: object): Promise<void> {
  for (let sent = 0; sent < count; sent += 20) {
    const orderDataList = Array.from({ length: 20 }, () => order({ size: '0.0001', ...fields }));
    const { json } = await kit.post(who, BATCH, { symbol: SYMBOL, orderDataList });
    expect(json.order_info.every((row: any) => row.result)).toBe(true);
  }
}

/** For each token what has to be before it, and the request that is then refused with it. */
const CASES: Readonly<Record<string, () => Asked | Promise<Asked>>> = {
  DUPLICATE_CLIENT_OID: async () => {
    await kit.place(who, { ...rests, client_oid: 'mine' });
    return opens({ ...rests, client_oid: 'mine', size: '0.02' });
  },
  CONTRACT_NOT_TRADING: () => opens({ symbol: ADA, size: '10' }),
  MARK_PRICE_UNAVAILABLE: () => opens({ symbol: LTC, size: '1' }),
  SIZE_NOT_POSITIVE: () => opens({ size: '0' }),
  SIZE_NOT_MULTIPLE_OF_STEP: () => opens({ size: '0.000114' }),
  SIZE_TOO_SMALL: () => opens({ symbol: SOL, size: '0.5', match_price: '0', price: '100' }),
  SIZE_TOO_LARGE: () => opens({ size: '200' }),
  PRICE_NOT_MULTIPLE_OF_TICK: () => opens({ ...rests, price: '80000.05' }),
  PRICE_OUT_OF_RANGE: () => opens({ ...rests, price: '1' }),
  PRICE_OUT_OF_BAND: () => opens({ ...rests, price: '110000' }),
  TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK: () => plans({ trigger_price: '95000.05' }),
  TRIGGER_PRICE_WRONG_SIDE: async () => {
    await kit.place(who, {});
    return protects({ triggerPrice: '95000' });
  },
  PRESET_NOT_ALLOWED_ON_CLOSE: async () => {
    await kit.place(who, {});
    return opens({ type: '3', presetStopLossPrice: '85000' });
  },
  PRESET_TP_NOT_MULTIPLE_OF_TICK: () => opens({ presetTakeProfitPrice: '95000.05' }),
  PRESET_SL_NOT_MULTIPLE_OF_TICK: () => opens({ presetStopLossPrice: '-1' }),
  PRESET_TP_WRONG_SIDE: () => opens({ presetTakeProfitPrice: '80000' }),
  PRESET_SL_WRONG_SIDE: () => opens({ type: '2', presetStopLossPrice: '80000' }),
  MARGIN_MODE_MISMATCH: async () => {
    await kit.place(who, {});
    return opens({ marginMode: 3 });
  },
  SEPARATED_MODE_MISMATCH: async () => {
    await kit.place(who, {});
    return opens({ separatedMode: 2 });
  },
  TOO_MANY_OPEN_ORDERS: async () => {
    await many(200, rests);
    return opens(rests);
  },
  TOO_MANY_PLAN_ORDERS: async () => {
    await Promise.all(Array.from({ length: 200 }, () => kit.post(who, ...plans({}))));
    return plans({});
  },
  TOO_MANY_SEPARATED_POSITIONS: async () => {
    await many(100, { separatedMode: 2 });
    return opens({ separatedMode: 2 });
  },
  POSITION_SIDE_INVALID: () => opens({ type: '4' }),
  POSITION_NOT_FOUND: () => [CLOSE, { positionId: '700000000999999' }],
  POSITION_NOT_ISOLATED: async () => {
    await kit.place(who, {});
    return [MARGIN, { isolatedPositionId: await positionId(), collateralAmount: '1' }];
  },
  LEVERAGE_SIDES_DIFFER: () => levers({ shortLeverage: 20 }),
  LEVERAGE_BLOCKED_BY_OPEN_ORDERS: async () => {
    await kit.place(who, rests);
    return levers({});
  },
  MODE_SWITCH_WITH_OPEN_POSITION: async () => {
    await kit.place(who, {});
    return [MODE, { symbol: SYMBOL, marginMode: 3 }];
  },
  MODE_SWITCH_WITH_OPEN_ORDERS: async () => {
    await kit.place(who, rests);
    return [MODE, { symbol: SYMBOL, marginMode: 3 }];
  },
  PLAN_ORDER_NOT_MODIFIABLE: async () => {
    const { order_id: orderId } = (await kit.post(who, ...plans({}))).json;
    await kit.post(who, CANCEL, { orderId });
    return [MODIFY, { orderId, triggerPrice: '96000' }];
  },
  CLOSE_SIZE_EXCEEDS_POSITION: async () => {
    await kit.place(who, {});
    await kit.place(who, { type: '3', match_price: '0', price: '95000' });
    return opens({ type: '3' });
  },
  TPSL_SIZE_EXCEEDS_POSITION: async () => {
    await kit.place(who, {});
    return protects({ size: '0.02' });
  },
  CLOSE_PRICE_BEYOND_BANKRUPTCY: async () => {
    await kit.place(who, { marginMode: 3 });
    return opens({ type: '3', match_price: '0', price: '77000' });
  },
  POSITION_LIMIT_EXCEEDED: () => opens({ symbol: SOL, size: '6', match_price: '0', price: '100' }),
  LEVERAGE_TIER_EXCEEDED: async () => {
    await kit.post(who, ...levers({ longLeverage: 125 }));
    return opens({ ...rests, size: '5' });
  },
  MARGIN_REMOVAL_TOO_LARGE: async () => {
    await kit.place(who, { marginMode: 3 });
    return [MARGIN, { isolatedPositionId: await positionId(), collateralAmount: '-44' }];
  },
  INSUFFICIENT_MARGIN: () => opens({ ...rests, size: '3' }),
};

/** Tokens that travel under a code of their own. */
const OTHER_CODES: Readonly<Record<string, readonly [string, number, () => Asked | Promise<Asked>]>> = {
  ACCOUNT_FROZEN: [
    '40013',
    400,
    async () => {
      await kit.admin('POST', '/admin/accounts/freeze', { uid: who.uid, frozen: true });
      return opens({});
    },
  ],
  AI_LOG_NOT_ALLOWED: ['40022', 403, () => [UPLOAD, { stage: 's', model: 'm', input: {}, output: {} }]],
  KEY_ENDED: ['50004', 400, () => withKey({ until: Date.now() - 1_000 })],
  KEY_LIMIT_EXCEEDED: ['50004', 400, () => withKey({ reduceOnly: true })],
  LEVERAGE_TOO_HIGH: ['50007', 400, () => levers({ longLeverage: 126 })],
  OPERATION_NOT_PERMITTED: [
    '50004',
    400,
    async () => {
      await inContest('by-page', { channels: ['web'] });
      return opens({});
    },
  ],
  ORDER_NOT_FOUND: ['50005', 400, () => [CANCEL, { orderId: '700000000999999' }]],
  SYMBOL_NOT_PERMITTED: [
    '50003',
    400,
    async () => {
      await inContest('of-btc', {});
      return opens({ symbol: ETH, size: '0.1' });
    },
  ],
};

/** Gives the caller's key limits, and opens. */
async function withKey(limits: object): Promise<Asked> {
  const { list } = await kit.admin('GET', `/admin/keys?uid=${who.uid}`);
  await kit.admin('POST', '/admin/keys/limits', { id: list[0].id, limits });
  return opens({});
}

/** Puts the account into a contest of BTC alone, which has not begun. */
async function inContest(id: string, config: object): Promise<void> {
  await openContest(kit, id, 3_600_000, config);
  await enter(kit, id, who, 'Alpha');
}

/** The sentence of the table, with anything of its own where the table has a figure. */
function pattern(text: string): string {
  const escaped = text.replaceAll(/[.*+?^$()[\]\\]/g, String.raw`\$&`);
  return escaped.replaceAll(/\{([^}]*)\}/g, (_, name: string) => (name.includes('|') ? `(?:${name})` : '[^ ]+'));
}

async function refused(ask: () => Asked | Promise<Asked>): Promise<readonly [Answer, Answer]> {
  who = await kit.newAccount();
  const [path, body] = await ask();
  const english = await kit.post(who, path, body);
  // Another request: the millisecond it is signed at is another.
  const chinese = await kit.post(who, path, body, { headers: { locale: 'zh-CN' } });
  return [english, chinese];
}

describe('the table', () => {
  it('is met here whole', () => {
    const first = REJECT_REASONS.indexOf('DUPLICATE_CLIENT_OID');
    expect(TABLE.map(({ token }) => token)).toEqual(REJECT_REASONS.slice(first, first + TABLE.length));
    const own = REJECT_REASONS.slice(0, first).filter((token) => token !== 'PARAMETER_INVALID');
    expect(Object.keys(OTHER_CODES).toSorted()).toEqual(own.toSorted());
    // Shown in the row of a cancel, below.
    const rows = TABLE.map(({ token }) => token).filter((token) => token !== 'ORDER_NOT_CANCELABLE');
    expect(Object.keys(CASES).toSorted()).toEqual(rows.toSorted());
  });
});

describe.each(TABLE.filter(({ token }) => token in CASES))('$number $token', ({ token, class: className, en, zh }) => {
  it('is answered with its sentence in English, and in Chinese behind it', async () => {
    const [english, chinese] = await refused(CASES[token]!);
    expect([english.status, english.json.code, english.json.token]).toEqual([400, '40015', token]);
    expect([chinese.status, chinese.json.code, chinese.json.token]).toEqual([400, '40015', token]);
    expect(english.json.msg).toMatch(new RegExp(`^${token}: ${className}: ${pattern(en)}$`));
    expect(chinese.json.msg).toMatch(new RegExp(`^${token}: ${className}: ${pattern(en)}｜${pattern(zh)}$`));
    expect([english.headers['content-language'], chinese.headers['content-language']]).toEqual(['en-US', 'zh-CN']);
    for (const { text } of [english, chinese]) {
      if (className === 'FAILED_PRECONDITION' && token !== 'POSITION_SIDE_INVALID')
        expect(text).not.toMatch(/invalid/i);
      if (token !== 'CLOSE_SIZE_EXCEEDS_POSITION') expect(text).not.toMatch(/\border\s+\d/i);
    }
  });
});

describe('E31 ORDER_NOT_CANCELABLE', () => {
  it('is the err_msg of a cancel that came too late, in both languages', async () => {
    who = await kit.newAccount();
    const orderId = await kit.place(who, {});
    const { en, zh } = TABLE.find(({ token }) => token === 'ORDER_NOT_CANCELABLE')!;
    const line = `ORDER_NOT_CANCELABLE: FAILED_PRECONDITION: ${pattern(en)}`;
    const english = await kit.post(who, CANCEL, { orderId });
    const chinese = await kit.post(who, CANCEL, { orderId }, { headers: { locale: 'zh' } });
    expect([english.status, english.json.result]).toEqual([200, false]);
    expect(english.json.err_msg).toMatch(new RegExp(`^${line}$`));
    expect(chinese.json.err_msg).toMatch(new RegExp(`^${line}｜${zh}$`));
  });
});

describe.each(Object.entries(OTHER_CODES))('%s', (token, [code, status, ask]) => {
  it('travels under its code, in both languages', async () => {
    const [english, chinese] = await refused(ask);
    for (const answer of [english, chinese])
      expect([answer.status, answer.json.code, answer.json.token]).toEqual([status, code, token]);
    expect(chinese.json.msg).toMatch(/[\u4e00-\u9fff]/);
    expect(english.json.msg).not.toMatch(/[\u4e00-\u9fff]/);
  });
});
