/**
 * One WebSocket that is kept open: connects, logs in where that is needed, answers pings, notices when nothing comes
 * any more, and connects again, after 0.5 to 15 s, at once when a browser says that the network is back or the page is
 * looked at. What is said on it is its owner's.
 */
import { OutcryError } from '../errors.ts';
import { Listeners } from './listeners.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

/** As much of a WebSocket as is used: the platform's own fits, and so does one of the package `ws`. */
export interface SocketLike {
  readonly readyState: number;
  addEventListener(event: 'open' | 'message' | 'close' | 'error', listener: (event: unknown) => void): void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export type SocketConstructor = new (url: string, protocols?: string[]) => SocketLike;

/** `open`: logged in, if that is needed. `closed`: for good, asked for or refused. */
export type ConnectionState = 'connecting' | 'open' | 'waiting' | 'closed';

/** A message of the exchange, read. */
export type Message = Readonly<Record<string, unknown>>;

export interface ConnectionOptions {
  readonly url: string;
  readonly WebSocket: SocketConstructor;
  /** The login message, made again for each connection; null: there is no login. */
  readonly login: (() => Promise<Message>) | null;
  /** Measures the server's clock, after a login was refused for its timestamp. */
  readonly syncClock: () => Promise<unknown>;
}

interface Announcing {
  readonly addEventListener?: (event: string, listener: () => void) => void;
  readonly removeEventListener?: (event: string, listener: () => void) => void;
}

/** Browsers say when the network is back, and when someone looks at the page again. */
const platform = globalThis as Announcing & { readonly document?: Announcing & { readonly visibilityState: string } };

const LOGIN_PROTOCOL = 'outcry.login';
const WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000] as const;
/** A connection that lived so long was a good one: the next wait is the shortest again. */
const GOOD_AFTER_MS = 30_000;
/** The exchange pings every 20 s; when this passes without a word, the connection is gone. */
const SILENT_MS = 50_000;
const CONNECT_WITHIN_MS = 15_000;
const OPEN = 1;
const RESTARTED = 4_900;

export class Connection {
  readonly state = new Listeners<[state: ConnectionState, reason: OutcryError | null]>();
  readonly messages = new Listeners<[message: Message]>();
  readonly #options: ConnectionOptions;
  #current: ConnectionState = 'waiting';
  #socket: SocketLike | null = null;
  #attempt = 0;
  #heardAtMs = 0;
  #nextAtMs: number | null = null;
  #openedAtMs = 0;
  #wait: Timer | null = null;
  #silence: Timer | null = null;
  #refusal: OutcryError | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    platform.addEventListener?.('online', this.#atOnce);
    platform.document?.addEventListener?.('visibilitychange', this.#whenSeen);
  }

  get current(): ConnectionState {
    return this.#current;
  }

  /** Why it is closed for good; null when it isn't, or was asked to. */
  get refusal(): OutcryError | null {
    return this.#refusal;
  }

  /** When the exchange said something last, a ping too, by `machine.steadyMs()`. */
  get heardAtMs(): number {
    return this.#heardAtMs;
  }

  /** When it connects again, by `machine.steadyMs()`; null while it doesn't wait for that. */
  get nextAtMs(): number | null {
    return this.#nextAtMs;
  }

