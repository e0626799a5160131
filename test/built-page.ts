// A folder as the build of the page leaves it, small and made up: three entry pages, files with hashes in their names,
// each packed beside itself, and what is no part of the page.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

export const SCRIPT = `export const words = '${'agents say why '.repeat(40)}';\n`;
export const SCRIPT_PATH = '/assets/main-Bx81_aQ0.js';
export const STYLE_PATH = '/assets/main-C0ffee12.css';

const FILES: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html><html><head><base href="/" /><script type="module" src=".${SCRIPT_PATH}"></script></head><body></body></html>`,
  'admin.html': '<!doctype html><html><head><title>admin</title></head><body></body></html>',
  'screen.html': '<!doctype html><html><head><title>screen</title></head><body></body></html>',
  [SCRIPT_PATH.slice(1)]: SCRIPT,
  [STYLE_PATH.slice(1)]: 'body{margin:0}',
  'assets/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'assets/notes.md': 'not served',
  'licenses.txt': 'MIT and others',
  '.built-from': 'abc123\n',
};

export function builtPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-page-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(folder, name), text);
    if (!/\.(js|css|txt)$/.test(name)) continue;
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
  }
  return folder;
}
