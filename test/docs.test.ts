// The documents say what the code does: every link leads somewhere, every file and function they name exists, and every
// table or picture that repeats something of the code (codes, reasons, settings, metrics, files, threads, dependencies,
// open questions) is complete and has nothing too much.
import { existsSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODES } from '../src/api/words/errors.ts';
import {
  BODY_TIMEOUT_MS,
  HEADER_TIMEOUT_MS,
  KEEP_ALIVE_MS,
  MAX_BODY,
  MAX_HEADERS,
  MAX_REQUEST_LINE,
  MAX_UPLOAD_BODY,
} from '../src/api/front/limits/http-limits.ts';
import { ROUTES } from '../src/api/v2/index.ts';
import { dataFolder } from '../src/folder/disk/data-folder.ts';
import { VERBS } from '../src/cli/verbs.ts';
import { settingsHelp } from '../src/app/settings/config.ts';
import { REJECT_REASONS } from '../src/core/language/rejects.ts';
import { playScenario, readScenarios } from './scenarios/reader.ts';
import { filesUnder, importsOf, read, root } from './source.ts';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...filesUnder('docs', (path) => path.endsWith('.md')),
  'test/scenarios/README.md',
];
/** Every page there is, for what holds of all of them. */
const linked = [
  ...new Set([
    ...pages,
    ...['bench', 'test', 'src', 'examples', 'scripts', '.ci'].flatMap((folder) =>
      filesUnder(folder, (path) => path.endsWith('.md')),
    ),
  ]),
];
const files = ['src', 'test', 'bench', 'scripts', 'examples', 'bin', 'docs', '.ci'].flatMap((folder) =>
  filesUnder(folder),
);
const source = files.filter((path) => path.startsWith('src/') && path.endsWith('.ts') && !path.endsWith('.test.ts'));

/** The text without fenced code, whose contents are commands and answers. */
const prose = (page: string): string => read(page).replace(/^```[\s\S]*?^```/gm, '');
const spans = (page: string): string[] => [...prose(page).matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
/** Cells of the table rows of a text, code marks taken off. */
const rowsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim().replaceAll('`', '')),
    );
const section = (page: string, heading: string): string =>
  read(page)
    .split(new RegExp(`^#+ ${heading}$`, 'm'))[1]
    ?.split(/^#+ /m)[0] ?? '';
/** As the headings of a page are turned into anchors. */
const anchorsOf = (page: string): string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

describe('code in the documents', () => {
  it('for contestants is in the examples, which are run', () => {
    const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trim());
    for (const [language, path] of [
      ['ts', 'examples/upload-ai-log.ts'],
      ['python', 'examples/upload_ai_log.py'],
    ] as const) {
      const [, shown = ''] = new RegExp('```' + language + '\n([\\s\\S]*?)\n```').exec(read('docs/evidence.md')) ?? [];
      const lines = linesOf(shown);
      expect(lines.length, language).toBeGreaterThan(10);
      expect(linesOf(read(path)).join('\n'), language).toContain(lines.join('\n'));
    }
  });
});

