/** The account's channels of v3, by name; what they say is the whole message. */
import type { AccountTable } from '../../push/dialect/dialect.ts';
import { ApiError } from '../../words/errors.ts';
import { ACCOUNT_CHANNELS_V3, ACCOUNT_NAMES_V3 } from './account/index.ts';
import { accountChannel } from './names.ts';

export const V3_ACCOUNT: AccountTable = {
  rows: ACCOUNT_CHANNELS_V3,
  find(name) {
    const channel = accountChannel(name, ACCOUNT_NAMES_V3);
    if (channel instanceof ApiError) return channel;
    const row = ACCOUNT_CHANNELS_V3.find((one) => one.name === channel)!;
    return { name: channel, row, warning: null };
  },
  frame: (_, said) => said,
};
