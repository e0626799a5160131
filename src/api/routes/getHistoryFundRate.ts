/**
 * GET /market/getHistoryFundRate (wire 5.8, FUND-004): the rates a contract was settled at, newest first. Reads SQL after the projector has
 * reached everything durable (W-30).
 */
import { Type } from 'typebox';
import { require, wholeOf, wordOf } from '../fields.ts';
import { instrumentField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { code, list, number, string, symbolField, whole } from '../schemas.ts';
import { rateText } from '../wire.ts';

export interface FundRateView {
  symbol: string;
  fundingRate: string;
  fundingTime: number;
}

interface Parameters {
  readonly symbol: string;
  readonly limit: number;
  readonly sort: 'asc' | 'desc';
}

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

export const getHistoryFundRate = defineRoute<Parameters, FundRateView[]>({
  operation: 'getHistoryFundRate',
  summary: 'Funding rates of the past',
  method: 'GET',
  path: '/capi/v2/market/getHistoryFundRate',
  access: 'public',
  permission: 'read',
  weight: { ip: 5, uid: 0 },
  parameters: Type.Object({
    symbol: symbolField,
    limit: Type.Optional(whole('Rows', 1, MAX_LIMIT, DEFAULT_LIMIT)),
    sort: Type.Optional(code('desc: newest first (default), asc: the same rows, oldest first', ['desc', 'asc'])),
  }),
  answer: list(
    Type.Object({
      symbol: string(),
      fundingRate: string('A fraction; positive: longs pay'),
      fundingTime: number('Epoch ms of the settlement'),
    }),
  ),
  sample: {
    request: 'symbol=cmt_btcusdt&limit=1',
    answer: [{ symbol: 'cmt_btcusdt', fundingRate: '0.0001', fundingTime: 1767254400000 }],
  },
  errors: ['40019', '40020'],
  parse: (fields, call) => {
    require(fields, ['symbol']);
    return {
      symbol: instrumentField(fields, call.deps.engine.state).contract.symbol,
      limit: wholeOf(fields, 'limit', 1, MAX_LIMIT, DEFAULT_LIMIT),
      sort: wordOf(fields, 'sort', { desc: 'desc', asc: 'asc' } as const, { en: 'desc or asc', zh: 'desc或asc' }) ?? 'desc',
    };
  },
  handle: async ({ symbol, limit, sort }, { deps }) => {
    const rates = await deps.store.ask('fundingRates', { symbol, limit }, deps.sequencer.sequence);
    const rows = rates.map(({ rateE8, fundingMs }) => ({ symbol, fundingRate: rateText(rateE8), fundingTime: fundingMs }));
    return sort === 'asc' ? rows.reverse() : rows;
  },
});
