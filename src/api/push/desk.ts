/**
 * The private connections: who each of them is, the account's channels it listens to, and order entry. They live in the
 * exchange itself, because their messages are few and orders come in through them.
 *
 * A private message is never dropped and never merged: a client that doesn't take its own is disconnected (peer.ts). A
 * key that is switched off, expires or may no longer be used from there ends its connections within a second.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';
import type { JsonObject } from '../../core/text/scan.ts';
import { checkKey } from '../front/keys/auth.ts';
import { asApiError } from '../front/front.ts';
import type { FrontState } from '../front/checks/front-state.ts';
import type { ApiKey } from '../front/keys/keyring.ts';
import type { Route } from '../call/route.ts';
import { ApiError, malformed } from '../words/errors.ts';
import type { AccountEvents } from './account-events.ts';
import type { AccountChannelName } from './account/index.ts';
import { textFrame } from './frame.ts';
import { accountChannel } from './names.ts';
import { type Asker, createOrderEntry } from './order-entry.ts';
import { CLOSE, Peer, type PeerOwner, type PeerRules, textOf } from './peer.ts';
import { SOCKET_OPTIONS } from './socket-options.ts';
import { NAMES } from './source.ts';
import { type Credentials, type Handshake, provenKey } from './upgrade.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export interface Desk {
  /** Takes a connection in; `left` is called once when it has ended, with its close code. */
  enter(handshake: Handshake, key: ApiKey | null, left: (code: number) => void): void;
  /** Requests since the start, by operation. */
  readonly asked: Readonly<Record<string, number>>;
  /** Answers what is under way, sends all peers what they are owed, and ends the connections. */
  finish(code: number, reason: string): Promise<void>;
}

const BEAT_MS = 1_000;
const LOGIN_MS = 10_000;
/** How long answers, and then goodbyes, may take: the second that a stop has for its connections. */
const ANSWER_MS = 500;
const FINISH_MS = 500;

interface Trader {
  readonly peer: Peer;
  readonly asker: Asker;
  /** Null until it logged in. */
  key: ApiKey | null;
  /** Given up when it has not logged in by then. */
  readonly loginUntilMs: number;
  isLoggingIn: boolean;
  /** By channel as it was subscribed to: ends listening. */
  readonly ends: Map<string, () => void>;
  readonly left: (code: number) => void;
}

export function createDesk(state: FrontState, routes: readonly Route[], events: AccountEvents, rules: PeerRules): Desk {
  const orders = createOrderEntry(state, routes);
  const owner = new DeskOwner(state, events, orders.ask.bind(orders));
  const sockets = new WebSocketServer(SOCKET_OPTIONS.private);
  const { traders } = owner;
  let timer: Timer | null = null;

  function beat(): void {
    for (const trader of traders.values()) owner.beat(trader);
    if (traders.size > 0 || timer === null) return;
    timer?.cancel();
    timer = null;
  }

  return {
    asked: orders.asked,
    enter({ raw, socket, head, locale, address, countedAs }, key, left) {
      let isIn = false;
      socket.once('close', () => {
        if (!isIn) left(1006);
      });
      sockets.handleUpgrade(raw, socket, head, (ws) => {
        isIn = true;
        const peer = new Peer(ws, socket, { owner, rules, locale });
        const asker: Asker = {
          accessKey: key === null ? '' : accessKeyOf(raw),
          account: key?.account ?? null,
          address,
          countedAs,
          locale,
          raw,
          response: new ServerResponse(raw),
          underWay: 0,
          onIdle: () => undefined,
          say: (text) => peer.say(text),
        };
        const loginUntilMs = machine.steadyMs() + LOGIN_MS;
        traders.set(peer, { peer, asker, key, loginUntilMs, isLoggingIn: false, ends: new Map(), left });
        timer ??= machine.every(BEAT_MS, beat).unref();
      });
    },
    async finish(code, reason) {
      orders.stop();
      await within(ANSWER_MS, [...traders.values()].map(idle));
      const ended = [...traders.values()].map(({ peer }) => peer.ended);
      for (const peer of traders.keys()) peer.finish(code, reason);
      await within(FINISH_MS, ended);
      for (const peer of traders.keys()) peer.terminate();
    },
  };
}

/** Everything the peers of the desk ask for. */
class DeskOwner implements PeerOwner {
  readonly events = ['login', 'request'];
  readonly traders = new Map<Peer, Trader>();
  readonly #state: FrontState;
  readonly #accounts: AccountEvents;
  readonly #ask: (asker: Asker, message: JsonObject) => void;
  #last: { name: string; msg: string; frame: Buffer } = { name: '', msg: '', frame: Buffer.alloc(0) };

  constructor(state: FrontState, accounts: AccountEvents, ask: (asker: Asker, message: JsonObject) => void) {
    this.#state = state;
    this.#accounts = accounts;
    this.#ask = ask;
  }

