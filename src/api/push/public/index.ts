/** The table of public channels, in the order of the documentation. */
import { activity } from './activity.ts';
import { board } from './board.ts';
import type { PublicChannel } from './channel.ts';
import { depth } from './depth.ts';
import { headlines } from './headlines.ts';
import { kline } from './kline.ts';
import { log } from './log-head.ts';
import { ticker } from './ticker.ts';
import { trades } from './trades.ts';

export const PUBLIC_CHANNELS: readonly PublicChannel[] = [
  ticker,
  kline,
  depth,
  trades,
  activity,
  board,
  log,
  headlines,
];
