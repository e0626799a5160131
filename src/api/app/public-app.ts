/**
 * The page for everybody, and `/app.json`, on the public listener. They need no signature and cost little of the budget
 * that pages have; front/checks/web.ts decides under which names and for which other pages they are shown.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallDeps } from '../call/deps.ts';
import type { Front } from '../front/front.ts';
import { JSON_UTF8 } from '../front/answer/reply.ts';
import { appFacts } from './app-facts.ts';
import { tagsOf } from './page-tags.ts';
import { addApp } from './serve-app.ts';
import type { WebApp } from './web-app.ts';

const FACTS_PATH = '/app.json';
const WEIGHT = 1;

export async function addWebApp(
  app: FastifyInstance,
  deps: CallDeps & { readonly webApp: WebApp },
  front: Front,
): Promise<void> {
  const { webApp, config, engine } = deps;
  app.addHook('onRequest', (request, reply, done) => {
    const weight = request.routeOptions.url === FACTS_PATH ? 0 : WEIGHT;
    const refused = front.refusedPage(request.raw, weight, true);
    if (refused === null) return done();
    reply.hijack();
    front.refuse(request.raw, reply.raw, refused);
  });
  const missing = (request: FastifyRequest, reply: FastifyReply): void => {
    reply.hijack();
    front.serveUnknown(request.raw, reply.raw);
  };
  addApp(app, webApp, 'index.html', missing, (path) => tagsOf(path, engine.state));
  app.get(FACTS_PATH, (request, reply) =>
    reply
      .type(JSON_UTF8)
      .header('Cache-Control', 'no-store')
      .header('X-Content-Type-Options', 'nosniff')
      .header('Cross-Origin-Resource-Policy', 'same-origin')
      .send(JSON.stringify(appFacts(webApp.identity, config, engine.state, request.raw))),
  );
}