describe('what the documents name', () => {
  it('reads them', () => {
    expect(pages.length).toBeGreaterThan(35);
    expect(pages.filter((page) => !existsSync(join(root, page)))).toEqual([]);
  });

  it('has no link that leads nowhere', () => {
    expect(linked).toEqual(expect.arrayContaining(['bench/results.md', 'src/client/README.md', 'test/README.md']));
    const dead = linked.flatMap((page) =>
      [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = '']) => {
        if (/^[a-z]+:/.test(target)) return [];
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : posix.normalize(posix.join(dirname(page), path));
        const found = existsSync(join(root, file)) && (anchor === undefined || anchorsOf(file).includes(anchor));
        return found ? [] : [`${page} → ${target}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it('is of this version where it names an archive', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/outcry(?:-client)?-(\d+\.\d+\.\d+)/g)].map(([, found]) => ({ page, found })),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter(({ found }) => found !== version)).toEqual([]);
    expect(read('README.md')).toContain(`This is version ${version.split('.', 2).join('.')}.`);
  });

  it('has every file it names', () => {
    const named = pages.flatMap((page) =>
      spans(page)
        .filter((text) => /^[\w./-]+\.(ts|mjs|py|scn|json)$/.test(text) && !text.includes('NAME'))
        .map((text) => ({ page, text })),
    );
    const known = [
      ...files,
      'package.json',
      'package-lock.json',
      'openapi.json',
      'asyncapi.json',
      'manifest.json',
      'skill.json',
      'own-report.json',
      'checkup.json',
      'app.json',
      'brand.json',
      'node-mark.json',
      'config.json',
    ];
    expect(named.length).toBeGreaterThan(60);
    expect(
      named.filter(({ text }) => !known.some((path) => path === text.replace(/^\//, '') || path.endsWith(`/${text}`))),
    ).toEqual([]);
  });

  it('has every function the walks name', () => {
    const walks = ['docs/architecture.md', 'docs/recipes/endpoint.md', 'docs/recipes/command.md'].flatMap((page) =>
      spans(page),
    );
    const names = walks.flatMap((text) => /^(?:\w+\.)?#?([a-z]+[A-Z]\w*)(?:\(.*\))?$/.exec(text)?.[1] ?? []);
    const code = source.map(read).join('\n');
    expect(names.length).toBeGreaterThan(30);
    const forbidden = ['localeCompare', 'parseFloat', 'toFixed', 'globalThis'];
    expect(names.filter((name) => !forbidden.includes(name) && !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });

  it('has every command it prints', () => {
    const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
    const verbs = VERBS.map(({ name }) => name);
    const text = pages.map(read).join('\n');
    const asked = [...text.matchAll(/npm run (?:--silent )?([a-z:]+)/g)].map(([, name = '']) => name);
    const outcry = [...text.matchAll(/npx outcry ([a-z]+(?: [a-z-]+)?)/g)].map(([, name = '']) => name);
    expect(asked.filter((name) => !scripts.includes(name))).toEqual([]);
    expect(outcry.length).toBeGreaterThan(10);
    expect(outcry.filter((name) => !verbs.some((verb) => name === verb || name.startsWith(`${verb} `)))).toEqual([]);
  });
});

describe('tables of the API', () => {
  const api = 'docs/api.md';
  const errors = 'docs/errors.md';

  it('list every code, and no other', () => {
    const codes = rowsOf(section(errors, 'Codes of /capi/v2')).flatMap(([code = '', http = '']) =>
      /^\d+$/.test(code) ? [[code, Number(http)]] : [],
    );
    const expected = Object.entries(CODES).map(([code, { http }]) => [code, http]);
    expect(codes.toSorted()).toEqual(expected.toSorted());
  });

  it('list every reason of the engine, in order of precedence', () => {
    const reasons = rowsOf(section(errors, 'Reasons of the engine')).flatMap(([, token = '']) =>
      /^[A-Z_]+$/.test(token) ? [token] : [],
    );
    expect(reasons).toEqual(REJECT_REASONS);
  });

  it('number the reasons E01 to E38', () => {
    const numbers = rowsOf(section(errors, 'Reasons of the engine')).flatMap(([number = '']) =>
      /^E\d/.test(number) ? [number] : [],
    );
    expect(numbers).toEqual(Array.from({ length: 38 }, (_, at) => `E${String(at + 1).padStart(2, '0')}`));
  });

  it('give the sizes and times that hold', () => {
    const limits = rowsOf(section(api, 'Sizes and times')).map(([, limit]) => limit);
    const kibibytes = [MAX_REQUEST_LINE, MAX_HEADERS, MAX_BODY, MAX_UPLOAD_BODY].map((bytes) => `${bytes / 1024} KiB`);
    const seconds = [HEADER_TIMEOUT_MS, BODY_TIMEOUT_MS, KEEP_ALIVE_MS].map(
      (milliseconds) => `${milliseconds / 1000} s`,
    );
    expect(limits.slice(2)).toEqual([...kibibytes, ...seconds]);
  });

  it('count the operations that are served', () => {
    const family = ROUTES.filter(({ isAddition }) => isAddition !== true);
    expect(read('README.md')).toContain(`${family.length} of the 41 operations`);
    expect(ROUTES.length - family.length, 'thirty-one more of its own').toBe(31);
  });
});

describe('tables of the operator', () => {
  const operating = read('docs/operating.md');

  it('list every setting, and no other', () => {
    const listed = rowsOf(section('docs/operating.md', 'Settings')).flatMap(
      ([flags = '']) => flags.match(/--[a-z][a-z-]+/g) ?? [],
    );
    const known = settingsHelp().match(/^ {2}--[a-z-]+/gm) ?? [];
    expect(listed.toSorted()).toEqual(known.map((flag) => flag.trim()).toSorted());
  });

  it('list every metric, and no other', () => {
    const code = source.map(read).join('\n');
    const known = new Set(code.match(/(?<=')outcry_[a-z_]+(?=')/g));
    expect(known.size).toBeGreaterThan(8);
    expect([...new Set(operating.match(/outcry_[a-z_]+/g))].toSorted()).toEqual([...known].toSorted());
  });

  it('name no path of the administration that is not there', () => {
    const code = filesUnder('src/api/admin').map(read).join('\n');
    const named = [...new Set(operating.match(/\/admin\/[a-z0-9/-]+/g))];
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((path) => !code.includes(`'${path}'`))).toEqual([]);
  });

  it('list every file of the data folder', () => {
    const { path: _, ...places } = dataFolder('.');
    const listed = rowsOf(section('docs/operating.md', 'The data folder')).map(([file]) => file);
    expect(Object.values(places).filter((place) => !listed.some((file) => file?.startsWith(place)))).toEqual([]);
  });
});

/** A text in one line, without what begins the lines of a comment. */
const flat = (text: string): string => text.replace(/\n[ \t]*(?:\*|\/\/|#)?[ \t]*/g, ' ');
/** Numbers of the decisions a text refers to: "decision 0001", also in a list, "decisions/0001" and "(0001)". */
const decisionsIn = (text: string): string[] => {
  const named = /\bdecisions? \[?0\d{3}\b(?:(?:\]\([^)]*\))?(?:,|,? and) \[?0\d{3}\b)*|decisions\/0\d{3}|\(0\d{3}\)/gi;
  return [...flat(text).matchAll(named)].flatMap(([reference]) => reference.match(/(?<!\d)0\d{3}(?!\d)/g) ?? []);
};

describe('decisions', () => {
  const records = filesUnder('docs/decisions', (path) => /\/\d{4}-/.test(path));
  const numberOf = (path: string): string => posix.basename(path).slice(0, 4);
  const numbers = records.map(numberOf);
  const index = read('docs/decisions/README.md');

  it('have a number and a title each, and are all in the index', () => {
    expect(numbers.length).toBeGreaterThanOrEqual(30);
    expect(numbers).toEqual([...new Set(numbers)]);
    for (const path of records) {
      const title = new RegExp(`^# ${numberOf(path)} (.*)$`, 'm').exec(read(path))?.[1];
      expect(title, path).toBeDefined();
      expect(index, path).toContain(`| [${numberOf(path)}](${posix.basename(path)}) | ${title} |`);
    }
  });

  it('stand in the index once each, as a page or taken in by one', () => {
    const rows = rowsOf(index).filter(([link = '']) => link.startsWith('['));
    const listed = rows.flatMap(([link = '', , tookIn = '']) => [link.slice(1, 5), ...(tookIn.match(/\d{4}/g) ?? [])]);
    expect(listed.length).toBeGreaterThan(100);
    expect(listed.toSorted()).toEqual([...new Set(listed)].toSorted());
    expect(rows.map(([link = '']) => link.slice(1, 5)).toSorted()).toEqual(numbers);
  });

  it('are referred to by numbers that pages have', () => {
    const planted = [
      'a decision\n * 0001',
      'Decisions [0002](b.md), [0003](c.md) and\n// 0004',
      'decisions/0005-d.md',
      '(0006)',
    ];
    expect(planted.flatMap(decisionsIn)).toEqual(['0001', '0002', '0003', '0004', '0005', '0006']);
    const texts = [...new Set([...linked, ...files])].filter(
      (path) => /\.(md|ts|tsx|mjs|py|scn|sh)$/.test(path) && path !== 'test/docs.test.ts',
    );
    const references = texts.flatMap((path) => {
      const inPage = records.includes(path) ? (read(path).match(/(?<![\d.,`])0\d{3}(?![\d.,]\d|\d)/g) ?? []) : [];
      return [...decisionsIn(read(path)), ...inPage].map((number) => ({ path, number }));
    });
    expect(references.length).toBeGreaterThan(60);
    expect(references.filter(({ number }) => !numbers.includes(number))).toEqual([]);
  });

  it('answer every question the interface document leaves open, each once', () => {
    const answered = records.flatMap((path) =>
      [...read(path).matchAll(/^- \*\*(W-\d\d)\*\* /gm)].map(([, number]) => number),
    );
    expect(answered.toSorted()).toEqual(Array.from({ length: 40 }, (_, at) => `W-${String(at + 1).padStart(2, '0')}`));
  });

  it('give a reason for every dependency, in its version', () => {
    const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    const installed = ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}),
    );
    const rows = rowsOf(read('docs/decisions/0012-dependencies.md')).filter(([, version = '']) => /^\d/.test(version));
    expect(rows.map(([name, version]) => [name, version]).toSorted()).toEqual(installed.toSorted());
    expect(rows.filter(([, , reason]) => reason === '')).toEqual([]);
  });
});

describe('the pictures', () => {
  const page = read('docs/pictures.md');
  const code = source.map(read).join('\n');

  it('name files and functions that are there', () => {
    const named = [...page.matchAll(/(?<![\w/.])[\w/-]+\.(?:ts|md)\b/g)].map(([path]) => path);
    expect(named.length).toBeGreaterThan(30);
    const known = [...files, ...pages];
    expect(
      named.filter((path) => !/NAME/.test(path) && !known.some((file) => `/${file}`.endsWith(`/${path}`))),
    ).toEqual([]);
    const names = [...page.matchAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g)].map(([name]) => name);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code))).toEqual([]);
  });

  it('have every thread, and no other', () => {
    const started = [...code.matchAll(/new Worker\([^;]*?name: '(\w+)'/g)].map(([, name]) => name);
    const threads = section('docs/pictures.md', 'The threads');
    const shown = [...threads.matchAll(/`(\w+)`\s+\(`[^`]+`\)|(\w+) thread \(app/g)].map(
      ([, one, other]) => one ?? other,
    );
    expect(new Set(shown)).toEqual(new Set(started));
  });
});

describe('the way of an order in README.md', () => {
  const section = read('README.md').split('\n## The way of an order\n')[1]?.split('\n## ')[0] ?? '';
  const way = [...section.matchAll(/`(src\/[^`]+)`/g)].flatMap(([, path = '']) => path);

  it('takes at most 25 files, each named once, and all are there', () => {
    expect(way.length).toBeGreaterThanOrEqual(20);
    expect(way.length).toBeLessThanOrEqual(25);
    expect(new Set(way).size).toBe(way.length);
    expect(way.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('names no file that no other of them has to do with', () => {
    const links = way.flatMap((path) =>
      importsOf(path).flatMap(({ file = '' }) => (way.includes(file) ? [path, file] : [])),
    );
    expect(way.filter((path) => !links.includes(path))).toEqual([]);
  });
});

describe('the page on performance', () => {
  it('lists every bench, and no other', () => {
    const benches = filesUnder('bench', (path) => /^bench\/(?!run\.)[a-z0-9-]+\.ts$/.test(path));
    const listed = rowsOf(section('docs/performance.md', 'Measuring')).flatMap(([name = '']) =>
      /^[a-z][a-z0-9-]*$/.test(name) ? [name] : [],
    );
    expect(listed.toSorted()).toEqual(benches.map((path) => posix.basename(path, '.ts')).toSorted());
  });
});

describe('the recipe for a scenario', () => {
  it('shows one that plays', () => {
    const page = read('docs/recipes/scenario.md');
    const block = /^```\n(# [A-Z]{4}-[\s\S]*?)^```/m.exec(page)?.[1] ?? '';
    const [scenario] = readScenarios('scenario.md', block);
    expect(playScenario(scenario!)).toBeGreaterThan(1);
  });
});
