/**
 * The web app on a listener: its pages, its files and the guides. The caller says which listener shows which entry
 * page, and decides who may read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppPage } from './built-app.ts';
import { pathOf, send } from './send-file.ts';
import type { PageTags } from './page-tags.ts';
import { addGuides, GUIDE_PATHS } from './serve-guides.ts';
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
  '/contests',
  '/publish',
  '/judge',
  '/judge/:contest/:team',
  '/case/:id',
];
/** Besides the pages: files by their names, and the licences of what is bundled. */
const FILE_PATHS: readonly string[] = ['/assets/*', '/licenses.txt'];

/** The routes that anybody may read. */
export const APP_PATHS: ReadonlySet<string> = new Set([...PAGE_PATHS, ...FILE_PATHS, ...GUIDE_PATHS]);

/**
 * @param missing answers when there is no such file
 * @param tags what a shared link to what was asked for shows; null: nothing of its own
 */
export function addApp(
  app: FastifyInstance,
  webApp: WebApp,
  entry: AppPage,
  missing: (request: FastifyRequest, reply: FastifyReply) => unknown,
  tags: ((request: FastifyRequest) => PageTags) | null = null,
): void {
  for (const path of PAGE_PATHS)
    app.get(path, (request, reply) => {
      const { status, file } = webApp.page(entry, tags?.(request) ?? null);
      if (status === 503) reply.code(503).header('Retry-After', '3');
      return send(request, reply, file);
    });
  for (const path of FILE_PATHS)
    app.get(path, (request, reply) => {
      const file = webApp.file(pathOf(request));
      return file === null ? missing(request, reply) : send(request, reply, file);
    });
  addGuides(app, (path) => webApp.guide(path, entry === 'admin.html'), missing);
}
