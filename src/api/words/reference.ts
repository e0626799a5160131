/**
 * `/openapi.json`, `/asyncapi.json` and `/docs`: everything that can be asked and heard, for machines and for people.
 * The page and everything it loads come from this process, so it works offline; its policy lets it load nothing from
 * anywhere else.
 */
import { randomBytes } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiDeps } from '../front/deps.ts';
import { openapiDocument } from './openapi.ts';
import { JSON_UTF8 } from '../front/reply.ts';
import type { AnyRoute } from '../front/route.ts';
import { asyncapiDocument } from '../push/asyncapi.ts';

/** The path of the page. */
export const REFERENCE = '/docs';

/** A pit, seen from above. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#0b7a53" stroke-width="2"><circle cx="8" cy="8" r="7"/><circle cx="8" cy="8" r="2.5"/></svg>';

export async function addReference(
  app: FastifyInstance,
  { config }: ApiDeps,
  routes: readonly AnyRoute[],
): Promise<void> {
  const { basePath } = config.http;
  const document = openapiDocument(routes, basePath);
  const text = JSON.stringify(document);
  app.get('/openapi.json', (_, reply) => reply.type(JSON_UTF8).send(text));
  const pushed = JSON.stringify(asyncapiDocument(routes, basePath));
  app.get('/asyncapi.json', (_, reply) => reply.type(JSON_UTF8).send(pushed));
  app.get('/favicon.ico', (_, reply) =>
    reply.type('image/svg+xml').header('Cache-Control', 'max-age=86400').send(ICON),
  );
  const nonce = randomBytes(16).toString('base64');
  await app.register(scalar, {
    routePrefix: REFERENCE,
    configuration: {
      content: document,
      pageTitle: 'Outcry API',
      withDefaultFonts: false,
      hideClientButton: true,
      defaultOpenAllTags: true,
      // The settings that would hand the document to a third party's service.
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      nonce,
    },
    hooks: {
      onRequest: (request, reply, done) => {
        protect(reply, nonce);
        if (request.url === REFERENCE) void reply.redirect(`${basePath}${REFERENCE}/`, 301);
        else done();
      },
    },
  });
}

/** The headers of HTML: the page may run its own script and nothing from elsewhere, and no page may frame it. */
function protect(reply: FastifyReply, nonce: string): void {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    'worker-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  reply
    .header('Content-Security-Policy', policy.join('; '))
    .header('X-Content-Type-Options', 'nosniff')
    .header('Referrer-Policy', 'no-referrer')
    .header('Cross-Origin-Opener-Policy', 'same-origin');
}
