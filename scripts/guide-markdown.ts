// A guide from its Markdown: as HTML for people, with anchors, and as Markdown for programs, both with links that lead
// somewhere where they are served. A link to another guide leads to it, one to an example or another plain file to that
// file beside the guides, and one to anything else becomes words that say where in the repository it is.
import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { root } from './compile.ts';
import { type Guide, GUIDES } from './guide-list.ts';

export interface Heading {
  readonly level: number;
  readonly anchor: string;
  readonly text: string;
}

/** What stands below one heading, without marks, for the search. */
export interface Section {
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

export interface MadeGuide {
  readonly title: string;
  readonly html: string;
  readonly markdown: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  /** Files that are served for its links and pictures: from the root of the repository, and below /guide/. */
  readonly files: ReadonlyMap<string, string>;
}

type Target = { readonly is: 'outside' } | { readonly is: 'elsewhere'; readonly file: string } | Served;
interface Served {
  readonly is: 'guide' | 'file';
  readonly file: string;
  /** Below /guide/, without an ending where it is a guide. */
  readonly path: string;
  /** With its #, or ''. */
  readonly anchor: string;
}

const PLAIN = /^(examples|ops)\/|^docs\/outcry\.|^(Dockerfile|LICENSE|compose\.yaml)$/;
const PICTURE = /^docs\/(pictures\/.+\.png)$/;
const nameOf = new Map(GUIDES.map(({ file, name }) => [file, name]));

function targetOf(href: string, file: string): Target {
  if (/^[a-z]+:/i.test(href)) return { is: 'outside' };
  const [path = '', anchor] = href.split('#');
  const meant = path === '' ? file : posix.join(posix.dirname(file), path);
  const guide = nameOf.get(meant);
  if (guide !== undefined)
    return { is: 'guide', file: meant, path: guide, anchor: anchor === undefined ? '' : `#${anchor}` };
  const picture = PICTURE.exec(meant)?.[1];
  if (picture !== undefined) return { is: 'file', file: meant, path: picture, anchor: '' };
  if (!PLAIN.test(meant) || !existsSync(join(root, meant))) return { is: 'elsewhere', file: meant };
  return { is: 'file', file: meant, path: `files/${meant}`, anchor: '' };
}

/** The project's rule for anchors, which test/docs.test.ts applies to links too; a second of the same has a number. */
function anchorOf(heading: string, taken: Map<string, number>): string {
  const plain = heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '');
  const anchor = plain.replaceAll(' ', '-');
  const before = taken.get(anchor) ?? 0;
  taken.set(anchor, before + 1);
  return before === 0 ? anchor : `${anchor}-${before}`;
}

/** Without the marks of generated parts, which are for the program that writes them. */
function withoutMarks(text: string): string {
  return text.replaceAll(/^<!-- (?:generated|end): .* -->\n\n?/gm, '');
}

/** @param text the guide's Markdown as it lies in the repository */
export function makeGuide(guide: Guide, text: string): MadeGuide {
  const source = withoutMarks(text);
  const markdown = new MarkdownIt({ html: false });
  const tokens = markdown.parse(source, {});
  const files = new Map<string, string>();
  const headings = setAnchors(tokens);
  const noted = (href: string): Target => {
    const target = targetOf(href, guide.file);
    if (target.is === 'file') files.set(target.file, target.path);
    return target;
  };
  for (const token of tokens) {
    if (/^t[hd]_open$/.test(token.type)) alignByClass(token);
    if (token.type === 'inline') setLinks(token.children ?? [], noted);
  }
  const { rules } = markdown.renderer;
  rules['table_open'] = () => '<div class="guide-table"><table>\n';
  rules['table_close'] = () => '</table></div>\n';
  return {
    title: headings[0]?.text ?? guide.name,
    html: markdown.renderer.render(tokens, markdown.options, {}),
    markdown: relinked(source, guide, noted),
    headings,
    sections: sectionsOf(tokens, headings),
    files,
  };
}

