/**
 * Opens a call: who is on the other side of the network, in which language they are answered, and when. Reads the head
 * of the request only, and refuses nothing.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Locale } from '../../words/errors.ts';
import { clientAddress, countedAs, normalAddress } from '../keys/address.ts';
import { NOTHING } from '../body/body.ts';
import { type Call, traceparentIn } from '../../call/call.ts';
import type { Endpoint } from '../limits/endpoint.ts';
import { newTrace } from '../../call/recorder.ts';
import { hopsOfForwarded, hopsOfList } from './forwarded.ts';
import type { FrontState, Peer } from './front-state.ts';
import { machine } from '../../../time/machine.ts';

/** Characters of an entry that can't be read, as the log shows it. */
const SHOWN = 100;

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
    startedMs: machine.steadyMs(),
    locale: localeOf(raw, state.deps.config.locale.default),
    dialect: state.dialectOf(raw.url ?? '/'),
    address: peer.address,
    countedAs: peer.countedAs,
    body: NOTHING,
    kept: 0,
    key: null,
    signature: null,
    signedBy: null,
    refused: null,
    traceparent: traceparentIn(raw.headers['traceparent']),
    trace: state.deps.recorder === undefined ? null : newTrace(),
    headers: [],
  };
}

/** Address of the peer. */
export function peerOf(state: FrontState, raw: IncomingMessage): Peer {
  const { socket } = raw;
  if (state.believesProxies) {
    const address = addressBehind(state, socket.remoteAddress ?? '', raw.headers);
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

/**
 * The client that proxies name. A proxy that writes one of the two headers passes on what the client wrote into the
 * other, so two that differ name nobody.
 */
function addressBehind(state: FrontState, peer: string, headers: IncomingHttpHeaders): string {
  const { 'x-forwarded-for': list, forwarded } = headers;
  const named = [
    ...(list === undefined ? [] : [hopsOfList(String(list))]),
    ...(forwarded === undefined ? [] : [hopsOfForwarded(forwarded)]),
  ].map((hops) =>
    clientAddress(peer, hops, state.trusted, (entry) =>
      state.sayOnce(`the entry ${entry.slice(0, SHOWN)} is no address`),
    ),
  );
  const [address = normalAddress(peer), other = address] = named;
  if (address === other) return address;
  state.sayOnce(`X-Forwarded-For names ${address}, Forwarded names ${other}; have the proxy remove one of them`);
  return normalAddress(peer);
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
