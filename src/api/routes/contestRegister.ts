/** POST /contest/register: enters the caller's account into a contest (CTST-003). */
import { Type } from 'typebox';
import { MEMBERS, MODEL_CLASS, TEAM_NAME } from '../../core/language/contest-config.ts';
import { callerOf } from '../front/call.ts';
import { execute } from '../front/execute.ts';
import { defineRoute } from '../front/route.ts';
import {
  contestField,
  contestIdField,
  kindField,
  kindsField,
  modelsField,
  PATTERN_NEED,
  TEAM_STEP,
} from '../reading/contests.ts';
import { text } from '../reading/schemas.ts';
import { contestEnteredShape } from '../shapes/contest.ts';

const texts = (description: string) => Type.Array(Type.String(), { description });

export const contestRegister = defineRoute({
  operation: 'contestRegister',
  summary: 'Enter a contest',
  ...TEAM_STEP,
  path: '/capi/v2/contest/register',
  refusedWhenFrozen: true,
  parameters: Type.Object({
    contestId: contestIdField,
    teamName: text('3 to 32 characters of A-Z a-z 0-9 space . _ -, nobody else’s'),
    modelClass: text('llm, ml or hybrid'),
    models: Type.Optional(texts(`Models you may use, at most 20; ${PATTERN_NEED}`)),
    members: texts('Codes of the members, not their names; at most 20'),
  }),
  sample: '{"contestId":"c1","teamName":"Alpha","modelClass":"llm","models":["some-model*"],"members":["m-1"]}',
  answer: contestEnteredShape,
  errors: ['40013', '40019', '40020', '40017'],
  parse: (fields, call) => ({
    contest: contestField(fields, call, 'contestId').id,
    teamName: kindField(fields, 'teamName', TEAM_NAME),
    modelClass: kindField(fields, 'modelClass', MODEL_CLASS),
    models: modelsField(fields),
    members: kindsField(fields, 'members', MEMBERS),
  }),
  handle: async (parameters, call) => {
    const membersFrom = 'approval';
    const command = { name: 'registerTeam', ...callerOf(call), ...parameters, membersFrom } as const;
    const { team } = await execute<'registerTeam'>(call, command);
    return { contestId: parameters.contest, team };
  },
});
