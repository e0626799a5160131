/** GET /market/contracts: the contracts that can be traded; all of them when none is named. */
import { defineRoute } from '../call/route.ts';
import { optional } from '../call/parameter.ts';
import { chosenInstruments, instrument } from '../reading/parameters.ts';
import { contractShape, contractView } from '../shapes/contract.ts';
import { listOf } from '../shapes/shape.ts';

export const contracts = defineRoute({
  operation: 'contracts',
  summary: 'List contracts',
  method: 'GET',
  path: '/capi/v2/market/contracts',
  access: 'public',
  permission: 'read',
  weight: { ip: 10, uid: 0 },
  parameters: { symbol: optional(instrument) },
  sample: 'symbol=cmt_btcusdt',
  answer: listOf(contractShape),
  errors: ['40020'],
  handle: ({ symbol: asked }, call) =>
    chosenInstruments(asked, call).map((one) =>
      contractView(call.deps.engine.state, one, call.deps.bars.past(one.contract.symbol)?.endMs ?? 0),
    ),
});
