/**
 * The public subscribers: who listens to which channel, the first message of each, and what a slow reader is spared. It
 * is given the changes of channels that have subscribers (feed.ts), makes one frame of each, and sends the same bytes
 * to all of them.
 *
 * A reader with more than 256 KiB unsent gets of tickers and bars only the newest once it has caught up, of depth a new
 * SNAPSHOT, and of trades the newest with the number that are missing.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ApiError, type Locale } from '../words/errors.ts';
import {
  type ChannelMessage,
  type MissedCounts,
  type FeedMessage,
  noCounts,
  type Opened,
} from './subscribers-messages.ts';
import { createDepthCopy, type DepthCopy } from './depth-copy.ts';
import { textFrame } from './frame.ts';
import { type ChannelNames, type NamedChannel, publicChannel, type There } from './names.ts';
import { Peer, type PeerOwner, type PeerRules } from './peer.ts';
import { kindOf } from './public/channel.ts';
import { createRowsCopy, type RowsCopy } from './rows-copy.ts';

/** With more unsent a subscriber lags. */
const SLOW_BYTES = 256 * 1024;
/** Trades kept for one that lags. */
const TRADES_KEPT = 500;

interface Subscriber {
  readonly id: number;
  readonly peer: Peer;
  /** The channels it lags in, and the trades kept for it. */
  readonly lagging: Map<Channel, Missed>;
}

interface Missed {
  rows: string[];
  dropped: number;
}

interface Channel {
  readonly name: string;
  readonly opening: number;
  readonly about: NamedChannel;
  readonly subscribers: Set<Subscriber>;
  /** Those among them that haven't been sent anything yet. */
  readonly waiting: Set<Subscriber>;
  /** The newest ticker, bar or board; empty before the first. */
  latest: string;
  readonly depth: DepthCopy;
  readonly rows: RowsCopy;
}

export interface SubscribersOptions {
  readonly rules: PeerRules;
  readonly names: ChannelNames;
  /** A channel has subscribers now, or none any more. */
  readonly ask: (name: 'open' | 'close', opened: Opened) => void;
  readonly left: (id: number, code: number) => void;
}

export class PublicSubscribers implements PeerOwner {
  readonly events = [];
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

  enter(id: number, ws: WebSocket, socket: Duplex, locale: Locale): void {
    const peer = new Peer(ws, socket, { owner: this, rules: this.#options.rules, locale });
    const subscriber: Subscriber = { id, peer, lagging: new Map() };
    this.#subscribers.set(peer, subscriber);
    peer.outbox.onEmpty = () => this.#catchUp(subscriber);
  }

  find(_: Peer, name: string): { readonly warning: null } | ApiError {
    const about = publicChannel(name, this.#options.names, this.#there);
    return about instanceof ApiError ? about : { warning: null };
  }

  begin(peer: Peer, name: string): void {
    const subscriber = this.#subscribers.get(peer) as Subscriber;
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      const about = publicChannel(name, this.#options.names, this.#there) as NamedChannel;
      const opening = ++this.#openings;
      channel = {
        name,
        opening,
        about,
        subscribers: new Set(),
        waiting: new Set(),
        latest: '',
        depth: createDepthCopy(),
        rows: createRowsCopy(about.form.carries),
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

  onMessage(): boolean {
    return false;
  }

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
      if (message.kind === 'latest') this.#takeLatest(channel, message.data);
      else if (message.kind === 'rows') this.#takeRows(channel, message);
      else if (message.kind === 'trades') this.#takeTrades(channel, message.rows, message.dropped);
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

  #takeLatest(channel: Channel, data: string): void {
    channel.latest = data;
    for (const subscriber of channel.waiting) this.#sendFirst(channel, subscriber);
    const { waiting } = channel;
    this.#sendAll(channel, textFrame(latestText(channel, 'change')), (subscriber) => !waiting.has(subscriber));
    waiting.clear();
  }

  #takeDepth(channel: Channel, change: ChannelMessage & { readonly kind: 'depth' }): void {
    channel.depth.take(change);
    if (change.isWhole) {
      channel.waiting.clear();
      for (const subscriber of channel.subscribers) subscriber.lagging.delete(channel);
      return this.#sendAll(channel, this.#snapshotOf(channel));
    }
    this.#sendAll(
      channel,
      textFrame(channel.depth.changeText(channel.name, symbolOf(channel), levelsOf(channel), change)),
    );
  }

  /** Those that wait, and all after a full list, begin with what there is now. */
  #takeRows(channel: Channel, change: ChannelMessage & { readonly kind: 'rows' }): void {
    channel.rows.take(change);
    const { waiting } = channel;
    if (change.isWhole) {
      waiting.clear();
      for (const subscriber of channel.subscribers) subscriber.lagging.delete(channel);
      return this.#sendAll(channel, channel.rows.snapshotFrame(channel.name));
    }
    for (const subscriber of waiting) this.#sendFirst(channel, subscriber);
    this.#sendAll(channel, channel.rows.changeFrame(channel.name, change), (subscriber) => !waiting.has(subscriber));
    waiting.clear();
  }

  #takeTrades(channel: Channel, rows: readonly string[], dropped: number): void {
    const frame = textFrame(tradesText(channel.name, rows, dropped));
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
    const { kind } = channel.about.form.carries;
    if (kind === 'trades') return true;
    if (kind === 'depth') {
      if (channel.depth.isKnown) peer.send(this.#snapshotOf(channel));
      return channel.depth.isKnown;
    }
    if (kind === 'rows') {
      if (channel.rows.isKnown) peer.send(channel.rows.snapshotFrame(channel.name));
      return channel.rows.isKnown;
    }
    if (channel.latest !== '') peer.send(textFrame(latestText(channel, 'snapshot')));
    return channel.latest !== '';
  }

  #count({ about }: Channel, missed: number): void {
    const kind = kindOf(about.form);
    this.#counts[kind] = (this.#counts[kind] ?? 0) + missed;
  }

  #snapshotOf(channel: Channel): Buffer {
    return channel.depth.snapshotFrame(channel.name, symbolOf(channel), levelsOf(channel));
  }

  #catchUp(subscriber: Subscriber): void {
    const { lagging, peer } = subscriber;
    if (lagging.size === 0) return;
    const all = [...lagging];
    lagging.clear();
    for (const [channel, { rows, dropped }] of all) {
      if (channel.about.form.carries.kind !== 'trades') this.#sendFirst(channel, subscriber);
      else if (rows.length > 0) peer.send(textFrame(tradesText(channel.name, rows, dropped)));
    }
  }
}

function missedBy({ lagging }: Subscriber, channel: Channel): Missed {
  let missed = lagging.get(channel);
  if (missed === undefined) lagging.set(channel, (missed = { rows: [], dropped: 0 }));
  return missed;
}

function symbolOf({ about }: Channel): string {
  return about.params['symbol'] ?? '';
}

function levelsOf({ about }: Channel): number {
  return Number(about.params['levels']);
}

function latestText({ name, about, latest }: Channel, type: 'snapshot' | 'change'): string {
  const { carries } = about.form;
  const typed = carries.kind === 'latest' && carries.hasType ? `"type":"${type}",` : '';
  return `{"event":"payload",${typed}"channel":"${name}","data":[${latest}]}`;
}

function tradesText(name: string, rows: readonly string[], dropped: number): string {
  const missing = dropped === 0 ? '' : `,"dropped":${dropped}`;
  return `{"event":"payload","channel":"${name}","data":[${rows.join(',')}]${missing}}`;
}
