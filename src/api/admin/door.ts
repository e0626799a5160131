/**
 * Whom the administration's listener talks to at all, before any token: it was asked under a name of its own, and no
 * other page asks. A browser on this machine may be led here by any page, under any name (DNS rebinding); programs send
 * no `Origin`.
 */
import type { IncomingMessage } from 'node:http';
import { LOOPBACK } from '../front/web.ts';

export interface Refused {
  readonly status: 421 | 403;
  readonly code: string;
  readonly msg: string;
}

const SHOWN = 80;

/**
 * Why the request is not looked at, or null.
 * @param hosts names of it beside loopback's with its port, with their ports where they have one
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
