/** POST /sim/order/uploadAiLog: uploadAiLog for programs that put /sim before every path. */
import { uploadRoute } from '../reading/upload-route.ts';

export const simUploadAiLog = uploadRoute({
  operation: 'v3.simUploadAiLog',
  path: '/capi/v3/sim/order/uploadAiLog',
  mustExplain: true,
});
