/**
 * The public listeners: who listens to which channel, the first message of each, and what a slow reader is spared. It
 * is given the changes of channels that have listeners (feed.ts), makes one frame of each, and sends the same bytes to
 * all of them.
 *
 * A reader with more than 256 KiB unsent gets of tickers and bars only the newest once it has caught up, of depth a new
 * SNAPSHOT, and of trades the newest with the number that are missing.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ApiError, type Locale } from '../words/errors.ts';
import { type ChannelMessage, type CrowdCounts, type FeedMessage, noCounts, type Opened } from './crowd-messages.ts';
import { createDepthCopy, type DepthCopy } from './depth-copy.ts';
import { textFrame } from './frame.ts';
import { type ChannelNames, type NamedChannel, publicChannel, type There } from './names.ts';
import { Peer, type PeerOwner, type PeerRules } from './peer.ts';
import { kindOf } from './public/channel.ts';
import { createRowsCopy, type RowsCopy } from './rows-copy.ts';

/** With more unsent a listener lags. */
const SLOW_BYTES = 256 * 1024;
/** Trades kept for one that lags. */
const TRADES_KEPT = 500;

interface Listener {
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
  readonly listeners: Set<Listener>;
  /** Those among them that haven't been sent anything yet. */
  readonly waiting: Set<Listener>;
  /** The newest ticker, bar or board; empty before the first. */
  latest: string;
  readonly depth: DepthCopy;
  readonly rows: RowsCopy;
}

export interface CrowdOptions {
  readonly rules: PeerRules;
  readonly names: ChannelNames;
  /** A channel has listeners now, or none any more. */
  readonly ask: (name: 'open' | 'close', opened: Opened) => void;
  readonly left: (id: number, code: number) => void;
}

export class Crowd implements PeerOwner {
  readonly events = [];
  readonly #counts: Record<string, number>;
  readonly #options: CrowdOptions;
  readonly #listeners = new Map<Peer, Listener>();
  readonly #channels = new Map<string, Channel>();
  #there: There = { symbols: [], contests: [] };
  #openings = 0;

  constructor(options: CrowdOptions) {
    this.#options = options;
    this.#counts = { ...noCounts(options.names) };
  }

  get counts(): CrowdCounts {
    return this.#counts;
  }

  get size(): number {
    return this.#listeners.size;
  }

  enter(id: number, ws: WebSocket, socket: Duplex, locale: Locale): void {
    const peer = new Peer(ws, socket, { owner: this, rules: this.#options.rules, locale });
    const listener: Listener = { id, peer, lagging: new Map() };
    this.#listeners.set(peer, listener);
    peer.outbox.onEmpty = () => this.#catchUp(listener);
  }

  find(_: Peer, name: string): { readonly warning: null } | ApiError {
    const about = publicChannel(name, this.#options.names, this.#there);
    return about instanceof ApiError ? about : { warning: null };
  }

  begin(peer: Peer, name: string): void {
    const listener = this.#listeners.get(peer) as Listener;
    let channel = this.#channels.get(name);
    if (channel === undefined) {
      const about = publicChannel(name, this.#options.names, this.#there) as NamedChannel;
      const opening = ++this.#openings;
      channel = {
        name,
        opening,
        about,
        listeners: new Set(),
        waiting: new Set(),
        latest: '',
        depth: createDepthCopy(),
        rows: createRowsCopy(about.form.carries),
      };
      this.#channels.set(name, channel);
      this.#options.ask('open', { channel: name, opening });
    }
    channel.listeners.add(listener);
    if (!this.#sendFirst(channel, listener)) channel.waiting.add(listener);
  }

  end(peer: Peer, name: string): void {
    const channel = this.#channels.get(name);
    const listener = this.#listeners.get(peer);
    if (channel === undefined || listener === undefined) return;
    channel.listeners.delete(listener);
    channel.waiting.delete(listener);
    listener.lagging.delete(channel);
    if (channel.listeners.size > 0) return;
    this.#channels.delete(name);
    this.#options.ask('close', { channel: name, opening: channel.opening });
  }

  heard(): boolean {
    return false;
  }

  left(peer: Peer, code: number): void {
    const listener = this.#listeners.get(peer);
    if (listener === undefined) return;
    for (const name of peer.channels) this.end(peer, name);
    this.#listeners.delete(peer);
    this.#options.left(listener.id, code);
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
    for (const peer of this.#listeners.keys()) peer.beat();
  }

  finish(code: number, reason: string): void {
    for (const peer of this.#listeners.keys()) peer.finish(code, reason);
  }

  terminate(): void {
    for (const peer of this.#listeners.keys()) peer.terminate();
  }

  #takeLatest(channel: Channel, data: string): void {
    channel.latest = data;
    for (const listener of channel.waiting) this.#sendFirst(channel, listener);
    const { waiting } = channel;
    this.#sendAll(channel, textFrame(latestText(channel, 'change')), (listener) => !waiting.has(listener));
    waiting.clear();
  }

  #takeDepth(channel: Channel, change: ChannelMessage & { readonly kind: 'depth' }): void {
    channel.depth.take(change);
    if (change.isWhole) {
      channel.waiting.clear();
      for (const listener of channel.listeners) listener.lagging.delete(channel);
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
      for (const listener of channel.listeners) listener.lagging.delete(channel);
      return this.#sendAll(channel, channel.rows.snapshotFrame(channel.name));
    }
    for (const listener of waiting) this.#sendFirst(channel, listener);
    this.#sendAll(channel, channel.rows.changeFrame(channel.name, change), (listener) => !waiting.has(listener));
    waiting.clear();
  }

  #takeTrades(channel: Channel, rows: readonly string[], dropped: number): void {
    const frame = textFrame(tradesText(channel.name, rows, dropped));
    for (const listener of channel.listeners) {
      if (!this.#isLagging(listener, channel)) listener.peer.send(frame);
      else {
        const missed = missedBy(listener, channel);
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

  #sendAll(channel: Channel, frame: Buffer, isFor: (listener: Listener) => boolean = () => true): void {
    for (const listener of channel.listeners) {
      if (!isFor(listener)) continue;
      if (!this.#isLagging(listener, channel)) listener.peer.send(frame);
      else {
        missedBy(listener, channel);
        this.#count(channel, 1);
      }
    }
  }

  /** A listener that lags in a channel does until it has caught up in all. */
  #isLagging({ lagging, peer }: Listener, channel: Channel): boolean {
    return lagging.has(channel) || peer.outbox.unsent > SLOW_BYTES;
  }

  /** The first message of a channel, or the one that makes up for those missed; false when there isn't one. */
  #sendFirst(channel: Channel, { peer }: Listener): boolean {
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

  #catchUp(listener: Listener): void {
    const { lagging, peer } = listener;
    if (lagging.size === 0) return;
    const all = [...lagging];
    lagging.clear();
    for (const [channel, { rows, dropped }] of all) {
      if (channel.about.form.carries.kind !== 'trades') this.#sendFirst(channel, listener);
      else if (rows.length > 0) peer.send(textFrame(tradesText(channel.name, rows, dropped)));
    }
  }
}

function missedBy({ lagging }: Listener, channel: Channel): Missed {
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
