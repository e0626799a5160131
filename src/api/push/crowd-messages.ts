/**
 * Messages between the exchange and the process of public listeners. Everything is plain data; the connections
 * themselves travel beside a `connection`.
 */
import type { Locale } from '../words/errors.ts';
import type { PublicChannel } from './channels.ts';
import type { PeerRules } from './peer.ts';

/** Price and size in turn, as text; size `0`: the level is gone. */
export type LevelTexts = readonly string[];

/**
 * A channel as it was opened once. Both sides close and open while messages are on their way: one of an earlier opening
 * does not join what the channel holds now.
 */
export interface Opened {
  readonly channel: string;
  /** Counted by the listeners over all channels. */
  readonly opening: number;
}

/** A change of a channel. */
export type ChannelMessage = Opened & Change;

type Change =
  /** The JSON of a ticker or a bar, which replaces the one before it. */
  | { readonly kind: 'latest'; readonly data: string }
  | {
      readonly kind: 'depth';
      /** These are all levels; else those that changed. */
      readonly isWhole: boolean;
      readonly startVersion: number;
      readonly endVersion: number;
      readonly asks: LevelTexts;
      readonly bids: LevelTexts;
    }
  /** The JSON of trades, oldest first; `dropped` that many before them are missing. */
  | { readonly kind: 'trades'; readonly rows: readonly string[]; readonly dropped: number }
  /** Rows of a list that are new or changed, newest first; `isWhole`: in place of all before. */
  | {
      readonly kind: 'rows';
      readonly isWhole: boolean;
      readonly rows: readonly PlacedRow[];
      readonly about: RowsAbout;
    };

/** The JSON of a row, and its place: a later row with the same place replaces it. */
export interface PlacedRow {
  readonly place: readonly number[];
  readonly data: string;
}

/** What a channel of rows says beside them. */
export type RowsAbout =
  /** Ids of the newest row that was told before, and after: of the oldest and the newest of a full list. */
  | { readonly kind: 'activity'; readonly startId: string | null; readonly endId: string | null }
  /** A tree of the log; `skipped` leaves since the message before it, in a full list all before, are not told. */
  | { readonly kind: 'log'; readonly size: number; readonly note: string; readonly skipped: number };

export type FeedMessage =
  | ChannelMessage
  /** The contracts and the contests there are. */
  | { readonly kind: 'names'; readonly symbols: readonly string[]; readonly contests: readonly string[] };

export type ToCrowd =
  | { readonly name: 'begin'; readonly rules: PeerRules }
  /** A connection whose handshake was judged; `head` what came after it, in base64. */
  | {
      readonly name: 'connection';
      readonly id: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly head: string;
      readonly locale: Locale;
    }
  | { readonly name: 'feed'; readonly messages: readonly FeedMessage[] }
  /** Everybody is sent what they are owed, and then the end. */
  | { readonly name: 'finish'; readonly code: number; readonly reason: string };

export type FromCrowd =
  /** The channel has listeners now; or none any more. */
  | ({ readonly name: 'open' | 'close' } & Opened)
  | { readonly name: 'left'; readonly id: number; readonly code: number }
  /** One `feed` was taken in. */
  | { readonly name: 'took' }
  | { readonly name: 'counts'; readonly counts: CrowdCounts }
  | { readonly name: 'finished' };

/** Messages not sent to slow readers since the start, by kind of channel. */
export type CrowdCounts = Readonly<Record<PublicChannel['kind'], number>>;
