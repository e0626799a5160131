// Holds the arrows of docs/architecture.md: which folder may import which, no cycle, and what the core may never contain. It reads the
// source of every module; the tables below are the law, everything under them only applies it.
import { describe, expect, it } from 'vitest';
import { blank, filesUnder, type Import, importsOf, read } from './source.ts';

/** Fewer modules than this were not read but lost: the test would pass on nothing. Raise it as the project grows. */
const minimumModules = 100;

/** From a folder (or a file at src/) to what it may import; a name with '/' allows only that part of a folder. */
const arrows: Record<string, readonly string[]> = {
  core: [],
  sequencer: ['core'],
  store: ['core'],
  market: ['core', 'sequencer'],
  api: ['core', 'sequencer', 'store'],
  client: [],
  web: ['client', 'core/ailog'],
  cli: ['app.ts', 'config.ts', 'client', 'core'],
  // The parts of the composition root: what lies in the data folder, and what is done once at a start.
  app: ['core', 'sequencer', 'store', 'market', 'api', 'config.ts'],
  'app.ts': ['core', 'sequencer', 'store', 'market', 'api', 'client', 'app', 'app.ts', 'config.ts', 'store-thread.ts'],
  'config.ts': ['core', 'sequencer', 'store', 'market', 'api', 'client'],
  'store-thread.ts': ['core', 'sequencer', 'store', 'market', 'api', 'client', 'config.ts'],
};

/** Arrows that carry types only and nothing at run time. */
const typeArrows: Record<string, readonly string[]> = {
  client: ['api/routes'],
};

/**
 * The inside of the core, lowest first: a value may be imported from the same row or a lower one. A name with '/' stands for one part of a
 * folder and wins over the folder's own row.
 */
const coreRows: readonly (readonly string[])[] = [
  ['num', 'invariant.ts', 'heap.ts', 'id-map.ts', 'id-queue.ts', 'client-order-ids.ts', 'working-orders.ts'],
  ['contract.ts', 'contract-defaults.ts', 'order.ts', 'commands.ts', 'events.ts', 'rejects.ts', 'outcome.ts', 'copy/relation.ts'],
  ['matching', 'ended-orders.ts', 'order-records.ts'],
  ['state.ts', 'instrument.ts', 'turn.ts', 'guard-book.ts'],
  ['ledger', 'positions'],
  ['risk'],
  ['orders', 'liquidation', 'copy', 'ailog', 'contest'],
  ['contracts', 'operator.ts', 'state-hash.ts', 'audit.ts'],
  ['engine.ts'],
];

/** The shapes of the core's vocabulary: their types may be imported from anywhere inside it. Types of anything else follow the rows. */
const coreVocabulary = [
  'state.ts',
  'commands.ts',
  'events.ts',
  'rejects.ts',
  'outcome.ts',
  'order.ts',
  'contract.ts',
  'copy/relation.ts',
  'ledger/bills.ts',
];

