/**
 * The page for everybody, `/app.json`, and texts for programs, on the public listener. They need no signature and cost
 * little of the budget that pages have; front/checks/web.ts decides under which names and for which other pages they
 * are shown.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallDeps } from '../call/deps.ts';
import type { Front } from '../front/front.ts';
import { JSON_UTF8 } from '../front/answer/reply.ts';
import { publicTable, TABLES } from '../reading/contest-tables.ts';
import { CSV_TYPE, csvStream } from '../words/csv.ts';
import { appFacts } from './app-facts.ts';
import { OWN_NAME } from './brand.ts';
import { isLostPerson, sendLost } from './lost-page.ts';
import { ownAddress } from './own-address.ts';
import { type PageTags, tagsOf } from './page-tags.ts';
import { pathOf } from './send-file.ts';
import { addApp, addScreens, isFramed } from './serve-app.ts';
import { addTexts, TEXT_WEIGHTS } from './serve-guides.ts';
import type { WebApp } from './web-app.ts';

const FACTS_PATH = '/app.json';
const TABLE_PATH = '/tables/:contest/:file';
const WEIGHT = 1;
/** A table may be all trades of a contest. */
const WEIGHTS: Readonly<Record<string, number>> = { [FACTS_PATH]: 0, [TABLE_PATH]: 50, ...TEXT_WEIGHTS };

export async function addWebApp(
  app: FastifyInstance,
  deps: CallDeps & { readonly webApp: WebApp },
  front: Front,
): Promise<void> {
  const { webApp, config, engine } = deps;
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.routeOptions.url ?? '';
    const refused = front.refusedPage(request.raw, WEIGHTS[path] ?? WEIGHT, isFramed(path, webApp) ? 'frame' : 'page');
    if (refused === null) return done();
    reply.hijack();
    front.refuse(request.raw, reply.raw, refused);
  });
  const missing = (request: FastifyRequest, reply: FastifyReply): unknown => {
    if (isLostPerson(request)) return sendLost(request, reply, webApp, 'index.html');
    reply.hijack();
    return front.serveUnknown(request.raw, reply.raw);
  };
  const { trusted } = front.state;
  const { basePath } = config.http;
  const tags = (request: FastifyRequest): PageTags => {
    const origin = ownAddress(request.raw, trusted);
    const site = webApp.brand.name ?? OWN_NAME;
    return tagsOf(pathOf(request), engine.state, origin === '' ? null : origin + basePath, site);
  };
  addApp(app, webApp, 'index.html', missing, tags);
  addScreens(app, webApp, tags);
  addTables(app, deps, missing);
  addTexts(app, (path) => webApp.guide(path, false), missing, { basePath, trusted });
  app.get(FACTS_PATH, (request, reply) =>
    reply
      .type(JSON_UTF8)
      .header('Cache-Control', 'no-store')
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .send(JSON.stringify(appFacts(webApp.identity, config, engine.state, request.raw, deps.checkups !== undefined))),
  );
}

/** Tables of contests as files: what is not public is not there. */
function addTables(
  app: FastifyInstance,
  deps: CallDeps,
  missing: (request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  app.get<{ Params: { contest: string; file: string } }>(TABLE_PATH, async (request, reply) => {
    const { contest: id, file } = request.params;
    const contest = deps.engine.state.contest.contests.get(id);
    const name = TABLES.find((one) => file === `${one}.csv`);
    const isKnown = contest !== undefined && name !== undefined && contest.phase !== 'draft';
    const table = isKnown ? await publicTable(name, contest, deps) : null;
    if (table === null) return missing(request, reply);
    const stream = await csvStream(table);
    return reply
      .type(CSV_TYPE)
      .header('Content-Disposition', `attachment; filename="${id}-${file}"`)
      .header('Cache-Control', 'no-store')
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .send(stream);
  });
}
