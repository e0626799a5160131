// The guides as an exchange serves them: every one for people and for programs, every link in them leads somewhere and
// every anchor is there, nothing inline; and what llms.txt says for whom it was asked.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GUIDES } from '../../scripts/guide-list.ts';
import { makeGuide } from '../../scripts/guide-markdown.ts';
import { buildWeb } from '../../scripts/web.ts';
import type { GuideIndex } from '../../src/web/guide/find.ts';
import { filesUnder, read, root } from '../source.ts';
import { type Answer, type Kit, startKit } from './kit.ts';

let kit: Kit;
/** Everything that was asked for, once. */
const known = new Map<string, Promise<Answer>>();
beforeAll(async () => {
  await buildWeb();
  kit = await startKit([], undefined, undefined, { webFolder: `${root}/dist/web` });
}, 60_000);
afterAll(() => kit.stop());

function get(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  if (Object.keys(headers).length > 0) return kit.send({ target, headers });
  let answer = known.get(target);
  if (answer === undefined) known.set(target, (answer = kit.send({ target })));
  return answer;
}

const namesOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);

/** Links of a text that lead nowhere, each with where it stands. @param at what they are seen from */
async function deadIn(at: string, links: readonly string[]): Promise<string[]> {
  const dead = await Promise.all(
    links.map(async (link) => {
      const { origin, pathname, hash } = new URL(link.replaceAll('&#38;', '&'), `http://outcry.test${at}`);
      if (origin !== 'http://outcry.test') return [];
      const { status, text } = await get(pathname);
      if (status !== 200) return [`${at} → ${link}: ${status}`];
      if (hash === '' || namesOf(text).includes(decodeURIComponent(hash.slice(1)))) return [];
      // Of Markdown the anchors are those of its page.
      const page = pathname.endsWith('.md') ? (await get(pathname.slice(0, -3))).text : '';
      return namesOf(page).includes(decodeURIComponent(hash.slice(1))) ? [] : [`${at} → ${link}: no anchor`];
    }),
  );
  return dead.flat();
}

