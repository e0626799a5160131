// An organiser's road, docs/contest.md, followed to its end: every command it prints is run as it stands there, but for
// times and places, on a machine with nothing: from an empty folder to a bundle that is verified elsewhere. What needs
// two judges and three days, and the rehearsal, are in tests of their own; no other line is left out.
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type Client, createClient } from '../src/client/index.ts';
import { cleanUp, newFolder, outcryArgs, root } from './cli/process.ts';
import { asked } from './patience.ts';
import { png } from './pictures.ts';
import { read } from './source.ts';

const hasTools = spawnSync('sh', ['-c', 'command -v curl']).status === 0;
const SECOND = 1_000;
const iso = (ms: number): string => new Date(ms).toISOString();

afterAll(cleanUp);

/** The blocks of commands of each numbered section, and its JSON. */
function sections(): readonly {
  readonly title: string;
  readonly commands: string[];
  readonly json: string[];
  readonly csv: string[];
}[] {
  return read('docs/contest.md')
    .split(/^## /m)
    .filter((text) => /^\d\. /.test(text))
    .map((text) => {
      const fences = [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
      const of = (wanted: string): string[] =>
        fences.flatMap(([, kind, block = '']) => (kind === wanted ? [block] : []));
      return { title: text.slice(0, text.indexOf('\n')), commands: of(''), json: of('json'), csv: of('csv') };
    });
}

/** Lines that are not of the road, and the tests that run their verbs. */
const ELSEWHERE: readonly (readonly [line: RegExp, test: string])[] = [
  [/^npx outcry (contest rehearse)\b/, 'test/install.test.ts'],
  [/^npx outcry (case \w+)\b/, 'test/cli/contest-verbs.test.ts'],
];

/** Every line of every block of commands of the document. */
function allLines(): string[] {
  const blocks = [...read('docs/contest.md').matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)];
  return blocks.flatMap(([, kind, text = '']) => (kind === '' ? text.trim().split('\n') : []));
}

class Road {
  /** Lines of the document that were run. */
  readonly ran = new Set<string>();
  readonly folder = newFolder();
  readonly home = join(this.folder, 'srv');
  readonly work = newFolder();
  readonly #exported: Record<string, string> = {};
  url = '';
  /** What stands in the document, and what is there. */
  readonly #places: [string | RegExp, string][] = [[/\/srv\/outcry/g, this.home]];

  stands(there: string | RegExp, here: string): void {
    this.#places.push([there, here]);
  }

  #note(commands: string): void {
    for (const line of commands.trim().split('\n')) this.ran.add(line);
  }

  #here(command: string): string {
    return this.#places.reduce((text, [there, here]) => text.replaceAll(there, here), command);
  }

  /** Carries out the `export` lines among these for all that follows; returns the others. */
  exported(commands: string): string {
    this.#note(commands);
    for (const [, name = '', value = ''] of this.#here(commands).matchAll(/^export (\w+)=(\S+)$/gm))
      this.#exported[name] = value;
    return commands.replaceAll(/^export .*$/gm, '');
  }

  /** Runs commands in a shell, whose `npx outcry` is this one; the last ends with `code`, those before with 0. */
  run(commands: string, code = 0): string {
    this.#note(commands);
    const { CI: _, ...rest } = process.env;
    const script = [
      'set -e',
      `npx() { shift; "$ROAD_NODE" ${outcryArgs()
        .map((one) => `"${one}"`)
        .join(' ')} "$@"; }`,
    ];
    const env = { ...rest, ...this.#exported, ROAD_NODE: process.execPath };
    const input = [...script, this.#here(commands)].join('\n');
    const { status, stdout, stderr } = spawnSync('sh', { input, cwd: this.work, env, encoding: 'utf8' });
    expect({ commands, status, stderr: status === code ? '' : stderr }).toEqual({
      commands,
      status: code,
      stderr: '',
    });
    return stdout;
  }

  /** The one command that stays: the exchange. On ports of its own, so the settings have them. */
  async serve(command: string): Promise<void> {
    this.#note(command);
    const path = join(this.home, 'config.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), port: 0, adminPort: 0 }));
    const args = this.#here(command).trim().split(/\s+/).slice(2);
    const child = spawn(process.execPath, [...outcryArgs(), ...args, '--json', '--log-level', 'warn'], { cwd: root });
    ended.push(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.on('data', (part: Buffer) => (said += String(part)));
    await asked(
      () => said,
      (text) => text.includes('\n'),
    );
    this.url = (JSON.parse(said) as { url: string }).url;
    this.stands('http://127.0.0.1:8080', this.url);
  }
}

const ended: (() => void)[] = [];
afterAll(() => ended.forEach((end) => end()));

it.skipIf(!hasTools)('the road of docs/contest.md leads from an empty machine to a verified bundle', async () => {
  const [exchange, written, teams, live, judges, end, checked] = sections();
  const road = new Road();

  // 0. The exchange.
  const [[init = '', serve = ''], [rest = '']] = [exchange!.commands[0]!.trim().split('\n'), [exchange!.commands[1]]];
  const beganMs = performance.now();
  road.run(init);
  // What one verb takes here: a contest leaves time for several.
  const verbMs = performance.now() - beganMs;
  await road.serve(serve);
  road.run(road.exported(rest));
  expect(readFileSync(join(road.work, 'policy'), 'utf8')).toContain('outcry.example/ailog');

  // 1. Written down: the document's own config, but for its times.
  const startMs = Math.round(Date.now() + 6 * SECOND + 10 * verbMs);
  const endMs = Math.round(startMs + 6 * SECOND + 8 * verbMs);
  const times = { startMs: iso(startMs), endMs: iso(endMs), evidenceUntilMs: iso(endMs + 6 * SECOND) };
  // A team that made fewer orders than ten isn't ranked.
  const config = { ...JSON.parse(written!.json[0]!), ...times, minFilledOrders: 1, finalMinutes: 1 };
  writeFileSync(join(road.work, 'autumn.json'), JSON.stringify(config));
  road.run(written!.commands[0]!);

  // 2. Teams.
  writeFileSync(join(road.work, 'teams.csv'), teams!.csv[0]!);
  const registered = road.run(teams!.commands[0]!);
  expect(registered).toContain('Team One');
  expect(registered).toContain('队伍二');
  const keys = readdirSync(join(road.work, 'keys')).toSorted();
  const clients = keys.map((name) =>
    createClient({ url: road.url, ...JSON.parse(readFileSync(join(road.work, 'keys', name), 'utf8')) }),
  );
  expect(clients).toHaveLength(2);

  // 3. Live: one order with its reason before it, as docs/evidence.md says.
  const phaseOf = async (): Promise<string> => (await clients[0]!.contestInfo({ id: 'autumn' })).phase;
  expect(await asked(phaseOf, (phase) => phase === 'live')).toBe('live');
  await Promise.all(clients.map(tradeOnce));
  road.stands('2026-12-03T12:00:00Z', iso(Date.now()));
  road.stands('2026-12-08T12:00:00Z', iso(endMs + 2 * SECOND));
  road.stands('2026-12-03T10:00:00Z', iso(startMs - 3 * SECOND));
  road.stands('2026-12-03T10:20:00Z', iso(startMs - 2 * SECOND));
  road.run(live!.commands[0]!);
  expect(road.run(live!.commands[1]!)).toContain('pinned');

  // 4. Judges: the persons. Their cases take days.
  expect(road.run(judges!.commands[0]!)).toContain('judge');
  expect(judges!.commands).toHaveLength(2);

  // 5. The end, of which the last line is the other end.
  expect(await asked(phaseOf, (phase) => phase === 'review')).toBe('review');
  const [report = '', show = '', final = '', instead = ''] = end!.commands[0]!.trim().split('\n');
  expect(instead).toContain('contest cancel');
  await asked(
    () => Date.now(),
    (now) => now > endMs + 7 * SECOND,
  );
  road.run(report);
  expect(road.run(show)).toContain('VERIFIED');
  road.run(final);
  writeFileSync(join(road.work, 'prizes.txt'), '1: 5000 USDT\n2-3: 1000 USDT\n');
  road.run(end!.commands[1]!);
  expect(readFileSync(join(road.work, 'autumn-prizes.csv'), 'utf8')).toMatch(
    /\n1,5000 USDT,t1,Team One,.*,final,autumn,/,
  );

  // 3. Its own name and logo; no time is short any more.
  writeFileSync(join(road.work, 'logo.png'), png(64, 64));
  expect(road.run(live!.commands[2]!)).toContain('https://school.example');

  // 6. Others check: with the bundle and the policy, and nothing else.
  const [bundle = '', verify = ''] = checked!.commands[0]!.trim().split('\n');
  road.run(bundle);
  // The bundle shows orders and no reasons, so that it agrees is all that can be said of a team: code 5.
  const verdict = road.run(verify, 5);
  expect(verdict).toContain('Team One');
  expect(verdict).toContain('What is shown agrees.');

  // 5. And the other end, of another contest.
  const later = Object.fromEntries(
    Object.entries(times).map(([name, time]) => [name, iso(Date.parse(time) + 3_600 * SECOND)]),
  );
  writeFileSync(join(road.work, 'spring.json'), JSON.stringify({ ...config, ...later, id: 'spring' }));
  road.stands('cancel autumn', 'cancel spring');
  road.run('npx outcry contest create spring.json');
  road.run(instead);
  expect((await clients[0]!.contestInfo({ id: 'spring' })).phase).toBe('cancelled');

  const left = allLines().filter((line) => !road.ran.has(line));
  for (const line of left) {
    const [form, test = ''] = ELSEWHERE.find(([one]) => one.test(line)) ?? [];
    expect(form, `a test that runs: ${line}`).toBeDefined();
    const [, verb = ''] = form!.exec(line)!;
    expect(read(test).replaceAll(/['",]/g, ''), `${test} runs: ${verb}`).toContain(verb);
  }
});

/** One order with its reason before it. */
async function tradeOnce(client: Client, nth: number): Promise<void> {
  const log = {
    stage: 'Decision Making',
    model: 'example-model-1',
    input: { prompt: `Long or flat, team ${nth}?`, at: Date.now(), beacon: await client.aiBeacon({}) },
    output: { decision: 'OPEN_LONG', symbol: 'cmt_btcusdt', size: '0.001' },
    explanation: `One order of team ${nth}, for the record.`,
  };
  const text = JSON.stringify(log);
  await client.call('uploadAiLog', text);
  const oid = `ai1-${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
  const order = {
    symbol: 'cmt_btcusdt',
    client_oid: oid,
    size: '0.001',
    type: 1,
    order_type: 0,
    match_price: 1,
  } as const;
  await client.placeOrder(order);
}