  find(peer: Peer, name: string): { readonly warning: string | null } | ApiError {
    if (this.#of(peer).key === null) return notLoggedIn();
    const channel = accountChannel(name, NAMES);
    if (channel instanceof ApiError) return channel;
    return { warning: channel === name ? null : `${name} is an older name of ${channel}` };
  }

  begin(peer: Peer, name: string): void {
    const trader = this.#of(peer);
    const { account } = trader.key as ApiKey;
    const channel = accountChannel(name, NAMES) as AccountChannelName;
    peer.sendFirst(name, this.#frameOf(name, this.#accounts.snapshot(account, channel)));
    trader.ends.set(
      name,
      this.#accounts.listen(account, channel, (_, msg) => peer.send(this.#frameOf(name, msg))),
    );
  }

  end(peer: Peer, name: string): void {
    const { ends } = this.#of(peer);
    ends.get(name)?.();
    ends.delete(name);
  }

  heard(peer: Peer, event: string, message: JsonObject): boolean {
    const trader = this.#of(peer);
    if (event === 'login') this.#login(trader, message);
    else if (event !== 'request') return false;
    else if (trader.key === null) peer.refuse(notLoggedIn());
    else this.#ask(trader.asker, message);
    return true;
  }

  left(peer: Peer, code: number): void {
    const trader = this.#of(peer);
    for (const end of trader.ends.values()) end();
    this.traders.delete(peer);
    trader.left(code);
  }

  /** Once a second. */
  beat(trader: Trader): void {
    const { peer, key, asker, loginUntilMs } = trader;
    peer.beat();
    if (key === null) {
      if (machine.steadyMs() >= loginUntilMs && !trader.isLoggingIn) peer.close(CLOSE.login, 'no login');
      return;
    }
    const { deps, nowMs } = this.#state;
    const now = deps.keyring.find(asker.accessKey);
    try {
      if (now === undefined) throw new ApiError(40006);
      checkKey(now, asker.address, 'read', nowMs());
    } catch (error) {
      this.#turnOut(peer, error);
    }
  }

  /** The message of a channel, under the name it was subscribed to; the same bytes for all who listen to it there. */
  #frameOf(name: string, msg: string): Buffer {
    if (this.#last.msg !== msg || this.#last.name !== name) {
      const frame = textFrame(`{"type":"trade-event","channel":"${name}","event":"payload","msg":${msg}}`);
      this.#last = { name, msg, frame };
    }
    return this.#last.frame;
  }

  #of(peer: Peer): Trader {
    return this.traders.get(peer) as Trader;
  }

  #login(trader: Trader, message: JsonObject): void {
    const { peer, asker } = trader;
    if (trader.key !== null || trader.isLoggingIn)
      return peer.refuse(malformed({ en: 'this connection has logged in', zh: '此连接已登录' }));
    const credentials = credentialsOf(message);
    const enter = (key: ApiKey): void => {
      if (!this.traders.has(peer)) return;
      trader.key = key;
      asker.accessKey = credentials['access-key'] ?? '';
      asker.account = key.account;
      peer.say(`{"event":"loggedIn","uid":"${key.account}"}`);
    };
    trader.isLoggingIn = true;
    // Whoever says more than the login at once means it to be heard after it.
    peer.hold();
    provenKey(this.#state, credentials, asker.address)
      .then(enter)
      .catch((error: unknown) => this.#turnOut(peer, error))
      .finally(() => peer.release());
  }

  #turnOut(peer: Peer, error: unknown): void {
    peer.refuse(asApiError({ deps: this.#state.deps, route: null }, error));
    peer.finish(CLOSE.login, 'not logged in');
  }
}

function credentialsOf(message: JsonObject): Credentials {
  const names = { 'access-key': 'apiKey', 'access-sign': 'sign', 'access-timestamp': 'timestamp' };
  const given = { ...names, 'access-passphrase': 'passphrase' };
  return Object.fromEntries(
    Object.entries(given).flatMap(([header, name]) => {
      const text = textOf(message, name);
      return text === null ? [] : [[header, text]];
    }),
  );
}

function accessKeyOf({ headers }: IncomingMessage): string {
  return String(headers['access-key']);
}

function notLoggedIn(): ApiError {
  return new ApiError(40001, {
    hint: {
      en: 'log in first: {"event":"login","apiKey","passphrase","timestamp","sign"}',
      zh: '请先登录：{"event":"login","apiKey","passphrase","timestamp","sign"}',
    },
  });
}

/** Until nothing of a trader is under way. */
function idle({ asker }: Trader): Promise<void> {
  if (asker.underWay === 0) return Promise.resolve();
  return new Promise((resolve) => (asker.onIdle = resolve));
}

/** All of them, or the time is over. */
async function within(milliseconds: number, all: readonly Promise<void>[]): Promise<void> {
  let timer: Timer | undefined;
  const over = new Promise<void>((resolve) => {
    timer = machine.after(milliseconds, resolve);
  });
  await Promise.race([Promise.all(all), over]);
  timer?.cancel();
}
