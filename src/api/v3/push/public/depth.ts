/** {symbol}@depth15 and @depth200: the best levels of a book, then those that changed. */
import { defineMarketChannel } from '../../../push/public/channel.ts';
import { Depth, DEPTH_LEVELS, DEPTH_RHYTHM } from '../../../push/public/depth.ts';
import { pushedDepthShape } from '../../shapes/pushed-depth.ts';

export const depth = defineMarketChannel({
  name: '{symbol}@depth{levels}',
  words: { levels: DEPTH_LEVELS },
  shape: pushedDepthShape,
  carries: { kind: 'depth' },
  ...DEPTH_RHYTHM,
  open: ({ levels }, deps) => new Depth(Number(levels), deps),
});
