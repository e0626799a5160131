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
import { ACCOUNT_TABLES } from './account-tables.ts';
import type { DialectName, FoundAccountChannel } from './dialect/dialect.ts';
import { textOf } from './dialect/reading.ts';
import { mapOf, SOCKET_DIALECTS } from './dialects.ts';
import { textFrame } from './frame.ts';
import { type Asker, createOrderEntry } from './order-entry.ts';
import { CLOSE, type FoundChannel, Peer, type PeerOwner, type PeerRules } from './peer.ts';
import { socketOptions } from './socket-options.ts';
import { type Credentials, type Handshake, provenKey } from './upgrade.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export interface PrivateSessions {
  /** Takes a connection in; `left` is called once when it has ended, with its close code. */
  enter(handshake: Handshake, key: ApiKey | null, left: (code: number) => void): void;
  /** Requests since the start, by operation. */
  readonly asked: Readonly<Record<string, number>>;
  /** Answers what is under way, sends all peers what they are owed, and ends the connections there are. */
  end(code: number, reason: string): Promise<void>;
  /** As `end`, and from now on requests get 503. */
  finish(code: number, reason: string): Promise<void>;
}

/** Among a session's ends, beside its channels: it is no connection any more. */
const SELF = '';
const BEAT_MS = 1_000;
const LOGIN_MS = 10_000;
/** How long answers, and then goodbyes, may take: the second that a stop has for its connections. */
const ANSWER_MS = 500;
const FINISH_MS = 500;

interface Session {
  readonly peer: Peer;
  readonly dialect: DialectName;
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

export function createPrivateSessions(
  state: FrontState,
  routes: readonly Route[],
  events: AccountEvents,
  rules: PeerRules,
): PrivateSessions {
  const orders = createOrderEntry(state, routes);
  const owner = new SessionsOwner(state, events, orders.ask.bind(orders));
  const servers = mapOf((one) => new WebSocketServer(socketOptions('private', one.private.longest)));
  const { sessions } = owner;
  const clock = { nowMs: state.nowMs, monotonicMs: state.deps.monotonicMs ?? machine.steadyMs };
  let timer: Timer | null = null;

  function beat(): void {
    for (const session of sessions.values()) owner.beat(session);
    if (sessions.size > 0 || timer === null) return;
    timer?.cancel();
    timer = null;
  }

  async function end(code: number, reason: string): Promise<void> {
    await within(ANSWER_MS, [...sessions.values()].map(idle));
    const ended = [...sessions.values()].map(({ peer }) => peer.ended);
    for (const peer of sessions.keys()) peer.finish(code, reason);
    await within(FINISH_MS, ended);
    for (const peer of sessions.keys()) peer.terminate();
  }

  return {
    asked: orders.asked,
    end,
    enter({ raw, socket, head, locale, address, countedAs, door: { dialect } }, key, left) {
      let isIn = false;
      socket.once('close', () => {
        if (!isIn) left(1006);
      });
      servers[dialect].handleUpgrade(raw, socket, head, (ws) => {
        isIn = true;
        const peer = new Peer(ws, socket, { owner, speech: SOCKET_DIALECTS[dialect].private, rules, clock, locale });
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
          cut: () => peer.terminate(),
        };
        const loginUntilMs = machine.steadyMs() + LOGIN_MS;
        const session = { peer, dialect, asker, key, loginUntilMs, isLoggingIn: false, ends: new Map(), left };
        sessions.set(peer, session);
        if (key !== null) owner.known(session, key);
        timer ??= machine.every(BEAT_MS, beat).unref();
      });
    },
    finish(code, reason) {
      orders.stop();
      return end(code, reason);
    },
  };
}

/** Requests of private connections. */
class SessionsOwner implements PeerOwner {
  readonly sessions = new Map<Peer, Session>();
  readonly #state: FrontState;
  readonly #accounts: AccountEvents;
  readonly #ask: (asker: Asker, message: JsonObject) => void;
  #last: { name: string; said: string; frame: Buffer } = { name: '', said: '', frame: Buffer.alloc(0) };

  constructor(state: FrontState, accounts: AccountEvents, ask: (asker: Asker, message: JsonObject) => void) {
    this.#state = state;
    this.#accounts = accounts;
    this.#ask = ask;
  }

