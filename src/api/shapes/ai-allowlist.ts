/** An account's place on the AI-log allowlist and how it came about. */
import type { AllowlistChange } from '../../store/read/allowlistChanges.ts';
import { boolean, list, number, object, string } from './schema.ts';
import { shape, type ViewOf } from './shape.ts';

export const aiAllowlistShape = shape(
  object({
    uid: number(),
    allowed: boolean(),
    changes: list(object({ index: number('Leaf index'), t: number('Epoch ms'), allowed: boolean(), reason: string() })),
  }),
  {
    uid: 1000001,
    allowed: true,
    changes: [{ index: 1, t: 1767250800000, allowed: true, reason: 'demo account' }],
  },
);

export type AiAllowlistView = ViewOf<typeof aiAllowlistShape>;

export function aiAllowlistView(uid: number, allowed: boolean, changes: readonly AllowlistChange[]): AiAllowlistView {
  return {
    uid,
    allowed,
    changes: changes.map(({ index, timeMs, allowed, reason }) => ({ index, t: timeMs, allowed, reason })),
  };
}
