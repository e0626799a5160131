/**
 * A copy of the best levels of one book, kept up with its changes, from which a full list can be made for subscribers
 * that come later. The texts of prices and sizes stay as they came.
 */
import type { BookText } from './dialect/dialect.ts';
import type { LevelTexts } from './public/channel.ts';

export interface DepthCopy {
  /** False before the first message. */
  readonly isKnown: boolean;
  take(message: BookText): void;
  /** All levels as they are now, best first. */
  whole(): BookText;
}

export function createDepthCopy(): DepthCopy {
  const asks = new Map<string, string>();
  const bids = new Map<string, string>();
  let version = -1;
  let timeMs = 0;
  return {
    get isKnown() {
      return version >= 0;
    },
    take(message) {
      if (message.isWhole) {
        asks.clear();
        bids.clear();
      }
      apply(asks, message.asks);
      apply(bids, message.bids);
      version = message.endVersion;
      ({ timeMs } = message);
    },
    whole: () => ({
      isWhole: true,
      startVersion: version,
      endVersion: version,
      asks: sorted(asks, 1),
      bids: sorted(bids, -1),
      timeMs,
    }),
  };
}

function apply(side: Map<string, string>, levels: LevelTexts): void {
  for (let at = 0; at < levels.length; at += 2) {
    const size = levels[at + 1] as string;
    if (size === '0') side.delete(levels[at] as string);
    else side.set(levels[at] as string, size);
  }
}

/** Best first: asks rise, bids fall. */
function sorted(side: ReadonlyMap<string, string>, sign: 1 | -1): LevelTexts {
  return [...side].toSorted(([a], [b]) => sign * (Number(a) - Number(b))).flat();
}
