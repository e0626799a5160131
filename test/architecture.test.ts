// Holds the arrows of docs/architecture.md: which folder may import which, no cycle, and what the core may never
// contain. It reads the source of every module; the tables below are the law, everything under them only applies it.
import { describe, expect, it } from 'vitest';
import { CODES } from '../src/api/words/errors.ts';
import { ROUTES } from '../src/api/v2/index.ts';
import { COMMANDS } from '../src/core/language/commands.ts';
import { DEFAULT_CONTRACTS } from '../src/core/language/contract-defaults.ts';
import { blank, filesUnder, type Import, importsOf, read } from './source.ts';

/** Fewer modules than this were not read but lost: the test would pass on nothing. Raise it as the project grows. */
const minimumModules = 1_000;

/** From a folder to what it may import; a name with '/' allows only that part of a folder. */
const arrows: Record<string, readonly string[]> = {
  core: [],
  time: [],
  bars: ['core'],
  live: ['bars', 'core', 'time'],
  sequencer: ['core', 'time'],
  snapshots: ['core', 'sequencer', 'time'],
  store: ['bars', 'core', 'snapshots', 'time'],
  market: ['bars', 'core', 'sequencer', 'time'],
  api: ['bars', 'core', 'live', 'sequencer', 'store', 'time'],
  env: ['core', 'market', 'store/sha256.ts'],
  exchange: ['core', 'live', 'market', 'sequencer', 'store', 'time'],
  client: ['core/log', 'core/text', 'time'],
  agents: ['client', 'time'],
  mcp: ['client', 'time'],
  otlp: ['client', 'core', 'live', 'time'],
  web: ['client', 'core/log', 'core/text', 'core/verification', 'time'],
  bundle: ['core'],
  folder: ['api', 'bars', 'core', 'live', 'market', 'sequencer', 'snapshots', 'store', 'time'],
  publish: ['api', 'bundle', 'core', 'folder', 'market', 'sequencer', 'store', 'time'],
  demo: ['agents', 'api', 'client', 'core', 'market', 'store', 'time'],
  app: [
    'api',
    'bars',
    'bundle',
    'core',
    'demo',
    'exchange',
    'folder',
    'live',
    'market',
    'mcp',
    'otlp',
    'publish',
    'rehearsal/checkup',
    'sequencer',
    'snapshots',
    'store',
    'time',
  ],
  rehearsal: [
    'api',
    'app',
    'bars',
    'client',
    'core',
    'demo',
    'env',
    'exchange',
    'folder',
    'market',
    'sequencer',
    'store',
    'time',
  ],
  cli: [
    'api/call',
    'app',
    'bundle',
    'client',
    'core',
    'env',
    'folder',
    'market',
    'mcp',
    'publish',
    'rehearsal',
    'time',
  ],
};

/**
 * The inside of a folder, lowest first: it may be imported from the same row or a lower one. A name with '/' stands for
 * one part of a folder and wins over the folder's own row.
 */
type Rows = readonly (readonly string[])[];

const coreRows: Rows = [
  ['num'],
  ['text'],
  ['log'],
  ['language'],
  ['standing'],
  ['verification'],
  ['matching'],
  ['state'],
  ['turn', 'permission'],
  ['ledger', 'positions'],
  ['risk'],
  ['copy'],
  ['orders', 'plans', 'liquidation', 'ailog', 'contest'],
  ['margin', 'limits', 'follow-ups.ts'],
  ['contracts', 'audit.ts'],
  ['engine.ts'],
  ['index.ts'],
];

const apiRows: Rows = [
  ['words'],
  ['front/body', 'front/keys'],
  ['front/limits', 'shapes'],
  ['metrics'],
  ['call'],
  ['front/checks', 'front/answer'],
  ['front'],
  ['reading'],
  ['push/account', 'push/public'],
  ['push/dialect'],
  ['push/v2'],
  ['v3/words'],
  ['v3/shapes', 'v3/reading'],
  ['v3/push'],
  ['push', 'v2', 'v3'],
  ['reference', 'ops', 'app', 'log'],
  ['admin'],
  ['agents.ts', 'mcp.ts', 'traces.ts', 'pages.ts', 'server.ts'],
];

