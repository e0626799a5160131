/**
 * A file of the page as it is sent: the headers of all of them (docs/security.md, The page), whether the browser has it
 * already, and compressed where it takes that.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppFile } from './built-app.ts';

/** Nothing inline, nothing from elsewhere. @param ancestors that may show it in a frame */
const policyOf = (ancestors: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
/** A file that a visitor may open by itself and that others made: it may do nothing. */
const INERT = "default-src 'none'; sandbox; frame-ancestors 'none'";

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/** The path as it was sent, so that a name has one form; without its leading slash and the query. */
export function pathOf({ url }: FastifyRequest): string {
  return (url.split('?', 1)[0] as string).slice(1);
}

/** A way to send a file that is not the usual one. */
interface Sending {
  /** Origins whose pages may show it in a frame. */
  readonly framedBy?: readonly string[];
  /** It was not made here. */
  readonly isForeign?: boolean;
}

export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: AppFile,
  { framedBy = [], isForeign = false }: Sending = {},
): FastifyReply {
  const policy = isForeign ? INERT : policyOf(framedBy.join(' ') || "'none'");
  reply.headers(PAGE_HEADERS).header('Content-Security-Policy', policy).header('Cache-Control', file.cache);
  if (file.etag !== '') {
    reply.header('ETag', file.etag);
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim()) ?? [];
    if (known.includes(file.etag) || known.includes('*')) return reply.code(304).send();
  }
  reply.type(file.type);
  if (file.br === null && file.gzip === null) return reply.send(file.bytes);
  reply.header('Vary', 'Accept-Encoding');
  const { br, gzip } = file;
  if (br !== null && takes(request, 'br')) return reply.header('Content-Encoding', 'br').send(br);
  if (gzip !== null && takes(request, 'gzip')) return reply.header('Content-Encoding', 'gzip').send(gzip);
  return reply.send(file.bytes);
}

function takes({ headers }: FastifyRequest, coding: 'br' | 'gzip'): boolean {
  const asked = headers['accept-encoding'];
  return typeof asked === 'string' && names(asked, coding);
}

/** Whether the caller names this media type as one it accepts. */
export function wants({ headers: { accept = '' } }: FastifyRequest, type: 'text/html' | 'text/markdown'): boolean {
  return names(accept, type);
}

/** Whether a list of what is accepted names this, and not to rule it out. */
function names(accepted: string, wanted: string): boolean {
  return accepted.split(',').some((one) => {
    const [name = '', q = ''] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === wanted && !/^q=0(\.0*)?$/.test(q);
  });
}
