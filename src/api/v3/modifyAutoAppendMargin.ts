/** POST /account/modifyAutoAppendMargin: automatic margin of an isolated position. */
import { flag, id } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { set, settingShape } from './shapes/setting.ts';

export const modifyAutoAppendMargin = defineRoute({
  operation: 'v3.modifyAutoAppendMargin',
  summary: 'Turn automatic margin of an isolated position on or off',
  ...OWN_COMMAND,
  path: '/capi/v3/account/modifyAutoAppendMargin',
  weight: { ip: 15, uid: 30 },
  parameters: { positionId: id('Id of the position'), autoAppendMargin: flag('true or false') },
  sample: '{"positionId":700000000000012,"autoAppendMargin":true}',
  answer: settingShape,
  handle: ({ positionId, autoAppendMargin: on }, call) => set(call, 'setAutoAppend', { positionId, on }),
});