  /** Connects, unless it has begun to or is closed for good. */
  start(): void {
    if (this.#current === 'waiting' && this.#wait === null) this.#connect();
  }

  /** Sends a message; false when there is no connection now. */
  send(message: Message): boolean {
    if (this.#current !== 'open' || this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Doesn't wait any longer for its next attempt. */
  hurry(): void {
    this.#atOnce();
  }

  /** Gives this connection up for a new one, now. */
  restart(reason: string): void {
    if (this.#current === 'closed') return;
    this.#drop(RESTARTED, reason);
    this.#connect();
  }

  /** Ends it for good. */
  close(): void {
    platform.removeEventListener?.('online', this.#atOnce);
    platform.document?.removeEventListener?.('visibilitychange', this.#whenSeen);
    this.#drop(1000, 'done');
    this.#be('closed');
  }

  readonly #atOnce = (): void => {
    if (this.#current !== 'waiting') return;
    this.#attempt = 0;
    this.#connect();
  };

  readonly #whenSeen = (): void => {
    if (platform.document?.visibilityState === 'visible') this.#atOnce();
  };

  #be(state: ConnectionState): void {
    if (this.#current === state) return;
    this.#current = state;
    this.state.tell(state, this.#refusal);
  }

  #connect(): void {
    this.#wait?.cancel();
    this.#wait = null;
    this.#nextAtMs = null;
    this.#be('connecting');
    const { url, WebSocket, login } = this.#options;
    const socket = new WebSocket(url, login === null ? [] : [LOGIN_PROTOCOL]);
    this.#socket = socket;
    this.#expectWord(CONNECT_WITHIN_MS);
    const isCurrent = (): boolean => this.#socket === socket;
    socket.addEventListener('open', () => {
      if (isCurrent()) void this.#opened(socket);
    });
    socket.addEventListener('message', (event) => {
      if (isCurrent()) this.#heard(String((event as { readonly data: unknown }).data));
    });
    socket.addEventListener('close', () => {
      if (isCurrent()) this.#lost();
    });
    // A close follows.
    socket.addEventListener('error', () => undefined);
  }

  async #opened(socket: SocketLike): Promise<void> {
    const { login } = this.#options;
    if (login === null) return this.#ready();
    try {
      const message = await login();
      if (this.#socket === socket) socket.send(JSON.stringify(message));
    } catch {
      if (this.#socket === socket) this.#lost();
    }
  }

  #ready(): void {
    this.#openedAtMs = machine.steadyMs();
    this.#heardAtMs = this.#openedAtMs;
    this.#expectWord(SILENT_MS);
    this.#be('open');
  }

  #heard(text: string): void {
    const message = JSON.parse(text) as Message;
    const { event } = message;
    this.#heardAtMs = machine.steadyMs();
    this.#expectWord(this.#current === 'open' ? SILENT_MS : CONNECT_WITHIN_MS);
    if (event === 'ping') this.#socket?.send(JSON.stringify({ event: 'pong', time: message['time'] }));
    else if (this.#current === 'open') this.messages.tell(message);
    else if (event === 'loggedIn') this.#ready();
    else if (event === 'error') this.#notLetIn(message);
  }

  /** A login that failed: for its clock it is tried once more, for anything else but a lack of room it is over. */
  #notLetIn(message: Message): void {
    const refusal = OutcryError.of(message);
    const { code } = refusal;
    if (code === '40008' || code === '40005') {
      const again = (): void => void (this.#current === 'waiting' && this.#connect());
      this.#drop(1000, 'clock');
      this.#be('waiting');
      this.#options.syncClock().then(again, () => this.#waitThenConnect());
    } else if (code === '429' || code.startsWith('5')) this.#lost();
    else {
      this.#refusal = refusal;
      this.close();
    }
  }

  /** Takes it for gone when nothing has come for so long. */
  #expectWord(withinMs: number): void {
    this.#silence?.cancel();
    this.#silence = machine.after(withinMs, () => this.#lost());
  }

  #drop(code: number, reason: string): void {
    this.#silence?.cancel();
    this.#wait?.cancel();
    this.#silence = null;
    this.#wait = null;
    this.#nextAtMs = null;
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    if (this.#openedAtMs > 0 && machine.steadyMs() - this.#openedAtMs > GOOD_AFTER_MS) this.#attempt = 0;
    this.#openedAtMs = 0;
    try {
      socket.close(code, reason);
    } catch {
      // It never opened.
    }
  }

  #lost(): void {
    this.#drop(RESTARTED, 'lost');
    this.#be('waiting');
    this.#waitThenConnect();
  }

  #waitThenConnect(): void {
    if (this.#current !== 'waiting') return;
    const ms = WAITS_MS[Math.min(this.#attempt, WAITS_MS.length - 1)] as number;
    this.#attempt++;
    const waitMs = ms * (0.8 + 0.4 * Math.random());
    this.#nextAtMs = machine.steadyMs() + waitMs;
    this.#wait = machine.after(waitMs, () => this.#connect());
  }
}