/** The policy of pages allows no style of an element. */
function alignByClass(token: Token): void {
  const style = token.attrGet('style');
  token.attrs = style === null ? [] : [['class', String(style).replace('text-align:', 'guide-')]];
}

/** Headings get ids, and lead to themselves: seen from the base of the page, as all its links. */
function setAnchors(tokens: readonly Token[]): Heading[] {
  const taken = new Map<string, number>();
  return tokens.flatMap((token, at) => {
    const inline = tokens[at + 1];
    if (token.type !== 'heading_open' || inline === undefined) return [];
    const anchor = anchorOf(inline.content, taken);
    token.attrSet('id', anchor);
    const children = inline.children ?? [];
    const level = Number(token.tag.slice(1));
    if (level > 1 && children.every(({ type }) => type !== 'link_open')) {
      const [open, close] = [newToken(token, 'link_open', 1), newToken(token, 'link_close', -1)];
      open.attrSet('href', `#${anchor}`);
      inline.children = [open, ...children, close];
    }
    return [{ level, anchor, text: textOf(children) }];
  });
}

function newToken(like: Token, type: string, nesting: Token['nesting']): Token {
  return new (like.constructor as new (type: string, tag: string, nesting: Token['nesting']) => Token)(
    type,
    'a',
    nesting,
  );
}

function setLinks(tokens: readonly Token[], targetFor: (href: string) => Target): void {
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.type === 'image') {
      const target = targetFor(String(token.attrGet('src')));
      if (target.is === 'file') token.attrSet('src', `guide/${target.path}`);
      token.attrSet('loading', 'lazy');
    }
    if (token.type === 'link_close') token.tag = open.pop()?.tag ?? 'a';
    if (token.type !== 'link_open') continue;
    open.push(token);
    const target = targetFor(String(token.attrGet('href')));
    if (target.is === 'outside') token.attrSet('rel', 'noopener noreferrer');
    else if (target.is === 'elsewhere') {
      token.tag = 'span';
      token.attrs = [
        ['class', 'guide-elsewhere'],
        ['title', `${target.file} in the project’s repository`],
      ];
    } else token.attrSet('href', `guide/${target.path}${target.anchor}`);
  }
}

/** The text of Markdown with its links as they are served, code left as it is. */
function relinked(source: string, guide: Guide, targetFor: (href: string) => Target): string {
  const from = posix.dirname(`/${guide.name}`);
  const link = (whole: string, mark: string, text: string, href: string): string => {
    const target = targetFor(href);
    if (target.is === 'outside' || (target.is === 'guide' && href.startsWith('#'))) return whole;
    if (target.is === 'elsewhere') return `${text} (\`${target.file}\` in the repository)`;
    const path = posix.relative(from, `/${target.path}`) + (target.is === 'guide' ? '.md' : '');
    return `${mark}[${text}](${path}${target.anchor})`;
  };
  return source
    .split(/(^```[\s\S]*?^```)/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replaceAll(/(!?)\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)/g, (...found: string[]) =>
            link(found[0]!, found[1]!, found[2]!, found[3]!),
          ),
    )
    .join('');
}

function textOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => (/^(text|code_inline)$/.test(type) ? content : type.endsWith('break') ? ' ' : ''))
    .join('');
}

function sectionsOf(tokens: readonly Token[], headings: readonly Heading[]): Section[] {
  const sections: { anchor: string; heading: string; text: string[] }[] = [];
  let isHeading = false;
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const { anchor, text } = headings[sections.length]!;
      sections.push({ anchor, heading: text, text: [] });
      isHeading = true;
    } else if (token.type === 'heading_close') isHeading = false;
    else if (!isHeading && token.type === 'inline') sections.at(-1)?.text.push(textOf(token.children ?? []));
    else if (token.type === 'fence') sections.at(-1)?.text.push(token.content.replaceAll(/\s+/g, ' '));
  }
  return sections.map(({ text, ...section }) => ({ ...section, text: text.join(' ').trim() }));
}
