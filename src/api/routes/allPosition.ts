/** GET /account/position/allPosition (wire 5.9): the account's positions in every contract, by contract id, LONG before SHORT. */
import { Type } from 'typebox';
import { accountOf } from '../call.ts';
import { defineRoute } from '../route.ts';
import { list } from '../schemas.ts';
import { type PositionView, positionView } from '../views/position.ts';
import { byId } from './contracts.ts';
import { openPositions, positionSchema, samplePosition } from './singlePosition.ts';

export const allPosition = defineRoute<null, PositionView[]>({
  operation: 'allPosition',
  summary: 'Get all positions',
  method: 'GET',
  path: '/capi/v2/account/position/allPosition',
  access: 'private',
  permission: 'read',
  weight: { ip: 10, uid: 15 },
  parameters: Type.Object({}),
  answer: list(positionSchema),
  sample: { request: '', answer: [samplePosition] },
  errors: [],
  parse: () => null,
  handle: (_, call) => {
    const { state } = call.deps.engine;
    const holdings = state.accounts.get(accountOf(call))?.holdings ?? [];
    return byId(state.instruments).flatMap(({ index }) => openPositions(holdings[index]?.positions ?? []).map(positionView));
  },
});
