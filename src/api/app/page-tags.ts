/**
 * The preview of a shared link: title and description of a page, for whoever reads its head and
 * runs none of its code. Names come from callers: one that holds more than words is not repeated, its id stands for it.
 */
import type { Contest } from '../../core/state/records.ts';
import type { State } from '../../core/state/state.ts';
import { BRAND_FOLDER } from './brand.ts';
import { escaped } from './branded.ts';

export interface PageTags {
  /** Name of the exchange. */
  readonly site: string;
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
 * @param site name of the exchange
 */
export function tagsOf(path: string, state: State, address: string | null, site: string): PageTags {
  const { name, description } = wordsOf(path, state);
  const title = name === '' ? site : `${name} · ${site}`;
  return { site, title, description, address, path: PLAIN_PATH.test(path) ? path : '' };
}

interface PageWords extends Pick<PageTags, 'description'> {
  /** Of the page; '' for the first. */
  readonly name: string;
}

function wordsOf(path: string, { contest: { contests } }: State): PageWords {
  const [page = '', id = '', team = ''] = path.split('/').filter((part) => part !== '');
  if (page === 'embed' || page === 'projector') return alone(contests.get(page === 'embed' ? team : id));
  const contest = contests.get(id);
  if (page === 'board' && contest !== undefined) {
    const { config, phase, teams } = contest;
    const description = `${teams.length} teams, ${phase}. Returns, reasons and verdicts, each with its leaf in the log.`;
    return { name: plain(config.title, id), description };
  }
  const entered = page === 'team' ? contest?.teams.find((one) => one.id === team) : undefined;
  if (contest !== undefined && entered !== undefined)
    return {
      name: `${plain(entered.name, team)} · ${plain(contest.config.title, id)}`,
      description: 'What this team said beside what it did, its grades, and what was found and decided.',
    };
  return { name: PAGES[page] ?? '', description: DESCRIPTION };
}

/** Of pages that load themselves anew when they are others: nothing that changes while a contest goes on. */
function alone(contest: Contest | undefined): PageWords {
  return { name: contest === undefined ? '' : plain(contest.config.title, contest.id), description: DESCRIPTION };
}

function plain(name: string, id: string): string {
  return name.length <= LONGEST && PLAIN.test(name) ? name : id;
}

const IMAGE = /<meta property="og:image" content="(?:\.\/)?([^"]*)"[^>]*>/;

/** A page with these in its head, in place of its own title and description; its own picture by its whole address. */
export function withTags(html: string, { site, title, description, address, path }: PageTags): string {
  const own = html
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="description"[^>]*>/, '')
    .replace(IMAGE, '');
  const picture = address === null ? undefined : IMAGE.exec(html)?.[1];
  const tags = [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:site_name" content="${escaped(site)}">`,
    `<meta property="og:title" content="${escaped(title)}">`,
    `<meta property="og:description" content="${escaped(description)}">`,
    address === null ? '' : `<meta property="og:url" content="${escaped(`${address}/${path}`)}">`,
    picture === undefined ? '' : `<meta property="og:image" content="${escaped(`${address}/${picture}`)}">`,
    `<meta name="twitter:card" content="${isLarge(picture) ? 'summary_large_image' : 'summary'}">`,
  ];
  return own.replace('</head>', () => `${tags.join('')}</head>`);
}

/** The page's own picture is made for a large card; a logo is not. */
function isLarge(picture: string | undefined): boolean {
  return picture !== undefined && !picture.startsWith(BRAND_FOLDER);
}
