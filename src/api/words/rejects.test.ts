import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../core/language/contract-defaults.ts';
import { createEngine } from '../../core/engine.ts';
import { REJECT_REASONS, type Reject, type RejectDetails, type RejectReason } from '../../core/language/rejects.ts';
import DOCUMENTED from '../../../test/vectors/codes.json' with { type: 'json' };
import { CODES, type Code, messageOf, renderError } from './errors.ts';
import { rejectError } from './rejects.ts';

const engine = createEngine((bytes) => createHash('sha256').update(bytes).digest());
engine.apply({
  sequence: 1,
  timeMs: 0,
  command: { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} },
});
const symbol = 'cmt_btcusdt';
const ID = 700_000_000_000_010;

/** One of each, with details as the core gives them. */
const EXAMPLES: { readonly [Reason in RejectReason]: RejectDetails[Reason] } = {
  ACCOUNT_FROZEN: { account: 1 },
  AI_LOG_NOT_ALLOWED: { account: 1_000_001 },
  PARAMETER_INVALID: { field: 'symbol', cause: 'invalid', found: 'x' },
  OPERATION_NOT_PERMITTED: { operation: 'withdraw' },
  SYMBOL_NOT_PERMITTED: { symbol },
  LEVERAGE_TOO_HIGH: { asked: 200, cap: 125 },
  ORDER_NOT_FOUND: { id: '5' },
  DUPLICATE_CLIENT_OID: { clientOrderId: 'a', ageMs: 12, orderId: ID },
  CONTRACT_NOT_TRADING: { symbol, state: 'HALTED' },
  MARK_PRICE_UNAVAILABLE: { symbol, ageMs: 12_000, allowedMs: 10_000 },
  SIZE_NOT_POSITIVE: { symbol, text: '-1' },
  SIZE_NOT_MULTIPLE_OF_STEP: { symbol, text: '0.000114' },
  SIZE_TOO_SMALL: { symbol, text: '0.0001', min: 10 },
  SIZE_TOO_LARGE: { symbol, text: '2000', max: 12_000_000, limit: 'maxSizeLimit' },
  PRICE_NOT_MULTIPLE_OF_TICK: { symbol, text: '90000.05' },
  PRICE_OUT_OF_RANGE: { symbol, field: 'price', text: '1' },
  PRICE_OUT_OF_BAND: { symbol, buy: true, price: 1_100_000, bound: 1_035_000, mark: 900_000, ratioE8: 15_000_000 },
  TRIGGER_PRICE_NOT_MULTIPLE_OF_TICK: { symbol, text: '1.23' },
  TRIGGER_PRICE_WRONG_SIDE: {
    symbol,
    kind: 'takeProfit',
    long: true,
    greater: true,
    reference: 900_000,
    by: 'last',
    price: 890_000,
  },
  PRESET_NOT_ALLOWED_ON_CLOSE: { long: false },
  PRESET_TP_NOT_MULTIPLE_OF_TICK: { symbol, text: '95000.05' },
  PRESET_SL_NOT_MULTIPLE_OF_TICK: { symbol, text: '85000.05' },
  PRESET_TP_WRONG_SIDE: { symbol, long: true, reference: 900_000, price: 890_000 },
  PRESET_SL_WRONG_SIDE: { symbol, long: false, reference: 900_000, price: 890_000 },
  MARGIN_MODE_MISMATCH: { symbol, now: 'cross', asked: 'isolated' },
  SEPARATED_MODE_MISMATCH: { symbol, now: 'combined', asked: 'separated' },
  TOO_MANY_OPEN_ORDERS: { count: 200, max: 200 },
  TOO_MANY_PLAN_ORDERS: { count: 200, max: 200 },
  TOO_MANY_SEPARATED_POSITIONS: { symbol, count: 100, max: 100 },
  POSITION_SIDE_INVALID: { symbol, long: true },
  POSITION_NOT_FOUND: { id: ID },
  POSITION_NOT_ISOLATED: { id: ID, mode: 'cross' },
  LEVERAGE_SIDES_DIFFER: { long: 10, short: 20 },
  LEVERAGE_BLOCKED_BY_OPEN_ORDERS: { symbol, working: 1, plans: 2 },
  MODE_SWITCH_WITH_OPEN_POSITION: { symbol },
  MODE_SWITCH_WITH_OPEN_ORDERS: { symbol, working: 1, plans: 2 },
  PLAN_ORDER_NOT_MODIFIABLE: { status: 'filled' },
  ORDER_NOT_CANCELABLE: { orderId: ID, clientOrderId: 'a', status: 'canceled' },
  CLOSE_SIZE_EXCEEDS_POSITION: { symbol, size: 200, closable: 100, positionId: ID, held: 100, heldBy: ID + 1 },
  TPSL_SIZE_EXCEEDS_POSITION: { symbol, kind: 'stopLoss', size: 200, free: 100, positionId: ID },
  CLOSE_PRICE_BEYOND_BANKRUPTCY: { symbol, price: 800_000, worst: 850_000 },
  POSITION_LIMIT_EXCEEDED: { symbol, total: 2_000_000_000, max: 1_000_000_000 },
  LEVERAGE_TIER_EXCEEDED: { symbol, value: 1_800_000_000_000_000, leverage: 20, max: 1_000_000_000_000_000 },
  MARGIN_REMOVAL_TOO_LARGE: { max: 100_000_000, asked: 200_000_000 },
  INSUFFICIENT_MARGIN: { need: 4_552_800_000, available: 100_000_000 },
  AMOUNT_INVALID: { text: '-1' },
  SYSTEM_LIMIT: { max: 1, total: 2 },
  BALANCE_NOT_ENOUGH: { available: 1, asked: 2 },
  CONTRACT_IN_USE: { symbol, positions: 2, orders: 5, plans: 1 },
  INDEX_INVALID: { symbol, found: '-1', need: 'a price above 0' },
  COPY_INVALID: { found: 'lead 1000002', need: 'an account that leads' },
  IDEMPOTENCY_KEY_REUSED: { key: 'k' },
};

