// The command line around the exchange: help, misuse, and the exit codes scripts rely on. 0 done, 1 it can't be done, 2 asked wrongly.
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, newFolder, outcry } from './process.ts';

afterAll(cleanUp);

const verbs = [
  'start',
  'serve',
  'account create',
  'account list',
  'account deposit',
  'account freeze',
  'account unfreeze',
  'key create',
  'key list',
  'key revoke',
  'allowlist add',
  'allowlist remove',
  'allowlist list',
  'replay',
  'hash',
];

describe('outcry', () => {
  it('shows every verb with --help, and each of them explains itself', async () => {
    const overview = await outcry('--help');
    expect(overview.code).toBe(0);
    for (const verb of verbs) expect(overview.stdout).toContain(`  ${verb} `);
    const helps = await Promise.all(verbs.map((verb) => outcry(...verb.split(' '), '--help')));
    helps.forEach(({ code, stdout, stderr }, at) => {
      expect([code, stderr], verbs[at]).toEqual([0, '']);
      expect(stdout, verbs[at]).toContain(`Usage: outcry ${verbs[at]}`);
      expect(stdout, verbs[at]).toContain('--json');
      expect(stdout, verbs[at]).toContain('--data DIR');
    });
  });

  it('tells its version', async () => {
    expect(await outcry('--version')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^outcry \d+\.\d+\.\d+\n$/) });
  });

  it.each([
    [[], 'Usage: outcry VERB'],
    [['acount', 'list'], "there is no verb 'acount list'; did you mean `outcry account list`?"],
    [['strat'], "there is no verb 'strat'; did you mean `outcry start`?"],
    [['key'], "'key' needs one of: create, list, revoke"],
    [['key', 'create'], 'UID is missing'],
    [['key', 'create', 'bob'], "UID is 'bob', needs an account's number such as 1000001"],
    [['account', 'deposit', '1', '2', '3'], "'3' is one argument too many"],
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
    [['replay'], 'there is no journal in '],
    [['hash'], 'there is no journal in '],
    [['account', 'list'], 'no exchange runs on the data folder '],
    [['key', 'revoke', 'ak_1'], 'no exchange runs on the data folder '],
  ])('says why %j can not be done on an empty folder and ends with 1', async (args, message) => {
    const { code, stdout, stderr } = await outcry(...args, '--data', newFolder());
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});