const webRows: Rows = [
  ['base', 'style', 'css.d.ts'],
  ['words'],
  ['format'],
  ['live'],
  ['parts'],
  ['pages/live', 'pages/board', 'pages/log'],
  ['pages'],
  ['app'],
  ['admin', 'guide', 'screen'],
  ['main.tsx', 'admin.tsx', 'guide.tsx', 'screen.tsx'],
];

const storeRows: Rows = [
  ['errors.ts', 'sha256.ts', 'runtime-texts.ts', 'progress.ts'],
  ['pace.ts', 'schema'],
  ['database'],
  ['keys', 'evidence', 'upkeep', 'archive'],
  ['write', 'inspect'],
  ['read'],
  ['questions.ts'],
  ['thread'],
  ['store.ts'],
  ['body-line.ts'],
];

const sequencerRows: Rows = [
  ['disk', 'order.ts', 'refusals.ts'],
  ['journal'],
  ['gather.ts', 'replay.ts', 'local'],
  ['apply.ts', 'nodes'],
  ['sequencer.ts', 'memory', 'etcd'],
  ['buffered.ts', 'node-sequencer.ts'],
];

const folderRows: Rows = [['disk', 'journal', 'history.ts'], ['inspect'], ['replay', 'doctor', 'backup']];

const appRows: Rows = [
  ['log-levels.ts', 'log-text.ts', 'version.ts'],
  ['lifecycle.ts'],
  ['journal', 'watch'],
  ['settings'],
  ['doors.ts', 'identity.ts', 'log-lines.ts', 'projections.ts', 'replica'],
  ['start'],
  ['node'],
  ['start.ts', 'run-witness.ts'],
];

/** The folders whose inside is held, and their rows. */
const insides: readonly (readonly [string, Rows])[] = [
  ['src/core', coreRows],
  ['src/api', apiRows],
  ['src/store', storeRows],
  ['src/sequencer', sequencerRows],
  ['src/folder', folderRows],
  ['src/app', appRows],
  ['src/web', webRows],
];

/**
 * What makes a replay differ from the live run, or depends on the machine. Searched in the core with comments and
 * strings blanked.
 */
