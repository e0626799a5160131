/**
 * Everything behind the paths of the WebSockets, put together: who is let in (upgrade.ts), the public subscribers in
 * their own process (subscribers-link.ts), and how all of it ends.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { BrokenRequests } from '../front/checks/broken-request.ts';
import type { Connections } from '../front/checks/connections.ts';
import type { FrontState } from '../front/checks/front-state.ts';
import type { ApiKey } from '../front/keys/keyring.ts';
import type { Route } from '../call/route.ts';
import { unavailable } from '../words/errors.ts';
import type { Door } from './dialect/dialect.ts';
import { doorAt } from './dialects.ts';
import { SubscribersLink } from './subscribers-link.ts';
import { createPrivateSessions, type PrivateSessions } from './private-sessions.ts';
import { StoreBackedChannels } from './store-backed-channels.ts';
import { CLOSE, type PeerRules } from './peer.ts';
import { joinSources } from './source.ts';
import { type Doors, type Handshake, takeUpgrade } from './upgrade.ts';
import { createVisitors, type Visitors } from './visitors.ts';
import type { PushSources } from './sources.ts';
import { machine } from '../../time/machine.ts';
import type { Timer } from '../../time/time.ts';

export interface PushParts {
  readonly state: FrontState;
  readonly sources: PushSources;
  readonly connections: Connections;
  readonly broken: Pick<BrokenRequests, 'owed'>;
  readonly routes: readonly Route[];
  /** Path and query of a request as it is routed. */
  readonly targetOf: (raw: IncomingMessage) => string;
}

const OFF = 'push is off until the next start';
const OFF_HINT = { en: OFF, zh: '推送服务暂停，重启后恢复' };
const OUT_HINT = { en: 'the exchange can not be reached now', zh: '暂时无法连接交易所' };
const OFF_SECONDS = 60;
const BEHIND = 'this node is behind the others: connect again, to another';
const BEHIND_HINT = { en: BEHIND, zh: '此节点落后于其他节点，请重新连接到其他节点' };
const BEHIND_SECONDS = 2;
/** Between two looks at whether this node is behind. */
const LOOK_MS = 250;
const GOING_AWAY = 'the exchange is stopping';
const OTHER_BRANCH = 'the rehearsal goes on in another branch';

type Kind = Door['side'];

export class Push {
  readonly #parts: PushParts;
  readonly #subscribers: SubscribersLink;
  readonly #sessions: PrivateSessions;
  readonly #visitors: Visitors;
  readonly #open = { public: 0, private: 0 };
  readonly #closed: Record<string, number> = {};
  readonly #isOff = { public: false, private: false };
  #closing: Promise<void> | null = null;
  /** Under way while everybody is sent to another node. */
  #sendingAway: Promise<unknown> | null = null;
  readonly #look: Timer | null;

  constructor(parts: PushParts) {
    const { state, sources, routes } = parts;
    const { feed, activity, accounts } = sources;
    const { deps } = state;
    const isLimited = deps.config.rateLimit.enabled;
    const rules: PeerRules = { isLimited, ...deps.config.ws };
    const source = joinSources({ market: feed, store: new StoreBackedChannels(deps, activity) });
    this.#parts = parts;
    this.#subscribers = new SubscribersLink(source, rules, deps.log, () => deps.nowMs?.() ?? null);
    this.#sessions = createPrivateSessions(state, routes, accounts, rules);
    this.#visitors = createVisitors({ isLimited, ...deps.config.ws }, deps.monotonicMs ?? machine.steadyMs);
    feed.onDetached = () => this.#turnOff('public', () => this.#subscribers.finish(CLOSE.faulty, OFF));
    accounts.onDetached = () => this.#turnOff('private', () => this.#sessions.finish(CLOSE.faulty, OFF));
    this.#look = deps.node === undefined ? null : machine.every(LOOK_MS, () => this.#sendAwayWhenBehind()).unref();
    this.#addMetrics();
  }

