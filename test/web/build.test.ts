// The page as it is built: how many bytes each address loads first, that nothing of it is inline or from elsewhere, and
// that nothing in its source could make markup or code out of text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildWeb } from '../../scripts/web.ts';
import { en } from './english.ts';
import { enAdmin } from '../../src/web/words/en-admin.ts';
import { zh } from '../../src/web/words/zh.ts';
import { zhAdmin } from '../../src/web/words/zh-admin.ts';
import { blank, filesUnder, read, root } from '../source.ts';

const folder = join(root, 'dist/web');
/** kB of gzip that the first load of an address may take, by the file of its page; and all files together. */
const SHELL_KB = 40;
const PAGE_KB: Readonly<Record<string, number>> = {
  live: 80,
  trade: 127,
  board: 85,
  team: 85,
  log: 80,
  entry: 80,
  proof: 80,
  me: 80,
  about: 80,
};
/** Any page of the administration, by the file of its page. */
const ADMIN_KB = 100;
const ADMIN_PAGES = ['ops', 'judge', 'dossier', 'case'];
const ALL_KB = 333;
/** What a hall's screen and a frame load. */
const SCREEN_KB = 60;
/** What comes later wins. */
const LAYERS = ['tokens', 'base', 'parts', 'pages'];
const VERIFIER_KB = 18;

let assets: readonly string[];
beforeAll(async () => {
  await buildWeb();
  assets = readdirSync(join(folder, 'assets')).filter((name) => /\.(js|css)$/.test(name));
});

const text = (name: string): string => readFileSync(join(folder, 'assets', name), 'utf8');
const size = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(text(name), { level: 9 }).length, 0) / 1_000;

/** A file with everything it imports at once, and the styles that are loaded with it. */
function closure(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || !assets.includes(name)) return;
    found.add(name);
    if (!name.endsWith('.js')) return;
    for (const [, next = ''] of text(name).matchAll(/(?:from|import)\s*["']\.\/([^"']+)["']/g)) visit(next);
  };
  for (const name of names) visit(name);
  return found;
}

