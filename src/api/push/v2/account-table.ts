/** The account's channels of v2, by name, and the message around what they say. */
import type { AccountTable, ChannelNames } from '../dialect/dialect.ts';
import { ACCOUNT_CHANNELS, ACCOUNT_NAMES } from '../account/index.ts';
import { PUBLIC_CHANNELS } from '../public/index.ts';
import { ApiError } from '../../words/errors.ts';
import { accountChannel } from './names.ts';

const NAMES: ChannelNames = { forms: PUBLIC_CHANNELS, ofAccount: ACCOUNT_NAMES };

export const V2_ACCOUNT: AccountTable = {
  rows: ACCOUNT_CHANNELS,
  find(name) {
    const channel = accountChannel(name, NAMES);
    if (channel instanceof ApiError) return channel;
    const row = ACCOUNT_CHANNELS.find((one) => one.name === channel)!;
    return { name, row, warning: channel === name ? null : `${name} is an older name of ${channel}` };
  },
  frame: (name, said) => `{"type":"trade-event","channel":"${name}","event":"payload","msg":${said}}`,
};
