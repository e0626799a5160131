/** DELETE /allOpenOrders: cancels all working orders, in one contract or everywhere, by ascending id. */
import { execute } from '../front/answer/execute.ts';
import { defineRoute } from '../call/route.ts';
import { stoppedRows, stopping } from './shapes/stopped.ts';

export const allOpenOrders = defineRoute({
  operation: 'v3.allOpenOrders',
  summary: 'Cancel all orders',
  ...stopping,
  path: '/capi/v3/allOpenOrders',
  handle: async ({ symbol }, call) => stoppedRows(await execute(call, 'cancelAllOrders', { symbol, kind: 'normal' })),
});
