/**
 * POST /account/modifyAutoAppendMargin (MARG-009): whether the exchange may move margin from the account into
 * an isolated position before it would liquidate it.
 */
import { applySetting } from '../front/answer/execute.ts';
import { flag, id } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { settingShape } from '../shapes/setting.ts';

export const modifyAutoAppendMargin = defineRoute({
  operation: 'modifyAutoAppendMargin',
  summary: 'Turn automatic margin of an isolated position on or off',
  ...OWN_COMMAND,
  path: '/capi/v2/account/modifyAutoAppendMargin',
  weight: { ip: 15, uid: 30 },
  parameters: { positionId: id('Id of the position'), autoAppendMargin: flag('true or false') },
  sample: '{"positionId":700000000000012,"autoAppendMargin":true}',
  answer: settingShape,
  errors: ['40019', '40020', '50004', 'E24', 'E25'],
  handle: ({ positionId, autoAppendMargin: on }, call) => applySetting(call, 'setAutoAppend', { positionId, on }),
});
