/**
 * Messages between the exchange and the process of public subscribers. Everything is plain data; the connections
 * themselves travel beside a `connection`.
 */
import type { Locale } from '../words/errors.ts';
import type { ChannelNames, DialectName } from './dialect/dialect.ts';
import type { PeerRules } from './peer.ts';
import { type Change, kindOf } from './public/channel.ts';

/**
 * A channel as it was opened once. Both sides close and open while messages are on their way: one of an earlier opening
 * does not join what the channel holds now.
 */
export interface Opened {
  readonly channel: string;
  /** Counted by the subscribers over all channels. */
  readonly opening: number;
}

/** A change of a channel, and when the exchange knew it. */
export type ChannelMessage = Opened & Change & { readonly timeMs: number };

/** The channels of each dialect. */
export type AllNames = Readonly<Record<DialectName, ChannelNames>>;

export type FeedMessage =
  | ChannelMessage
  /** The contracts and the contests there are. */
  | { readonly kind: 'names'; readonly symbols: readonly string[]; readonly contests: readonly string[] };

export type ToSubscribers = {
  /** The exchange's time, where it is not the machine's; null: it is. */
  readonly driven: number | null;
} & SubscribersTask;

export type SubscribersTask =
  | { readonly name: 'begin'; readonly rules: PeerRules; readonly names: AllNames }
  /** A connection whose handshake was judged; `head` what came after it, in base64. */
  | {
      readonly name: 'connection';
      readonly id: number;
      readonly dialect: DialectName;
      readonly headers: Readonly<Record<string, string>>;
      readonly head: string;
      readonly locale: Locale;
    }
  | { readonly name: 'feed'; readonly messages: readonly FeedMessage[] }
  /** It has the time and nothing else. */
  | { readonly name: 'time' }
  /** Everybody is sent what they are owed, and then the end. */
  | { readonly name: 'finish'; readonly code: number; readonly reason: string };

export type FromSubscribers =
  /** The channel has subscribers now; or none any more. */
  | ({ readonly name: 'open' | 'close' } & Opened)
  | { readonly name: 'left'; readonly id: number; readonly code: number }
  /** One `feed` was taken in. */
  | { readonly name: 'took' }
  | { readonly name: 'counts'; readonly counts: MissedCounts }
  | { readonly name: 'finished' };

/** Messages not sent to slow readers since the start, by kind of channel. */
export type MissedCounts = Readonly<Record<string, number>>;

/** Nothing was missed in any channel. */
export function noCounts(names: AllNames): MissedCounts {
  return Object.fromEntries(Object.values(names).flatMap(({ forms }) => forms.map((form) => [kindOf(form), 0])));
}
