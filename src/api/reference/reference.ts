/**
 * `/openapi.json`, `/asyncapi.json` and `/docs`: everything that can be asked and heard, for machines and for people,
 * of every dialect: the first under these names, another one as `/openapi-NAME.json`, and the page offers all of them.
 * The page and everything it loads come from this process, so it works offline; its policy lets it load nothing from
 * anywhere else.
 *
 * All of it is made when it is first asked for: the page's package is a sixth of all modules, and a start does not wait
 * for it.
 */
import { randomBytes } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyReply, type onRequestHookHandler } from 'fastify';
import type { CallDeps } from '../call/deps.ts';
import { type Described, openapiDocument } from './openapi.ts';
import { JSON_UTF8 } from '../front/answer/reply.ts';
import { asyncapiDocument } from './asyncapi.ts';

/** The path of the page. */
export const REFERENCE = '/docs';

/** A pit, seen from above. */
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" fill="none" stroke="#0b7a53" stroke-width="2"><circle cx="8" cy="8" r="7"/><circle cx="8" cy="8" r="2.5"/></svg>';

/** The headers of its answers that are passed on. */
const PASSED_ON = ['content-type', 'content-disposition'] as const;

type Document = ReturnType<typeof openapiDocument>;

/** @param first the dialect of the short names, and of the sockets */
export function addReference(
  app: FastifyInstance,
  { config }: CallDeps,
  [first, ...others]: readonly [Described, ...Described[]],
): void {
  const { basePath } = config.http;
  const onRequest: onRequestHookHandler = (_, reply, done) => {
    protect(reply, nonce);
    done();
  };
  /** Serves files of an application that is made when one of them is first asked for. */
  const serve = (prefix: string, files: readonly string[], make: () => Promise<FastifyInstance>): void => {
    const made = once(make);
    for (const file of files)
      app.get(`${prefix}${file}`, { onRequest }, async (_, reply) => {
        const { statusCode, headers, rawPayload } = await (await made()).inject(`${prefix}${file}`);
        for (const name of PASSED_ON) if (headers[name] !== undefined) reply.header(name, headers[name]);
        return reply.code(statusCode).send(rawPayload);
      });
  };
  const nonce = randomBytes(16).toString('base64');
  const sources = [first, ...others].map((described, at) => {
    const { name } = described.dialect;
    const document = once(() => openapiDocument(described, basePath));
    const path = at === 0 ? '/openapi.json' : `/openapi-${name}.json`;
    app.get(path, (_, reply) => reply.type(JSON_UTF8).send(JSON.stringify(document())));
    const folder = at === 0 ? '' : `/${name}`;
    serve(`${REFERENCE}${folder}`, DOCUMENTS, () => makeDocuments(document(), `${REFERENCE}${folder}`));
    return { title: `/capi/${name}`, slug: name, url: `.${folder}/openapi.json`, default: at === 0 };
  });
  app.get('/asyncapi.json', (_, reply) =>
    reply.type(JSON_UTF8).send(JSON.stringify(asyncapiDocument(first.routes, basePath))),
  );
  app.get('/favicon.ico', (_, reply) =>
    reply.type('image/svg+xml').header('Cache-Control', 'max-age=86400').send(ICON),
  );
  app.get(REFERENCE, { onRequest }, (_, reply) => reply.redirect(`${basePath}${REFERENCE}/`, 301));
  serve(REFERENCE, ['/', '/js/scalar.js'], () => makePage(sources, nonce));
}

/** A document as its package writes it, to be kept by a reader. */
const DOCUMENTS = ['/openapi.json', '/openapi.yaml'];

async function makeDocuments(content: Document, routePrefix: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = fastify({ logger: false });
  await page.register(scalar, { routePrefix: routePrefix as '/', configuration: { content } });
  return page;
}

interface Source {
  readonly title: string;
  readonly slug: string;
  /** Seen from the page. */
  readonly url: string;
  readonly default: boolean;
}

/** The page as its package serves it, by its own application, which only `addReference` reaches. */
async function makePage(sources: readonly Source[], nonce: string): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const page = fastify({ logger: false });
  await page.register(scalar, {
    routePrefix: REFERENCE,
    configuration: {
      sources: [...sources],
      pageTitle: 'Outcry API',
      withDefaultFonts: false,
      hideClientButton: true,
      defaultOpenAllTags: true,
      // Off, since these would hand the document to a third party's service.
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      nonce,
    },
  });
  return page;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
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
