/** The interfaces between the public channels and their subscribers: a source of messages, and a sink. */
import type { State } from '../../core/state/state.ts';
import { ApiError } from '../words/errors.ts';
import { ACCOUNT_NAMES } from './account/index.ts';
import type { ChannelNames, DialectName, NamedChannel } from './dialect/dialect.ts';
import { mapOf, SOCKET_DIALECTS } from './dialects.ts';
import type { AllNames, FeedMessage, Opened } from './subscribers-messages.ts';
import { type PublicChannel, kindOf } from './public/channel.ts';
import { ACCOUNT_NAMES_V3 } from '../v3/push/account/index.ts';
import { PUBLIC_CHANNELS_V3 } from '../v3/push/public/index.ts';
import { PUBLIC_CHANNELS } from './public/index.ts';

/** Sends the messages on. */
export interface Receiver {
  /** False: it can't keep up and takes nothing for now. */
  isReady(): boolean;
  send(messages: readonly FeedMessage[]): void;
}

export interface Source {
  /** Receiver of the changes from now on. */
  begin(receiver: Receiver): void;
  /** There is no one to send them to any more. */
  end(): void;
  open(opened: Opened): void;
  close(channel: string): void;
}

/** The public channels of each dialect. */
const TABLES: Readonly<Record<DialectName, ChannelNames<PublicChannel>>> = {
  v2: { forms: PUBLIC_CHANNELS, ofAccount: ACCOUNT_NAMES },
  v3: { forms: PUBLIC_CHANNELS_V3, ofAccount: ACCOUNT_NAMES_V3 },
};

/** The same as far as names go, as plain data. */
export const NAMES: AllNames = mapOf(({ name }) => plain(TABLES[name]));

function plain({ forms, ofAccount }: ChannelNames): ChannelNames {
  return { forms: forms.map(({ name, words, carries }) => ({ name, words, carries })), ofAccount };
}

/** The channel that subscribers ask for, whose name is one in one dialect only. @throws Error when there is none */
export function find(name: string, { bySymbol, contest }: State): NamedChannel<PublicChannel> {
  const there = { symbols: [...bySymbol.keys()], contests: [...contest.contests.keys()] };
  for (const { name: dialect, public: speech } of Object.values(SOCKET_DIALECTS)) {
    const found = speech.find(name, TABLES[dialect], there);
    if (!(found instanceof ApiError)) return found;
  }
  throw new Error(`the subscribers ask for ${name}, which is no channel`);
}

/** Routes each channel to the source its row names. */
export function joinSources(sources: Readonly<Record<PublicChannel['source'], Source>>): Source {
  const all = Object.values(sources);
  const kinds = new Map(
    Object.values(TABLES)
      .flatMap(({ forms }) => forms)
      .map((channel) => [kindOf(channel), channel.source]),
  );
  const of = (channel: string): Source => sources[kinds.get(kindOf({ name: channel })) ?? 'market'];
  return {
    begin(receiver) {
      for (const source of all) source.begin(receiver);
    },
    end() {
      for (const source of all) source.end();
    },
    open: (opened) => of(opened.channel).open(opened),
    close: (channel) => of(channel).close(channel),
  };
}
