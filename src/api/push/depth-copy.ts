/**
 * A copy of the best levels of one book, kept up with its changes, from which a SNAPSHOT can be made for subscribers
 * that come later. The texts of prices and sizes stay as they came.
 */
import { textFrame } from './frame.ts';
import type { Change, LevelTexts } from './public/channel.ts';

type DepthMessage = Change & { readonly kind: 'depth' };

export interface DepthCopy {
  /** False before the first message. */
  readonly isKnown: boolean;
  take(message: DepthMessage): void;
  /** The message of a change. */
  changeText(channel: string, symbol: string, level: number, change: DepthMessage): string;
  /** The frame of a SNAPSHOT, made once for each state of the book. */
  snapshotFrame(channel: string, symbol: string, level: number): Buffer;
}

export function createDepthCopy(): DepthCopy {
  const asks = new Map<string, string>();
  const bids = new Map<string, string>();
  let version = -1;
  let snapshot: Buffer | null = null;
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
      snapshot = null;
    },
    changeText: (channel, symbol, level, { startVersion, endVersion, asks, bids }) =>
      depthText(channel, symbol, level, 'CHANGED', [startVersion, endVersion], asks, bids),
    snapshotFrame: (channel, symbol, level) =>
      (snapshot ??= textFrame(
        depthText(channel, symbol, level, 'SNAPSHOT', [version, version], sorted(asks, 1), sorted(bids, -1)),
      )),
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

function depthText(
  channel: string,
  symbol: string,
  level: number,
  type: 'SNAPSHOT' | 'CHANGED',
  [start, end]: readonly [number, number],
  asks: LevelTexts,
  bids: LevelTexts,
): string {
  const versions = `"startVersion":"${start}","endVersion":"${end}"`;
  const data = `{${versions},"level":${level},"depthType":"${type}","symbol":"${symbol}"`;
  return `{"event":"payload","channel":"${channel}","data":[${data},"asks":${rows(asks)},"bids":${rows(bids)}}]}`;
}

function rows(levels: LevelTexts): string {
  let text = '[';
  for (let at = 0; at < levels.length; at += 2)
    text += `${at === 0 ? '' : ','}{"price":"${levels[at]}","size":"${levels[at + 1]}"}`;
  return `${text}]`;
}
