/**
 * POST /order/cancelAllOrders (ORDR-015): cancels all working orders, or all untriggered plan orders, in one contract
 * or everywhere, by ascending id. With nothing to cancel the list is empty.
 */
import { execute } from '../front/answer/execute.ts';
import { defineRoute, OWN_COMMAND } from '../call/route.ts';
import { code, optional } from '../call/parameter.ts';
import { symbol } from '../reading/parameters.ts';
import { listOf } from '../shapes/shape.ts';
import { stoppedShape, succeededView } from '../shapes/succeeded.ts';
import { CANCEL_KINDS } from '../words/wire.ts';

const KIND_MEANING = {
  en: 'normal working orders, triggered plan orders among them; plan untriggered plan orders, take profits and stop losses among them',
  zh: 'normal为活动委托（含已触发的计划委托）、plan为未触发的计划委托（含止盈止损）',
};

export const cancelAllOrders = defineRoute({
  operation: 'cancelAllOrders',
  summary: 'Cancel all orders, or all plan orders',
  ...OWN_COMMAND,
  path: '/capi/v2/order/cancelAllOrders',
  weight: { ip: 40, uid: 50 },
  isCancel: true,
  parameters: { symbol: optional(symbol), cancelOrderType: code(KIND_MEANING, CANCEL_KINDS) },
  sample: '{"symbol":"cmt_btcusdt","cancelOrderType":"normal"}',
  answer: listOf(stoppedShape),
  errors: ['40019', '40020', '50004'],
  handle: async ({ symbol: only, cancelOrderType: kind }, call) => {
    const rows = await execute(call, 'cancelAllOrders', { symbol: only, kind });
    return rows.map(({ orderId }) => succeededView(orderId));
  },
});
