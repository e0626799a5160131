/**
 * POST /account/adjustMargin (MARG-008): moves margin into an isolated position, or out of it when negative.
 */
import { Type } from 'typebox';
import { callerOf } from '../front/call.ts';
import { invalid } from '../words/errors.ts';
import { execute } from '../front/execute.ts';
import type { Fields } from '../reading/fields.ts';
import { decimalOf, foundInstead, idField, textOf } from '../reading/fields.ts';
import { defineRoute } from '../front/route.ts';
import { text } from '../reading/schemas.ts';
import { COIN, COIN_ID } from '../words/wire.ts';
import { settingShape, settingView } from '../shapes/setting.ts';

/** Decimals of the coin. */
const DECIMALS = 8;

export const adjustMargin = defineRoute({
  operation: 'adjustMargin',
  summary: 'Add margin to an isolated position, or remove some',
  method: 'POST',
  path: '/capi/v2/account/adjustMargin',
  access: 'private',
  permission: 'trade',
  weight: { ip: 15, uid: 30 },
  refusedWhenFrozen: true,
  parameters: Type.Object({
    coinId: Type.Optional(text(`${COIN_ID}: ${COIN}, the only coin`, { default: COIN_ID })),
    isolatedPositionId: text('Id of the position'),
    collateralAmount: text('USDT to add; negative: to remove; at most 8 decimals'),
  }),
  sample: '{"coinId":2,"isolatedPositionId":700000000000012,"collateralAmount":"-50"}',
  answer: settingShape,
  errors: ['40019', '40020', '50004', 'E03', 'E24', 'E25', 'E37', 'E38'],
  parse: (fields) => {
    checkCoin(fields);
    return { positionId: idField(fields, 'isolatedPositionId') ?? 0, amount: amountField(fields) };
  },
  handle: async (parameters, call) => {
    await execute<'adjustIsolatedMargin'>(call, { name: 'adjustIsolatedMargin', ...callerOf(call), ...parameters });
    return settingView(call.requestTimeMs);
  },
});

function checkCoin(fields: Fields): void {
  const found = textOf(fields, 'coinId');
  if (found !== null && found !== String(COIN_ID))
    throw invalid('coinId', foundInstead(found, { en: `${COIN_ID} (${COIN})`, zh: `${COIN_ID}（${COIN}）` }));
}

function amountField(fields: Fields): string {
  const amount = decimalOf(fields, 'collateralAmount') ?? '0';
  const decimals = amount.split('.')[1]?.length ?? 0;
  if (amount === '0' || decimals > DECIMALS)
    throw invalid(
      'collateralAmount',
      foundInstead(amount, { en: 'an amount other than 0 with at most 8 decimals', zh: '非零金额，最多8位小数' }),
    );
  return amount;
}
