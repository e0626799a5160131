import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../core/language/contract-defaults.ts';
import { createEngine } from '../../core/engine.ts';
import { REJECT_REASONS, type Reject, type RejectReason } from '../../core/language/rejects.ts';
import DOCUMENTED from '../../../test/vectors/codes.json' with { type: 'json' };
import { CODES, type Code, messageOf, renderError } from './errors.ts';
import { exampleOf, rejectError } from './rejects.ts';

const engine = createEngine((bytes) => createHash('sha256').update(bytes).digest());
engine.apply({
  sequence: 1,
  timeMs: 0,
  command: { name: 'setParameters', contracts: DEFAULT_CONTRACTS, exchange: {} },
});
const symbol = 'cmt_btcusdt';
const ID = 700_000_000_000_010;

const errorOf = (reason: RejectReason) => rejectError(exampleOf(reason), engine.state);
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
      `CLOSE_SIZE_EXCEEDS_POSITION: FAILED_PRECONDITION: close size 0.0200 exceeds the closable 0.0050 of position 700000000000012; 0.0050 is held by order 700000000000030`,
    );
    expect(english('PRICE_OUT_OF_BAND')).toBe(
      'PRICE_OUT_OF_BAND: INVALID_ARGUMENT: buy price 105000.0 is above the allowed 103500.0 (mark 90000.0, ratio 0.15)',
    );
    expect(english('INSUFFICIENT_MARGIN')).toBe(
      'INSUFFICIENT_MARGIN: FAILED_PRECONDITION: Insufficient margin balance: 463.00000000 USDT needed, 120.00000000 available',
    );
    expect(english('PRESET_SL_WRONG_SIDE')).toBe(
      'PRESET_SL_WRONG_SIDE: INVALID_ARGUMENT: The buy long order stop loss param triggerPrice must be less than price 90000.0. Current order open sl param trigger price is 91000.0',
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
