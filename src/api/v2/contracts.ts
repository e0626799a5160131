/** GET /market/contracts: the contracts that can be traded; all of them when none is named. */
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { optional } from '../call/parameter.ts';
import { chosenInstruments, instrument } from '../reading/parameters.ts';
import { contractShape, contractView } from '../shapes/contract.ts';
import { listOf } from '../shapes/shape.ts';

export const contracts = defineRoute({
  operation: 'contracts',
  summary: 'List contracts',
  ...PUBLIC_READ,
  path: '/capi/v2/market/contracts',
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
