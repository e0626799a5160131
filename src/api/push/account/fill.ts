/** fill: fills as they happen; it begins empty. */
import type { Id } from '../../../core/num/units.ts';
import type { FillMade } from '../../../core/turn/events.ts';
import { pushedFill, pushedFillShape } from '../../shapes/pushed-fill.ts';
import { defineAccountChannel, isCommon } from './channel.ts';
import { openOrderOf } from './open-order.ts';
import type { Touched } from './touched.ts';

export const fill = defineAccountChannel({
  name: 'fill',
  aliases: ['trade'],
  arrays: { orderFillTransaction: { shape: pushedFillShape, item: 'fill' } },
  concerns: ({ event, touched }) => isCommon(event) && touched.fills.length > 0,
  changed: ({ touched, timeMs }) => ({
    orderFillTransaction: touched.fills.map(({ fill: one, role }) =>
      pushedFill(one, role, openOrderOfFill(one[role], touched), timeMs),
    ),
  }),
  snapshot: () => ({ orderFillTransaction: [] }),
});

/** The order that opened the separated position of a fill; 0 when combined. */
export function openOrderOfFill({ order, positionId }: FillMade['taker'], { positions }: Touched): Id {
  if (order.positionMode === 'combined') return 0;
  return positions.find(({ id }) => id === positionId)?.openOrderId ?? openOrderOf(order);
}
