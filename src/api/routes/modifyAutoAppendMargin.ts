/**
 * POST /account/modifyAutoAppendMargin (wire 5.9, MARG-009): whether the exchange may move margin from the account into an isolated position
 * before it would liquidate it.
 */
import { Type } from 'typebox';
import type { SetAutoAppend } from '../../core/commands.ts';
import { callerOf } from '../call.ts';
import { execute } from '../execute.ts';
import { booleanField, idField, require } from '../fields.ts';
import { defineRoute } from '../route.ts';
import { flag, text } from '../schemas.ts';
import { sampleSetting, type SettingAnswer, settingAnswer, settingSchema } from './leverage.ts';

type Parameters = Pick<SetAutoAppend, 'positionId' | 'on'>;

export const modifyAutoAppendMargin = defineRoute<Parameters, SettingAnswer>({
  operation: 'modifyAutoAppendMargin',
  summary: 'Turn automatic margin of an isolated position on or off',
  method: 'POST',
  path: '/capi/v2/account/modifyAutoAppendMargin',
  access: 'private',
  permission: 'trade',
  weight: { ip: 15, uid: 30 },
  refusedWhenFrozen: true,
  parameters: Type.Object({ positionId: text('Id of the position'), autoAppendMargin: flag('true or false') }),
  answer: settingSchema,
  sample: { request: '{"positionId":700000000000012,"autoAppendMargin":true}', answer: sampleSetting },
  errors: ['40019', '40020', '50004', 'E24', 'E25'],
  parse: (fields) => {
    require(fields, ['positionId', 'autoAppendMargin']);
    return { positionId: idField(fields, 'positionId') ?? 0, on: booleanField(fields, 'autoAppendMargin') ?? false };
  },
  handle: async (parameters, call) => {
    await execute<'setAutoAppend'>(call, { name: 'setAutoAppend', ...callerOf(call), ...parameters });
    return settingAnswer(call.requestTimeMs);
  },
});
