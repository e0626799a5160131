/**
 * POST /account/adjustMargin (MARG-008): moves margin into an isolated position, or out of it when negative.
 */
import { invalid } from '../words/errors.ts';
import { applySetting } from '../front/answer/execute.ts';
import { foundInstead } from '../call/fields.ts';
import { decimal, id, optional, refined, text, word } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { COIN, COIN_ID } from '../words/wire.ts';
import { settingShape } from '../shapes/setting.ts';

/** Decimals of the coin. */
const DECIMALS = 8;

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
    collateralAmount: refined(decimal('USDT to add; negative: to remove; at most 8 decimals'), (amount, name) => {
      const decimals = amount.split('.')[1]?.length ?? 0;
      if (amount !== '0' && decimals <= DECIMALS) return amount;
      const need = { en: 'an amount other than 0 with at most 8 decimals', zh: '非零金额，最多8位小数' };
      throw invalid(name, foundInstead(amount, need));
    }),
  },
  sample: '{"coinId":2,"isolatedPositionId":700000000000012,"collateralAmount":"-50"}',
  answer: settingShape,
  errors: ['40019', '40020', '50004', 'E03', 'E24', 'E25', 'E37', 'E38'],
  handle: ({ isolatedPositionId: positionId, collateralAmount: amount }, call) =>
    applySetting(call, 'adjustIsolatedMargin', { positionId, amount }),
});
