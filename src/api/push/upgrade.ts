/**
 * Judges a handshake: the checks of a request as far as they apply, then how many connections its address may have, and
 * on the private path who it is. What fails is answered as any request, in the documented envelope and without an
 * upgrade; what passes goes to the subscribers or to the sessions.
 *
 * A public connection takes any `Origin`, because nothing there belongs to anyone. On the private one decision 0049
 * holds: a demo's keys are public, so only its own pages and programs get in.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { checkKey, claimOf, prove } from '../front/keys/auth.ts';
import type { BrokenRequests } from '../front/checks/broken-request.ts';
import { say } from '../front/checks/broken-request.ts';
import type { Connections } from '../front/checks/connections.ts';
import type { RouteDeps } from '../call/deps.ts';
import { asApiError } from '../front/front.ts';
import type { FrontState } from '../front/checks/front-state.ts';
import { checkSizes } from '../front/checks/head.ts';
import type { ApiKey } from '../front/keys/keyring.ts';
import { digestOf } from '../call/once.ts';
import { localeOf, peerOf } from '../front/checks/open-call.ts';
import { formError } from '../front/checks/request-form.ts';
import { ApiError, type Locale, malformed } from '../words/errors.ts';
import type { Door } from './dialect/dialect.ts';
import { SOCKET_DIALECTS } from './dialects.ts';
import { LOGIN_PROTOCOL } from './socket-options.ts';
import type { Visitors } from './visitors.ts';

/** A handshake that passed. */
export interface Handshake {
  readonly door: Door;
  readonly raw: IncomingMessage;
  readonly socket: Socket;
  readonly head: Buffer;
  readonly locale: Locale;
  /** Client address in normal form, and what it is counted under. */
  readonly address: string;
  readonly countedAs: string;
  /** To be called once when the connection has ended. */
  readonly left: () => void;
}

export interface Doors {
  /** Why no one is let in now, or null. */
  readonly closed: (side: Door['side']) => ApiError | null;
  readonly subscriber: (handshake: Handshake) => void;
  /** `key` null: it is to log in first. */
  readonly session: (handshake: Handshake, key: ApiKey | null) => void;
}

export interface UpgradeParts {
  readonly state: FrontState;
  readonly connections: Connections;
  readonly broken: Pick<BrokenRequests, 'owed'>;
  readonly visitors: Visitors;
  readonly doors: Doors;
}

const KEY_FORM = /^[+/0-9A-Za-z]{22}==$/;
const VERSIONS = ['13', '8'];

/** The answer to a request for a path of a socket that isn't a handshake. */
export function notAHandshake(): ApiError {
  return malformed({
    en: 'this path is a WebSocket: it needs Upgrade: websocket',
    zh: '此路径为WebSocket，需要 Upgrade: websocket',
  });
}

/** Takes over an upgrade request at a door. */
export function takeUpgrade(parts: UpgradeParts, door: Door, raw: IncomingMessage, socket: Socket, head: Buffer): void {
  socket.on('error', () => socket.destroy());
  const { state } = parts;
  const locale = localeOf(raw, state.deps.config.locale.default);
  const refuse = (error: ApiError): void =>
    say(socket, error, state.dialectOf(door.path).render(error, locale, state.nowMs()));
  const owed = parts.broken.owed(socket);
  // Nothing is written past an answer that is owed; no client needs an upgrade after one.
  if (owed !== null) return void owed.once('close', () => socket.destroy());
  const peer = peerOf(state, raw);
  const error = refusalOf(parts, door, raw) ?? parts.visitors.enter(peer.countedAs);
  if (error !== null) return refuse(error);
  const leave = leaveOnce(parts, peer.countedAs, socket);
  const handshake: Handshake = { door, raw, socket, head, locale, ...peer, left: leave };
  if (door.side === 'public') return parts.doors.subscriber(handshake);
  const fail = (reason: unknown): void => {
    leave();
    refuse(asApiError({ deps: state.deps, route: null }, reason));
  };
  const enter = (key: ApiKey | null): void => {
    // It may have been closed while the signature was judged.
    const shut = parts.doors.closed(door.side);
    if (socket.destroyed) leave();
    else if (shut !== null) fail(shut);
    else parts.doors.session(handshake, key);
  };
  keyOf(state, raw, peer.address, SOCKET_DIALECTS[door.dialect].signedPath).then(enter).catch(fail);
}

