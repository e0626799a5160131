// The packed server: what is started is what the sources say, whatever was packed before.
import { execFile } from 'node:child_process';
import { cpSync, existsSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseAst } from 'rolldown/parseAst';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAMS } from '../scripts/pack.ts';
import { type Copy, copyCheckout } from './recipes/copy.ts';
import { blank, filesUnder, read } from './source.ts';

const SERVER = filesUnder('src', (path) => /(?<!\.test)\.ts$/.test(path) && !path.startsWith('src/web/'));
const MAIN = 'src/cli/main.ts';

describe('what begins a process or a thread', () => {
  it('is packed, all of it and nothing else', () => {
    const begun = SERVER.flatMap((path) => {
      const code = blank(read(path), { strings: false });
      const named = [...code.matchAll(/new URL\('([^']+\.ts)', import\.meta\.url\)/g)].map(([, name]) =>
        new URL(name!, `file:///${path}`).pathname.slice(1),
      );
      return /new URL\(import\.meta\.url\)/.test(code) ? [path, ...named] : named;
    });
    expect([...new Set(begun)].toSorted()).toEqual(PROGRAMS.toSorted());
  });

  // V8 ends the whole process when a thread is ended in the moment in which the promise of such a wait is kept.
  it('waits for nothing at the top of a module, but for the command line, which nobody ends', () => {
    expect(waitsAtTop(parseAst('export {}; if (a) { for await (const b of c) d(); }'))).toBe(true);
    expect(waitsAtTop(parseAst('export const a = async () => { await b; };'))).toBe(false);
    expect(SERVER.length).toBeGreaterThan(500);
    expect(SERVER.filter((path) => waitsAtTop(parseAst(read(path), { lang: 'ts' })))).toEqual([MAIN]);
  });
});

describe('a packed server', () => {
  let copy: Copy;
  const packedMain = () => join(copy.folder, 'dist/server/src.cli.main.mjs');
  const help = async () => (await copy.run('scripts/node.mjs', MAIN, '--help')).output;

  beforeAll(async () => {
    copy = copyCheckout();
    expect((await copy.run('scripts/pack.ts', '--strict')).output).toContain('the server is packed');
    writeFileSync(packedMain(), `console.log('from the pack');\n${readFileSync(packedMain(), 'utf8')}`);
  });
  afterAll(() => copy.remove());

  it('is what a start runs', async () => {
    expect(await help()).toMatch(/from the pack\n[^]*outcry/);
  });

  it('is what an installed package runs, whatever the times of its files', async () => {
    const installed = join(copy.folder, 'elsewhere/node_modules/outcry');
    for (const name of ['bin', 'dist', 'scripts', 'src', 'package.json'])
      cpSync(join(copy.folder, name), join(installed, name), { recursive: true });
    const main = join(installed, 'bin/outcry.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [main, '--help']);
    expect(stdout).toMatch(/from the pack\n[^]*outcry/);
  });

  it('is passed over as soon as a source has changed, even to an older one', async () => {
    const path = join(copy.folder, 'src/cli/replay.ts');
    utimesSync(path, new Date(), new Date(Date.now() - 86_400_000));
    expect(await help()).toMatch(/^(?!.*from the pack)[^]*outcry/);
  });

  it('is made anew from what is there then', async () => {
    copy.apply([
      { file: MAIN, insteadOf: 'process.exitCode = await', text: "console.log('edited');\nprocess.exitCode = await" },
    ]);
    expect((await copy.run('scripts/pack.ts', '--strict')).output).toContain('the server is packed');
    expect(await help()).toContain('edited');
    expect(readFileSync(packedMain(), 'utf8')).toContain('edited');
    expect((await copy.run('scripts/pack.ts', '--strict')).output).toContain('the server is as packed');
  });

  it('is not needed: what does not parse can not be packed, and the start says where it is', async () => {
    copy.apply([{ file: 'src/cli/replay.ts', atEnd: true, text: 'export export' }]);
    const { code, output } = await copy.run('scripts/pack.ts', '--strict');
    expect([code, output]).toEqual([1, expect.stringContaining('the server is not packed and runs from its sources')]);
    expect(existsSync(packedMain())).toBe(true);
    expect(await help()).toContain('SyntaxError');
  });
});

/** Whether there is an await, or a loop with one, outside of every function. */
function waitsAtTop(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some(waitsAtTop);
  const { type, await: isAwaiting } = node as { readonly type?: string; readonly await?: unknown };
  if (type === 'AwaitExpression' || (type === 'ForOfStatement' && isAwaiting === true)) return true;
  if (/Function/.test(type ?? '')) return false;
  return Object.values(node).some(waitsAtTop);
}
