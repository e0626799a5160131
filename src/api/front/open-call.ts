/**
 * Opens a call: who is on the other side of the network, in which language they are answered, and when. Reads the head
 * of the request only, and refuses nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { Locale } from '../words/errors.ts';
import { clientAddress, countedAs, normalAddress } from './address.ts';
import { NOTHING } from './body.ts';
import type { Call } from './call.ts';
import type { Endpoint } from './endpoint.ts';
import type { FrontState, Peer } from './front-state.ts';

/** A call about which nothing is decided yet. */
export function openCall(
  state: FrontState,
  raw: IncomingMessage,
  response: ServerResponse,
  route: Endpoint | null,
): Call {
  const peer = peerOf(state, raw);
  return {
    deps: state.deps,
    raw,
    response,
    route,
    requestTimeMs: state.nowMs(),
    startedMs: performance.now(),
    locale: localeOf(raw, state.deps.config.locale.default),
    address: peer.address,
    countedAs: peer.countedAs,
    body: NOTHING,
    kept: 0,
    key: null,
    signature: null,
    signedBy: null,
    headers: [],
  };
}

/** Who is on the other side of the network. */
export function peerOf(state: FrontState, raw: IncomingMessage): Peer {
  const { socket } = raw;
  if (state.believesProxies) {
    const address = clientAddress(socket.remoteAddress ?? '', forwardedOf(raw), state.trusted);
    return { address, countedAs: countedAs(address) };
  }
  let peer = state.peers.get(socket);
  if (peer === undefined) {
    const address = normalAddress(socket.remoteAddress ?? '');
    peer = { address, countedAs: countedAs(address) };
    state.peers.set(socket, peer);
  }
  return peer;
}

function forwardedOf(raw: IncomingMessage): string | undefined {
  const header = raw.headers['x-forwarded-for'];
  return Array.isArray(header) ? header.join(',') : header;
}

/** W-11: tags starting `zh` or `en`; anything else or none is the default. */
export function localeOf(raw: IncomingMessage, fallback: 'en-US' | 'zh-CN'): Locale {
  const tag = raw.headers['locale'];
  if (typeof tag === 'string' && tag.length >= 2) {
    const start = tag.slice(0, 2).toLowerCase();
    if (start === 'zh' || start === 'en') return start;
  }
  return fallback === 'zh-CN' ? 'zh' : 'en';
}
