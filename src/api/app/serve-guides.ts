/**
 * Guides under `/guide/`: for a person a page, for a program that asks for it (`.md`, or `Accept: text/markdown`) the
 * Markdown it is made from; for a person who mistyped one the list of them. The files they link to, and what their
 * search reads. `/llms.txt` and `/llms-full.txt` (llmstxt.org) name them under the address by which this exchange was
 * asked; so do the files of the skill for agents (agentskills.io), which lie at the root so that the relative paths in
 * `/SKILL.md` lead to them.
 */
import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type BlockList } from 'node:net';
import type { AppFile } from './built-app.ts';
import { compressed, GUIDE_FOLDER, NO_GUIDE } from './guide-files.ts';
import { ownAddress } from './own-address.ts';
import { pathOf, send, wants } from './send-file.ts';

/** The routes of guides. */
export const GUIDE_PATHS: readonly string[] = ['/guide', `/${GUIDE_FOLDER}`, `/${GUIDE_FOLDER}*`];
/** The index by which programs find skills of a site. */
const SKILLS_PATH = '/.well-known/agent-skills/index.json';
const SKILLS_SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json';
const SKILL_PATH = '/SKILL.md';
/** Files of the skill, by their paths below it. */
const SKILL_FILES = [
  ...['orders', 'evidence', 'signing', 'mcp'].map((name) => `/references/${name}.md`),
  '/scripts/outcry.py',
];
/** Texts for programs, in which the exchange's address is filled in: the file of the guides, by path. */
const TEXTS: Readonly<Record<string, string>> = {
  '/llms.txt': 'llms.txt',
  '/llms-full.txt': 'llms-full.txt',
  ...Object.fromEntries([SKILL_PATH, ...SKILL_FILES].map((path) => [path, `skill${path}`])),
};
/** Weights of those that are more than usual. */
export const TEXT_WEIGHTS: Readonly<Record<string, number>> = { '/llms-full.txt': 10 };

type Missing = (request: FastifyRequest, reply: FastifyReply) => unknown;
type FileOf = (path: string) => AppFile | null;

export function addGuides(app: FastifyInstance, fileOf: FileOf, missing: Missing): void {
  const none: Missing = (request, reply) => {
    const page = wants(request, 'text/html') ? fileOf(`${NO_GUIDE}.html`) : null;
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
      const wanted = wants(request, 'text/markdown') ? fileOf(`${name}.md`) : null;
      const file = name === NO_GUIDE ? null : (wanted ?? fileOf(`${name}.html`));
      return file === null ? none(request, reply) : send(request, reply, file);
    });
}

const ADDRESS = /\{\{address\}\}/g;
const KEPT = 64;

/** @param trusted proxies that are believed to say whether they were asked over TLS */
export function addTexts(
  app: FastifyInstance,
  fileOf: FileOf,
  missing: Missing,
  { basePath, trusted }: { readonly basePath: string; readonly trusted: BlockList },
): void {
  /** By address and path, with the text they were made from. */
  const made = new Map<string, { readonly of: AppFile; readonly file: AppFile }>();
  const textAt = (request: FastifyRequest, path: string): AppFile | null => {
    const of = fileOf(GUIDE_FOLDER + TEXTS[path]!);
    if (of === null) return null;
    const address = ownAddress(request.raw, trusted) + basePath;
    const key = `${address} ${path}`;
    let one = made.get(key);
    if (one?.of !== of) {
      const bytes = Buffer.from(of.bytes.toString('utf8').replace(ADDRESS, address));
      made.set(key, (one = { of, file: compressed(of.type, bytes) }));
      if (made.size > KEPT) made.delete(made.keys().next().value!);
    }
    return one.file;
  };
  for (const path of Object.keys(TEXTS))
    app.get(path, (request, reply) => {
      const file = textAt(request, path);
      return file === null ? missing(request, reply) : send(request, reply, file);
    });
  app.get(SKILLS_PATH, (request, reply) => {
    const file = textAt(request, SKILL_PATH);
    if (file === null) return missing(request, reply);
    return reply.header('Cache-Control', 'no-cache').send(skillsIndex(file.bytes, basePath + SKILL_PATH));
  });
}

/** https://agentskills.io: every skill of this site; one. */
function skillsIndex(skill: Buffer, url: string) {
  const [, name = ''] = /^name: (.*)$/m.exec(skill.toString()) ?? [];
  const [, description = ''] = /^description: (.*)$/m.exec(skill.toString()) ?? [];
  const digest = `sha256:${hash('sha256', skill, 'hex')}`;
  return { $schema: SKILLS_SCHEMA, skills: [{ name, type: 'skill-md', description, url, digest }] };
}
