// Holds that what a comment points to is there: files, rules, decisions, and names of the code. A pointer into nothing
// costs a reader more than no pointer, and no compiler reads it.
import { describe, expect, it } from 'vitest';
import { blank, filesUnder, read } from './source.ts';

const folders = ['src', 'test', 'bench', 'scripts', 'examples', 'bin'];
const isCode = (path: string): boolean => /\.(ts|tsx|mjs)$/.test(path);
const paths = folders.flatMap((folder) => filesUnder(folder, isCode));
const files = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...[...folders, 'docs', '.ci'].flatMap((folder) => filesUnder(folder)),
];
const rules = read('docs/rules.md');
const aiLog = read('docs/ai-log.md');
const decisions = filesUnder('docs/decisions').map(read).join('\n');
/** Files that are not in the repository: of the runtime, of a data folder, or made while something runs. */
const elsewhere = /^(package(-lock)?|openapi|key|tsconfig|results)\.json$|^x\.test\.ts$/;

/** The comments of a source, one string a line, empty where there is none. */
export function commentsOf(source: string): string[] {
  const code = blank(source, { strings: false });
  return source.split('\n').map((line, at) => {
    const kept = code.split('\n')[at] ?? '';
    return line
      .split('')
      .map((char, column) => (kept[column] === char ? ' ' : char))
      .join('');
  });
}

/** What a line of comment points to and is not there. */
export function deadPointers(comment: string, isName: (name: string) => boolean): string[] {
  const named = [...comment.matchAll(/(?<![\w/.@-])([\w.-]+\/)*[\w.-]+\.(?:ts|mjs|md|scn|json|py)\b(?!\w)/g)].map(
    ([text]) => text,
  );
  const deadFiles = named.filter(
    (text) => !elsewhere.test(text) && !files.some((path) => path === text || path.endsWith(`/${text}`)),
  );
  const numbers = [...comment.matchAll(/\b(?!SHA-|AES-)[A-Z]{3,4}-\d{3}\b|\bE\d{2}\b/g)].map(([text]) => text);
  const deadNumbers = numbers.filter((text) => !rules.includes(text));
  const choices = [...comment.matchAll(/\bW-\d{2}\b/g)].map(([text]) => text);
  const deadChoices = choices.filter((text) => !decisions.includes(text));
  const sections = [...comment.matchAll(/docs\/ai-log\.md (\d+)((?:(?:, | to | and )\d+)*)/g)].flatMap(
    ([text]) => text.match(/\d+/g)!,
  );
  const deadSections = sections
    .filter((number) => !aiLog.includes(`\n## ${number}. `))
    .map((n) => `docs/ai-log.md ${n}`);
  const strangers = [...comment.matchAll(/\b(wire|ailog)(\.md)? \d+(\.\d+)?/g)].map(([text]) => text);
  const names = [...comment.matchAll(/`#?([a-zA-Z_$][\w$]*[A-Z_]\w*)(?:\(\))?`/g)].map(([, name = '']) => name);
  return [
    ...deadFiles,
    ...deadNumbers,
    ...deadChoices,
    ...deadSections,
    ...strangers,
    ...names.filter((name) => !isName(name)),
  ];
}

describe('comments', () => {
  const sources = new Map(paths.map((path) => [path, read(path)]));
  // Names of the surroundings: node's events, fields of the wire in older words, variables made of settings.
  const known = new Set(['clientError', 'error_message', 'OUTCRY_RATE_LIMIT_IP_BUDGET']);
  const words = new Set(
    [...sources.values()].flatMap((source) => blank(source, { strings: false }).match(/[\w$]+/g) ?? []),
  );

  it('are found', () => {
    const all = [...sources.values()].flatMap(commentsOf).filter((line) => line.trim() !== '');
    expect(all.length).toBeGreaterThan(3_000);
    expect(commentsOf("const a = 'x'; // y\n/* z */ b")).toEqual([' '.repeat(15) + '// y', '/* z */  ']);
  });

  it('open with the thing they are about, in all that is written by hand', () => {
    const generated = /^src\/client\/(wire|v3)\//;
    const opening = /^\s*(\/\/|\/\*\*|\/\*\* \*)\s*(What|Who|Where|Which|Whose|Whom)\b/;
    const open = [...sources].filter(([path]) => path.startsWith('src/') && !generated.test(path));
    const asking = open.flatMap(([path, source]) => {
      const lines = commentsOf(source);
      return lines.flatMap((line, at) => {
        const above = lines[at - 1]?.trim() ?? '';
        const isFirst = line.includes('/*') || !above.startsWith('//');
        const joined = above === '/**' ? line.replace('*', '/**') : line;
        return isFirst && opening.test(joined) ? [`${path}:${at + 1}${line}`] : [];
      });
    });
    expect(asking).toEqual([]);
  });

  it('point to nothing that is not there', () => {
    const dead = [...sources].flatMap(([path, source]) =>
      commentsOf(source).flatMap((line, at) =>
        deadPointers(line, (name) => words.has(name) || known.has(name)).map((text) => `${path}:${at + 1} ${text}`),
      ),
    );
    expect(dead).toEqual([]);
  });

  it('are caught when they point to nothing', () => {
    const isName = (name: string): boolean => name === 'knownName';
    expect(deadPointers('see orders/execute.ts and `goneName`, not `knownName`', isName)).toEqual([
      'orders/execute.ts',
      'goneName',
    ]);
    expect(deadPointers('XXXX-001, E99, W-99, wire 2.3 and ailog 4', isName)).toEqual([
      'XXXX-001',
      'E99',
      'W-99',
      'wire 2.3',
      'ailog 4',
    ]);
    expect(deadPointers('docs/ai-log.md 6, 99', isName)).toEqual(['docs/ai-log.md 99']);
    expect(deadPointers('LIQD-001, E32, W-22, `core/engine.ts`, docs/rules.md', isName)).toEqual([]);
  });
});
