/**
 * The web app as its build left it, in memory: exactly those files under exactly their names, so that no path a caller
 * sends is ever joined to a folder. The pages get their base path here; everything else is passed on byte for byte.
 */
import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export interface AppFile {
  readonly type: string;
  readonly cache: string;
  readonly etag: string;
  readonly bytes: Buffer;
  /** Compressed when it was built; absent where there is nothing to gain. */
  readonly br: Buffer | null;
  readonly gzip: Buffer | null;
}

/** The entry pages: everybody's, the administration's, and what halls and pages elsewhere show. */
export type AppPage = 'index.html' | 'admin.html' | 'screen.html';

export interface BuiltApp {
  /** By path below the app, without a leading slash. */
  readonly files: ReadonlyMap<string, AppFile>;
  /** Every name in the folder, also of what is read when it is asked for. */
  readonly names: ReadonlySet<string>;
  /** The sources it was made from, as the build names them. */
  readonly builtFrom: string;
}

/** Written beside the files by the build. */
export const STAMP = '.built-from';
export const FOR_EVER = 'public, max-age=31536000, immutable';
/** Kept, but checked again each time: the files it leads to have other names after the next build. */
export const ASK_AGAIN = 'no-cache';
/** A name that ends with a hash of the content, as bundlers make them. */
const HASHED = /^assets\/.+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;
const PAGES: ReadonlySet<string> = new Set<AppPage>(['index.html', 'admin.html', 'screen.html']);
export const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
};

/**
 * Reads a folder of the build; null when nothing was built there.
 * @param basePath '' or `/something`, as callers reach the exchange
 */
export function readBuiltApp(folder: string, basePath: string): BuiltApp | null {
  const names = namesIn(folder);
  if (!names.has('index.html')) return null;
  const files = new Map<string, AppFile>();
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined || name.startsWith('guide/')) continue;
    const read = (ending: string): Buffer | null =>
      names.has(name + ending) ? readFileSync(join(folder, name + ending)) : null;
    const bytes = readFileSync(join(folder, name));
    files.set(name, PAGES.has(name) ? pageOf(bytes, basePath) : fileOf(name, type, bytes, read('.br'), read('.gz')));
  }
  return { files, names, builtFrom: names.has(STAMP) ? readFileSync(join(folder, STAMP), 'utf8').trim() : '' };
}

function namesIn(folder: string): ReadonlySet<string> {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return new Set(
      entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw error;
  }
}

function fileOf(name: string, type: string, bytes: Buffer, br: Buffer | null, gzip: Buffer | null): AppFile {
  return { type, cache: HASHED.test(name) ? FOR_EVER : ASK_AGAIN, etag: etagOf(bytes), bytes, br, gzip };
}

/** A page whose addresses begin where this exchange does, so that it works at any depth of path. */
function pageOf(bytes: Buffer, basePath: string): AppFile {
  return htmlFile(withBase(bytes.toString('utf8'), basePath));
}

export function withBase(html: string, basePath: string): string {
  const base = `<base href="${basePath}/">`;
  return html.replace(/<base\s[^>]*>/i, '').replace(/<head[^>]*>/i, (head) => head + base);
}

/** A page as it is sent, compressed once. */
export function htmlFile(html: string): AppFile {
  const bytes = Buffer.from(html);
  return {
    type: TYPES['.html']!,
    cache: ASK_AGAIN,
    etag: etagOf(bytes),
    bytes,
    br: brotliCompressSync(bytes),
    gzip: gzipSync(bytes),
  };
}

/** Of the content, however it is compressed. */
export function etagOf(bytes: Buffer): string {
  return `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
}
