/** The table of an account's channels in v3, in the order in which they publish an event. */
import { account } from './account.ts';
import type { AccountChannelV3 } from './channel.ts';
import { fill } from './fill.ts';
import { orders } from './orders.ts';
import { positions } from './positions.ts';

export const ACCOUNT_CHANNELS_V3: readonly AccountChannelV3[] = [account, positions, fill, orders];

/** The channels by every name they are known by, aliases last. */
export const ACCOUNT_NAMES_V3: Readonly<Record<string, string>> = Object.fromEntries([
  ...ACCOUNT_CHANNELS_V3.map(({ name }) => [name, name] as const),
  ...ACCOUNT_CHANNELS_V3.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)),
]);
