import { describe, expect, it } from 'vitest';
import { DEFAULT_CONTRACTS } from '../../../core/language/contract-defaults.ts';
import { loadContract } from '../../../core/language/contract.ts';
import { REJECT_REASONS } from '../../../core/language/rejects.ts';
import type { State } from '../../../core/state/state.ts';
import { exampleOf, rejectError } from '../../words/rejects.ts';
import { V3 } from '../dialect.ts';
import { faceOf } from './codes.ts';
import { inWordsOfV3 } from './wording.ts';

const state = {
  bySymbol: new Map(DEFAULT_CONTRACTS.map((spec) => [spec.symbol, { contract: loadContract(spec) }])),
} as unknown as State;

/** Names and codes that mean nothing to who speaks v3, or another thing. */
const OF_V2 =
  /\b(?:client_oid|clientOid|order_type|match_price|match_type|marginMode|separatedMode|SHARED|cmt_\w+|\w+_plan|(?:long|short)Leverage)\b|\/capi\/v2|\btype (?:is )?'?[1-4]\b/;

describe('what the rules say to who speaks v3', () => {
  it.each(REJECT_REASONS)('%s has no word or code of v2, in either language', (reason) => {
    const error = rejectError(exampleOf(reason), state, 'placeOrder', V3.fieldName);
    for (const locale of ['en', 'zh'] as const) {
      const { msg, hint = '' } = faceOf(error, locale);
      expect(OF_V2.exec(`${msg} | ${hint}`)).toBeNull();
    }
  });

  it('says how a position is closed, and in which mode a contract is, as v3 asks for it', () => {
    expect(inWordsOfV3('type 3 closes a LONG position, type 4 a SHORT one')).toBe(
      'SELL with positionSide LONG closes a LONG position, BUY with positionSide SHORT a SHORT one',
    );
    expect(inWordsOfV3('send marginMode 3, or none')).toBe('send marginType ISOLATED, or none');
    expect(inWordsOfV3("did you mean 'cmt_btcusdt'? use GET /capi/v2/order/current")).toBe(
      "did you mean 'cmt_btcusdt'? use GET /capi/v3/openOrders",
    );
  });
});
