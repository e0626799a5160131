/**
 * `/app.json`: what the page has to know before it asks anything else. The demo's keys are in it only for a browser on
 * this very machine (docs/security.md, The page): the exchange listens on loopback, the connection comes from there,
 * nothing has passed it on, and the name it was asked by is loopback's own.
 */
import type { IncomingMessage } from 'node:http';
import type { Contest } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import type { ApiSettings } from '../front/limits/settings.ts';
import { isLoopback, LOOPBACK, nameOf } from '../front/checks/web.ts';

export interface DemoKey {
  readonly uid: number;
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

export interface AppFacts {
  readonly version: string;
  readonly kind: 'demo' | 'serve';
  readonly basePath: string;
  readonly locale: 'en-US' | 'zh-CN';
  readonly features: readonly ('ws' | 'log' | 'contest' | 'cases' | 'rehearsal')[];
  /** The AI log as a verifier knows it; null before it is opened. */
  readonly log: { readonly origin: string; readonly vkey: string } | null;
  /** The contest to show first; null while there is none. */
  readonly contest: string | null;
  readonly demo?: readonly DemoKey[];
}

/** The part of it that stays the same. */
export interface AppIdentity extends Pick<AppFacts, 'version' | 'kind'> {
  /** The demo accounts; none on an exchange without them. */
  readonly demo: readonly DemoKey[];
  /** Accounts of the demo whose activity everybody may see, and the names they are shown by. */
  readonly shown: readonly { readonly uid: number; readonly name: string }[];
}

const FEATURES = ['ws', 'log', 'contest', 'cases'] as const;
/** Headers that proxies add to a request: who it is from, and that it went through it. */
const FORWARDED =
  /^(forwarded|via|cdn-loop|x-forwarded|x-forwarded-.+|x-real-ip|x-original-.+|x-envoy-.+|x-azure-.+|x-amzn-.+|x-arr-.+|x-appengine-.+|x-cluster-client-ip|x-proxyuser-ip|x-client-ip|(.+-)?(connecting|client)-ip|cf-.+|fastly-.+|fly-.+|true-client-.+|wl-proxy-client-ip)$/;
const LOOPBACK_PEER = /^(::ffff:)?127\.|^::1$/;

export function appFacts(
  { version, kind, demo }: AppIdentity,
  { host, http, locale }: Pick<ApiSettings, 'host' | 'http' | 'locale'>,
  { ailog, contest }: State,
  raw: IncomingMessage,
  hasCheckups: boolean,
): AppFacts {
  const vkey = ailog.keys.at(-1)?.vkey;
  return {
    version,
    kind,
    basePath: http.basePath,
    locale: locale.default,
    features: hasCheckups ? [...FEATURES, 'rehearsal'] : FEATURES,
    log: vkey === undefined ? null : { origin: ailog.origin, vkey },
    contest: contestToShow(contest),
    ...(demo.length > 0 && isHere(host, raw) ? { demo } : {}),
  };
}

/** Whether the request comes straight from a browser on this machine. */
function isHere(host: string, { headers, socket }: IncomingMessage): boolean {
  return (
    isLoopback(host) &&
    LOOPBACK_PEER.test(socket.remoteAddress ?? '') &&
    Object.keys(headers).every((name) => !FORWARDED.test(name)) &&
    LOOPBACK.includes(nameOf(headers.host ?? ''))
  );
}

/** The phases a contest is shown in, most interesting first. */
const SHOWN: readonly Contest['phase'][] = ['live', 'review', 'registration', 'final'];

/** The latest contest in the most interesting phase; a practice one only when that phase has nothing else. */
function contestToShow({ contests }: State['contest']): string | null {
  const shown = [...contests.values()].filter(({ phase }) => SHOWN.includes(phase));
  shown.sort(
    (a, b) =>
      SHOWN.indexOf(a.phase) - SHOWN.indexOf(b.phase) ||
      Number(a.config.practice) - Number(b.config.practice) ||
      b.config.startMs - a.config.startMs,
  );
  return shown[0]?.id ?? null;
}
