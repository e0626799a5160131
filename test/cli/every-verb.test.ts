// What holds for every verb there is, found by going through the table of them: what becomes of --data, of a folder
// that is a file or somebody else's, of files from any editor, of lists without rows. Most run in this process.
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandLine } from '../../src/cli/command-line.ts';
import { VERBS } from '../../src/cli/verbs.ts';
import { cleanUp, newFolder, outcryArgs, root } from './process.ts';
import { wordsFor } from './verb-words.ts';

/** Prints an address and asks nobody: `test/api/mcp.test.ts` has its own. */
const PRINTING = ['mcp setup'];
/** Refused where time is the machine's. */
const IN_REHEARSAL = ['checkpoint list', 'branch list', 'scenario list'];
/** They run until they are stopped, and have tests of their own. */
const SERVING = ['start', 'serve', 'rehearse', 'witness serve', 'mcp'];
const ONCE = VERBS.filter(({ name }) => !SERVING.includes(name));

let place: string;
let exchange: Server;
let asked = 0;
/** An address where nothing listens any more. */
let nowhere: string;
let data: string;

beforeAll(async () => {
  place = newFolder();
  writeFileSync(join(place, 'contest.json'), '{}');
  writeFileSync(join(place, 'token'), `oc_${'a'.repeat(43)}\n`);
  exchange = createServer((_, response) => {
    asked++;
    response.setHeader('content-type', 'application/json');
    response.end('{"list":[],"leads":[],"relations":[]}');
  });
  await new Promise<void>((resolve) => exchange.listen(0, '127.0.0.1', resolve));
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  nowhere = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
  await new Promise((resolve) => gone.close(resolve));
  data = folderOf(`http://127.0.0.1:${(exchange.address() as AddressInfo).port}`);
  for (const [name, value] of [
    ['KEY', 'k'],
    ['SECRET', 's'],
    ['PASSPHRASE', 'p'],
  ] as const)
    vi.stubEnv(`OUTCRY_${name}`, value);
  vi.stubEnv('HOME', newFolder());
});
afterAll(async () => {
  vi.unstubAllEnvs();
  exchange.close();
  await cleanUp();
});

/** A data folder on which an exchange runs, as far as a verb can see. */
function folderOf(url: string): string {
  const folder = newFolder();
  for (const name of ['admin-url', 'url']) writeFileSync(join(folder, name), url);
  writeFileSync(join(folder, 'admin-token'), 'a'.repeat(43));
  return folder;
}

