/** POST /account/apiKey/limits (LIMT-001): makes the limits of the key the request was signed with tighter. */
import { applySetting } from '../front/answer/execute.ts';
import { decimal, flag, optional, textItem, texts, whole } from '../call/parameter.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { settingShape } from '../shapes/setting.ts';

const LAST_MS = 99_999_999_999_999;

export const apiKeyLimits = defineRoute({
  operation: 'apiKeyLimits',
  summary: 'Make the limits of your API key tighter',
  ...OWN_COMMAND,
  refusedWhenFrozen: false,
  path: '/capi/v2/account/apiKey/limits',
  weight: { ip: 5, uid: 5 },
  isAddition: true,
  parameters: {
    orderValue: optional(decimal('Most an opening order may be worth, USDT')),
    positionValue: optional(decimal('Most a position may be worth, USDT, per contract')),
    dayLoss: optional(decimal('Most the account may lose in a UTC day, USDT')),
    reduceOnly: optional(flag('It may close and not open'), false),
    symbols: optional(texts(textItem('Contract'), 'Contracts it may open in')),
    until: optional(whole('Epoch ms: from then on it trades no more', 1, LAST_MS), 0),
  },
  sample: '{"orderValue":"1000","dayLoss":"50"}',
  answer: settingShape,
  errors: ['40017', '40020', '50004'],
  handle: ({ orderValue, positionValue, dayLoss, reduceOnly, symbols, until }, call) =>
    applySetting(call, 'tightenKey', {
      limits: {
        maxOrder: orderValue,
        maxPosition: positionValue,
        maxDayLoss: dayLoss,
        closeOnly: reduceOnly,
        symbols,
        untilMs: until,
      },
    }),
});
