/**
 * The web app on a listener: its pages, its files and the guides. The caller says which listener shows which entry
 * page, and decides who may read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BRAND_FOLDER } from './brand.ts';
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
  '/rehearsal',
  '/about',
  '/ops',
  '/contests',
  '/brand',
  '/publish',
  '/judge',
  '/judge/:contest/:team',
  '/case/:id',
];
/** Besides the pages: files by their names, the brand's among them, and the licences of what is bundled. */
const FILE_PATHS: readonly string[] = ['/assets/*', `/${BRAND_FOLDER}*`, '/licenses.txt'];
/** For the screen of a hall. */
const PROJECTOR_PATHS: readonly string[] = ['/projector', '/projector/:contest'];
/** For frames of pages elsewhere. */
const EMBED_PATHS: readonly string[] = ['/embed/board', '/embed/board/:contest'];

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
    app.get(
      path,
      pageOf(webApp, entry, tags, () => []),
    );
  for (const path of FILE_PATHS)
    app.get(path, (request, reply) => {
      const file = webApp.file(pathOf(request));
      if (file === null) return missing(request, reply);
      return send(request, reply, file, { isForeign: path.startsWith(`/${BRAND_FOLDER}`) });
    });
  addGuides(app, (path) => webApp.guide(path, entry === 'admin.html'), missing);
}

/** Pages of everybody's that stand alone: on a hall's screen, and in frames of pages that the brand names. */
export function addScreens(app: FastifyInstance, webApp: WebApp, tags: (request: FastifyRequest) => PageTags): void {
  for (const path of PROJECTOR_PATHS)
    app.get(
      path,
      pageOf(webApp, 'screen.html', tags, () => []),
    );
  for (const path of EMBED_PATHS)
    app.get(
      path,
      pageOf(webApp, 'screen.html', tags, () => webApp.brand.origins),
    );
}

/** Whether a page elsewhere may show this path in a frame. */
export function isFramed(path: string, { brand }: WebApp): boolean {
  return EMBED_PATHS.includes(path) && brand.origins.length > 0;
}

function pageOf(
  webApp: WebApp,
  entry: AppPage,
  tags: ((request: FastifyRequest) => PageTags) | null,
  framedBy: () => readonly string[],
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  return (request, reply) => {
    const { status, file } = webApp.page(entry, tags?.(request) ?? null);
    if (status === 503) reply.code(503).header('Retry-After', '3');
    return send(request, reply, file, { framedBy: framedBy() });
  };
}
