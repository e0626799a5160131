/**
 * The web app while the exchange runs: the files as they are now, read again when a build has ended, and what to say
 * while there are none.
 */
import type { AppIdentity } from './app-facts.ts';
import { type AppFile, type AppPage, type BuiltApp, readBuiltApp } from './built-app.ts';

export interface WebApp {
  readonly identity: AppIdentity;
  /** A file of the build, or null. */
  file(path: string): AppFile | null;
  /** An entry page, or a plain one that says why there is none, which isn't cached. */
  page(name: AppPage): { readonly status: 200 | 503; readonly file: AppFile };
  /** The sources the files were made from; '' when there are none. */
  readonly builtFrom: string;
  /** Reads the folder again. */
  reload(): void;
  /** Sets why there is no page, for anyone who asks while there is none. */
  say(why: string): void;
}

const NOT_BUILT = 'The page was not built. Run: npm run web:build';

export function createWebApp(folder: string, basePath: string, identity: AppIdentity): WebApp {
  let built: BuiltApp | null = readBuiltApp(folder, basePath);
  let why = NOT_BUILT;
  return {
    identity,
    file: (path) => built?.files.get(path) ?? null,
    page(name) {
      const file = built?.files.get(name);
      return file === undefined ? { status: 503, file: plainPage(why, basePath) } : { status: 200, file };
    },
    get builtFrom() {
      return built?.builtFrom ?? '';
    },
    reload: () => void (built = readBuiltApp(folder, basePath)),
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
