/** GET /ai/allowlist: whether the caller may upload AI logs, and since when: its own entries, no other account's. */
import { accountOf } from '../call/call.ts';
import { defineRoute, OWN_READ } from '../call/route.ts';
import { aiAllowlistShape, aiAllowlistView } from '../shapes/ai-allowlist.ts';

export const aiAllowlist = defineRoute({
  operation: 'aiAllowlist',
  summary: 'Your place on the AI-log allowlist',
  ...OWN_READ,
  path: '/capi/v2/ai/allowlist',
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
