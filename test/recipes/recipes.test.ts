/**
 * Every recipe of docs/recipes, followed for real on a copy of this checkout: what it adds compiles, runs, is replayed,
 * served and documented; and what its page says the compiler notices, the compiler notices. One copy for all: recipes
 * must not get in each other's way either.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../source.ts';
import { THOROUGH } from '../thorough.ts';
import { type Copy, copyCheckout } from './copy.ts';
import { RECIPES } from './edits.ts';

/** The second time only what changed is looked at again. */
const TSC =
  'node_modules/typescript/bin/tsc -p tsconfig.json --pretty false --incremental --tsBuildInfoFile .tsc'.split(' ');
/** Compiler and tests of the whole project in one test: seconds on a quiet machine, minutes on one that is not. */
const LONG_MS = 600_000;
const TSC_WEB = 'node_modules/typescript/bin/tsc -p src/web/tsconfig.json --pretty false'.split(' ');
/** On the copy: the tests that recipes add or change, and what holds the documents to the code. */
const TRIED = [
  'test/scenarios',
  'test/api/motto.test.ts',
  'test/api/every-route.test.ts',
  'test/api-docs.test.ts',
  'test/push/mark.test.ts',
  'test/cli/prices.test.ts',
];
/** Where what recipes add runs through tests that are there for everything of its kind. */
const TRIED_TOO = [
  'test/push/asyncapi.test.ts',
  'src/api/push',
  'test/cli/every-verb.test.ts',
  'test/property/codec.test.ts',
  'test/property/repeats.test.ts',
  'src/core/state',
  'src/core/language',
  'src/api/words',
  'src/market/past',
  'test/market/house.test.ts',
  'test/web/build.test.ts',
];
const pages = Object.keys(RECIPES);
const pageOf = (page: string): string => readFileSync(join(root, 'docs/recipes', page), 'utf8');

let copy: Copy;
beforeAll(() => {
  copy = copyCheckout();
  for (const page of pages) copy.apply(RECIPES[page]!.first);
});
afterAll(() => copy.remove());

describe('the recipes', () => {
  it('are all followed here', () => {
    const all = readdirSync(join(root, 'docs/recipes')).filter((file) => file !== 'README.md');
    expect(pages.toSorted()).toEqual(all.toSorted());
  });

  it.each(pages)('%s names every file its following needs', (page) => {
    const { first, rest, name = '' } = RECIPES[page]!;
    const text = pageOf(page);
    // A new file is named by its pattern, a test and the tables of the walks by their folder.
    const isNamed = (file: string): boolean =>
      text.includes(file) ||
      file === name ||
      text.includes(file.replace(/[\w-]+\.ts$/, 'NAME.ts')) ||
      (file.endsWith('.scn') && /scenario/i.test(text)) ||
      (/^test\/(api|cli|push)\//.test(file) && text.includes('A test'));
    expect([...first, ...rest].map(({ file }) => file).filter((file) => !isNamed(file))).toEqual([]);
  });

  it.each(['channel.md', 'verb.md'])('%s takes at most three files of the source', (page) => {
    const files = new Set(RECIPES[page]!.rest.map(({ file }) => file).filter((file) => file.startsWith('src/')));
    expect(files.size).toBe(3);
  });

  // Half a minute of the compiler, and the whole of what the exchange can do on the copy: minutes of two cores.
  it.runIf(THOROUGH)(
    'begun and left there do not compile where their pages say so',
    async () => {
      const all = [await copy.run(...TSC), await copy.run(...TSC_WEB)];
      const output = all.map((one) => one.output).join('\n');
      const missed = [...new Set(output.match(/^[\w/.-]+\.ts(?=\()/gm) ?? [])];
      expect(all.map(({ code }) => code)).not.toContain(0);
      expect(missed).toEqual(expect.arrayContaining(pages.flatMap((page) => RECIPES[page]!.missed)));
    },
    LONG_MS,
  );

  it(
    'followed to the end compile',
    async () => {
      for (const page of pages) copy.apply(RECIPES[page]!.rest);
      for (const compiled of [await copy.run(...TSC), await copy.run(...TSC_WEB)]) expect(compiled.output).toBe('');
    },
    LONG_MS,
  );

  it('of an execution type is not loaded when its place is taken, or its code in leaves', async () => {
    const file = 'src/core/language/execution.ts';
    const load = () => copy.run('-e', `import('./${file}')`);
    expect((await load()).code).toBe(0);
    const row = "rests: true, place: 4, leaf: '4'";
    for (const [wrong, says] of [
      ["rests: true, place: 3, leaf: '4'", 'aon has place 3, the next that is free is 4'],
      ["rests: true, place: 4, leaf: '3'", 'two execution types have the same code in leaves'],
    ] as const) {
      copy.apply([{ file, insteadOf: row, text: wrong }]);
      const { code, output } = await load();
      expect([code === 0, output.includes(says)], output).toEqual([false, true]);
      copy.apply([{ file, insteadOf: wrong, text: row }]);
    }
  });

  it(
    'are served, traded with, written down, replayed and documented',
    async () => {
      expect((await copy.run('scripts/api-docs.ts')).output).toBe('');
      const { code, output } = await copy.run('scripts/test.ts', 'run', ...TRIED, ...(THOROUGH ? TRIED_TOO : []));
      const failed = output.split('\n').filter((line) => /×|FAIL|Error:|expected/.test(line));
      expect({ code, failed }).toEqual({ code: 0, failed: [] });
    },
    LONG_MS,
  );

  it(
    'of a bench measure',
    async () => {
      const { code, output } = await copy.run('bench/run.ts', 'sums');
      expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('| counted |') });
    },
    LONG_MS,
  );
});
