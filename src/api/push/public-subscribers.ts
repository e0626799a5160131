/**
 * The public subscribers: who listens to which channel, the first message of each, and what a slow reader is spared. It
 * is given the changes of channels that have subscribers (feed.ts), makes one frame of each, and sends the same bytes
 * to all of them.
 *
 * A reader with more than 256 KiB unsent gets of tickers and bars only the newest once it has caught up, of depth a new
 * full list, and of trades the newest with the number that are missing.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ApiError, type Locale } from '../words/errors.ts';
import {
  type AllNames,
  type ChannelMessage,
  type MissedCounts,
  type FeedMessage,
  noCounts,
  type Opened,
} from './subscribers-messages.ts';
import { createDepthCopy, type DepthCopy } from './depth-copy.ts';
import type { BookText, DialectName, NamedChannel, PublicSpeech, RowsText, There } from './dialect/dialect.ts';
import { SOCKET_DIALECTS } from './dialects.ts';
import { textFrame } from './frame.ts';
import { type FoundChannel, Peer, type PeerClock, type PeerOwner, type PeerRules } from './peer.ts';
import { kindOf } from './public/channel.ts';
import { createRowsCopy, type RowsCopy } from './rows-copy.ts';

/** With more unsent a subscriber lags. */
const SLOW_BYTES = 256 * 1024;
/** Trades kept for one that lags. */
const TRADES_KEPT = 500;

interface Subscriber {
  readonly id: number;
  readonly dialect: DialectName;
  readonly peer: Peer;
  /** The channels it lags in, and the trades kept for it. */
  readonly lagging: Map<Channel, Missed>;
}

/** How a connection is spoken to. */
interface Entering {
  readonly dialect: DialectName;
  readonly locale: Locale;
}

type Latest = ChannelMessage & { readonly kind: 'latest' };
type Trades = ChannelMessage & { readonly kind: 'trades' };

interface Missed {
  rows: string[];
  dropped: number;
}

interface Channel {
  readonly opening: number;
  readonly about: NamedChannel;
  readonly speech: PublicSpeech;
  readonly subscribers: Set<Subscriber>;
  /** Those among them that haven't been sent anything yet. */
  readonly waiting: Set<Subscriber>;
  /** The newest ticker, bar or board; empty before the first. */
  latest: string;
  latestMs: number;
  readonly depth: DepthCopy;
  readonly rows: RowsCopy;
  /** A subscriber's first message, made once for all who begin with the same; null: not made yet. */
  first: Buffer | null;
}

export interface SubscribersOptions {
  readonly rules: PeerRules;
  readonly clock: PeerClock;
  readonly names: AllNames;
  /** A channel has subscribers now, or none any more. */
  readonly ask: (name: 'open' | 'close', opened: Opened) => void;
  readonly left: (id: number, code: number) => void;
}

export class PublicSubscribers implements PeerOwner {
  readonly #counts: Record<string, number>;
  readonly #options: SubscribersOptions;
  readonly #subscribers = new Map<Peer, Subscriber>();
  readonly #channels = new Map<string, Channel>();
  #there: There = { symbols: [], contests: [] };
  #openings = 0;

  constructor(options: SubscribersOptions) {
    this.#options = options;
    this.#counts = { ...noCounts(options.names) };
  }

  get counts(): MissedCounts {
    return this.#counts;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  enter(id: number, ws: WebSocket, socket: Duplex, { dialect, locale }: Entering): void {
    const speech = SOCKET_DIALECTS[dialect].public;
    const { rules, clock } = this.#options;
    const peer = new Peer(ws, socket, { owner: this, speech, rules, clock, locale });
    const subscriber: Subscriber = { id, dialect, peer, lagging: new Map() };
    this.#subscribers.set(peer, subscriber);
    peer.outbox.onEmpty = () => this.#catchUp(subscriber);
  }