/** What an entry page itself asks for. */
const firstFiles = (page = 'index.html'): string[] =>
  [...readFileSync(join(folder, page), 'utf8').matchAll(/(?:src|href)="[^"]*?assets\/([^"]+)"/g)].map(
    ([, name = '']) => name,
  );

const chunkOf = (page: string): string[] =>
  assets.filter((name) => new RegExp(`^${page}-[\\w-]{8}\\.(js|css)$`).test(name));

describe('the built page', () => {
  it(`loads a shell of at most ${SHELL_KB} kB`, () => {
    expect(firstFiles().length).toBeGreaterThan(0);
    expect(size(closure(firstFiles()))).toBeLessThanOrEqual(SHELL_KB);
  });

  it.each(Object.entries(PAGE_KB))('loads /%s with at most %d kB', (page, most) => {
    const files = chunkOf(page);
    expect(
      files.filter((name) => name.endsWith('.js')),
      `the file of ${page}`,
    ).not.toEqual([]);
    expect(size(closure([...firstFiles(), ...files]))).toBeLessThanOrEqual(most);
  });

  it(`loads what halls and frames show with at most ${SCREEN_KB} kB`, () => {
    const files = closure([...firstFiles('screen.html'), ...chunkOf('en-board'), ...chunkOf('en-live')]);
    expect(size(files)).toBeLessThanOrEqual(SCREEN_KB);
  });

  it.each(ADMIN_PAGES)(`loads the administration's %s with at most ${ADMIN_KB} kB`, (page) => {
    const files = chunkOf(page);
    expect(files, `the file of ${page}`).toContainEqual(expect.stringMatching(/\.js$/));
    expect(size(closure([...firstFiles('admin.html'), ...files]))).toBeLessThanOrEqual(ADMIN_KB);
  });

  it('opens no socket from the administration, and has none of it in the page for everybody', () => {
    const ofAdmin = closure(firstFiles('admin.html'));
    expect([...ofAdmin].filter((name) => text(name).includes('WebSocket'))).toEqual([]);
    expect([...closure(firstFiles())].filter((name) => text(name).includes('/admin/v1'))).toEqual([]);
  });

  it(`verifies with at most ${VERIFIER_KB} kB, which no page loads at first`, () => {
    const verifier = chunkOf('verifier');
    expect(size(verifier)).toBeLessThanOrEqual(VERIFIER_KB);
    expect(closure(firstFiles()).has(verifier[0]!)).toBe(false);
  });

  it(`is at most ${ALL_KB} kB in all`, () => {
    expect(size(assets)).toBeLessThanOrEqual(ALL_KB);
  });

  it.each(['index.html', 'admin.html', 'screen.html'])(
    'has nothing inline in %s, and everything in files of its own',
    (name) => {
      const page = readFileSync(join(folder, name), 'utf8');
      expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i);
      expect(page.match(/(src|href)="(?!\.?\/)[^"]*"/g)).toBeNull();
    },
  );

  it.each(['index.html', 'admin.html', 'screen.html', 'guide/index.html'])(
    'layers the styles of %s as they are meant',
    (name) => {
      const styles = firstFiles(name).filter((file) => file.endsWith('.css'));
      const named = styles.flatMap((file) =>
        [...text(file).matchAll(/@layer ([\w, ]+)[{;]/g)].flatMap(([, names = '']) => names.split(/, ?/)),
      );
      expect([...new Set(named)], 'layers in the order a browser meets them').toEqual(LAYERS);
    },
  );

  it('comes with the licences of what is in it', () => {
    const licences = readFileSync(join(folder, 'licenses.txt'), 'utf8');
    for (const name of ['preact', '@preact/signals', 'uplot', '@noble/hashes', 'lightweight-charts', 'fancy-canvas'])
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'));
    expect(licences).toContain('Permission is hereby granted');
  });
});

describe('the source of the page', () => {
  const paths = filesUnder('src/web', (path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'));
  const code = new Map(paths.map((path) => [path, blank(read(path), { strings: true })]));
  const only = (pattern: RegExp, ...where: string[]): string[] =>
    [...code].flatMap(([path, text]) => (pattern.test(text) && !where.includes(path) ? [path] : []));

  it('makes no markup and no code out of text', () => {
    const makers =
      /\b(innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|eval|Function)\b|\bdocument\.write/;
    expect(only(makers)).toEqual([]);
  });

  it('has one module for each thing of the browser that must be watched', () => {
    expect(only(/\bnew WebSocket\b|\bnew Connection\b/, 'src/web/live/connection.ts')).toEqual([]);
    expect(only(/\bDate\b/, 'src/web/base/clock.ts')).toEqual([]);
    expect(only(/\blocalStorage\b/, 'src/web/base/settings.ts')).toEqual([]);
    expect(only(/\bsessionStorage\b/, 'src/web/base/session.ts')).toEqual([]);
    expect(only(/\brequestAnimationFrame\b/, 'src/web/base/frame.ts')).toEqual([]);
    expect(only(/\bdocument\.cookie\b/)).toEqual([]);
  });

  it('imports only what is bundled', () => {
    const bundled = /^(\.|preact(\/hooks)?$|@preact\/signals$|uplot(\/|$)|@noble\/hashes\/|lightweight-charts$)/;
    const foreign = paths.flatMap((path) =>
      [...read(path).matchAll(/from '([^']+)'/g)].flatMap(([, from = '']) =>
        bundled.test(from) ? [] : `${path} ${from}`,
      ),
    );
    expect(foreign).toEqual([]);
  });

  it('has no file over 200 lines', () => {
    const long = paths.filter((path) => !path.includes('/words/') && read(path).split('\n').length > 200);
    expect(long).toEqual([]);
  });

  it('says in Chinese whatever it says in English', () => {
    const same: string[] = [];
    const compare = (english: object, chinese: object, at: string): void => {
      for (const [name, value] of Object.entries(english)) {
        const other = (chinese as Record<string, unknown>)[name];
        if (typeof value === 'object' && value !== null) compare(value as object, other as object, `${at}.${name}`);
        else if (typeof value === 'string' && value === other) same.push(`${at}.${name}`);
      }
    };
    compare(en, zh, 'words');
    compare(enAdmin, zhAdmin, 'admin');
    // Names of programs and commands.
    expect(same, 'the same in both').toEqual(['words.proof.command']);
  });
});
