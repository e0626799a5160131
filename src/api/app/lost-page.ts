/**
 * An address nothing is served under, typed or followed by a person: the page, which says so and where one can go.
 * Programs, and whoever asks below the paths that are made for them, get JSON with its hint as ever.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppPage } from './built-app.ts';
import { pathOf, send, wants } from './send-file.ts';
import type { WebApp } from './web-app.ts';

/** @param programs first parts of the paths that programs ask for: `capi` of /capi/v2/market/time */
export function isLostPerson(request: FastifyRequest, programs: ReadonlySet<string> = new Set()): boolean {
  const [first = ''] = pathOf(request).split('/', 1);
  return ['GET', 'HEAD'].includes(request.method) && !programs.has(first) && wants(request, 'text/html');
}

/** 404 with the page, or 503 while there is none. */
export function sendLost(request: FastifyRequest, reply: FastifyReply, webApp: WebApp, entry: AppPage): FastifyReply {
  const { status, file } = webApp.page(entry, null);
  reply.header('Vary', 'Accept');
  // Without an ETag: what is not there is never answered as not modified.
  return send(request, reply.code(status === 200 ? 404 : status), { ...file, etag: '', cache: 'no-store' });
}
