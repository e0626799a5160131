/** GET /ai/allowlist (ailog 1.7): whether the caller may upload AI logs, and since when: its own entries, nobody else's. */
import { Type } from 'typebox';
import { accountOf } from '../call.ts';
import { defineRoute } from '../route.ts';
import { answer, boolean, list, number, string } from '../schemas.ts';

export interface AiAllowlistAnswer {
  uid: number;
  allowed: boolean;
  changes: { index: number; t: number; allowed: boolean; reason: string }[];
}

export const aiAllowlist = defineRoute<null, AiAllowlistAnswer>({
  operation: 'aiAllowlist',
  summary: 'Your place on the AI-log allowlist',
  method: 'GET',
  path: '/capi/v2/ai/allowlist',
  access: 'private',
  permission: 'read',
  weight: { ip: 1, uid: 1 },
  parameters: Type.Object({}),
  answer: answer({
    uid: number(),
    allowed: boolean(),
    changes: list(Type.Object({ index: number('Leaf index'), t: number('Epoch ms'), allowed: boolean(), reason: string() })),
  }),
  sample: {
    request: '',
    answer: { uid: 1000001, allowed: true, changes: [{ index: 1, t: 1767250800000, allowed: true, reason: 'demo account' }] },
  },
  errors: [],
  parse: () => null,
  handle: async (_, call) => {
    const uid = accountOf(call);
    const { sequencer, store, engine } = call.deps;
    const changes = await store.ask('allowlistChanges', { uid }, sequencer.sequence);
    return {
      uid,
      allowed: engine.state.accounts.get(uid)?.allowed ?? false,
      changes: changes.map(({ index, timeMs, allowed, reason }) => ({ index, t: timeMs, allowed, reason })),
    };
  },
});
