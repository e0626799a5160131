/** GET /account/assets (MARG-001): the account's money. Reads the engine's state. */
import { Type } from 'typebox';
import { accountOf } from '../front/call.ts';
import { defineRoute } from '../front/route.ts';
import { assetShape, assetView } from '../shapes/asset.ts';
import { listOf } from '../shapes/shape.ts';

export const assets = defineRoute({
  operation: 'assets',
  summary: 'Account balance',
  method: 'GET',
  path: '/capi/v2/account/assets',
  access: 'private',
  permission: 'read',
  weight: { ip: 5, uid: 10 },
  parameters: Type.Object({}),
  sample: '',
  answer: listOf(assetShape),
  errors: [],
  parse: () => null,
  handle: (_, call) => [assetView(call.deps.engine.state.accounts.get(accountOf(call)))],
});
