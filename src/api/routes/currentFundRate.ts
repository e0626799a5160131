/**
 * GET /market/currentFundRate (wire 5.8, FUND-003): the rate that is forming, which the next settlement would have with the premium samples so
 * far; all contracts when none is named.
 */
import { Type } from 'typebox';
import { formingRateOf } from '../../core/risk/funding.ts';
import type { Instrument } from '../../core/state.ts';
import { optionalInstrument } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { list, number, string, symbolField } from '../schemas.ts';
import { rateText } from '../wire.ts';
import { byId } from './contracts.ts';

export interface CurrentFundRateView {
  symbol: string;
  fundingRate: string;
  collectCycle: number;
  timestamp: number;
}

const MINUTE_MS = 60_000;

export const currentFundRate = defineRoute<Instrument | null, CurrentFundRateView[]>({
  operation: 'currentFundRate',
  summary: 'Funding rate that is forming',
  method: 'GET',
  path: '/capi/v2/market/currentFundRate',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({ symbol: Type.Optional(symbolField) }),
  answer: list(
    Type.Object({
      symbol: string(),
      fundingRate: string('A fraction; positive: longs pay'),
      collectCycle: number('Minutes between settlements'),
      timestamp: number('Epoch ms'),
    }),
  ),
  sample: {
    request: 'symbol=cmt_btcusdt',
    answer: [{ symbol: 'cmt_btcusdt', fundingRate: '0.0001', collectCycle: 480, timestamp: 1767258000000 }],
  },
  errors: ['40020'],
  parse: (fields, call) => optionalInstrument(fields, call.deps.engine.state),
  handle: (instrument, { deps, requestTimeMs }) => {
    const chosen = instrument === null ? byId(deps.engine.state.instruments) : [instrument];
    return chosen.map((one) => ({
      symbol: one.contract.symbol,
      fundingRate: one.tradingState === 'DELISTED' ? '0' : rateText(formingRateOf(one)),
      collectCycle: one.contract.intervalMs / MINUTE_MS,
      timestamp: requestTimeMs,
    }));
  },
});