async function outcry(words: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text);
      return true;
    }),
  );
  try {
    return { code: await commandLine(words), ...said };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe('every verb', () => {
  it('is one of those under the headings of the overview, each once', async () => {
    const { stdout } = await outcry(['--help']);
    for (const { name } of VERBS) expect(stdout.split(`\n  ${name}  `), name).toHaveLength(2);
    expect(stdout.match(/^[A-Z].*$/gm)!.length).toBeGreaterThanOrEqual(8);
    expect(await outcry(['help'])).toEqual({ code: 0, stdout, stderr: '' });
  });

  it.each(VERBS.map((verb) => [verb.name, verb] as const))('explains itself: %s', async (name, verb) => {
    const { code, stdout, stderr } = await outcry([...name.split(' '), '--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`Usage: outcry ${name}`);
    expect(stdout).toContain('--json');
    expect(stdout.includes('--data DIR')).toBe(verb.data !== 'none');
    expect(await outcry(['help', ...name.split(' ')])).toMatchObject({ code: 0, stdout });
  });

  // Its copy is checked first; test/cli/backup.test.ts restores into the folder that --data names.
  const using = ONCE.filter(({ name }) => name !== 'restore' && !PRINTING.includes(name));
  it.each(using.map((verb) => [verb.name, verb] as const))('uses --data, or refuses it: %s', async (name, verb) => {
    const before = asked;
    const { code, stdout, stderr } = await outcry(wordsFor(verb, place, ['--data', data]));
    if (verb.data === 'none') {
      expect(stderr).toContain(`\`outcry ${name}\` uses no data folder`);
      expect(code).toBe(2);
    } else expect(asked > before || (stdout + stderr).includes(data), stderr).toBe(true);
  });

  it('asks where --url says, whatever --data knows, and says whom it did not reach', async () => {
    const public_ = ONCE.filter((verb) => verb.data === 'address' && !PRINTING.includes(verb.name));
    expect(public_.length).toBeGreaterThan(10);
    const before = asked;
    const said: string[] = [];
    const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0);
    // Side by side: some ask again for a while before they give up.
    const codes = await Promise.all(
      public_.map((verb) => commandLine(wordsFor(verb, place, ['--data', data, '--url', nowhere]))),
    );
    spy.mockRestore();
    expect(codes).toEqual(public_.map(() => 3));
    expect(asked).toBe(before);
    expect(said).toHaveLength(public_.length);
    for (const line of said) expect(line).toMatch(/^outcry: UNREACHABLE: .*\n$/);
  });

  const lists = VERBS.filter(({ name }) => / (list|bills|queue)$/.test(name));
  it.each(lists.map((verb) => [verb.name, verb] as const))('names the columns of a list: %s', async (name, verb) => {
    const { code, stdout } = await outcry(wordsFor(verb, place, ['--data', data]));
    if (name === 'team list' || IN_REHEARSAL.includes(name)) return expect(code).toBe(1);
    expect(code).toBe(0);
    expect(stdout.split('\n')[0]).toMatch(/^[a-z]/i);
  });
});

describe('the setup of a client', () => {
  it.each(PRINTING)('says the address that --url gives: %s', async (name) => {
    const { code, stdout } = await outcry(
      wordsFor(VERBS.find((verb) => verb.name === name)!, place, ['--url', nowhere]),
    );
    expect(code).toBe(0);
    expect(stdout).toContain(nowhere);
  });
});

describe('a time', () => {
  const seconds = String(Math.floor(Date.now() / 1000) + 30 * 86_400);
  const wrong = [
    [seconds, 'looks like seconds'],
    [`${seconds}000000`, 'looks like microseconds'],
    [`${seconds}000000000`, 'looks like nanoseconds'],
    ['2027-02-30T00:00:00Z', 'a day that does not exist: that month has 28'],
    ['2027-13-01T00:00:00Z', 'a month that does not exist'],
    ['2027-01-01T24:30:00Z', 'a time that no clock shows'],
    ['2027-01-01', 'needs a time with its zone'],
    ['tomorrow', 'needs a time with its zone'],
  ] as const;
  const taking = VERBS.flatMap((verb) => [
    ...Object.entries(verb.options).flatMap(([name, { value }]) =>
      value === 'TIME' ? [[verb, `--${name}`] as const] : [],
    ),
    ...verb.operands.flatMap((name) => (/^\[?(TIME|FROM|TO)\]?$/.test(name) ? [[verb, name] as const] : [])),
  ]).filter(([{ name }]) => name !== 'account transfer');

  it('is taken by more than one verb', () => {
    expect(taking.map(([{ name }, where]) => `${name} ${where}`)).toEqual([
      'seat --until',
      'rehearse --from',
      'rehearse --until',
      'clock run --until',
      'lockstep on --until',
      'checkup --since',
      'key create --until',
      'key limit --until',
      'contract change --at',
      'contest extend TIME',
      'contest board --at',
      'outage declare FROM',
      'outage declare [TO]',
      'verify --at',
    ]);
  });

  it.each(taking.map(([verb, where]) => [verb.name, where, verb] as const))(
    'is read in one way: %s %s',
    async (_, where, verb) => {
      for (const [given, why] of wrong) {
        const words = wordsFor(verb, place, verb.data === 'none' ? [] : ['--data', data]);
        const at = verb.name.split(' ').length + verb.operands.indexOf(where);
        if (where.startsWith('--')) words.push(where, given);
        else words.splice(at, where.startsWith('[') ? 0 : 1, given);
        const before = asked;
        const change = verb.name === 'contract change' ? words.map((word) => word.replace('--withdraw', 'a=1')) : words;
        const { code, stderr } = await outcry(change);
        expect([code, stderr], given).toEqual([2, expect.stringContaining(`is '${given}', `)]);
        expect(stderr).toContain(why);
        expect(asked).toBe(before);
      }
    },
  );
});

describe('a file that a verb is given', () => {
  const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  // Bytes that are checked or sent as they are; contest/config files of start and serve are read by the settings.
  const RAW = ['ailog upload FILE', 'ailog validate FILE', 'ailog check --body', 'verify BUNDLE', 'brand set --logo'];
  const taking = VERBS.flatMap((verb) => [
    ...Object.entries(verb.options).flatMap(([name, { value }]) =>
      value === 'FILE' && name !== 'out' ? [[verb, `--${name}`] as const] : [],
    ),
    ...verb.operands.flatMap((name) => (/FILE|BUNDLE/.test(name) ? [[verb, name] as const] : [])),
  ]).filter(([{ name }, where]) => !RAW.includes(`${name} ${where}`));

  it.each(taking.map(([verb, where]) => [verb.name, where, verb] as const))(
    'may begin with the mark of UTF-8, and is named when it is UTF-16: %s %s',
    async (_, where, verb) => {
      const path = join(place, 'from-an-editor');
      const words = (): string[] => {
        const more = verb.data === 'none' ? [] : ['--data', data];
        const alone = verb.name === 'contract change' ? [] : more;
        if (where.startsWith('--')) return wordsFor(verb, place, [...more, where, path]);
        const all = wordsFor(verb, place, alone);
        all[verb.name.split(' ').length + verb.operands.indexOf(where)] = path;
        return all;
      };
      const call = words().filter((word) => word !== '--withdraw');
      writeFileSync(path, utf16('{}'));
      const other = await outcry(call);
      expect(other.stderr).toContain(`${path} is UTF-16, as its first bytes say: save it as UTF-8`);
      expect(other.code).not.toBe(0);
      writeFileSync(path, Buffer.from([0x7b, 0xe4, 0x7d]));
      expect((await outcry(call)).stderr).toContain(`${path} is not UTF-8: byte 1 is part of no character`);
      writeFileSync(path, `\uFEFF${where === '--credential' ? `oc_${'a'.repeat(43)}` : '{}'}`);
      const marked = await outcry(call);
      expect(marked.stdout + marked.stderr).not.toMatch(/\uFEFF|is no JSON|holds no token/);
    },
  );

  it('is sent as it is in an upload, so that a mark is named', async () => {
    const path = join(place, 'marked');
    writeFileSync(path, '\uFEFF{}');
    for (const name of ['upload', 'validate']) {
      const before = asked;
      const { code, stderr } = await outcry(['ailog', name, path, '--data', data]);
      expect([code, asked, stderr]).toEqual([1, before, expect.stringContaining('begins with a byte order mark')]);
    }
  });

  it('holds a token in its first line, or is told so without its being shown', async () => {
    const path = join(place, 'jane');
    writeFileSync(path, `  oc_${'a'.repeat(43)}\r\nThe token of jane (judge). It is not shown again.\n`);
    expect(await outcry(['case', 'list', 'c1', '--credential', path, '--data', data])).toMatchObject({ code: 0 });
    for (const text of ['', '\n', 'sécret', 'two words of a person\noc_x']) {
      writeFileSync(path, text);
      const { code, stderr } = await outcry(['case', 'list', 'c1', '--credential', path, '--data', data]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`${path} holds no token: its first line`)]);
      expect(stderr).not.toMatch(/sécret|two words/);
    }
  });
});

