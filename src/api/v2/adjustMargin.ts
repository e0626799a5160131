/**
 * POST /account/adjustMargin (MARG-008): moves margin into an isolated position, or out of it when negative.
 */
import { applySetting } from '../front/answer/execute.ts';
import { id, optional, text, word } from '../call/parameter.ts';
import { marginAmount } from '../reading/amounts.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { COIN, COIN_ID } from '../words/wire.ts';
import { settingShape } from '../shapes/setting.ts';

export const adjustMargin = defineRoute({
  operation: 'adjustMargin',
  summary: 'Add margin to an isolated position, or remove some',
  ...OWN_COMMAND,
  path: '/capi/v2/account/adjustMargin',
  weight: { ip: 15, uid: 30 },
  parameters: {
    coinId: optional(
      word(
        text(`${COIN_ID}: ${COIN}, the only coin`, { default: COIN_ID }),
        { [COIN_ID]: COIN },
        { en: `${COIN_ID} (${COIN})`, zh: `${COIN_ID}（${COIN}）` },
      ),
    ),
    isolatedPositionId: id('Id of the position'),
    collateralAmount: marginAmount('USDT to add; negative: to remove; at most 8 decimals'),
  },
  sample: '{"coinId":2,"isolatedPositionId":700000000000012,"collateralAmount":"-50"}',
  answer: settingShape,
  errors: ['40019', '40020', '50004', 'E03', 'E24', 'E25', 'E37', 'E38'],
  handle: ({ isolatedPositionId: positionId, collateralAmount: amount }, call) =>
    applySetting(call, 'adjustIsolatedMargin', { positionId, amount }),
});
