/**
 * The state shared by the steps of the front: the parts they were handed, and values worked out once for all requests.
 * Holds no request; decides nothing.
 */
import { ordersPerMinute } from '../../../core/permission/permission.ts';
import type { BlockList } from 'node:net';
import { addressList } from '../keys/address.ts';
import { createAiLogVolume } from '../limits/ai-log-volume.ts';
import { createOwnBundles } from '../../call/own-bundles.ts';
import { type BodyRoom, createBodyRoom } from '../body/body-room.ts';
import type { CallDeps, RouteDeps } from '../../call/deps.ts';
import { createDeadline, type Deadline } from '../body/deadline.ts';
import { BODY_TIMEOUT_MS } from '../limits/http-limits.ts';
import { Limits } from '../limits/limits.ts';
import { createOnce } from '../../call/once.ts';
import { createRefusals } from '../../call/refusals.ts';
import { createSlices } from '../limits/slices.ts';
import type { Route } from '../../call/route.ts';
import { type Dialect, dialectOf } from '../../words/dialect.ts';
import { createTurns, type Turns } from '../body/turns.ts';
import { machine } from '../../../time/machine.ts';

export interface FrontState {
  readonly deps: RouteDeps;
  readonly limits: Limits;
  readonly room: BodyRoom;
  readonly turns: Turns;
  /** The time within which a body has to be complete. */
  readonly bodyDeadline: Deadline;
  readonly trusted: BlockList;
  readonly believesProxies: boolean;
  /** Writes into the log, once in the life of the process, why a proxy's client can't be told. */
  readonly sayOnce: (reason: string) => void;
  readonly byPath: ReadonlyMap<string, readonly Route[]>;
  readonly known: readonly string[];
  /** The dialect of a path or target. */
  readonly dialectOf: (path: string) => Dialect;
  readonly names: ReadonlyMap<Route, readonly string[]>;
  readonly nowMs: () => number;
  /** Client address and counter key of a connection, worked out once. */
  readonly peers: WeakMap<object, Peer>;
}

export interface Peer {
  readonly address: string;
  readonly countedAs: string;
}

function once(say: (text: string) => void): (text: string) => void {
  let isSaid = false;
  return (text) => {
    if (!isSaid) say(text);
    isSaid = true;
  };
}

/** @param dialects the first answers for paths that belong to none */
export function createFrontState(
  deps: CallDeps,
  routes: readonly Route[],
  dialects: readonly [Dialect, ...Dialect[]],
): FrontState {
  const { http, rateLimit, aiLogBytesPerDay } = deps.config;
  const monotonicMs = deps.monotonicMs ?? machine.steadyMs;
  const limits = new Limits(rateLimit, monotonicMs, (account) =>
    ordersPerMinute(deps.engine.state.accounts.get(account)),
  );
  const nowMs = deps.nowMs ?? machine.wallMs;
  const byPath = new Map<string, Route[]>();
  for (const route of routes) byPath.set(route.path, [...(byPath.get(route.path) ?? []), route]);
  return {
    deps: {
      ...deps,
      volume: createAiLogVolume(deps.store, limits, aiLogBytesPerDay),
      ownBundles: createOwnBundles(deps.evidence, limits, machine.steadyMs),
      once: createOnce(deps.answered, nowMs),
      slices: createSlices(),
      refusals: createRefusals(),
    },
    limits,
    room: createBodyRoom(http.maxBufferedBytes),
    turns: createTurns(),
    bodyDeadline: createDeadline(BODY_TIMEOUT_MS),
    trusted: addressList(http.trustedProxies),
    believesProxies: http.trustedProxies.length > 0,
    sayOnce: once((reason) =>
      deps.log.warn({ reason }, "who is behind a proxy can't be told: its own address is counted for them"),
    ),
    byPath,
    known: [...byPath.keys()],
    dialectOf: (path) => dialectOf(dialects, path),
    names: new Map(routes.map((route) => [route, Object.keys(route.parameters)])),
    nowMs,
    peers: new WeakMap(),
  };
}
