/** GET /market/funding_time (wire 5.8, FUND-004): when the contract's funding is settled next. */
import { Type } from 'typebox';
import { nextFundingTime } from '../../core/risk/mark-price.ts';
import type { Instrument } from '../../core/state.ts';
import { require } from '../fields.ts';
import { instrumentField } from '../parameters.ts';
import { defineRoute } from '../route.ts';
import { answer, number, string, symbolField } from '../schemas.ts';

export interface FundingTimeAnswer {
  symbol: string;
  fundingTime: number;
}

export const funding_time = defineRoute<Instrument, FundingTimeAnswer>({
  operation: 'funding_time',
  summary: 'Next funding settlement',
  method: 'GET',
  path: '/capi/v2/market/funding_time',
  access: 'public',
  permission: 'read',
  weight: { ip: 1, uid: 0 },
  parameters: Type.Object({ symbol: symbolField }),
  answer: answer({ symbol: string(), fundingTime: number('Epoch ms; 0 when the contract is delisted') }),
  sample: { request: 'symbol=cmt_btcusdt', answer: { symbol: 'cmt_btcusdt', fundingTime: 1767283200000 } },
  errors: ['40019', '40020'],
  parse: (fields, call) => {
    require(fields, ['symbol']);
    return instrumentField(fields, call.deps.engine.state);
  },
  handle: (instrument, { deps }) => ({
    symbol: instrument.contract.symbol,
    fundingTime: nextOf(instrument, deps.clock.nowMs()),
  }),
});

/** Before its first index price a contract has no boundary of its own yet; the clock gives the same one. Delisted it has none any more: 0. */
function nextOf(instrument: Instrument, nowMs: number): number {
  if (instrument.tradingState === 'DELISTED') return 0;
  return instrument.nextFundingMs === 0 ? nextFundingTime(instrument, nowMs) : instrument.nextFundingMs;
}