const bannedInCore: readonly (readonly [RegExp, string])[] = [
  [/\bDate\b/, 'Date: time arrives in a command'],
  [/\bMath\s*\.\s*(random|pow|exp|log\w*|sin|cos|tan|sqrt|cbrt|hypot)\b/, 'Math: only exact integer functions'],
  [/\bPromise\b|\basync\b|\bawait\b/, 'promises: the core never waits'],
  [/\bIntl\b|\blocaleCompare\b|\btoLocale\w+/, 'locales differ between machines'],
  [/\bparseFloat\b|\btoFixed\b|\btoPrecision\b/, 'floats as numbers: use num/decimal.ts'],
  [
    /\bglobalThis\b|\bprocess\b\s*\.|\bBuffer\b|\bset(Timeout|Interval|Immediate)\b|\bqueueMicrotask\b/,
    'the world outside',
  ],
  [/\bfor\s*\(\s*(const|let|var)\s+[\w$]+\s+in\b/, 'for…in: order of keys'],
  [/\.\s*(sort|toSorted)\s*\(\s*\)/, 'sort() without a comparison'],
  [/\bWeakRef\b|\bFinalizationRegistry\b|\bstructuredClone\b/, 'not deterministic, or not in the language'],
  [/\beval\b|\bnew\s+Function\b/, 'code from text'],
];

/**
 * What engines may compute differently, searched in the market's world and house: they use + − × ÷, comparisons and
 * these functions alone.
 */
const bannedInWorld: readonly (readonly [RegExp, string])[] = [
  [/\bMath\s*\.\s*(?!(?:floor|trunc|abs|min|max|imul)\b)\w+/, 'Math: only exact functions'],
  [/\bMath\s*(?!\s*\.)/, 'Math: by the name of its function'],
  [/\*\*|%/, 'powers and remainders'],
  [/\bDate\b|\btoFixed\b|\btoPrecision\b|\brandom\b\s*\(/, 'time, rounding of text, randomness of the system'],
];

const isTest = (path: string): boolean => path.endsWith('.test.ts');
const modules = filesUnder('src', (path) => /\.tsx?$/.test(path) && !isTest(path));
const imports = new Map<string, readonly Import[]>(modules.map((path) => [path, importsOf(path)]));

const below = (path: string): string => path.slice('src/'.length);
const partOf = (path: string): string => below(path).split('/')[0] ?? '';
/** Data, not a module: the version is read from it. */
const manifest = 'package.json';
const within = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);
const allows = (places: readonly string[] | undefined, path: string): boolean =>
  places?.some((place) => within(below(path), place)) ?? false;

function rowOf(path: string, folder: string, rows: Rows): number {
  const inside = path.slice(folder.length + 1);
  const longest = rows
    .flatMap((row, index) => row.map((place) => ({ place, index })))
    .filter(({ place }) => within(inside, place))
    .toSorted((a, b) => b.place.length - a.place.length)[0];
  return longest?.index ?? -1;
}

function everyImport<T>(judge: (from: string, one: Import & { file: string }) => T | undefined): T[] {
  return [...imports].flatMap(([from, list]) =>
    list.flatMap((one) => {
      const verdict =
        one.file === undefined || one.file === manifest ? undefined : judge(from, { ...one, file: one.file });
      return verdict === undefined ? [] : [verdict];
    }),
  );
}

/** The room of a folder a module is in: the folder below it, or the module itself beside the folders. */
const roomIn = (folder: string, path: string): string => path.slice(folder.length + 1).replace(/\/[^/]+$/, '');

/** Pairs of a folder's rooms that import each other, types or values. */
function findPairs(folder: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const arrowsBetween = new Set(
    [...graph].flatMap(([from, list]) =>
      list.filter((to) => within(to, folder)).map((to) => `${roomIn(folder, from)} ${roomIn(folder, to)}`),
    ),
  );
  return [...arrowsBetween].flatMap((arrow) => {
    const [a = '', b = ''] = arrow.split(' ');
    return a < b && arrowsBetween.has(`${b} ${a}`) ? [`${a} ⇄ ${b}`] : [];
  });
}

/** The modules each module imports values or types from. */
const graphOf = (paths: readonly string[]): Map<string, readonly string[]> =>
  new Map(paths.map((path) => [path, (imports.get(path) ?? []).flatMap((one) => one.file ?? [])]));

/**
 * Cycles of imports. One of values is an order of loading that works by luck; one of types is a part that can't be read
 * without reading all of them.
 */
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

  it('knows every folder of src, and no file beside them', () => {
    expect(modules.filter((path) => !(partOf(path) in arrows))).toEqual([]);
  });

  it('resolves every relative import to a module that exists', () => {
    const known = new Set(filesUnder('src'));
    expect(everyImport((from, { file, line }) => (known.has(file) ? undefined : `${from}:${line} → ${file}`))).toEqual(
      [],
    );
  });

  it('has no wrong arrow', () => {
    const wrong = everyImport((from, { file, line }) => {
      const part = partOf(from);
      const fine = (part === partOf(file) && part !== below(from)) || allows(arrows[part], file);
      return fine ? undefined : `${from}:${line} may not import ${file}`;
    });
    expect(wrong).toEqual([]);
  });

  it('has no route that imports a route, and no shape that knows one', () => {
    const routes = 'src/api/v2';
    const contents = `${routes}/index.ts`;
    const users = [routes, 'src/api/shapes', 'src/api/reading', 'src/api/admin'];
    const wrong = everyImport((from, { file, line }) =>
      from !== contents && users.some((place) => within(from, place)) && within(file, routes)
        ? `${from}:${line} → ${file}`
        : undefined,
    );
    expect(wrong).toEqual([]);
    const listed = everyImport((from, { file }) => (from === contents && within(file, routes) ? file : undefined));
    expect(listed.length, 'routes seen').toBeGreaterThanOrEqual(30);
  });

  it('has no module that imports a test', () => {
    expect(
      everyImport((from, { file }) => (isTest(file) || !file.startsWith('src/') ? `${from} → ${file}` : undefined)),
    ).toEqual([]);
  });

  it('has no cycle of imports, those of types included', () => {
    expect(findCycles(graphOf(modules))).toEqual([]);
  });

  it('asks nobody but src/time what time it is', () => {
    // The linter holds the other ways.
    const askers = modules.filter(
      (path) => !within(path, 'src/time') && /\bnew Date\(\s*\)/.test(blank(read(path), { strings: true })),
    );
    expect(askers).toEqual([]);
  });

  it('reads the environment in config.ts only', () => {
    const readers = modules.filter(
      (path) =>
        path !== 'src/app/settings/config.ts' && /\bprocess\s*\.\s*env\b/.test(blank(read(path), { strings: true })),
    );
    expect(readers).toEqual([]);
  });
});

