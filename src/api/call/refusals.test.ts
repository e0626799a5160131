import { describe, expect, it } from 'vitest';
import { V2 } from '../v2/dialect.ts';
import { ApiError, invalid, type Locale, malformed, same } from '../words/errors.ts';
import { createRefusals, REFUSALS_KEPT } from './refusals.ts';

const request = (at: number) => ({ t: at, operation: 'placeOrder', requestId: `r-${at}` });
const faced = (error: ApiError, locale: Locale) => [error.token, V2.faceOf(error, locale)] as const;
const error = invalid('size', { en: 'found much', zh: '收到much' });

describe('refusals', () => {
  it('are newest first, each account’s own, in the language they were answered in', () => {
    const refusals = createRefusals();
    refusals.note(1, request(10), ...faced(error, 'en'));
    refusals.note(2, request(11), ...faced(error, 'en'));
    refusals.note(1, request(12), ...faced(new ApiError(40013, { token: 'ACCOUNT_FROZEN' }), 'zh'));
    expect(refusals.of(1)).toEqual([
      { ...request(12), code: '40013', token: 'ACCOUNT_FROZEN', msg: '账户已冻结', hint: null },
      { ...request(10), code: '40020', token: null, msg: 'Parameter size is invalid', hint: 'found much' },
    ]);
    expect(refusals.of(3)).toEqual([]);
  });

  it('are the last hundred of an account', () => {
    const refusals = createRefusals();
    for (let at = 1; at <= 250; at++) refusals.note(1, request(at), ...faced(error, 'en'));
    expect(refusals.of(1).map(({ t }) => t)).toEqual(Array.from({ length: 100 }, (_, at) => 250 - at));
  });

  it('of many accounts stay bounded, and those refused longest ago go first', () => {
    const refusals = createRefusals();
    const accounts = REFUSALS_KEPT.all / 10;
    for (let account = 1; account <= accounts; account++)
      for (let at = 1; at <= 10; at++) refusals.note(account, request(at), ...faced(error, 'en'));
    refusals.note(1, request(11), ...faced(error, 'en'));
    expect([refusals.of(1).length, refusals.of(2).length]).toEqual([11, 9]);
    for (let newer = accounts + 1; newer <= accounts + 99; newer++)
      refusals.note(newer, request(1), ...faced(error, 'en'));
    expect([refusals.of(1).length, refusals.of(11).length, refusals.of(12).length]).toEqual([11, 0, 10]);
    let kept = 0;
    for (let account = 1; account <= accounts + 99; account++) kept += refusals.of(account).length;
    expect(kept).toBe(REFUSALS_KEPT.all);
  });

  it('keep no text longer than five hundred characters, whatever a caller makes us say', () => {
    const refusals = createRefusals();
    refusals.note(1, request(1), ...faced(malformed(same('x'.repeat(9_000)), same('y'.repeat(9_000))), 'en'));
    expect(refusals.of(1).map(({ msg, hint }) => [msg.length, hint?.length])).toEqual([[501, 501]]);
  });
});