  find(peer: Peer, name: string): FoundChannel | ApiError {
    const about = this.#named((this.#subscribers.get(peer) as Subscriber).dialect, name);
    return about instanceof ApiError ? about : { name: about.name, warning: null };
  }

  begin(peer: Peer, name: string): void {
    const subscriber = this.#subscribers.get(peer) as Subscriber;
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      const about = this.#named(subscriber.dialect, name) as NamedChannel;
      const opening = ++this.#openings;
      channel = {
        opening,
        about,
        speech: SOCKET_DIALECTS[subscriber.dialect].public,
        subscribers: new Set(),
        waiting: new Set(),
        latest: '',
        latestMs: 0,
        depth: createDepthCopy(),
        rows: createRowsCopy(about.form.carries),
        first: null,
      };
      this.#channels.set(name, channel);
      this.#options.ask('open', { channel: name, opening });
    }
    channel.subscribers.add(subscriber);
    if (!this.#sendFirst(channel, subscriber)) channel.waiting.add(subscriber);
  }

  end(peer: Peer, name: string): void {
    const channel = this.#channels.get(name);
    const subscriber = this.#subscribers.get(peer);
    if (channel === undefined || subscriber === undefined) return;
    channel.subscribers.delete(subscriber);
    channel.waiting.delete(subscriber);
    subscriber.lagging.delete(channel);
    if (channel.subscribers.size > 0) return;
    this.#channels.delete(name);
    this.#options.ask('close', { channel: name, opening: channel.opening });
  }

  /** Nobody logs in or asks for anything here. */
  onMessage(): void {}

  left(peer: Peer, code: number): void {
    const subscriber = this.#subscribers.get(peer);
    if (subscriber === undefined) return;
    for (const name of peer.channels) this.end(peer, name);
    this.#subscribers.delete(peer);
    this.#options.left(subscriber.id, code);
  }

  /** Takes in what the exchange says. */
  take(messages: readonly FeedMessage[]): void {
    for (const message of messages) {
      if (message.kind === 'names') {
        this.#there = message;
        continue;
      }
      const channel = this.#channels.get(message.channel);
      if (channel?.opening !== message.opening) continue;
      channel.first = null;
      if (message.kind === 'latest') this.#takeLatest(channel, message);
      else if (message.kind === 'rows') this.#takeRows(channel, message);
      else if (message.kind === 'trades') this.#takeTrades(channel, message);
      else this.#takeDepth(channel, message);
    }
  }

  /** Once a second. */
  beat(): void {
    for (const peer of this.#subscribers.keys()) peer.beat();
  }

  finish(code: number, reason: string): void {
    for (const peer of this.#subscribers.keys()) peer.finish(code, reason);
  }

  terminate(): void {
    for (const peer of this.#subscribers.keys()) peer.terminate();
  }

  #named(dialect: DialectName, name: string): NamedChannel | ApiError {
    return SOCKET_DIALECTS[dialect].public.find(name, this.#options.names[dialect], this.#there);
  }

  #takeLatest(channel: Channel, { data, timeMs }: Latest): void {
    channel.latest = data;
    channel.latestMs = timeMs;
    for (const subscriber of channel.waiting) this.#sendFirst(channel, subscriber);
    const { about, speech, waiting } = channel;
    const frame = textFrame(speech.latest(about, data, false, timeMs));
    this.#sendAll(channel, frame, (subscriber) => !waiting.has(subscriber));
    waiting.clear();
  }

  #takeDepth(channel: Channel, change: BookText): void {
    channel.depth.take(change);
    if (change.isWhole) {
      channel.waiting.clear();
      for (const subscriber of channel.subscribers) subscriber.lagging.delete(channel);
      return this.#sendAll(channel, firstOf(channel) as Buffer);
    }
    this.#sendAll(channel, textFrame(channel.speech.depth(channel.about, change)));
  }

  /** Those that wait, and all after a full list, begin with what there is now. */
  #takeRows(channel: Channel, change: RowsText): void {
    channel.rows.take(change);
    const { about, speech, waiting } = channel;
    if (change.isWhole) {
      waiting.clear();
      for (const subscriber of channel.subscribers) subscriber.lagging.delete(channel);
      return this.#sendAll(channel, firstOf(channel) as Buffer);
    }
    for (const subscriber of waiting) this.#sendFirst(channel, subscriber);
    this.#sendAll(channel, textFrame(speech.rows?.(about, change) ?? ''), (subscriber) => !waiting.has(subscriber));
    waiting.clear();
  }

