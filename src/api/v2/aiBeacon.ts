/** GET /ai/beacon: names the newest checkpoint, so that a log which quotes it is known to be made after it. */
import { beaconOf } from '../../core/log/checkpoint.ts';
import { sha256 } from '../../store/sha256.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { beaconShape } from '../shapes/log-text.ts';
import { logNotPublished } from '../words/other-rejects.ts';

export const aiBeacon = defineRoute({
  operation: 'aiBeacon',
  summary: 'Name of the newest checkpoint of the AI log',
  ...PUBLIC_READ,
  path: '/capi/v2/ai/beacon',
  weight: { ip: 1, uid: 0 },
  isAddition: true,
  isText: true,
  answer: beaconShape,
  errors: ['503'],
  handle: async (_, call) => {
    const { publishedLog } = call.deps;
    const newest = await publishedLog.reaches(1, 0);
    if (newest === null) throw logNotPublished(publishedLog.trouble());
    return beaconOf(sha256, newest);
  },
});
