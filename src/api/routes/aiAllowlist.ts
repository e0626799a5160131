/** GET /ai/allowlist: whether the caller may upload AI logs, and since when: its own entries, no other account's. */
import { accountOf } from '../call/call.ts';
import { defineRoute } from '../call/route.ts';
import { aiAllowlistShape, aiAllowlistView } from '../shapes/ai-allowlist.ts';

export const aiAllowlist = defineRoute({
  operation: 'aiAllowlist',
  summary: 'Your place on the AI-log allowlist',
  method: 'GET',
  path: '/capi/v2/ai/allowlist',
  access: 'private',
  permission: 'read',
  weight: { ip: 1, uid: 1 },
  isAddition: true,
  answer: aiAllowlistShape,
  handle: async (_, call) => {
    const uid = accountOf(call);
    const { sequencer, store, engine } = call.deps;
    const changes = await store.ask('allowlistChanges', { uid }, sequencer.sequence);
    return aiAllowlistView(uid, engine.state.accounts.get(uid)?.allowed ?? false, changes);
  },
});
