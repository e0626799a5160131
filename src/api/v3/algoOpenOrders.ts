/** DELETE /algoOpenOrders: cancels all untriggered plan orders, in one contract or everywhere, by ascending id. */
import { execute } from '../front/answer/execute.ts';
import { defineRoute } from '../call/route.ts';
import { stoppedRows, stopping } from './shapes/stopped.ts';

export const algoOpenOrders = defineRoute({
  operation: 'v3.algoOpenOrders',
  summary: 'Cancel all plan orders',
  ...stopping,
  path: '/capi/v3/algoOpenOrders',
  handle: async ({ symbol }, call) => stoppedRows(await execute(call, 'cancelAllOrders', { symbol, kind: 'plan' })),
});