describe('the guides', () => {
  it.each(GUIDES)('$name is a page with the headers of all pages, and nothing inline', async ({ name, file }) => {
    const { status, headers, text } = await get(`/guide/${name}`);
    expect([status, headers['content-type'], headers['vary']]).toEqual([
      200,
      'text/html; charset=utf-8',
      expect.stringContaining('Accept'),
    ]);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(text).toContain('<base href="/">');
    expect(text).not.toMatch(/ style="| on[a-z]+="|<script(?! type="module" crossorigin src=)|\{\{|&lt;!-- /);
    expect(namesOf(text)).toEqual([...new Set(namesOf(text))]);
    const [title = ''] = /(?<=^# ).*/m.exec(read(file)) ?? [];
    expect(text).toContain(`<title>${title} · Outcry</title>`);
    const links = [...text.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(GUIDES.length);
    expect(await deadIn('/', links)).toEqual([]);
  });

  it.each(GUIDES)('$name is Markdown for who asks for that, with links that lead somewhere', async ({ name }) => {
    const { status, headers, text } = await get(`/guide/${name}.md`);
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(text).toMatch(/^# /);
    expect(text).not.toMatch(/<!-- (generated|end)/);
    const asked = await get(`/guide/${name}`, { accept: 'text/markdown, text/html;q=0.5' });
    expect(asked.text).toBe(text);
    const prose = text.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    expect(await deadIn(`/guide/${name}.md`, links)).toEqual([]);
  });

  it('have a list, an address without a slash, and Markdown only for who wants it', async () => {
    const { text } = await get('/guide/');
    expect(GUIDES.filter(({ name, about }) => !(text.includes(`"guide/${name}"`) && text.includes(about)))).toEqual([]);
    const { status, headers } = await get('/guide');
    expect([status, headers.location]).toEqual([301, 'guide/']);
    for (const accept of ['text/html,*/*;q=0.8', 'text/markdown;q=0, text/html', '*/*'])
      expect((await get('/guide/errors', { accept })).headers['content-type']).toBe('text/html; charset=utf-8');
    expect((await get('/guide/files/examples/check_log.py')).headers['content-type']).toBe('text/plain; charset=utf-8');
  });

  it('have a list for a person who mistyped one, and the usual 404 for a program', async () => {
    for (const target of ['/guide/nope', '/guide/nope.html', '/guide/none']) {
      const { status, headers, text } = await get(target, { accept: 'text/html,*/*;q=0.8' });
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headers['etag'], 'nothing that could be answered with 304').toBeUndefined();
      expect(text).toContain('There is no such guide');
      expect(GUIDES.filter(({ name }) => !text.includes(`"guide/${name}"`))).toEqual([]);
      expect((await get(target)).headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it.each([
    '/guide/nothing',
    '/guide/errors.html',
    '/guide/../index.html',
    '/guide/%2e%2e/index.html',
    '/guide/files/../../admin.html',
    '/guide/decisions/README',
    '/guide/index.html.br',
    '/guide/constructor',
  ])('%s is none', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  it('are found by their search: each place is a page and an anchor of it', async () => {
    const { guides, sections } = (await get('/guide/search.json')).json as GuideIndex;
    expect(guides.map(([name]) => name)).toEqual(GUIDES.map(({ name }) => name));
    expect(sections.length).toBeGreaterThan(300);
    const places = sections.map(([at, anchor]) => `/guide/${guides[at]![0]}#${anchor}`);
    expect(await deadIn('/', places)).toEqual([]);
  });

  it('stand on the listener of the administration too, without a token', async () => {
    const page = await fetch(`${kit.app.adminUrl}/guide/contest`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<body data-admin>')]);
  });

  it('are where the reference sends a newcomer, from both dialects, with a way back to the page', async () => {
    for (const path of ['/openapi.json', '/openapi-v3.json']) {
      const { description } = (await get(path)).json.info as { readonly description: string };
      const links = [...description.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
      expect(links).toEqual(expect.arrayContaining(['/', '/me', '/guide/', '/guide/errors', '/llms.txt']));
      expect(await deadIn('/docs/', links)).toEqual([]);
      for (const word of ['Begin here', 'Keys', 'Signing', 'times', 'Limits', 'Errors', 'Sockets', 'Two dialects'])
        expect(description).toMatch(new RegExp(`^\\*\\*.*${word}.*\\*\\*`, 'm'));
    }
  });

  it('are every document that the product names', () => {
    const isText = (line: string): boolean => /['"`].*docs\/[\w/-]+\.md/.test(line) && !/^\s*(\*|\/\/)/.test(line);
    const sources = filesUnder('src', (path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'));
    const lines = sources.flatMap((path) => read(path).split('\n')).filter(isText);
    const named = lines.flatMap((line) => line.match(/docs\/[\w/-]+\.md/g) ?? []);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((file) => !GUIDES.some((guide) => guide.file === file))).toEqual([]);
    const guides = sources.flatMap(
      (path) => read(path).match(/(?<=(?<![.\w])\/guide\/)[a-z0-9-]+(?:\/[a-z-]+)?/g) ?? [],
    );
    const others = ['search', 'llms', 'files'];
    expect(guides.filter((name) => ![...GUIDES.map((one) => one.name), ...others].includes(name))).toEqual([]);
  });
});

describe('Markdown', () => {
  const made = (text: string) => makeGuide({ name: 'start/x', file: 'docs/start/x.md', about: '' }, text);

  it('has no way to markup, script or a file that is not served', () => {
    const { html, markdown, files } = made(
      '# A\n\n<b onclick="x()">b</b> [a](javascript:alert(1)) [c](../security.md#the-page) [s](../../src/cli/main.ts)\n',
    );
    expect(html).toContain('&lt;b onclick=&quot;x()&quot;&gt;');
    expect(html).not.toContain('href="javascript');
    expect(html).toContain('<a href="guide/security#the-page">c</a>');
    expect(html).toContain(
      '<span class="guide-elsewhere" title="src/cli/main.ts in the project’s repository">s</span>',
    );
    expect(markdown).toContain('[c](../security.md#the-page) s (`src/cli/main.ts` in the repository)');
    expect(files.size).toBe(0);
  });

  it('aligns by a class, tells headings of one name apart, and brings the files it links to', () => {
    const { html, files, sections } = made(
      '# A\n\n## B\n\none\n\n## B\n\n|a|b|\n|-|-:|\n|1|2|\n\n[e](../../examples/check_log.py)\n',
    );
    expect(html).toContain('<td class="guide-right">2</td>');
    expect(html).toContain('id="b-1"');
    expect([...files]).toEqual([['examples/check_log.py', 'files/examples/check_log.py']]);
    expect(sections.map(({ anchor, text }) => [anchor, text])).toEqual([
      ['a', ''],
      ['b', 'one'],
      ['b-1', 'a b 1 2 e'],
    ]);
  });
});

describe('llms.txt', () => {
  it('is one by the convention, under the address it was asked at', async () => {
    const { headers, text } = await get('/llms.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^# Outcry\n\n> /);
    const links = [...text.matchAll(/^- \[[^\]]+\]\((.*?)\): .+$/gm)].map(([, link = '']) => link);
    expect(links).toEqual(GUIDES.map(({ name }) => `${kit.url}/guide/${name}.md`));
    const named = text.match(new RegExp(`(?<=${kit.url})/[a-z][\\w./-]*\\.(?:json|txt|md)`, 'g')) ?? [];
    expect(named.length).toBeGreaterThan(GUIDES.length + 3);
    expect(await deadIn('/', named)).toEqual([]);
  });

  it('believes nobody but a trusted proxy about TLS, and repeats no name that is none', async () => {
    const forged = await get('/llms.txt', { 'x-forwarded-proto': 'https' });
    expect(forged.text).toContain(`This exchange is at \`${kit.url}\``);
    const long = (await get('/llms-full.txt')).text;
    expect(GUIDES.filter(({ name }) => !long.includes(`<!-- ${kit.url}/guide/${name}.md -->`))).toEqual([]);
    expect(long).not.toContain('{{');
  });
});
