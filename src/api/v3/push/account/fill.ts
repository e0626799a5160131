/** fill: fills as they happen; it has no first message. */
import { fill as fillOfV2, openOrderOfFill } from '../../../push/account/fill.ts';
import { pushedFill, pushedFillShape } from '../../shapes/pushed-fill.ts';
import { defineAccountChannelV3 } from './channel.ts';

export const fill = defineAccountChannelV3({
  name: 'fill',
  aliases: ['trade'],
  shape: pushedFillShape,
  concerns: fillOfV2.concerns,
  changed: ({ touched, timeMs }) =>
    touched.fills.map(({ fill: one, role }) => pushedFill(one, role, openOrderOfFill(one[role], touched), timeMs)),
  snapshot: () => [],
});