  /** Whether an upgrade request, with the target as it is routed, is for one of the paths. */
  isOurs(raw: IncomingMessage): boolean {
    return doorAt(this.#pathOf(raw)) !== undefined && raw.headers.upgrade?.toLowerCase() === 'websocket';
  }

  /** Takes the upgrades of a server. */
  serve(server: Server): void {
    const { state, connections, broken } = this.#parts;
    const parts = { state, connections, broken, visitors: this.#visitors, doors: this.#doors() };
    server.on('upgrade', (raw: IncomingMessage, socket: Socket, head: Buffer) =>
      takeUpgrade(parts, doorAt(this.#pathOf(raw)) as Door, raw, socket, head),
    );
  }

  /** Lets no one in any more, sends everyone what they are owed, and ends the connections. Can be called again. */
  close(): Promise<void> {
    if (this.#closing !== null) return this.#closing;
    this.#look?.cancel();
    const isLeaving = this.#parts.state.deps.rehearsal?.isLeaving === true;
    const code = isLeaving ? CLOSE.otherBranch : CLOSE.goingAway;
    const why = isLeaving ? OTHER_BRANCH : GOING_AWAY;
    const ended = [this.#subscribers.finish(code, why), this.#sessions.finish(code, why)];
    this.#closing = Promise.all(ended).then(() => undefined);
    return this.#closing;
  }

  get #isBehind(): boolean {
    return this.#parts.state.deps.node?.isBehind() === true;
  }

  /** Those who listen here would take what is old for what is new. */
  #sendAwayWhenBehind(): void {
    const { public: subscribers, private: sessions } = this.#open;
    if (this.#sendingAway !== null || subscribers + sessions === 0 || !this.#isBehind) return;
    const ended = [this.#subscribers.finish(CLOSE.elsewhere, BEHIND), this.#sessions.end(CLOSE.elsewhere, BEHIND)];
    this.#sendingAway = Promise.all(ended).finally(() => (this.#sendingAway = null));
  }

  #doors(): Doors {
    return {
      closed: (side) => {
        if (this.#closing !== null) return unavailable({ en: GOING_AWAY, zh: '服务正在停止' });
        if (this.#parts.state.deps.rehearsal?.faults.isOut === true) return unavailable(OUT_HINT);
        if (this.#isBehind || this.#sendingAway !== null) return unavailable(BEHIND_HINT, BEHIND_SECONDS);
        return this.#isOff[side] ? unavailable(OFF_HINT, OFF_SECONDS) : null;
      },
      subscriber: (handshake: Handshake) =>
        this.#subscribers.hand(handshake, handshakeHeaders(handshake.raw), this.#count('public', handshake, null)),
      session: (handshake, key) => this.#sessions.enter(handshake, key, this.#count('private', handshake, key)),
    };
  }

  /** Counts a connection until it has ended. */
  #count(kind: Kind, { raw, left }: Handshake, key: ApiKey | null): (code: number) => void {
    const { nowMs, deps } = this.#parts.state;
    const of = { uid: key?.account ?? null, side: kind, channel: null };
    deps.recorder?.socket({ ...of, at: nowMs(), event: 'open', code: null }, raw);
    this.#open[kind]++;
    return (code) => {
      deps.recorder?.socket({ ...of, at: nowMs(), event: 'close', code }, raw);
      this.#open[kind]--;
      this.#closed[code] = (this.#closed[code] ?? 0) + 1;
      left();
    };
  }

  /** A channel's projection failed: its subscribers are told, and trading goes on. */
  #turnOff(kind: Kind, finish: () => Promise<void>): void {
    this.#isOff[kind] = true;
    void finish();
  }

  #pathOf(raw: IncomingMessage): string {
    return this.#parts.targetOf(raw).split('?', 1)[0] as string;
  }

  #addMetrics(): void {
    const { sources, state } = this.#parts;
    const { feed, accounts } = sources;
    const { metrics } = state.deps;
    metrics.counters('outcry_ws_requests_total', 'Requests of order entry, by operation', 'operation', () => ({
      ...this.#sessions.asked,
    }));
    metrics.gauges('outcry_ws_connections', 'Open WebSockets', 'kind', () => ({ ...this.#open }));
    metrics.counters('outcry_ws_closed_total', 'WebSockets that ended, by close code', 'code', () => ({
      ...this.#closed,
    }));
    metrics.counters('outcry_ws_dropped_total', 'Messages slow readers were spared, by channel', 'channel', () => ({
      ...this.#subscribers.counts,
    }));
    metrics.counter(
      'outcry_ws_refused_total',
      'Handshakes refused for the share of their address',
      () => this.#visitors.refused,
    );
    metrics.counter(
      'outcry_push_seconds_total',
      'Time the trading thread spent on messages',
      () => (feed.spentMs + accounts.spentMs) / 1000,
    );
  }
}

const HANDSHAKE = ['upgrade', 'sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'];

/** The headers by which a handshake is completed. */
function handshakeHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    HANDSHAKE.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}
