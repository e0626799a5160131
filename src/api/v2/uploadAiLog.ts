/** POST /order/uploadAiLog: keeps a model's own account of a decision, in one sequence with the orders. */
import { uploadRoute } from '../reading/upload-route.ts';

export const uploadAiLog = uploadRoute({
  operation: 'uploadAiLog',
  path: '/capi/v2/order/uploadAiLog',
  mustExplain: false,
});
