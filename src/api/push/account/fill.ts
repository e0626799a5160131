/** fill: fills as they happen; it begins empty. */
import { pushedFill, pushedFillShape } from '../../shapes/pushed-fill.ts';
import { defineAccountChannel, isCommon } from './channel.ts';
import { openOrderOf } from './open-order.ts';

export const fill = defineAccountChannel({
  name: 'fill',
  aliases: ['trade'],
  arrays: { orderFillTransaction: { shape: pushedFillShape, item: 'fill' } },
  concerns: ({ event, touched }) => isCommon(event) && touched.fills.length > 0,
  changed: ({ touched: { fills, positions }, timeMs }) => ({
    orderFillTransaction: fills.map(({ fill: one, role }) => {
      const { order, positionId } = one[role];
      const opened = positions.find(({ id }) => id === positionId)?.openOrderId ?? openOrderOf(order);
      return pushedFill(one, role, order.positionMode === 'combined' ? 0 : opened, timeMs);
    }),
  }),
  snapshot: () => ({ orderFillTransaction: [] }),
});
