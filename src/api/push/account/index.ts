/** The table of an account's channels in v2, in the order in which they publish an event. */
import { account } from './account.ts';
import type { AccountChannel } from './channel.ts';
import { fill } from './fill.ts';
import { orders } from './orders.ts';
import { positions } from './positions.ts';

const ROWS = [account, positions, fill, orders] as const;

export type AccountChannelName = (typeof ROWS)[number]['name'];

export const ACCOUNT_CHANNELS: readonly AccountChannel<AccountChannelName>[] = ROWS;

/** The channels by every name they are known by, aliases last. */
export const ACCOUNT_NAMES: Readonly<Record<string, AccountChannelName>> = Object.fromEntries([
  ...ACCOUNT_CHANNELS.map(({ name }) => [name, name] as const),
  ...ACCOUNT_CHANNELS.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name] as const)),
]);
