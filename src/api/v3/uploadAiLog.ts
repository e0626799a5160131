/** POST /order/uploadAiLog: an AI log, into the one store of them; here it must say why. */
import { uploadRoute } from '../reading/upload-route.ts';

export const uploadAiLog = uploadRoute({
  operation: 'v3.uploadAiLog',
  path: '/capi/v3/order/uploadAiLog',
  mustExplain: true,
});
