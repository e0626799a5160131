/** GET /ai/beacon: names the newest checkpoint, so that a log which quotes it is known to be made after it. */
import { beaconOf } from '../../core/log/checkpoint.ts';
import { sha256 } from '../../store/sha256.ts';
import { defineRoute, PUBLIC_READ } from '../call/route.ts';
import { beaconShape } from '../shapes/log-text.ts';
import { logNotPublished } from '../words/other-rejects.ts';

/** By the machine's clock. */
const WAIT_MS = 10_000;

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
    const { publishedLog, rehearsal } = call.deps;
    // In a rehearsal that of this moment: which was signed last depends on the machine, and bodies quote it.
    const newest = await (rehearsal === undefined ? publishedLog.reaches(1, 0) : publishedLog.ofNow(WAIT_MS));
    if (newest === null) throw logNotPublished(publishedLog.trouble());
    return beaconOf(sha256, newest);
  },
});
