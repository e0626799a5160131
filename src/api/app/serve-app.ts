/**
 * The web app on a listener: its pages, its files and their headers (docs/security.md, The page). The caller says which
 * listener shows which entry page, and decides who may read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppFile, AppPage } from './built-app.ts';
import type { PageTags } from './page-tags.ts';
import type { WebApp } from './web-app.ts';

/** The addresses that show a page; the app itself decides which. */
const PAGE_PATHS: readonly string[] = [
  '/',
  '/trade',
  '/trade/:symbol',
  '/board',
  '/board/:contest',
  '/team/:contest/:team',
  '/log',
  '/log/:index',
  '/proof',
  '/me',
  '/about',
  '/ops',
  '/judge',
  '/judge/:contest/:team',
  '/case/:id',
];
/** Besides the pages: files by their names, and the licences of what is bundled. */
const FILE_PATHS: readonly string[] = ['/assets/*', '/licenses.txt'];

/** The routes that anybody may read. */
export const APP_PATHS: ReadonlySet<string> = new Set([...PAGE_PATHS, ...FILE_PATHS]);

/** Nothing inline, nothing from elsewhere, no framing. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/**
 * @param missing answers when there is no such file
 * @param tags what a shared link to a path shows; null: nothing of its own
 */
export function addApp(
  app: FastifyInstance,
  webApp: WebApp,
  entry: AppPage,
  missing: (request: FastifyRequest, reply: FastifyReply) => unknown,
  tags: ((path: string) => PageTags) | null = null,
): void {
  for (const path of PAGE_PATHS)
    app.get(path, (request, reply) => {
      const { status, file } = webApp.page(entry, tags?.(pathOf(request)) ?? null);
      if (status === 503) reply.code(503).header('Retry-After', '3');
      return send(request, reply, file);
    });
  for (const path of FILE_PATHS)
    app.get(path, (request, reply) => {
      const file = webApp.file(pathOf(request));
      return file === null ? missing(request, reply) : send(request, reply, file);
    });
}

/** The path as it was sent, so that a name has one form; without its leading slash and the query. */
function pathOf({ url }: FastifyRequest): string {
  return (url.split('?', 1)[0] as string).slice(1);
}

function send(request: FastifyRequest, reply: FastifyReply, file: AppFile): FastifyReply {
  reply.headers(PAGE_HEADERS).header('Cache-Control', file.cache);
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

/** Whether the caller names the coding as one it accepts, and not to rule it out. */
function takes({ headers }: FastifyRequest, coding: 'br' | 'gzip'): boolean {
  const asked = headers['accept-encoding'];
  if (typeof asked !== 'string') return false;
  return asked.split(',').some((one) => {
    const [name = '', q = ''] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === coding && !/^q=0(\.0*)?$/.test(q);
  });
}
