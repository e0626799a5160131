/**
 * The web app while the exchange runs: the files as they are now, read again when a build has ended, and what to say
 * while there are none.
 */
import type { AppIdentity } from './app-facts.ts';
import { type Brand, brandFiles, NO_BRAND } from './brand.ts';
import { branded } from './branded.ts';
import { type AppFile, type AppPage, type BuiltApp, htmlFile, readBuiltApp } from './built-app.ts';
import { createGuideFiles, type GuideFiles } from './guide-files.ts';
import { type PageTags, withTags } from './page-tags.ts';

export interface WebApp {
  readonly identity: AppIdentity;
  /** The brand it is in; the program's own until one is shown. */
  readonly brand: Brand;
  /** Carries a brand from now on. */
  show(brand: Brand): void;
  /** A file of the build, or of the brand, or null. */
  file(path: string): AppFile | null;
  /** A guide, or what belongs to one; null: there is none. */
  guide: GuideFiles['file'];
  /**
   * An entry page, with what a shared link shows of it, or a plain one that says why there is none, which isn't cached.
   */
  page(name: AppPage, tags: PageTags | null): { readonly status: 200 | 503; readonly file: AppFile };
  /** The sources the files were made from; '' when there are none. */
  readonly builtFrom: string;
  /** Reads the folder again. */
  reload(): void;
  /** Sets why there is no page, for anyone who asks while there is none. */
  say(why: string): void;
}

const MADE_KEPT = 64;
const NOT_BUILT = 'The page was not built. Run: npm run web:build';

export function createWebApp(folder: string, basePath: string, identity: AppIdentity): WebApp {
  let built: BuiltApp | null = readBuiltApp(folder, basePath);
  let brand = NO_BRAND;
  let own = brandFiles(brand);
  const inBrand = (html: string): string => branded(html, { ...own, name: brand.name });
  const guidesOf = (app: BuiltApp | null): GuideFiles =>
    createGuideFiles(folder, app?.names ?? new Set(), basePath, inBrand);
  let guides = guidesOf(built);
  let why = NOT_BUILT;
  /** Pages with the brand and tags, the newest last; made again when the build or the brand is another. */
  let made = new Map<string, AppFile>();
  const withItsTags = (file: AppFile, name: AppPage, tags: PageTags | null): AppFile => {
    if (tags === null && brand === NO_BRAND) return file;
    const key = JSON.stringify([name, tags]);
    let page = made.get(key);
    if (page === undefined) {
      const html = inBrand(file.bytes.toString('utf8'));
      page = htmlFile(tags === null ? html : withTags(html, tags));
    }
    made.delete(key);
    made.set(key, page);
    if (made.size > MADE_KEPT) made.delete(made.keys().next().value!);
    return page;
  };
  const makeAgain = (): void => {
    guides = guidesOf(built);
    made = new Map();
  };
  return {
    identity,
    get brand() {
      return brand;
    },
    show(next) {
      brand = next;
      own = brandFiles(next);
      makeAgain();
    },
    file: (path) => own.files.get(path) ?? built?.files.get(path) ?? null,
    guide: (path, isAdmin) => guides.file(path, isAdmin),
    page(name, tags) {
      const file = built?.files.get(name);
      if (file === undefined) return { status: 503, file: plainPage(why, basePath) };
      return { status: 200, file: withItsTags(file, name, tags) };
    },
    get builtFrom() {
      return built?.builtFrom ?? '';
    },
    reload() {
      built = readBuiltApp(folder, basePath);
      makeAgain();
    },
    say: (text) => void (why = text),
  };
}

/** Words only: the policy of pages allows nothing inline. It asks again by itself. */
function plainPage(why: string, basePath: string): AppFile {
  const text = why.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Outcry</title>',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    '<meta http-equiv="refresh" content="3"></head><body><h1>Outcry</h1>',
    `<p>${text}</p><p>The exchange itself is running: <a href="${basePath}/docs/">its reference</a>.</p></body></html>`,
  ];
  const bytes = Buffer.from(html.join(''));
  return { type: 'text/html; charset=utf-8', cache: 'no-store', etag: '', bytes, br: null, gzip: null };
}
