/** POST /contest/register: enters the caller's account into a contest (CTST-003). */
import { MEMBERS, MODEL_CLASS } from '../../core/language/contest-config.ts';
import { execute } from '../front/answer/execute.ts';
import { defineRoute } from '../call/route.ts';
import { contest, models, ofKind, publicKey, TEAM_STEP, teamName } from '../reading/contests.ts';
import { optional, text, texts } from '../call/parameter.ts';
import { contestEnteredShape } from '../shapes/contest-small.ts';
import { string } from '../shapes/schema.ts';

export const contestRegister = defineRoute({
  operation: 'contestRegister',
  summary: 'Enter a contest',
  ...TEAM_STEP,
  path: '/capi/v2/contest/register',
  refusedWhenFrozen: true,
  parameters: {
    contestId: contest,
    teamName,
    modelClass: ofKind(text('llm, ml or hybrid'), MODEL_CLASS),
    models: optional(models('Models you may use, at most 20'), []),
    members: ofKind(texts(string(), 'Codes of the members, not their names; at most 20'), MEMBERS),
    publicKey: optional(publicKey),
  },
  sample: '{"contestId":"c1","teamName":"Alpha","modelClass":"llm","models":["some-model*"],"members":["m-1"]}',
  answer: contestEnteredShape,
  errors: ['40013', '40019', '40020', '40017'],
  handle: async ({ contestId: { id: contestId }, publicKey: key, ...entry }, call) => {
    const signing = key === null ? {} : { publicKey: key };
    const wanted = { contest: contestId, ...entry, ...signing, membersFrom: 'approval' } as const;
    const { team } = await execute(call, 'registerTeam', wanted);
    return { contestId, team };
  },
});
