/**
 * POST /account/modifyAutoAppendMargin (MARG-009): whether the exchange may move margin from the account into
 * an isolated position before it would liquidate it.
 */
import { callerOf } from '../call/call.ts';
import { execute } from '../front/answer/execute.ts';
import { flag, id } from '../call/parameter.ts';
import { defineRoute } from '../call/route.ts';
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
  parameters: { positionId: id('Id of the position'), autoAppendMargin: flag('true or false') },
  sample: '{"positionId":700000000000012,"autoAppendMargin":true}',
  answer: settingShape,
  errors: ['40019', '40020', '50004', 'E24', 'E25'],
  handle: async ({ positionId, autoAppendMargin: on }, call) => {
    await execute<'setAutoAppend'>(call, { name: 'setAutoAppend', ...callerOf(call), positionId, on });
    return settingView(call.requestTimeMs);
  },
});
