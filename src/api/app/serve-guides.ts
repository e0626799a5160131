/**
 * Guides under `/guide/`: for a person a page, for a program that asks for it (`.md`, or `Accept: text/markdown`) the
 * Markdown it is made from; for a person who mistyped one the list of them. The files they link to, and what their
 * search reads. `/llms.txt` and `/llms-full.txt` (llmstxt.org) name them under the address by which this exchange was
 * asked.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BlockList } from 'node:net';
import type { AppFile } from './built-app.ts';
import { compressed, GUIDE_FOLDER, NO_GUIDE } from './guide-files.ts';
import { ownAddress } from './own-address.ts';
import { pathOf, send } from './send-file.ts';

/** The routes of guides. */
export const GUIDE_PATHS: readonly string[] = ['/guide', `/${GUIDE_FOLDER}`, `/${GUIDE_FOLDER}*`];
/** Texts for programs, by what they weigh. */
export const LLMS_WEIGHTS: Readonly<Record<string, number>> = { '/llms.txt': 1, '/llms-full.txt': 10 };

type Missing = (request: FastifyRequest, reply: FastifyReply) => unknown;
type FileOf = (path: string) => AppFile | null;

export function addGuides(app: FastifyInstance, fileOf: FileOf, missing: Missing): void {
  const none: Missing = (request, reply) => {
    const page = wants(request, HTML) ? fileOf(`${NO_GUIDE}.html`) : null;
    return page === null ? missing(request, reply) : send(request, reply.code(404), { ...page, etag: '' });
  };
  app.get('/guide', (_, reply) => reply.redirect(GUIDE_FOLDER, 301));
  for (const path of GUIDE_PATHS.slice(1))
    app.get(path, (request, reply) => {
      const asked = pathOf(request);
      const name = asked === GUIDE_FOLDER ? `${GUIDE_FOLDER}index` : asked;
      // Other than a guide, a file is asked for by its whole name.
      if (/\.[a-z]+$|^guide\/files\//.test(name)) {
        const file = name.endsWith('.html') ? null : fileOf(name);
        return file === null ? none(request, reply) : send(request, reply, file);
      }
      reply.header('Vary', 'Accept');
      const wanted = wants(request, MARKDOWN) ? fileOf(`${name}.md`) : null;
      const file = name === NO_GUIDE ? null : (wanted ?? fileOf(`${name}.html`));
      return file === null ? none(request, reply) : send(request, reply, file);
    });
}

const [MARKDOWN, HTML] = ['text/markdown', 'text/html'] as const;

/** Whether the caller names this type as one it accepts, and not to rule it out. */
function wants({ headers: { accept = '' } }: FastifyRequest, type: string): boolean {
  return accept.split(',').some((one) => {
    const [name = '', q = ''] = one.split(';').map((part) => part.trim().toLowerCase());
    return name === type && !/^q=0(\.0*)?$/.test(q);
  });
}

const ADDRESS = /\{\{address\}\}/g;
const KEPT = 16;

/** @param trusted proxies that are believed to say whether they were asked over TLS */
export function addLlms(
  app: FastifyInstance,
  fileOf: FileOf,
  missing: Missing,
  { basePath, trusted }: { readonly basePath: string; readonly trusted: BlockList },
): void {
  /** By address and path, with the text they were made from. */
  const made = new Map<string, { readonly of: AppFile; readonly file: AppFile }>();
  for (const path of Object.keys(LLMS_WEIGHTS))
    app.get(path, (request, reply) => {
      const of = fileOf(GUIDE_FOLDER + path.slice(1));
      if (of === null) return missing(request, reply);
      const address = ownAddress(request.raw, trusted) + basePath;
      const key = `${address} ${path}`;
      let one = made.get(key);
      if (one?.of !== of) {
        const bytes = Buffer.from(of.bytes.toString('utf8').replace(ADDRESS, address));
        made.set(key, (one = { of, file: compressed(of.type, bytes) }));
        if (made.size > KEPT) made.delete(made.keys().next().value!);
      }
      return send(request, reply, one.file);
    });
}