describe('a folder', () => {
  const working = ONCE.filter(({ data: use }) => use !== 'none');
  it.each([...working, VERBS.find(({ name }) => name === 'witness serve')!].map((verb) => [verb.name, verb] as const))(
    'that is a file is told in one line: %s',
    async (_, verb) => {
      const file = join(place, 'contest.json');
      const { code, stdout, stderr } = await outcry(wordsFor(verb, place, ['--data', file]));
      expect([code, stdout, stderr]).toEqual([1, '', `outcry: ${file} is a file, and a folder is needed\n`]);
    },
  );

  it.each(['backup', 'restore', 'log export', 'log fsck', 'contest rehearse'])(
    'beside the data folder as well: %s',
    async (name) => {
      const file = join(place, 'contest.json');
      const verb = VERBS.find((one) => one.name === name)!;
      const rest = verb.data === 'none' ? [] : ['--data', data];
      const given = name === 'log fsck' ? [] : rest;
      const { stderr } = await outcry([...name.split(' '), file, ...given]);
      expect(stderr).toBe(`outcry: ${file} is a file, and a folder is needed\n`);
    },
  );

  it('of the exchange takes nothing that a verb makes', async () => {
    const inside = join(data, 'made');
    for (const words of [
      ['backup', inside],
      ['backup', join(place, 'copy'), '--keys', inside],
      ['log', 'export', inside],
      ['log', 'checkpoint', '--known', inside],
      ['case', 'file', 'ab'.repeat(32), '--out', inside, '--credential', join(place, 'token')],
      ['export', 'bundle', 'c1', '--out', inside],
    ]) {
      const { code, stderr } = await outcry([...words, '--data', data]);
      expect([code, stderr.split('\n')[0]], words.join(' ')).toEqual([
        2,
        expect.stringContaining(`in the data folder ${data}`),
      ]);
    }
  });
});

