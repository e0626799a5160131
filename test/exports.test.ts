// Holds that what a module exports is used somewhere else: an export that only its own file uses is a promise to
// strangers that costs a reader's attention and keeps nobody's promise. Uses in tests, benches, scripts and examples
// count, since those are callers too.
import { describe, expect, it } from 'vitest';
import { blank, filesUnder, importsOf, read } from './source.ts';

const folders = ['src', 'test', 'bench', 'scripts', 'examples', 'bin'];
const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path);

/**
 * Names of values a module exports by declaration or list; what it passes on from another module is judged there. Types
 * are left out: they name what an exported function takes and gives, for whoever needs the name.
 */
export function exportsOf(source: string): string[] {
  const code = blank(source, { strings: true });
  const declared = [
    ...code.matchAll(/^export\s+(?:declare\s+|abstract\s+|async\s+)*(?:function\*?|const|let|class)\s+([\w$]+)/gm),
  ];
  const listed = [...code.matchAll(/^export\s+\{([^}]*)\}(?!\s*from)/gm)].flatMap(([, list = '']) =>
    list.split(',').flatMap((part) => /([\w$]+)\s*$/.exec(part.trim())?.[1] ?? []),
  );
  return [...declared.map(([, name = '']) => name), ...listed];
}

/** Exports of `modules` that no other module which imports theirs speaks of, as `path: name`. */
export function unusedExports(sources: ReadonlyMap<string, string>, modules: readonly string[]): string[] {
  const importers = new Map<string, Set<string>>();
  for (const [path, source] of sources)
    for (const { file } of importsOf(path, source)) {
      if (file === undefined || file === path) continue;
      const set = importers.get(file) ?? new Set();
      importers.set(file, set.add(path));
    }
  const codeOf = new Map([...sources].map(([path, source]) => [path, blank(source, { strings: true })]));
  const speaks = (path: string, name: string): boolean =>
    new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(codeOf.get(path)!);
  return modules.flatMap((path) =>
    exportsOf(sources.get(path)!)
      .filter((name) => ![...(importers.get(path) ?? [])].some((other) => speaks(other, name)))
      .map((name) => `${path}: ${name}`),
  );
}

describe('exports', () => {
  const paths = folders.flatMap((folder) => filesUnder(folder, isCode));
  const sources = new Map(['vitest.config.ts', ...paths].map((path) => [path, read(path)]));
  const modules = paths.filter((path) => path.startsWith('src/') && !path.endsWith('.test.ts'));

  it('reads the source', () => {
    expect(modules.length).toBeGreaterThan(1_000);
    expect(modules.flatMap((path) => exportsOf(sources.get(path)!)).length).toBeGreaterThan(500);
  });

  it('are used by another module', () => {
    expect(unusedExports(sources, modules)).toEqual([]);
  });

  it('are found in every form, and so is one that nothing uses', () => {
    const source =
      'export const a = 1;\nexport async function b() {}\nconst c = 2, d = 3;\nexport { c, d as e };\nexport type F = 1;';
    expect(exportsOf(source)).toEqual(['a', 'b', 'c', 'e']);
    const all = new Map([
      ['src/x.ts', source],
      ['src/y.ts', "import { a, type F } from './x.ts';\n// b\nconst { c } = await import('./x.ts');"],
      ['src/z.ts', 'const e = 1;'],
    ]);
    expect(unusedExports(all, ['src/x.ts'])).toEqual(['src/x.ts: b', 'src/x.ts: e']);
  });
});
