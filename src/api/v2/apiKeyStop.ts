/** POST /account/apiKey/stop (LIMT-002): the key the request was signed with trades no more, for good. */
import { applySetting } from '../front/answer/execute.ts';
import { flag, optional } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { settingShape } from '../shapes/setting.ts';

export const apiKeyStop = defineRoute({
  operation: 'apiKeyStop',
  summary: 'Stop your API key: it opens nothing any more',
  ...OWN_COMMAND,
  refusedWhenFrozen: false,
  path: '/capi/v2/account/apiKey/stop',
  weight: { ip: 5, uid: 5 },
  isAddition: true,
  parameters: { close: optional(flag('Close all positions of the account too'), false) },
  sample: '{"close":true}',
  answer: settingShape,
  errors: ['40020'],
  handle: ({ close: closes }, call) => applySetting(call, 'stopKey', { closes }),
});
