/**
 * Web pages that may talk to this service, and names it answers to (decision 0049). Programs notice nothing
 * of it, whatever name led them here.
 *
 * A demo has publicly known keys, so a page of another origin could trade with them: there, only pages of its own
 * origin and of the one that was set are answered, and browsers only under its own names, because a foreign name may
 * lead here (DNS rebinding). An exchange without those keys asks nothing of callers, and checks the name for its pages
 * only; what agents are served beside the API (`own`) is for its own pages and programs on every exchange.
 */
import type { IncomingMessage } from 'node:http';
import type { WebPolicy } from '../../call/deps.ts';
import { ApiError } from '../../words/errors.ts';
import { normalAddress } from '../keys/address.ts';
import { originalTarget } from './target.ts';

export interface WebSettings {
  /** `Access-Control-Allow-Origin`; null: any origin, and on a demo none but its own. */
  readonly corsOrigin: string | null;
  /** Names it answers to beside those of loopback and the address it was reached at. */
  readonly hosts: readonly string[];
}

/** The names of loopback, as written in a `Host`. */
export const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const ANY_ORIGIN = '*';

/** Whether who listens on this address is reached from this machine alone. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/**
 * @param host the address it listens on
 * @throws Error for a demo that is to be open to pages of any origin
 */
export function createWebPolicy({ corsOrigin, hosts }: WebSettings, host: string, isDemo: boolean): WebPolicy {
  if (isDemo && corsOrigin === ANY_ORIGIN)
    throw new Error(
      "http.corsOrigin is '*', which would let any web page trade with the demo's keys; name the origin of the page",
    );
  const names = new Set([...LOOPBACK, ...hosts.map((name) => name.toLowerCase())]);
  const knowsItsNames = isDemo || hosts.length > 0 || LOOPBACK.includes(hostOf(host));
  const refusedName = (raw: IncomingMessage): ApiError | null => {
    const strange = namesIn(raw).find((name) => !names.has(name) && name !== reachedAt(raw));
    return strange === undefined ? null : unknownHost(strange);
  };
  const never = (): null => null;
  if (!isDemo) {
    const page = knowsItsNames ? refusedName : never;
    const isOpen = corsOrigin === ANY_ORIGIN;
    const own = (raw: IncomingMessage): ApiError | null =>
      page(raw) ?? (isOpen || isOwnOrProgram(raw, corsOrigin, []) ? null : otherOrigin(raw));
    return { corsOrigin: corsOrigin ?? ANY_ORIGIN, refused: { call: never, page, frame: page, own } };
  }
  const refusedOn = (places: readonly string[]) => (raw: IncomingMessage) =>
    refusedName(raw) ?? (isOwnOrProgram(raw, corsOrigin, places) ? null : otherOrigin(raw));
  const call = refusedOn([]);
  return {
    corsOrigin,
    refused: {
      call: (raw) => (isBrowser(raw) ? call(raw) : null),
      page: refusedOn(['document']),
      frame: refusedOn(['document', 'iframe']),
      own: call,
    },
  };
}

/**
 * Whether a request may be a browser's. A page can't keep its browser from sending `Origin` with what changes something
 * and with sockets. `Sec-Fetch-Site` comes with every request, but to https and loopback's names alone, not to a plain
 * name that was made to lead here. There a read is known by `User-Agent` and `Accept-Language`: where a page may change
 * the one, it can't take away the other. The fetch of Node has a `Sec-Fetch-Mode` without a site, which no page can
 * make up.
 */
function isBrowser({ headers }: IncomingMessage): boolean {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) return true;
  if (headers['sec-fetch-mode'] !== undefined) return false;
  return headers['accept-language'] !== undefined || (headers['user-agent'] ?? '').startsWith('Mozilla/');
}

/** The names a request was sent to: its `Host`, and that of a full address on the request line. None in HTTP/1.0. */
function namesIn(raw: IncomingMessage): string[] {
  const { host } = raw.headers;
  const whole = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(originalTarget(raw))?.[1];
  return [host, whole].filter((one) => one !== undefined).map(nameOf);
}

/** Without the port, in lower case. */
export function nameOf(authority: string): string {
  return authority.toLowerCase().replace(/:\d*$/, '');
}

/** The address the connection came to, as it is written in a `Host`. */
function reachedAt({ socket }: IncomingMessage): string {
  return hostOf(normalAddress(socket.localAddress ?? ''));
}

function hostOf(address: string): string {
  return address.includes(':') ? `[${address === '0:0:0:0:0:0:0:1' ? '::1' : address}]` : address;
}

/** @param places where a browser may show it that another page led here (`Sec-Fetch-Dest`) */
function isOwnOrProgram(raw: IncomingMessage, corsOrigin: string | null, places: readonly string[]): boolean {
  const { origin, host } = raw.headers;
  if (origin !== undefined) return isOrigin(origin, host ?? '') || origin === corsOrigin;
  const site = raw.headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return true;
  // A link on another page may lead to ours, which that page can't read.
  return raw.method === 'GET' && raw.headers['sec-fetch-mode'] === 'navigate' && places.includes(destOf(raw));
}

function isOrigin(origin: string, host: string): boolean {
  return origin === `http://${host.toLowerCase()}` || origin === `https://${host.toLowerCase()}`;
}

function destOf({ headers }: IncomingMessage): string {
  return String(headers['sec-fetch-dest']);
}

function unknownHost(found: string): ApiError {
  const name = found.slice(0, 80);
  return new ApiError(421, {
    hint: {
      en: `'${name}' is not known here; localhost and the address listened on are, and what --http-hosts names`,
      zh: `未知主机名'${name}'；可用localhost、监听地址或--http-hosts指定的名称`,
    },
  });
}

function otherOrigin({ headers }: IncomingMessage): ApiError {
  const found = headers.origin === undefined ? 'another site' : `'${headers.origin.slice(0, 80)}'`;
  return new ApiError(403, {
    hint: {
      en: `a web page of ${found} asks; answered are the exchange's own pages, programs, and the origin of --http-cors-origin`,
      zh: `请求来自${found}的网页；此处只接受自身页面、程序以及--http-cors-origin指定的来源`,
    },
  });
}
