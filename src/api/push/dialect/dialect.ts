/**
 * A dialect of the sockets: the paths, frames and names in which one family of programs hears the same messages. What
 * carries them (peer.ts, public-subscribers.ts, private-sessions.ts) knows no word of any; what differs is asked here.
 */
import type { JsonObject } from '../../../core/text/scan.ts';
import type { ApiError, Locale } from '../../words/errors.ts';
import type { AccountRow } from '../account/channel.ts';
import type { Change, ChannelForm, LevelTexts, Params } from '../public/channel.ts';

export type DialectName = 'v2' | 'v3';

/** Fields of a message that its answer repeats, as the dialect keeps it; null: nothing. */
export type Tag = string | null;

/** A wish to begin or end listening to channels: all of them, or none. */
export interface Subscription {
  readonly kind: 'subscribe' | 'unsubscribe';
  readonly channels: readonly string[];
  readonly tag: Tag;
}

/** A message of the other side. */
export type Said =
  | { readonly kind: 'ping'; readonly answer: string }
  | { readonly kind: 'pong' }
  | Subscription
  | { readonly kind: 'login' | 'request'; readonly message: JsonObject }
  | { readonly kind: 'wrong'; readonly error: ApiError; readonly tag: Tag };

/** How the messages of one side of a dialect read; the texts are whole messages. */
export interface Speech {
  /** The longest message of the other side, in bytes. */
  readonly longest: number;
  /** The pings in a row that may go unanswered. */
  readonly unansweredPings: number;
  /** The first message; null: there is none. */
  readonly greeting: (nowMs: number) => string | null;
  readonly ping: (nowMs: number) => string;
  readonly read: (data: Buffer, nowMs: number) => Said;
  /** It was done, or was so before. */
  readonly done: (subscription: Subscription, warning: string | null) => string;
  readonly refusal: (error: ApiError, locale: Locale, tag: Tag) => string;
}

/** The contracts and the contests there are. */
export interface There {
  readonly symbols: readonly string[];
  readonly contests: readonly string[];
}

/** The channels of a dialect as far as names go: plain data. */
export interface ChannelNames<Form extends ChannelForm = ChannelForm> {
  readonly forms: readonly Form[];
  /** The account's channels by every name they are known by. */
  readonly ofAccount: Readonly<Record<string, string>>;
}

/** A public channel a name is of. */
export interface NamedChannel<Form extends ChannelForm = ChannelForm> {
  /** The one name that all others of this channel stand for. */
  readonly name: string;
  readonly form: Form;
  /** Its parameters, in the words of the core. */
  readonly params: Params;
}

/** The best levels of a book, or those of them that changed. */
export interface BookText {
  readonly isWhole: boolean;
  readonly startVersion: number;
  readonly endVersion: number;
  readonly asks: LevelTexts;
  readonly bids: LevelTexts;
  readonly timeMs: number;
}

/** Rows of a list and what stands beside them. */
export type RowsText = Change & { readonly kind: 'rows' };

/** The public side: its channels by name, and their messages. `timeMs` is when the exchange knew what they say. */
export interface PublicSpeech extends Speech {
  /** The channel of a name, or what was probably meant. */
  readonly find: <Form extends ChannelForm>(
    name: string,
    names: ChannelNames<Form>,
    there: There,
  ) => NamedChannel<Form> | ApiError;
  /** @param isFirst the subscriber's first, or the one that makes up for those it missed */
  readonly latest: (channel: NamedChannel, data: string, isFirst: boolean, timeMs: number) => string;
  /** @param dropped those missing before them */
  readonly trades: (channel: NamedChannel, rows: readonly string[], dropped: number, timeMs: number) => string;
  readonly depth: (channel: NamedChannel, book: BookText) => string;
  /** Absent: no channel of the dialect carries rows. */
  readonly rows?: (channel: NamedChannel, rows: RowsText) => string;
}

/** Path of a side. */
export interface Door {
  readonly path: string;
  readonly side: 'public' | 'private';
  readonly dialect: DialectName;
}

export interface SocketDialect {
  readonly name: DialectName;
  readonly doors: readonly Door[];
  /** The path that a signature is over, by whichever door. */
  readonly signedPath: string;
  readonly public: PublicSpeech;
  readonly private: Speech;
}

/** An account's channel a name is of. */
export interface FoundAccountChannel {
  /** The name it is listened to under. */
  readonly name: string;
  readonly row: AccountRow;
  readonly warning: string | null;
}

/** The account's channels of a dialect. */
export interface AccountTable {
  readonly rows: readonly AccountRow[];
  readonly find: (name: string) => FoundAccountChannel | ApiError;
  /** The whole message of what a row said. */
  readonly frame: (name: string, said: string) => string;
}