describe.each(insides)('the inside of %s', (folder, rows) => {
  const inside = modules.filter((path) => within(path, folder));

  it('has a row for every file', () => {
    expect(inside.length).toBeGreaterThan(0);
    expect(inside.filter((path) => rowOf(path, folder, rows) === -1)).toEqual([]);
  });

  it('imports only downwards', () => {
    const wrong = everyImport((from, { file, line }) => {
      if (!within(from, folder) || !within(file, folder)) return undefined;
      const isFine = rowOf(file, folder, rows) <= rowOf(from, folder, rows);
      return isFine ? undefined : `${from}:${line} may not import ${file}`;
    });
    expect(wrong).toEqual([]);
  });
});

describe.each(Object.keys(arrows))('the folders of src/%s', (part) => {
  const folder = `src/${part}`;
  const inside = modules.filter((path) => within(path, folder));

  it('are no two that import each other', () => {
    expect(inside.length).toBeGreaterThan(0);
    expect(findPairs(folder, graphOf(inside))).toEqual([]);
  });
});

describe('the core', () => {
  const core = modules.filter((path) => path.startsWith('src/core/'));

  it('imports no package and nothing of Node', () => {
    expect(
      core.flatMap((path) =>
        (imports.get(path) ?? []).filter((one) => one.file === undefined).map((one) => `${path}: ${one.specifier}`),
      ),
    ).toEqual([]);
  });

  it('speaks no word of the wire', () => {
    // What callers call things is known to the API, and to the AI log, whose headers are a format of its own. A single
    // lower-case word is everybody's.
    const speaking = core.filter((path) => !path.startsWith('src/core/log/'));
    const own = new Set([...Object.values(COMMANDS), ...DEFAULT_CONTRACTS].flatMap((fields) => Object.keys(fields)));
    const shown = ROUTES.flatMap(({ parameters, answer }) => [
      ...Object.keys(parameters),
      ...Object.keys([answer.sample].flat()[0] ?? {}),
    ]);
    const foreign = [...new Set(shown)].filter((name) => /[_A-Z]/.test(name) && !own.has(name));
    expect(foreign).toContain('client_oid');
    const patterns = [
      ...foreign.map((name) => (name.includes('_') ? `\\b${name}\\b` : `(['"\`])${name}\\1`)),
      ...Object.keys(CODES)
        .filter((code) => code.length > 3)
        .map((code) => `\\b${code}\\b`),
    ].map((source) => new RegExp(source));
    expect(
      speaking.flatMap((path) =>
        patterns.flatMap((pattern) => pattern.exec(read(path))?.[0] ?? []).map((word) => `${path}: ${word}`),
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

describe('the world and the house of the market', () => {
  const exact = modules.filter((path) => /^src\/market\/(world|house)\//.test(path));

  it('compute nothing that engines may compute differently', () => {
    expect(exact.length).toBeGreaterThan(5);
    const found = exact.flatMap((path) => {
      const code = blank(read(path), { strings: true });
      return bannedInWorld
        .filter(([pattern]) => pattern.test(code))
        .map(([pattern, reason]) => `${path}: ${reason} (${pattern.exec(code)?.[0]})`);
    });
    expect(found).toEqual([]);
  });

  it.each([
    ['world', ['src/market/world']],
    ['house', ['src/market/house', 'src/market/world', 'src/core']],
  ])('know nothing but what they are made of: the %s', (part, places) => {
    const inside = exact.filter((path) => within(path, `src/market/${part}`));
    const known = inside.flatMap((path) => imports.get(path)?.map(({ file, specifier }) => file ?? specifier) ?? []);
    expect(known.length).toBeGreaterThan(5);
    expect(known.filter((path) => !places.some((place) => within(path, place)))).toEqual([]);
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

  it('finds two folders that import each other', () => {
    const graph = new Map([
      ['src/core/x/a.ts', ['src/core/y/b.ts', 'src/core/x/c.ts']],
      ['src/core/y/d.ts', ['src/core/x/c.ts']],
      ['src/core/e.ts', ['src/core/x/a.ts']],
    ]);
    expect(findPairs('src/core', graph)).toEqual(['x ⇄ y']);
  });
});
