// Makes the guides that an exchange serves, as part of the page (scripts/web.ts): for each its HTML in the page's own
// frame and its Markdown, the index, a page for whoever looks for one there isn't, what the search reads, the files
// they link to, and llms.txt with llms-full.txt (llmstxt.org) and the skill (agentskills.io), in which {{address}}
// stands for the address of the exchange that serves them.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './compile.ts';
import { type Guide, GUIDE_GROUPS, GUIDES } from './guide-list.ts';
import { type Heading, type MadeGuide, makeGuide } from './guide-markdown.ts';

/** What the build of the page leaves as the frame of all guides; it is taken away again. */
export const GUIDE_FRAME = 'guide.html';
/** What they are made of beside the page, from the root of the repository. */
export const GUIDE_SOURCES: readonly string[] = [
  ...['guide', 'guide-list', 'guide-markdown'].map((name) => `scripts/${name}.ts`),
  'scripts/llms-intro.md',
  ...GUIDES.map(({ file }) => file),
];
/** Folders of what they link to and show. */
export const GUIDE_FOLDERS = ['docs/pictures', 'examples', 'ops', 'scripts/skills'];
/** The skill for agents, and where its files go below guide/. */
const [SKILL, SKILL_FOLDER] = ['scripts/skills/outcry', 'skill'];
const DEEPEST = 3;
const SEARCH = 'search.json';
const NONE = '<h1 data-word="none">There is no such guide. These there are:</h1>';

type Made = MadeGuide & { readonly guide: Guide };

/** @param folder of the page as it was built, with the frame in it @param frame its text */
export function buildGuides(folder: string, frame: string): void {
  const made = GUIDES.map((guide) => ({ guide, ...makeGuide(guide, readFileSync(join(root, guide.file), 'utf8')) }));
  const write = (path: string, text: string): void => {
    const file = join(folder, 'guide', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  for (const [at, one] of made.entries()) {
    write(`${one.guide.name}.html`, framed(frame, pageOf(one, made[at - 1], made[at + 1], made)));
    write(`${one.guide.name}.md`, one.markdown);
    for (const [from, to] of one.files) {
      mkdirSync(dirname(join(folder, 'guide', to)), { recursive: true });
      cpSync(join(root, from), join(folder, 'guide', to));
    }
  }
  write('index.html', framed(frame, indexOf(made, 'Guide', '<h1>Guide</h1>')));
  write('none.html', framed(frame, indexOf(made, 'No such guide', NONE)));
  const rows = made.flatMap(({ sections }, at) =>
    sections.map(({ anchor, heading, text }) => [at, anchor, heading, text]),
  );
  write(SEARCH, JSON.stringify({ guides: made.map(({ guide, title }) => [guide.name, title]), sections: rows }));
  cpSync(join(root, SKILL), join(folder, 'guide', SKILL_FOLDER), { recursive: true });
  write('llms.txt', llms(made));
  write('llms-full.txt', [llms(made), ...made.map(wholeOf)].join('\n\n---\n\n'));
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function framed(frame: string, parts: Readonly<Record<string, string>>): string {
  return frame.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`src/web/${GUIDE_FRAME} asks for ${name}, which no guide has`);
    return part;
  });
}

const linkTo = (name: string, text: string, isHere = false): string =>
  `<a href="guide/${name}"${isHere ? ' aria-current="page"' : ''}>${escaped(text)}</a>`;

function listOf(made: readonly Made[], here: string): string {
  const titles = new Map(made.map(({ guide, title }) => [guide.name, title]));
  return GUIDE_GROUPS.map(({ title, guides }) => {
    const links = guides.map(({ name }) => `<li>${linkTo(name, titles.get(name)!, name === here)}</li>`);
    return `<p class="guide-group">${escaped(title)}</p><ul>${links.join('')}</ul>`;
  }).join('');
}

function contentsOf(name: string, headings: readonly Heading[]): string {
  const shown = headings.filter(({ level }) => level > 1 && level <= DEEPEST);
  const links = shown.map(
    ({ level, anchor, text }) => `<li class="guide-level-${level}">${linkTo(`${name}#${anchor}`, text)}</li>`,
  );
  return `<ul>${links.join('')}</ul>`;
}

function pageOf(
  { guide: { name, about }, title, html, headings }: Made,
  before: Made | undefined,
  after: Made | undefined,
  made: readonly Made[],
): Readonly<Record<string, string>> {
  const [earlier, later] = [before, after].map((one) => (one === undefined ? '' : linkTo(one.guide.name, one.title)));
  return {
    title: `${escaped(title)} · Outcry`,
    about: escaped(about),
    list: listOf(made, name),
    contents: contentsOf(name, headings),
    markdown: `guide/${name}.md`,
    content: html,
    onward: `<p>${earlier === '' ? '' : `← ${earlier}`}</p><p>${later === '' ? '' : `${later} →`}</p>`,
  };
}

function indexOf(made: readonly Made[], title: string, head: string): Readonly<Record<string, string>> {
  const titles = new Map(made.map(({ guide, title }) => [guide.name, title]));
  const groups = GUIDE_GROUPS.map(({ title, guides }) => {
    const rows = guides.map(
      ({ name, about }) => `<li>${linkTo(name, titles.get(name)!)}<span class="dim">${escaped(about)}</span></li>`,
    );
    return `<section><h2 id="${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}">${escaped(title)}</h2><ul>${rows.join('')}</ul></section>`;
  });
  return {
    title: `${title} · Outcry`,
    about: 'Everything that is written about this exchange, for its users, its teams, and whoever runs it.',
    list: listOf(made, ''),
    contents: '',
    markdown: 'llms.txt',
    content: `${head}<div class="guide-index">${groups.join('')}</div>`,
    onward: '',
  };
}

/** https://llmstxt.org: a title, a summary, what one has to know first, then lists of links. */
function llms(made: readonly Made[]): string {
  const titles = new Map(made.map(({ guide, title }) => [guide.name, title]));
  const groups = GUIDE_GROUPS.map(({ title, guides }) => {
    const rows = guides.map(({ name, about }) => `- [${titles.get(name)!}]({{address}}/guide/${name}.md): ${about}`);
    return `## ${title}\n\n${rows.join('\n')}`;
  });
  return [readFileSync(join(root, 'scripts/llms-intro.md'), 'utf8').trimEnd(), ...groups].join('\n\n') + '\n';
}

function wholeOf({ guide: { name }, markdown }: Made): string {
  return `<!-- {{address}}/guide/${name}.md -->\n\n${markdown.trim()}\n`;
}
