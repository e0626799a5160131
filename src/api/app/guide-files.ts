/**
 * The guides as the build left them (scripts/guide.ts). A file is read, and compressed, when it is first asked for: a
 * start doesn't wait for texts that most exchanges show rarely.
 */
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { constants, brotliCompressSync, gzipSync } from 'node:zlib';
import { type AppFile, ASK_AGAIN, etagOf, TYPES, withBase } from './built-app.ts';

/** The folder below the page's, and the path below the exchange's. */
export const GUIDE_FOLDER = 'guide/';
/** The page for whoever looks for a guide that there is none of. */
export const NO_GUIDE = `${GUIDE_FOLDER}none`;
/** Files that guides link to: program texts, which a browser shows. */
const PLAIN = `${GUIDE_FOLDER}files/`;
const TEXT = 'text/plain; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
/** Good enough, and done in milliseconds. */
const QUALITY = 5;

export interface GuideFiles {
  /** @param path from `guide/` on; null when it is none. @param isAdmin for the listener of the administration */
  file(path: string, isAdmin: boolean): AppFile | null;
}

/**
 * @param names of the files in the folder of the page
 * @param inBrand puts what the exchange is carried as into a page
 */
export function createGuideFiles(
  folder: string,
  names: ReadonlySet<string>,
  basePath: string,
  inBrand: (html: string) => string,
): GuideFiles {
  const known = new Map<string, AppFile>();
  const made = (path: string, isAdmin: boolean): AppFile => {
    const bytes = readFileSync(join(folder, path));
    if (!path.endsWith('.html')) return compressed(typeOf(path), bytes);
    const page = inBrand(withBase(bytes.toString('utf8'), basePath));
    return compressed(TYPES['.html']!, Buffer.from(isAdmin ? page.replace('<body', '<body data-admin') : page));
  };
  return {
    file(path, isAdmin) {
      if (!path.startsWith(GUIDE_FOLDER) || !names.has(path)) return null;
      const key = `${isAdmin} ${path}`;
      let file = known.get(key);
      if (file === undefined) known.set(key, (file = made(path, isAdmin)));
      return file;
    },
  };
}

function typeOf(path: string): string {
  if (path.startsWith(PLAIN)) return TEXT;
  return path.endsWith('.md') ? MARKDOWN : (TYPES[extname(path)] ?? TEXT);
}

/** A text as it is sent, compressed quickly; a picture as it is. */
export function compressed(type: string, bytes: Buffer): AppFile {
  const isText = !type.startsWith('image/');
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  const br = isText ? brotliCompressSync(bytes, { params }) : null;
  return { type, cache: ASK_AGAIN, etag: etagOf(bytes), bytes, br, gzip: isText ? gzipSync(bytes) : null };
}