  #takeTrades(channel: Channel, { rows, dropped, timeMs }: Trades): void {
    channel.latestMs = timeMs;
    const frame = textFrame(channel.speech.trades(channel.about, rows, dropped, timeMs));
    for (const subscriber of channel.subscribers) {
      if (!this.#isLagging(subscriber, channel)) subscriber.peer.send(frame);
      else {
        const missed = missedBy(subscriber, channel);
        missed.dropped += dropped;
        missed.rows.push(...rows);
        const tooMany = missed.rows.length - TRADES_KEPT;
        if (tooMany <= 0) continue;
        missed.rows = missed.rows.slice(tooMany);
        missed.dropped += tooMany;
        this.#count(channel, tooMany);
      }
    }
  }

  #sendAll(channel: Channel, frame: Buffer, isFor: (subscriber: Subscriber) => boolean = () => true): void {
    for (const subscriber of channel.subscribers) {
      if (!isFor(subscriber)) continue;
      if (!this.#isLagging(subscriber, channel)) subscriber.peer.send(frame);
      else {
        missedBy(subscriber, channel);
        this.#count(channel, 1);
      }
    }
  }

  /** A subscriber that lags in a channel does until it has caught up in all. */
  #isLagging({ lagging, peer }: Subscriber, channel: Channel): boolean {
    return lagging.has(channel) || peer.outbox.unsent > SLOW_BYTES;
  }

  /** The first message of a channel, or the one that makes up for those missed; false when there isn't one. */
  #sendFirst(channel: Channel, { peer }: Subscriber): boolean {
    if (channel.about.form.carries.kind === 'trades') return true;
    const frame = firstOf(channel);
    if (frame !== null) peer.send(frame);
    return frame !== null;
  }

  #count({ about }: Channel, missed: number): void {
    const kind = kindOf(about.form);
    this.#counts[kind] = (this.#counts[kind] ?? 0) + missed;
  }

  #catchUp(subscriber: Subscriber): void {
    const { lagging, peer } = subscriber;
    if (lagging.size === 0) return;
    const all = [...lagging];
    lagging.clear();
    for (const [channel, { rows, dropped }] of all) {
      if (channel.about.form.carries.kind !== 'trades') this.#sendFirst(channel, subscriber);
      else if (rows.length > 0)
        peer.send(textFrame(channel.speech.trades(channel.about, rows, dropped, channel.latestMs)));
    }
  }
}

function missedBy({ lagging }: Subscriber, channel: Channel): Missed {
  let missed = lagging.get(channel);
  if (missed === undefined) lagging.set(channel, (missed = { rows: [], dropped: 0 }));
  return missed;
}

/** The frame a subscriber begins with; null before anything is known. */
function firstOf(channel: Channel): Buffer | null {
  channel.first ??= wholeFrame(channel);
  return channel.first;
}

function wholeFrame({ about, speech, depth, rows, latest, latestMs }: Channel): Buffer | null {
  const { kind } = about.form.carries;
  if (kind === 'depth') return depth.isKnown ? textFrame(speech.depth(about, depth.whole())) : null;
  if (kind === 'rows') return rows.isKnown ? textFrame(speech.rows?.(about, rows.whole()) ?? '') : null;
  return latest === '' ? null : textFrame(speech.latest(about, latest, true, latestMs));
}
