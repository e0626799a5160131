/** GET /market/contracts: the contracts that can be traded; all of them when none is named. */
import { Type } from 'typebox';
import { defineRoute } from '../front/route.ts';
import { chosenInstruments, optionalInstrument } from '../reading/parameters.ts';
import { symbolField } from '../reading/schemas.ts';
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
  parameters: Type.Object({ symbol: Type.Optional(symbolField) }),
  sample: 'symbol=cmt_btcusdt',
  answer: listOf(contractShape),
  errors: ['40020'],
  parse: optionalInstrument,
  handle: (asked, call) =>
    chosenInstruments(asked, call).map((instrument) =>
      contractView(call.deps.engine.state, instrument, call.deps.bars.past(instrument.contract.symbol)?.endMs ?? 0),
    ),
});
