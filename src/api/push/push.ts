/**
 * Everything behind the two WebSocket paths, put together: who is let in (upgrade.ts), the public listeners in their
 * own process (crowd-link.ts), and how all of it ends.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { BrokenRequests } from '../front/checks/broken-request.ts';
import type { Connections } from '../front/checks/connections.ts';
import type { FrontState } from '../front/checks/front-state.ts';
import type { Route } from '../call/route.ts';
import { unavailable } from '../words/errors.ts';
import { PRIVATE_PATH, PUBLIC_PATH } from './channels.ts';
import { createCrowdLink } from './crowd-link.ts';
import { createDesk } from './desk.ts';
import { createNews, isNews } from './news.ts';
import { CLOSE, type PeerRules } from './peer.ts';
import { joinSources } from './source.ts';
import { type Doors, type Handshake, takeUpgrade } from './upgrade.ts';
import { createVisitors } from './visitors.ts';
import type { PushSources } from './sources.ts';
import { machine } from '../../time/machine.ts';

export interface Push {
  /** Whether an upgrade request, with the target as it is routed, is for one of the two paths. */
  isOurs(raw: IncomingMessage): boolean;
  /** Takes the upgrades of a server. */
  serve(server: Server): void;
  /** Lets no one in any more, sends everyone what they are owed, and ends the connections. Can be called again. */
  close(): Promise<void>;
}

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
const OFF_SECONDS = 60;
const GOING_AWAY = 'the exchange is stopping';

export function createPush({ state, sources, connections, broken, routes, targetOf }: PushParts): Push {
  const { deps } = state;
  const { feed, doings, accounts } = sources;
  const { config, log, metrics } = deps;
  const isLimited = config.rateLimit.enabled;
  const rules: PeerRules = { isLimited, ...config.ws };
  const crowd = createCrowdLink(joinSources(feed, createNews(deps, doings), isNews), rules, log);
  const desk = createDesk(state, routes, accounts, rules);
  const visitors = createVisitors({ isLimited, ...config.ws }, deps.monotonicMs ?? machine.steadyMs);
  const open = { public: 0, private: 0 };
  const closed: Record<string, number> = {};
  let closing: Promise<void> | null = null;
  const isOff = { public: false, private: false };
  feed.onDetached = () => turnOff('public', () => crowd.finish(CLOSE.faulty, OFF));
  accounts.onDetached = () => turnOff('private', () => desk.finish(CLOSE.faulty, OFF));

  /** A channel's projection failed: its listeners are told, and trading goes on. */
  function turnOff(kind: 'public' | 'private', finish: () => Promise<void>): void {
    isOff[kind] = true;
    void finish();
  }

  const count = (kind: 'public' | 'private', left: () => void): ((code: number) => void) => {
    open[kind]++;
    return (code) => {
      open[kind]--;
      closed[code] = (closed[code] ?? 0) + 1;
      left();
    };
  };

  const doors: Doors = {
    closed: (path) => {
      if (closing !== null) return unavailable({ en: GOING_AWAY, zh: '服务正在停止' });
      return isOff[path === PUBLIC_PATH ? 'public' : 'private'] ? unavailable(OFF_HINT, OFF_SECONDS) : null;
    },
    listener({ raw, socket, head, locale, left }: Handshake) {
      crowd.hand(socket, head, handshakeHeaders(raw), locale, count('public', left));
    },
    trader: (handshake, key) => desk.enter(handshake, key, count('private', handshake.left)),
  };

  metrics.counters('outcry_ws_requests_total', 'Requests of order entry, by operation', 'operation', () => ({
    ...desk.asked,
  }));
  metrics.gauges('outcry_ws_connections', 'Open WebSockets', 'kind', () => ({ ...open }));
  metrics.counters('outcry_ws_closed_total', 'WebSockets that ended, by close code', 'code', () => ({ ...closed }));
  metrics.counters('outcry_ws_dropped_total', 'Messages slow readers were spared, by channel', 'channel', () => ({
    ...crowd.counts,
  }));
  metrics.counter(
    'outcry_ws_refused_total',
    'Handshakes refused for the share of their address',
    () => visitors.refused,
  );
  metrics.counter(
    'outcry_push_seconds_total',
    'Time the trading thread spent on messages',
    () => (feed.spentMs + accounts.spentMs) / 1000,
  );

  const pathOf = (raw: IncomingMessage): string => targetOf(raw).split('?', 1)[0] as string;
  return {
    isOurs: (raw) => isPushPath(pathOf(raw)) && raw.headers.upgrade?.toLowerCase() === 'websocket',
    serve(server) {
      server.on('upgrade', (raw: IncomingMessage, socket: Socket, head: Buffer) =>
        takeUpgrade({ state, connections, broken, visitors, doors }, pathOf(raw), raw, socket, head),
      );
    },
    close: () =>
      (closing ??= Promise.all([
        crowd.finish(CLOSE.goingAway, GOING_AWAY),
        desk.finish(CLOSE.goingAway, GOING_AWAY),
      ]).then(() => undefined)),
  };
}

function isPushPath(path: string): boolean {
  return path === PUBLIC_PATH || path === PRIVATE_PATH;
}

const HANDSHAKE = ['upgrade', 'sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol'];

/** The headers by which a handshake is completed. */
function handshakeHeaders({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    HANDSHAKE.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]]] : [])),
  );
}
