/**
 * One WebSocket, public or private: has its messages read, answers pings, keeps its subscriptions within their limits,
 * says whether the other side is still there, and ends it. How messages read is its dialect's to say; what its channels
 * carry and what else it may ask is its owner's.
 *
 * What it keeps true: a message that can't be read gets an error and the connection stays; no peer is read faster than
 * a hundred messages a second, where a request counts nothing and each whole KiB of any message one; more than 4 MiB
 * unsent, or nothing taken for ten seconds, and the connection ends with 4008.
 */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { JsonObject } from '../../core/text/scan.ts';
import { admit, createWindow, secondsUntil, type SlidingWindow } from '../front/limits/sliding-window.ts';
import { ApiError, type Locale } from '../words/errors.ts';
import type { Said, Speech, Subscription, Tag } from './dialect/dialect.ts';
import { textFrame } from './frame.ts';
import { Outbox } from './outbox.ts';
import { machine } from '../../time/machine.ts';

/** The limits of a connection; `isLimited` false: subscriptions, channels and messages are not counted. */
export interface PeerRules {
  readonly isLimited: boolean;
  readonly pingMs: number;
  readonly stalledMs: number;
  readonly subscriptionsPerHour: number;
  readonly channels: number;
}

/** The exchange's time, which in a rehearsal is not the machine's. */
export interface PeerClock {
  /** As messages show it. */
  readonly nowMs: () => number;
  /** For rate limits: it never falls. */
  readonly monotonicMs: () => number;
}

interface PeerParts {
  readonly owner: PeerOwner;
  readonly speech: Speech;
  readonly rules: PeerRules;
  readonly clock: PeerClock;
  readonly locale: Locale;
}

/** Close codes of our own. */
export const CLOSE = {
  goingAway: 1001,
  notText: 1003,
  faulty: 1011,
  /** Registered as "try again later, at another address if there is one". */
  elsewhere: 1013,
  silent: 4000,
  login: 4001,
  slow: 4008,
  otherBranch: 4010,
} as const;

type OwnersMessage = Extract<Said, { readonly message: JsonObject }>;

export interface FoundChannel {
  /** The one name of the channel, under which it begins and ends. */
  readonly name: string;
  readonly warning: string | null;
}

export interface PeerOwner {
  /** The channel a peer may subscribe to by this name, with a warning if there is one to say; or why not. */
  find(peer: Peer, name: string): FoundChannel | ApiError;
  /** It subscribed, and got the acknowledgement. */
  begin(peer: Peer, channel: string): void;
  end(peer: Peer, channel: string): void;
  /** A message that isn't one common to all peers. */
  onMessage(peer: Peer, kind: OwnersMessage['kind'], message: JsonObject): void;
  left(peer: Peer, code: number): void;
}

const MESSAGES_PER_BEAT = 100;
/** Bytes of a message that count as another one. */
const BYTES_OF_MESSAGE = 1024;
/** With more unsent the connection ends. */
const MOST_UNSENT = 4 * 1024 * 1024;
/** A first message is large from this part of it on. */
const LARGE_PART = 16;
const HOUR_MS = 3_600_000;

export class Peer {
  readonly outbox: Outbox;
  readonly channels = new Set<string>();
  readonly locale: Locale;
  /** Resolves when the connection has ended. */
  readonly ended: Promise<void>;
  readonly #ws: WebSocket;
  readonly #owner: PeerOwner;
  readonly #speech: Speech;
  readonly #rules: PeerRules;
  readonly #clock: PeerClock;
  #subscriptions: SlidingWindow | null = null;
  #messages = 0;
  #isPaused = false;
  #unanswered = 0;
  #pingAtMs: number;
  #isEnding = false;
  /** Messages that came while it is held; null when it is not. */
  #held: (readonly [data: Buffer, isBinary: boolean])[] | null = null;
  /** Large first messages that may be under way, by channel. */
  readonly #first = new Map<string, number>();
  /** The code this side ended it with. */
  #endCode: number | null = null;

