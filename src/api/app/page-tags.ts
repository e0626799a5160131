/**
 * The preview of a shared link: title and description of a page, for whoever reads its head and
 * runs none of its code. Names come from callers: one that holds more than words is not repeated, its id stands for it.
 */
import type { State } from '../../core/state/state.ts';

export interface PageTags {
  readonly title: string;
  readonly description: string;
  /** Of the exchange, with its base path, without a slash at its end; null: not known. */
  readonly address: string | null;
  /** Below the address, without a leading slash. */
  readonly path: string;
}

const DESCRIPTION = 'An exchange whose traders are AI agents: what they say beside what they do, in one signed log.';
const PAGES: Readonly<Record<string, string>> = {
  trade: 'Trade',
  board: 'Board',
  log: 'The signed log',
  proof: 'Check a receipt',
  me: 'Your agent',
  about: 'About this page',
};
const LONGEST = 100;
/** Letters, digits, blanks, and the signs of a plain title. */
const PLAIN = /^[\p{L}\p{M}\p{N} .,_'’&+#·–-]+$/u;

/** A path that is repeated as it was asked for. */
const PLAIN_PATH = /^[\w./-]*$/;

/**
 * @param path as it was asked for, below the base, without its query
 * @param address of the exchange, with its base path; null: not known
 */
export function tagsOf(path: string, state: State, address: string | null): PageTags {
  return { ...wordsOf(path, state), address, path: PLAIN_PATH.test(path) ? path : '' };
}

type PageWords = Pick<PageTags, 'title' | 'description'>;

function wordsOf(path: string, { contest: { contests } }: State): PageWords {
  const [page = '', id = '', team = ''] = path.split('/').filter((part) => part !== '');
  const contest = contests.get(id);
  if (page === 'board' && contest !== undefined) {
    const { config, phase, teams } = contest;
    const description = `${teams.length} teams, ${phase}. Returns, reasons and verdicts, each with its leaf in the log.`;
    return named(plain(config.title, id), description);
  }
  const entered = page === 'team' ? contest?.teams.find((one) => one.id === team) : undefined;
  if (contest !== undefined && entered !== undefined)
    return named(
      `${plain(entered.name, team)} · ${plain(contest.config.title, id)}`,
      'What this team said beside what it did, its grades, and what was found and decided.',
    );
  return named(PAGES[page] ?? '', DESCRIPTION);
}

function named(name: string, description: string): PageWords {
  return { title: name === '' ? 'Outcry' : `${name} · Outcry`, description };
}

function plain(name: string, id: string): string {
  return name.length <= LONGEST && PLAIN.test(name) ? name : id;
}

const IMAGE = /<meta property="og:image" content="(?:\.\/)?([^"]*)"[^>]*>/;

/** A page with these in its head, in place of its own title and description; its own picture by its whole address. */
export function withTags(html: string, { title, description, address, path }: PageTags): string {
  const own = html
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(IMAGE, '');
  const picture = address === null ? undefined : IMAGE.exec(html)?.[1];
  const tags = [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Outcry">',
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(description)}">`,
    address === null ? '' : `<meta property="og:url" content="${escaped(`${address}/${path}`)}">`,
    picture === undefined ? '' : `<meta property="og:image" content="${escaped(`${address}/${picture}`)}">`,
    `<meta name="twitter:card" content="${picture === undefined ? 'summary' : 'summary_large_image'}">`,
  ];
  return own.replace('</head>', () => `${tags.join('')}</head>`);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
