// The command line around the exchange: help, misuse, and the exit codes scripts rely on. 0 done, 1 it can't be done, 2
// asked wrongly, 3 nobody was there to be asked, 4 the answer is lost.
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { VERBS } from '../../src/cli/verbs.ts';
import { cleanUp, newFolder, outcry } from './process.ts';

afterAll(cleanUp);

describe('outcry', () => {
  it.each(['account', 'key', 'allowlist', 'copy', 'admin', 'contest'])(
    'shows the verbs of a group with --help: %s',
    async (group) => {
      const { code, stdout, stderr } = await outcry(group, '--help');
      expect([code, stderr]).toEqual([0, '']);
      const shown = [...stdout.matchAll(/^ {2}(\w+ \w+) /gm)].map(([, verb]) => verb);
      expect(shown).toEqual(VERBS.map(({ name }) => name).filter((name) => name.startsWith(`${group} `)));
    },
  );

  it('does not offer an exchange without a demo what belongs to one', async () => {
    const [start, serve] = await Promise.all([outcry('start', '--help'), outcry('serve', '--help')]);
    for (const flag of ['--market', '--feed-command'])
      expect([start.stdout.includes(flag), serve.stdout.includes(flag)]).toEqual([true, true]);
    for (const flag of ['--no-agents'])
      expect([start.stdout.includes(flag), serve.stdout.includes(flag)]).toEqual([true, false]);
    for (const { stdout } of [start, serve]) expect(stdout).toContain('--config FILE');
  });

  it('says in one line that its port is taken, and what to do', async () => {
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
    const { port } = holder.address() as { port: number };
    for (const flag of ['--port', '--admin-port']) {
      const ports = flag === '--port' ? ['--port', String(port)] : ['--port', '0', '--admin-port', String(port)];
      const { code, stderr } = await outcry('start', ...ports, '--data', newFolder(), '--log-level', 'warn');
      expect([code, stderr]).toEqual([
        1,
        `outcry: can't start: 127.0.0.1:${port} can't be listened on: something else listens there (EADDRINUSE); choose another with ${flag}, 0 takes a free one\n`,
      ]);
    }
    await new Promise((resolve) => holder.close(resolve));
  });

  it('tells its version', async () => {
    expect(await outcry('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^outcry \d+\.\d+\.\d+\n$/),
    });
  });

  it.each([
    [[], 'Usage: outcry VERB'],
    [['acount', 'list'], "there is no verb 'acount list'; did you mean `outcry account list`?"],
    [['strat'], "there is no verb 'strat'; did you mean `outcry start`?"],
    [['accoun'], "there is no verb 'accoun'; did you mean `outcry account`?"],
    [['help', 'contest', 'boad'], "there is no verb 'contest boad'; did you mean `outcry contest board`?"],
    [['log', 'checkpoint', '--url', 'outcry.example'], "--url is 'outcry.example', needs an address such as http"],
    [['verify', 'b', '--data', 'd'], '`outcry verify` uses no data folder: leave --data out'],
    [['key'], "'key' needs one of: create, list, limit, stop, revoke"],
    [['key', 'create'], 'UID is missing'],
    [['key', 'create', 'bob'], "UID is 'bob', needs an account's number such as 1000001"],
    [['admin', 'add', 'ada'], "--role is '', needs owner, judge, auditor"],
    [['account', 'deposit', '1', '2', '3'], "'3' is one argument too many"],
    [['account', 'deposit', '1000001', '-5'], "'-5…' is no option, and nothing below zero can be given here"],
    [['start', '--no-market=true'], '--no-market takes no value: given, it means no'],
    [['market', 'shock', 'all'], 'say how far: --down PERCENT or --up PERCENT'],
    [['market', 'shock', 'all', '--down', '3', '--up', '3'], 'say how far'],
    [['market', 'shock', 'all', '--down', '-3'], "--down is '-3', needs a number such as 30"],
    [['replay', '--until', 'x'], "--until is 'x', needs the sequence of a command"],
    [['replay', '--untli', '3'], 'unknown option --untli; did you mean --until?'],
    [['start', '--prot', '1'], 'unknown option --prot; did you mean --port?'],
    [['start', '--port', 'http'], "--port is 'http', needs a whole number from 0 to 65535"],
  ])('says what is wrong with %j and ends with 2', async (args, message) => {
    const { code, stdout, stderr } = await outcry(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it.each([
    [['replay'], 1, 'there is no journal in '],
    [['hash'], 1, 'there is no journal in '],
    [['stop'], 3, 'UNREACHABLE: no exchange runs on the data folder '],
    [['admin', 'link'], 3, 'UNREACHABLE: no exchange runs on the data folder '],
  ])('says why %j can not be done on an empty folder and ends with %i', async (args, wanted, message) => {
    const { code, stdout, stderr } = await outcry(...args, '--data', newFolder());
    expect([code, stdout]).toEqual([wanted, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('outcry audit', () => {
  it('ends with 1 and names what is broken', async () => {
    const failures = ['INV-001: parts sum to 1 e8, kept 0', 'INV-005: part 1000001/0 is in violation'];
    const setAside = [{ sequence: 5, reason: 'no command', writtenMs: 0 }];
    const answer = JSON.stringify({ sequence: 7, accounts: 2, positions: 1, ok: false, failures, setAside });
    const server = createHttpServer((_request, response) => response.end(answer));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const data = newFolder();
    writeFileSync(join(data, 'admin-url'), `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    writeFileSync(join(data, 'admin-token'), 'token');
    const [text, json] = await Promise.all([
      outcry('audit', '--data', data),
      outcry('audit', '--json', '--data', data),
    ]);
    server.close();
    expect([text.code, text.stdout]).toEqual([
      1,
      'sequence 7: 2 accounts, 1 open positions\nset aside 5 (1970-01-01T00:00:00.000Z): no command\n' +
        failures.map((failure) => `BROKEN ${failure}\n`).join(''),
    ]);
    expect([json.code, json.stdout]).toEqual([1, `${answer}\n`]);
  });
});

describe('a verb whose exchange goes away', () => {
  async function asked(
    words: readonly string[],
    answer: (response: ServerResponse) => void,
  ): Promise<{ code: number | null; stderr: string }> {
    const server = createHttpServer((_request, response) => answer(response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const data = newFolder();
    writeFileSync(join(data, 'admin-url'), `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    writeFileSync(join(data, 'admin-token'), 'token');
    const ended = await outcry(...words, '--data', data);
    server.close();
    return ended;
  }

  const half = (response: ServerResponse): void => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"sequence":', () => response.destroy());
  };
  it.each([
    { words: ['audit'], answer: (response: ServerResponse) => void response.destroy() },
    { words: ['audit'], answer: half },
  ])('says so, and may be asked again where nothing was changed: $words', async ({ words, answer }) => {
    const { code, stderr } = await asked(words, answer);
    expect(code).toBe(3);
    expect(stderr).toMatch(
      /^outcry: UNREACHABLE: the exchange (does not answer at http:\S+ \(socket hang up\); is it|broke off its answer \(aborted\); is it still) running\?\n$/,
    );
  });

  it.each([
    { words: ['account', 'deposit', '1000003', '5'], answer: (response: ServerResponse) => void response.destroy() },
    { words: ['account', 'deposit', '1000003', '5'], answer: half },
  ])('says that something may have been done all the same: $words', async ({ words, answer }) => {
    const { code, stderr } = await asked(words, answer);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^outcry: UNANSWERED: .* What was asked may have been done\n$/);
  });
});
