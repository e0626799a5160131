/**
 * The statement of a public channel about itself: a row of a table (index.ts), from which follow its name and the hints
 * about it, AsyncAPI, the counts of slow readers, the client's type, and who publishes it. A new channel is its file
 * beside this one, one line in index.ts, and the shape it carries (docs/recipes/channel.md).
 */
import type { Instrument } from '../../../core/state/records.ts';
import type { State } from '../../../core/state/state.ts';
import type { Event } from '../../../core/turn/events.ts';
import type { LiveBars } from '../../../live/bars.ts';
import type { CallDeps } from '../../call/deps.ts';
import type { Shape } from '../../shapes/shape.ts';
import type { Span } from './recent-activity.ts';

/** Price and size in turn, as text; size `0`: the level is gone. */
export type LevelTexts = readonly string[];

/** The JSON of a row, and its place: a later row with the same place replaces it. */
export interface PlacedRow {
  readonly place: readonly number[];
  readonly data: string;
}

/** A channel's messages of one moment. */
export type Change =
  /** JSON that replaces the one before it. */
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
  /** The JSON of things that happened, oldest first; `dropped` that many before them are missing. */
  | { readonly kind: 'trades'; readonly rows: readonly string[]; readonly dropped: number }
  /** Rows of a list that are new or changed, newest first; `isWhole`: in place of all before. */
  | {
      readonly kind: 'rows';
      readonly isWhole: boolean;
      readonly rows: readonly PlacedRow[];
      /** The members of the message in their order; that of the list is null here. */
      readonly members: Readonly<Record<string, string | number | null>>;
    };

/** The kind of its changes, which is also what a slow reader is spared (public-subscribers.ts). */
export type Carries =
  /** Only the newest; `hasType`: a message says whether it is a subscriber's first. */
  | { readonly kind: 'latest'; readonly hasType: boolean }
  /** A new SNAPSHOT. */
  | { readonly kind: 'depth' }
  /** The newest, with the number of those missing. */
  | { readonly kind: 'trades' }
  /** A new list of the newest `most`. `list` is the member they are in, `oldest` the one that names the oldest. */
  | { readonly kind: 'rows'; readonly list: string; readonly oldest: string; readonly most: number };

export type Words = Readonly<Record<string, readonly string[]>>;

/** Parameters of a name; null: left out. */
export type Params = Readonly<Record<string, string | null>>;

type NamesIn<Name> = Name extends `${string}{${infer One}}${infer Rest}` ? One | NamesIn<Rest> : never;

export type ParamsOf<Name extends string, Among extends Words> = {
  readonly [One in NamesIn<Name>]:
    | (One extends keyof Among ? Among[One][number] : string)
    | (Name extends `${string}[${'.' | '_'}{${One}}]` ? null : never);
};

/** Facts for the process of subscribers: plain data. */
export interface ChannelForm {
  /** As `kline.{price}.{symbol}.{interval}`; in brackets what may be left out. `{contest}` may have dots. */
  readonly name: string;
  /** Values of parameters other than `symbol` and `contest`. */
  readonly words: Words;
  readonly carries: Carries;
}

interface Described {
  readonly carries: Carries;
  /** One item of `data`. */
  readonly shape: Shape<unknown>;
  /** One item in a word, for the client's type; absent: the channel's kind. */
  readonly item?: string;
}

interface Named<Name extends string, Among extends Words> extends Described {
  readonly name: Name;
  readonly words?: Among;
}

/** Input of a channel of the market. */
export interface MarketDeps {
  readonly state: State;
  readonly bars: Pick<LiveBars, 'forming' | 'day' | 'isDetached'>;
  /** The contract of the channel. */
  readonly instrument: Instrument;
}

/** One channel of the market that has subscribers. */
export interface MarketSource {
  /** An event of those it is changed by, of its contract, by a command of that time. */
  note?(event: Event, timeMs: number): void;
  /** Changes since the last call; none: nothing. */
  changes(nowMs: number): readonly Change[];
  /** The next message is a full state again. */
  restart(): void;
}

/** When it is looked at. */
interface Rhythm {
  /** At most that often, when an event changed it; a multiple of 50. */
  readonly everyMs: number;
  /** And that often without an event; absent: never. */
  readonly quietMs?: number;
  readonly changedBy: readonly Event['name'][];
}

/** Published from the engine's events (feed.ts); its name has a `{symbol}`. */
export interface MarketChannel extends ChannelForm, Described, Rhythm {
  readonly source: 'market';
  open(params: Params, deps: MarketDeps): MarketSource;
}

/** Input of a channel of the store. */
export type StoreDeps = Pick<
  CallDeps,
  'store' | 'sequencer' | 'clock' | 'engine' | 'webApp' | 'publishedLog' | 'headlines' | 'log'
>;

/** One channel of the store that has subscribers. */
export interface StoreSource {
  /** These accounts were active. */
  note?(active: ReadonlyMap<number, Span>): void;
  /** News since the last call. @throws what the store throws; nothing is lost by it */
  changes(): Promise<readonly Change[]>;
  /** The next message is a full state again. */
  restart(): void;
}

/** Publishes what a read of REST answers, as it changes (store-backed-channels.ts), at most every 250 ms. */
export interface StoreChannel extends ChannelForm, Described {
  readonly source: 'store';
  open(params: Params, deps: StoreDeps): StoreSource;
}

export type PublicChannel = MarketChannel | StoreChannel;

interface OfMarket<Name extends string, Among extends Words> extends Named<Name, Among>, Rhythm {
  open(params: ParamsOf<Name, Among>, deps: MarketDeps): MarketSource;
}

export function defineMarketChannel<const Name extends string, const Among extends Words = Words>(
  row: OfMarket<Name, Among>,
): MarketChannel {
  return { words: {}, ...row, source: 'market' };
}

interface OfStore<Name extends string, Among extends Words> extends Named<Name, Among> {
  open(params: ParamsOf<Name, Among>, deps: StoreDeps): StoreSource;
}

export function defineStoreChannel<const Name extends string, const Among extends Words = Words>(
  row: OfStore<Name, Among>,
): StoreChannel {
  return { words: {}, ...row, source: 'store' };
}

/** The first word of its name; of one that begins with what it is about, as `{symbol}@ticker` does, the one behind. */
export function kindOf({ name }: Pick<ChannelForm, 'name'>): string {
  return (/^[A-Za-z]+/.exec(name.slice(name.indexOf('@') + 1)) as RegExpExecArray)[0];
}

/** A source that publishes JSON when it is another than before; null: there is nothing to say. */
export function newest(current: (nowMs: number) => string | null): MarketSource {
  let sent = '';
  return {
    changes(nowMs) {
      const data = current(nowMs);
      if (data === null || data === sent) return [];
      sent = data;
      return [{ kind: 'latest', data }];
    },
    restart() {
      sent = '';
    },
  };
}
