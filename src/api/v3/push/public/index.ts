/** The table of v3's public channels, in the order of the documentation. */
import type { PublicChannel } from '../../../push/public/channel.ts';
import { depth } from './depth.ts';
import { kline } from './kline.ts';
import { ticker } from './ticker.ts';
import { trade } from './trade.ts';

export const PUBLIC_CHANNELS_V3: readonly PublicChannel[] = [ticker, trade, kline, depth];
