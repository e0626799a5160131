/**
 * Checks, before any token, whether the administration's listener answers a request at all: only those who ask under
 * one of its names, and not from another page. Any page may lead a browser on this machine here, under any name (DNS
 * rebinding); programs send no `Origin`.
 */
import type { IncomingMessage } from 'node:http';
import { LOOPBACK } from '../front/checks/web.ts';

export interface Refused {
  readonly status: 421 | 403;
  readonly code: string;
  readonly msg: string;
}

const SHOWN = 80;

/**
 * Why the request is turned away unread, or null.
 * @param hosts its names besides loopback's with its port, each with its own port where it has one
 */
export function refusedAtDoor({ headers, socket }: IncomingMessage, hosts: readonly string[]): Refused | null {
  const host = (headers.host ?? '').toLowerCase();
  const own = LOOPBACK.map((name) => `${name}:${socket.localPort}`);
  if (!own.includes(host) && !hosts.some((name) => name.toLowerCase() === host)) {
    const msg = `'${host.slice(0, SHOWN)}' is not a name of the administration; needs ${own[0]}, or one of admin.hosts`;
    return { status: 421, code: 'otherHost', msg };
  }
  const { origin } = headers;
  if (origin === undefined || origin === `http://${host}` || origin === `https://${host}`) return null;
  return { status: 403, code: 'otherOrigin', msg: `a page of '${origin.slice(0, SHOWN)}' asks; only its own may` };
}