  constructor(ws: WebSocket, socket: Duplex, { owner, speech, rules, clock, locale }: PeerParts) {
    this.#ws = ws;
    this.#owner = owner;
    this.#speech = speech;
    this.#rules = rules;
    this.#clock = clock;
    this.locale = locale;
    this.outbox = new Outbox(socket, machine.steadyMs());
    this.#pingAtMs = machine.steadyMs() + rules.pingMs;
    ws.on('message', (data, isBinary) => this.#onMessage(data as Buffer, isBinary));
    ws.on('ping', (data) => {
      this.#count(1);
      if (this.outbox.unsent === 0) ws.pong(data);
    });
    ws.on('pong', () => (this.#unanswered = 0));
    const ended = Promise.withResolvers<void>();
    this.ended = ended.promise;
    ws.on('close', (code) => {
      // The other side may not say anything any more; what counts is why we ended it.
      owner.left(this, this.#endCode ?? code);
      ended.resolve();
    });
    // Bytes that can't be read as frames end the connection by themselves, with the code that says so.
    ws.on('error', () => undefined);
    const greeting = speech.greeting(clock.nowMs());
    if (greeting !== null) this.say(greeting);
  }

  /** Sends a message of this connection's own. */
  say(text: string): void {
    this.send(textFrame(text));
  }

  /** Sends a frame, which others may get too. */
  send(frame: Buffer): void {
    if (this.#isEnding) return;
    this.outbox.send(frame);
    if (this.outbox.unsent > MOST_UNSENT + this.#firstBytes()) this.close(CLOSE.slow, 'slow consumer');
  }

  /** Sends the first message of a channel: it may be larger than what may wait, and waits beside it. */
  sendFirst(channel: string, frame: Buffer): void {
    if (frame.length > MOST_UNSENT / LARGE_PART) this.#first.set(channel, frame.length);
    this.send(frame);
  }

  /** The bytes of large first messages, until everything was taken. */
  #firstBytes(): number {
    if (this.#first.size === 0) return 0;
    if (this.outbox.unsent === 0) this.#first.clear();
    let bytes = 0;
    for (const size of this.#first.values()) bytes += size;
    return bytes;
  }

  /** Says what was wrong with a message. */
  refuse(error: ApiError, tag: Tag = null): void {
    this.say(this.#speech.refusal(error, this.locale, tag));
  }

  /** Lets its messages wait until `release`. */
  hold(): void {
    this.#held ??= [];
    this.#ws.pause();
  }

  release(): void {
    const held = this.#held ?? [];
    this.#held = null;
    if (!this.#isPaused) this.#ws.resume();
    for (const [data, isBinary] of held) this.#onMessage(data, isBinary);
  }

  /** Once a second: reads on, pings, and ends what is no longer there. */
  beat(): void {
    const nowMs = machine.steadyMs();
    this.#messages = 0;
    if (this.#isPaused) {
      this.#isPaused = false;
      if (this.#held === null) this.#ws.resume();
    }
    if (this.#isEnding) return;
    if (this.outbox.stalledMs(nowMs) >= this.#rules.stalledMs) return this.close(CLOSE.slow, 'slow consumer');
    if (nowMs < this.#pingAtMs) return;
    this.#pingAtMs = nowMs + this.#rules.pingMs;
    if (this.#unanswered > this.#speech.unansweredPings) return this.close(CLOSE.silent, 'pings were not answered');
    this.#unanswered++;
    this.say(this.#speech.ping(this.#clock.nowMs()));
  }

  /** Ends the connection now; what it was still owed is not sent. */
  close(code: number, reason: string): void {
    this.#isEnding = true;
    this.#endCode = code;
    this.outbox.drop();
    this.#ws.close(code, reason);
  }

  /** Ends the connection once it was sent all it is owed. */
  finish(code: number, reason: string): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#endCode = code;
    const end = (): void => this.#ws.close(code, reason);
    if (this.outbox.isEmpty) end();
    else this.outbox.onEmpty = end;
  }

  /** Takes the connection down without a word. */
  terminate(): void {
    this.#ws.terminate();
  }

  #onMessage(data: Buffer, isBinary: boolean): void {
    if (this.#isEnding) return;
    if (this.#held !== null) return void this.#held.push([data, isBinary]);
    if (isBinary) return this.close(CLOSE.notText, 'messages are text');
    const said = this.#speech.read(data, this.#clock.nowMs());
    const size = Math.floor(data.length / BYTES_OF_MESSAGE);
    this.#count(said.kind === 'request' ? size : 1 + size);
    if (said.kind === 'wrong') this.refuse(said.error, said.tag);
    else if (said.kind === 'ping') this.say(said.answer);
    else if (said.kind === 'pong') this.#unanswered = 0;
    else if ('message' in said) this.#owner.onMessage(this, said.kind, said.message);
    else this.#subscribe(said);
  }

  /** A peer that sends more than may be read is read on at the next beat. */
  #count(messages: number): void {
    this.#messages += messages;
    if (!this.#rules.isLimited || this.#messages <= MESSAGES_PER_BEAT || this.#isPaused) return;
    this.#isPaused = true;
    this.#ws.pause();
  }

  /** All of its channels, or none. */
  #subscribe(asked: Subscription): void {
    const found = this.#overShare() ?? this.#found(asked);
    if (found instanceof ApiError) return this.refuse(found, asked.tag);
    const warning = found.find((one) => one.warning !== null)?.warning ?? null;
    this.say(this.#speech.done(asked, warning));
    for (const { name } of found) {
      const isSubscribed = this.channels.has(name);
      if (asked.kind === 'subscribe' && !isSubscribed) {
        this.channels.add(name);
        this.#owner.begin(this, name);
      } else if (asked.kind === 'unsubscribe' && isSubscribed) {
        this.channels.delete(name);
        this.#owner.end(this, name);
      }
    }
  }

  /** The channels it names, or why one of them can't be had, or 429 for too many at once. */
  #found({ kind, channels }: Subscription): readonly FoundChannel[] | ApiError {
    const found: FoundChannel[] = [];
    for (const name of channels) {
      const one = this.#owner.find(this, name);
      if (one instanceof ApiError) return one;
      found.push(one);
    }
    const { isLimited, channels: most } = this.#rules;
    const all = new Set([...this.channels, ...found.map(({ name }) => name)]);
    if (kind === 'unsubscribe' || !isLimited || all.size <= Math.max(most, this.channels.size)) return found;
    return new ApiError(429, {
      hint: { en: `${most} channels on one connection; open another`, zh: `每个连接最多${most}个频道，请另开连接` },
    });
  }

  /** 429 for too many subscriptions in an hour. */
  #overShare(): ApiError | null {
    const { isLimited, subscriptionsPerHour } = this.#rules;
    if (!isLimited) return null;
    const nowMs = this.#clock.monotonicMs();
    const window = (this.#subscriptions ??= createWindow());
    if (admit(window, 1, subscriptionsPerHour, nowMs, HOUR_MS)) return null;
    const seconds = secondsUntil(window, 1, subscriptionsPerHour, nowMs, HOUR_MS);
    return new ApiError(429, {
      hint: {
        en: `${subscriptionsPerHour} subscriptions an hour on one connection; retry after ${seconds} s`,
        zh: `每个连接每小时最多${subscriptionsPerHour}次订阅，请在${seconds}秒后重试`,
      },
    });
  }
}
