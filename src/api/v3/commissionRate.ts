/** GET /account/commissionRate: the fees the account pays in a contract. */
import { makerFeeRateOf, takerFeeRateOf } from '../../core/positions/fees.ts';
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { object, string } from '../shapes/schema.ts';
import { shape } from '../shapes/shape.ts';
import { rateText } from '../words/wire.ts';
import { instrument } from './reading/parameters.ts';
import { symbolText } from './words/names.ts';

export const commissionRate = defineRoute({
  operation: 'v3.commissionRate',
  summary: 'Fees of the account in one contract',
  ...OWN_READ,
  path: '/capi/v3/account/commissionRate',
  weight: { ip: 5, uid: 10 },
  parameters: { symbol: instrument },
  sample: 'symbol=BTCUSDT',
  answer: shape(
    object({
      symbol: string(),
      makerCommissionRate: string('Negative: a rebate'),
      takerCommissionRate: string(),
    }),
    { symbol: 'BTCUSDT', makerCommissionRate: '0.0002', takerCommissionRate: '0.0006' },
  ),
  handle: ({ symbol: { contract } }, call) => {
    const account = call.deps.engine.state.accounts.get(accountOf(call));
    return {
      symbol: symbolText(contract.symbol),
      makerCommissionRate: rateText(account === undefined ? contract.makerFeeE8 : makerFeeRateOf(account, contract)),
      takerCommissionRate: rateText(account === undefined ? contract.takerFeeE8 : takerFeeRateOf(account, contract)),
    };
  },
});