/** What makes a replay differ from the live run, or depends on the machine. Searched in the core with comments and strings blanked. */
const bannedInCore: readonly (readonly [RegExp, string])[] = [
  [/\bDate\b/, 'Date: time arrives in a command'],
  [/\bMath\s*\.\s*(random|pow|exp|log\w*|sin|cos|tan|sqrt|cbrt|hypot)\b/, 'Math: only exact integer functions'],
  [/\bPromise\b|\basync\b|\bawait\b/, 'promises: the core never waits'],
  [/\bIntl\b|\blocaleCompare\b|\btoLocale\w+/, 'locales differ between machines'],
  [/\bparseFloat\b|\btoFixed\b|\btoPrecision\b/, 'floats as numbers: use num/decimal.ts'],
  [/\bglobalThis\b|\bprocess\b\s*\.|\bBuffer\b|\bset(Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/, 'the world outside'],
  [/\bfor\s*\(\s*(const|let|var)\s+[\w$]+\s+in\b/, 'for…in: order of keys'],
  [/\.\s*(sort|toSorted)\s*\(\s*\)/, 'sort() without a comparison'],
  [/\bWeakRef\b|\bFinalizationRegistry\b|\bstructuredClone\b/, 'not deterministic, or not in the language'],
  [/\beval\b|\bnew\s+Function\b/, 'code from text'],
];

const isTest = (path: string): boolean => path.endsWith('.test.ts');
const modules = filesUnder('src', (path) => path.endsWith('.ts') && !isTest(path));
const imports = new Map<string, readonly Import[]>(modules.map((path) => [path, importsOf(path)]));

const below = (path: string): string => path.slice('src/'.length);
const partOf = (path: string): string => below(path).split('/')[0] ?? '';
/** Data, not a module: the version is read from it. */
const manifest = 'package.json';
const within = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
const allows = (places: readonly string[] | undefined, path: string): boolean =>
  places?.some((place) => within(below(path), place)) ?? false;

function rowInCore(path: string): number {
  const inCore = path.slice('src/core/'.length);
  const longest = coreRows
    .flatMap((row, index) => row.map((place) => ({ place, index })))
    .filter(({ place }) => within(inCore, place))
    .toSorted((a, b) => b.place.length - a.place.length)[0];
  return longest?.index ?? -1;
}

function everyImport<T>(judge: (from: string, one: Import & { file: string }) => T | undefined): T[] {
  return [...imports].flatMap(([from, list]) =>
    list.flatMap((one) => {
      const verdict = one.file === undefined || one.file === manifest ? undefined : judge(from, { ...one, file: one.file });
      return verdict === undefined ? [] : [verdict];
    }),
  );
}

/** Cycles of value imports: types are gone when the code runs, and a cycle of values is an order of loading that works by luck. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === 'done') return;
    if (state.get(path) === 'open') {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
      return;
    }
    state.set(path, 'open');
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, 'done');
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}

describe('the arrows between modules', () => {
  it(`reads at least ${minimumModules} modules`, () => {
    expect(modules.length).toBeGreaterThanOrEqual(minimumModules);
    expect(everyImport((from) => from).length, 'imports between modules').toBeGreaterThan(minimumModules / 2);
  });

  it('knows every folder and every file at src/', () => {
    expect(modules.filter((path) => !(partOf(path) in arrows))).toEqual([]);
  });

  it('resolves every relative import to a module that exists', () => {
    const known = new Set(filesUnder('src'));
    expect(everyImport((from, { file, line }) => (known.has(file) ? undefined : `${from}:${line} → ${file}`))).toEqual([]);
  });

  it('has no wrong arrow', () => {
    const wrong = everyImport((from, { file, line, typeOnly }) => {
      const part = partOf(from);
      const fine =
        (part === partOf(file) && part !== below(from)) ||
        allows(arrows[part], file) ||
        (typeOnly && allows(typeArrows[part], file));
      return fine ? undefined : `${from}:${line} may not import ${file}`;
    });
    expect(wrong).toEqual([]);
  });

  it('has no module that imports a test', () => {
    expect(everyImport((from, { file }) => (isTest(file) || !file.startsWith('src/') ? `${from} → ${file}` : undefined))).toEqual(
      [],
    );
  });

  it('has no cycle of values', () => {
    const graph = new Map(
      [...imports].map(([path, list]) => [path, list.filter((one) => !one.typeOnly).flatMap((one) => one.file ?? [])] as const),
    );
    expect(findCycles(graph)).toEqual([]);
  });

  it('reads the environment in config.ts only', () => {
    const readers = modules.filter(
      (path) => path !== 'src/config.ts' && /\bprocess\s*\.\s*env\b/.test(blank(read(path), { strings: true })),
    );
    expect(readers).toEqual([]);
  });
});

describe('the core', () => {
  const core = modules.filter((path) => path.startsWith('src/core/'));

  it('has a row for every file', () => {
    expect(core.filter((path) => rowInCore(path) === -1)).toEqual([]);
  });

  it('imports only downwards', () => {
    const wrong = everyImport((from, { file, line, typeOnly }) => {
      if (!from.startsWith('src/core/') || !file.startsWith('src/core/')) return undefined;
      if (typeOnly && coreVocabulary.includes(file.slice('src/core/'.length))) return undefined;
      return rowInCore(file) <= rowInCore(from) ? undefined : `${from}:${line} may not import ${file}`;
    });
    expect(wrong).toEqual([]);
  });

  it('imports no package and nothing of Node', () => {
    expect(
      core.flatMap((path) =>
        (imports.get(path) ?? []).filter((one) => one.file === undefined).map((one) => `${path}: ${one.specifier}`),
      ),
    ).toEqual([]);
  });

  it('contains nothing that could make a replay differ', () => {
    const found = core.flatMap((path) => {
      const code = blank(read(path), { strings: true });
      return bannedInCore
        .filter(([pattern]) => pattern.test(code))
        .map(([pattern, reason]) => `${path}: ${reason} (${pattern.exec(code)?.[0]})`);
    });
    expect(found).toEqual([]);
  });
});

describe('the reader these tests stand on', () => {
  it('finds every form of import and no text that only looks like one', () => {
    const source = [
      "import { a } from './a.ts';",
      "import type { B } from './b.ts';",
      "import { type C, type D } from './c.ts';",
      "import { type E, e } from './e.ts';",
      "export { f } from '../f.ts';",
      "export * from './g.ts';",
      "export type { H } from './h.ts';",
      "import './i.ts';",
      "const j = await import('./j.ts');",
      "// import { k } from './k.ts';",
      'const text = "import { l } from \'./l.ts\'";',
      "const template = `import './m.ts' ${await import('./n.ts')}`;",
      'import {',
      '  o,',
      "} from './o.ts';",
      "import def, * as p from 'p';",
    ].join('\n');
    const found = importsOf('src/x/y.ts', source).map(
      (one) => `${one.typeOnly ? 'type ' : ''}${one.file ?? one.specifier}:${one.line}`,
    );
    expect(found.toSorted()).toEqual(
      [
        'src/x/a.ts:1',
        'type src/x/b.ts:2',
        'type src/x/c.ts:3',
        'src/x/e.ts:4',
        'src/f.ts:5',
        'src/x/g.ts:6',
        'type src/x/h.ts:7',
        'src/x/i.ts:8',
        'src/x/j.ts:9',
        'src/x/n.ts:12',
        'src/x/o.ts:13',
        'p:16',
      ].toSorted(),
    );
  });

  it('blanks comments, strings and regular expressions, and keeps code', () => {
    const source = "a /*x*/ + 'Date'; // Date\n/Date['/]/.test(b) / c";
    expect(blank(source, { strings: true })).toBe("a       + '    ';        \n/        /.test(b) / c");
    expect(blank('`Date ${Date + `x${y}`} Date` + z', { strings: true })).toBe('`     ${Date + ` ${y}`}     ` + z');
  });

  it('finds a cycle', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['a']],
    ]);
    expect(findCycles(graph)).toEqual(['a → b → c → a']);
  });
});