function refusalOf({ state, doors }: UpgradeParts, { side }: Door, raw: IncomingMessage): ApiError | null {
  const { deps } = state;
  return (
    formError(raw) ??
    (side === 'private' ? deps.web.refused.call(raw) : null) ??
    checkSizes({ deps, raw, route: null }, 0) ??
    doors.closed(side) ??
    handshakeError(raw)
  );
}

function handshakeError({ method, headers }: IncomingMessage): ApiError | null {
  const key = headers['sec-websocket-key'];
  if (method !== 'GET' || key === undefined || !KEY_FORM.test(key)) return notAHandshake();
  if (hasBody(headers)) return malformed({ en: 'a handshake has no body', zh: '握手请求不能有请求体' });
  const version = headers['sec-websocket-version'] ?? '';
  if (VERSIONS.includes(version)) return null;
  return malformed({
    en: `found Sec-WebSocket-Version ${version.slice(0, 8)}, needs 13`,
    zh: 'Sec-WebSocket-Version须为13',
  });
}

/** Node gives the connection of one with a body in a stream around it, which can't change hands. */
function hasBody(headers: IncomingMessage['headers']): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Gives the address its place back, and the server the connection's. */
function leaveOnce({ visitors, connections }: UpgradeParts, countedAs: string, socket: Socket): () => void {
  const leaveServer = connections.handOver(socket);
  let isIn = true;
  return () => {
    if (!isIn) return;
    isIn = false;
    visitors.leave(countedAs);
    leaveServer();
  };
}

/** The caller by its headers; null when it has none and asks to log in. @throws ApiError, in the order of checks */
async function keyOf(
  state: FrontState,
  raw: IncomingMessage,
  address: string,
  signedPath: string,
): Promise<ApiKey | null> {
  const { headers } = raw;
  if (headers['access-key'] === undefined && offersLogin(raw)) return null;
  return provenKey(state, headers, address, signedPath);
}

export interface Credentials {
  readonly 'access-key'?: string;
  readonly 'access-sign'?: string;
  readonly 'access-timestamp'?: string;
  readonly 'access-passphrase'?: string;
}

/**
 * The key of a signature over timestamp and path, which is used up by this.
 * @throws ApiError; NotExecuted and OutcomeUnknown of the sequencer
 */
export async function provenKey(
  { deps, nowMs }: FrontState,
  headers: Credentials | IncomingMessage['headers'],
  address: string,
  signedPath: string,
): Promise<ApiKey> {
  const claim = claimOf(
    { headers: headers as IncomingMessage['headers'], method: '', target: signedPath },
    deps.keyring,
    nowMs(),
    deps.rehearsal,
  );
  const signature = await signatureOf(claim, signedPath);
  const key = deps.keyring.find(claim.accessKey) ?? claim.key;
  checkKey(key, address, 'read', nowMs());
  await useUp(deps, key, signature);
  return key;
}

/**
 * A signature lets in once: whoever recorded it does not get in with it, as long as its timestamp is valid. What a
 * signed request is remembered by (FLOW-010) remembers it, over a restart too, so it is a command.
 */
async function useUp({ once, sequencer }: RouteDeps, { id, account }: ApiKey, signature: Buffer): Promise<void> {
  const digest = digestOf(signature);
  if (once.earlier(account, digest) !== null) throw new ApiError(40008, { hint: USED });
  const underWay = once.begin(account, digest);
  try {
    underWay.outcome = sequencer.submit<'logIn'>({ name: 'logIn', account, keyId: id, channel: 'api', digest });
    await underWay.outcome;
  } finally {
    once.end(underWay);
  }
}

const USED = {
  en: 'this timestamp was used for a connection already, and is good for one; sign again with a later one',
  zh: '此时间戳已用于建立连接，只能使用一次；请用更晚的时间戳重新签名',
};

/** Of a handshake there is less to sign than of a request, and the hint says so. */
function signatureOf(claim: ReturnType<typeof claimOf>, signedPath: string) {
  try {
    return prove(claim, 0);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 40009) throw error;
    throw new ApiError(40009, {
      hint: {
        en: `sign timestamp + ${signedPath}, without method and body`,
        zh: `签名内容为 timestamp + ${signedPath}，不含method与body`,
      },
    });
  }
}

function offersLogin({ headers }: IncomingMessage): boolean {
  const offered = headers['sec-websocket-protocol'] ?? '';
  return offered.split(',').some((one) => one.trim() === LOGIN_PROTOCOL);
}