describe('a folder of somebody else', () => {
  const NOBODY = 65_534;
  const isRoot = process.getuid?.() === 0;
  const script = join(root, 'test', 'cli', 'run-verbs.ts');
  const preloaded = outcryArgs().slice(0, -1);
  /** All verbs, one after the other, in one process of another user. */
  function asNobody(folder: string, names: readonly string[]): Record<string, { code: number; said: string }> {
    const { stdout, stderr } = spawnSync(process.execPath, [...preloaded, script, folder, place, ...names], {
      encoding: 'utf8',
      uid: NOBODY,
      gid: NOBODY,
      cwd: '/',
    });
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, { code: number; said: string }>;
  }
  const canTry = isRoot && spawnSync(process.execPath, [...preloaded, script], { uid: NOBODY, cwd: '/' }).status === 0;
  const unable = canTry ? '' : ' (skipped: nobody else but root can run the exchange here)';

  it.skipIf(unable !== '')(`is told with the user who may, by every verb${unable}`, () => {
    const closed = folderOf('http://127.0.0.1:1');
    for (const folder of [closed, join(closed, 'deeper')]) {
      const names = VERBS.filter(({ data: use }) => use !== 'none').map(({ name }) => name);
      const ended = asNobody(folder, names);
      expect(Object.keys(ended)).toEqual(names);
      for (const [name, { code, said }] of Object.entries(ended))
        expect([code, said], name).toEqual([
          1,
          expect.stringContaining(`this user may not read ${closed}; run it as root`),
        ]);
    }
  });

  it.skipIf(unable !== '')(`is told as well when only its files are closed${unable}`, () => {
    const open = folderOf('http://127.0.0.1:1');
    for (const name of ['journal.log', 'key-file', 'outcry.db', 'lock.db', 'store-mark', 'ailog-key', 'market.json'])
      writeFileSync(join(open, name), '');
    for (const name of [
      'admin-url',
      'url',
      'admin-token',
      'journal.log',
      'key-file',
      'outcry.db',
      'lock.db',
      'market.json',
    ])
      chmodSync(join(open, name), 0o600);
    chmodSync(open, 0o755);
    const names = VERBS.filter(({ data: use }) => use !== 'none').map(({ name }) => name);
    for (const [name, { code, said }] of Object.entries(asNobody(open, names))) {
      expect(said, name).toMatch(/^outcry: .*this user may not (read|write in|write) \/.*; run it as root.*\n$/);
      expect(code, name).toBe(1);
    }
  });
});
