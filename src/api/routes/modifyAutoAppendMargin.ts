/**
 * POST /account/modifyAutoAppendMargin (MARG-009): whether the exchange may move margin from the account into
 * an isolated position before it would liquidate it.
 */
import { Type } from 'typebox';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { booleanField, idField } from '../reading/fields.ts';
import { defineRoute } from '../front/route.ts';
import { flag, text } from '../reading/schemas.ts';
import { settingShape, settingView } from '../shapes/setting.ts';

export const modifyAutoAppendMargin = defineRoute({
  operation: 'modifyAutoAppendMargin',
  summary: 'Turn automatic margin of an isolated position on or off',
  method: 'POST',
  path: '/capi/v2/account/modifyAutoAppendMargin',
  access: 'private',
  permission: 'trade',
  weight: { ip: 15, uid: 30 },
  refusedWhenFrozen: true,
  parameters: Type.Object({ positionId: text('Id of the position'), autoAppendMargin: flag('true or false') }),
  sample: '{"positionId":700000000000012,"autoAppendMargin":true}',
  answer: settingShape,
  errors: ['40019', '40020', '50004', 'E24', 'E25'],
  parse: (fields) => {
    return { positionId: idField(fields, 'positionId') ?? 0, on: booleanField(fields, 'autoAppendMargin') ?? false };
  },
  handle: async (parameters, call) => {
    await execute<'setAutoAppend'>(call, { name: 'setAutoAppend', ...callerOf(call), ...parameters });
    return settingView(call.requestTimeMs);
  },
});