const errorOf = (reason: RejectReason) => rejectError({ reason, ...EXAMPLES[reason] } as Reject, engine.state);
const ENGINE_CODE = 40015;

describe('the codes', () => {
  it('have the documented status and sentences, for callers match them', () => {
    const found = DOCUMENTED.map(({ code }) => ({ code, ...CODES[Number(code) as Code] }));
    expect(found).toEqual(DOCUMENTED);
  });
});

describe('the public face of rejects', () => {
  it('every reason has one, with a known code', () => {
    for (const reason of REJECT_REASONS) expect(CODES[errorOf(reason).code]).toBeDefined();
    expect(Object.keys(EXAMPLES).sort()).toEqual([...REJECT_REASONS].sort());
  });

  it.each(REJECT_REASONS.filter((reason) => errorOf(reason).code === ENGINE_CODE))(
    '%s: TOKEN: CLASS: sentence, the Chinese behind it',
    (reason) => {
      const error = errorOf(reason);
      const english = messageOf(error, 'en');
      const chinese = messageOf(error, 'zh');
      expect(english).toMatch(
        new RegExp(
          `^${reason}: (INVALID_ARGUMENT|FAILED_PRECONDITION|ALREADY_EXISTS|NOT_FOUND|RESOURCE_EXHAUSTED|UNAVAILABLE): .+`,
        ),
      );
      expect(chinese.startsWith(`${english}｜`)).toBe(true);
      expect(chinese.slice(english.length + 1)).toMatch(/[\u4e00-\u9fff]/);
      expect(error.token).toBe(reason);
      expect(english).not.toMatch(/undefined|NaN|null|\{|\}/);
    },
  );

  it('"invalid" stands in no precondition but E23, and "order 123" in no answer but E32, hints included', () => {
    for (const reason of REJECT_REASONS) {
      for (const locale of ['en', 'zh'] as const) {
        const text = renderError(errorOf(reason), locale, 0);
        if (text.includes('FAILED_PRECONDITION') && reason !== 'POSITION_SIDE_INVALID')
          expect(text).not.toMatch(/invalid/i);
        if (reason !== 'CLOSE_SIZE_EXCEEDS_POSITION') expect(text).not.toMatch(/\border\s+\d/i);
      }
    }
  });

  it('prints values in their wire formats', () => {
    const english = (reason: RejectReason): string => messageOf(errorOf(reason), 'en');
    expect(english('CLOSE_SIZE_EXCEEDS_POSITION')).toBe(
      `CLOSE_SIZE_EXCEEDS_POSITION: FAILED_PRECONDITION: close size 0.0200 exceeds the closable 0.0100 of position ${ID}; 0.0100 is held by order ${ID + 1}`,
    );
    expect(english('PRICE_OUT_OF_BAND')).toBe(
      'PRICE_OUT_OF_BAND: INVALID_ARGUMENT: buy price 110000.0 is above the allowed 103500.0 (mark 90000.0, ratio 0.15)',
    );
    expect(english('INSUFFICIENT_MARGIN')).toBe(
      'INSUFFICIENT_MARGIN: FAILED_PRECONDITION: Insufficient margin balance: 45.52800000 USDT needed, 1.00000000 available',
    );
    expect(english('PRESET_SL_WRONG_SIDE')).toBe(
      'PRESET_SL_WRONG_SIDE: INVALID_ARGUMENT: The sell short order stop loss param triggerPrice must be greater than price 90000.0. Current order open sl param trigger price is 89000.0',
    );
    expect(english('MARGIN_MODE_MISMATCH')).toContain(
      'is in marginMode 1 while it has positions or orders; the request says 3',
    );
  });

  it('leaves out who holds the size when nobody does', () => {
    const reject: Reject = {
      reason: 'CLOSE_SIZE_EXCEEDS_POSITION',
      symbol,
      size: 200,
      closable: 100,
      positionId: ID,
      held: 0,
      heldBy: 0,
    };
    expect(messageOf(rejectError(reject, engine.state), 'en')).toMatch(new RegExp(`of position ${ID}$`));
  });

  it('what stands before the order of E32 never grows: callers read the first 200 characters', () => {
    const READ = 200;
    for (const { contract } of engine.state.instruments.values()) {
      const { maxSizeLimit, maxPositionSize } = contract;
      // The longest size a caller may close, a position as large as there can be, all but one step of it held.
      const reject: Reject = {
        reason: 'CLOSE_SIZE_EXCEEDS_POSITION',
        symbol: contract.symbol,
        size: maxSizeLimit,
        closable: maxPositionSize,
        positionId: ID,
        held: maxPositionSize - 1,
        heldBy: ID + 1,
      };
      for (const locale of ['en', 'zh'] as const) {
        const text = renderError(rejectError(reject, engine.state), locale, 1_767_258_000_000).slice(0, READ);
        expect([contract.symbol, /\border\s+(\d+)/.exec(text)?.[1]]).toEqual([contract.symbol, String(ID + 1)]);
      }
    }
    const before = messageOf(errorOf('CLOSE_SIZE_EXCEEDS_POSITION'), 'en').replaceAll(/[\d.]+/g, '#');
    expect(before).toBe(
      'CLOSE_SIZE_EXCEEDS_POSITION: FAILED_PRECONDITION: close size # exceeds the closable # of position #; # is held by order #',
    );
  });
});