  find(peer: Peer, name: string): FoundChannel | ApiError {
    const { key, dialect } = this.#of(peer);
    return key === null ? notLoggedIn() : ACCOUNT_TABLES[dialect].find(name);
  }

  begin(peer: Peer, name: string): void {
    const session = this.#of(peer);
    const { account } = session.key as ApiKey;
    const { dialect } = session;
    const { deps, nowMs } = this.#state;
    const noted = {
      at: nowMs(),
      uid: account,
      event: 'subscribe',
      side: 'private',
      channel: name,
      code: null,
    } as const;
    deps.recorder?.socket(noted, session.asker.raw);
    const { row } = ACCOUNT_TABLES[dialect].find(name) as FoundAccountChannel;
    const first = this.#accounts.snapshot(account, row);
    if (first !== null) peer.sendFirst(name, this.#frameOf(dialect, name, first));
    session.ends.set(
      name,
      this.#accounts.listen(account, row, (said) => this.#deliver(session, name, this.#frameOf(dialect, name, said))),
    );
  }

  end(peer: Peer, name: string): void {
    const { ends } = this.#of(peer);
    ends.get(name)?.();
    ends.delete(name);
  }

  onMessage(peer: Peer, kind: 'login' | 'request', message: JsonObject): void {
    const session = this.#of(peer);
    if (kind === 'login') this.#login(session, message);
    else if (session.key === null) peer.refuse(notLoggedIn());
    else this.#ask(session.asker, message);
  }

  left(peer: Peer, code: number): void {
    const session = this.#of(peer);
    for (const end of session.ends.values()) end();
    this.sessions.delete(peer);
    session.left(code);
  }

  /** It is known whose it is. */
  known(session: Session, key: ApiKey): void {
    const { rehearsal } = this.#state.deps;
    if (rehearsal === undefined) return;
    session.ends.set(
      SELF,
      rehearsal.faults.socket(key.account, () => session.peer.terminate()),
    );
  }

  /** Once a second. */
  beat(session: Session): void {
    const { peer, key, asker, loginUntilMs } = session;
    peer.beat();
    if (key === null) {
      if (machine.steadyMs() >= loginUntilMs && !session.isLoggingIn) peer.close(CLOSE.login, 'no login');
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

  /** Sends a message of a channel, as the faults of a rehearsal let it come through. */
  #deliver({ peer, key, asker }: Session, channel: string, frame: Buffer): void {
    const { deps, nowMs } = this.#state;
    const faults = deps.rehearsal?.faults;
    const delivery = faults?.message((key as ApiKey).account) ?? null;
    if (faults === undefined || delivery === null) return peer.send(frame);
    const { account } = key as ApiKey;
    const { times, lagMs } = delivery;
    if (times === 0) {
      const lost = { at: nowMs(), uid: account, event: 'lost', side: 'private', channel, code: null } as const;
      deps.recorder?.socket(lost, asker.raw);
    }
    const send = (): void => {
      for (let left = times; left > 0; left--) peer.send(frame);
    };
    if (lagMs === 0) send();
    else faults.after(account, lagMs, send);
  }

  /** The message of a channel, under the name it was subscribed to; the same bytes for all who listen to it there. */
  #frameOf(dialect: DialectName, name: string, said: string): Buffer {
    if (this.#last.said !== said || this.#last.name !== name)
      this.#last = { name, said, frame: textFrame(ACCOUNT_TABLES[dialect].frame(name, said)) };
    return this.#last.frame;
  }

  #of(peer: Peer): Session {
    return this.sessions.get(peer) as Session;
  }

  #login(session: Session, message: JsonObject): void {
    const { peer, asker } = session;
    if (session.key !== null || session.isLoggingIn)
      return peer.refuse(malformed({ en: 'this connection has logged in', zh: '此连接已登录' }));
    const credentials = credentialsOf(message);
    const enter = (key: ApiKey): void => {
      if (!this.sessions.has(peer)) return;
      session.key = key;
      this.known(session, key);
      asker.accessKey = credentials['access-key'] ?? '';
      asker.account = key.account;
      peer.say(`{"event":"loggedIn","uid":"${key.account}"}`);
    };
    session.isLoggingIn = true;
    // Whoever says more than the login at once means it to be heard after it.
    peer.hold();
    provenKey(this.#state, credentials, asker.address, SOCKET_DIALECTS[session.dialect].signedPath)
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

/** Until nothing of a session is under way. */
function idle({ asker }: Session): Promise<void> {
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
