// Settings from flags, variables and a file: which one wins, and what a person is told who got one wrong.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ConfigError, nearest, readConfig, readOrderPlace, settingsHelp, shownAddress } from './config.ts';

const folders: string[] = [];

function settingsFile(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-config-'));
  folders.push(folder);
  const path = join(folder, 'outcry.json');
  writeFileSync(path, content);
  return path;
}

function refusal(argv: readonly string[], environment: Record<string, string> = {}): string {
  try {
    readConfig(argv, environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

describe('readConfig', () => {
  it('has a default for everything', () => {
    const config = readConfig([], {});
    expect(config).toMatchObject({
      data: resolve('data'),
      host: '127.0.0.1',
      port: 8080,
      adminPort: 0,
      market: 'world',
      feedCommand: null,
      marketMap: new Map(),
      marketDisguise: null,
      seed: null,
      json: false,
      store: null,
    });
    expect(config.rateLimit).toEqual({
      enabled: true,
      windowMs: 10_000,
      ip: { budget: 1000, chargePrivate: true },
      uid: { budget: 1000 },
      orders: { perSecond: 10 },
      overrides: {},
    });
  });

  it('has the market it is asked for, and for serve none unless it is', () => {
    const marketOf = (argv: string[], usual?: 'none') => readConfig(argv, {}, usual).market;
    expect(marketOf([], 'none')).toBe('none');
    expect(marketOf(['--market', 'world'], 'none')).toBe('world');
    expect(marketOf(['--no-market'])).toBe('none');
    expect(marketOf(['--market', './prices.csv'])).toBe('./prices.csv');
    expect(marketOf(['--market', 'feed', '--feed-command', 'node feed.mjs'])).toBe('feed');
    expect(() => marketOf(['--market', 'moon'])).toThrow("--market is 'moon', needs world, feed, none, or the path");
    expect(() => marketOf(['--market', 'feed'])).toThrow('--market feed and --feed-command go together');
    expect(() => marketOf(['--feed-command', 'x'])).toThrow('--market feed and --feed-command go together');
    const { marketMap } = readConfig(['--market', './x.csv', '--market-map', 'XBT=cmt_btcusdt, ETHER=ETHUSDT'], {});
    expect([...marketMap]).toEqual([
      ['cmt_btcusdt', 'XBT'],
      ['ETHUSDT', 'ETHER'],
    ]);
    expect(() => marketOf(['--market-map', 'XBT'])).toThrow(
      "--market-map is 'XBT', needs names and contracts, such as",
    );
    expect(() => marketOf(['--market-disguise', 'x'])).toThrow('are for --market FILE, not for --market world');
    expect(() => marketOf(['--market-end', 'stop'])).toThrow('are for --market FILE, not for --market world');
    expect(() => marketOf(['--market', './x.csv', '--market-end', 'loop'])).toThrow('repeat, pause, stop');
    expect(() => marketOf(['--no-seed'])).toThrow('unknown option --no-seed');
  });

  it('reads flags in both spellings, and switches both ways', () => {
    const config = readConfig(
      ['--port', '0', '--seed=7', '--no-market', '--json', '--rate-limit-ip-budget', '5', '--no-rate-limit-enabled'],
      {},
    );
    expect(config).toMatchObject({
      seed: '7',
      market: 'none',
      json: true,
      port: 0,
      rateLimit: { enabled: false, ip: { budget: 5 } },
    });
  });

  it('lets the command line win over the environment, that over the file, that over the default', () => {
    const path = settingsFile(
      '{"port": 1, "host": "::1", "rateLimit": {"uid": {"budget": 9}}, "http.trustedProxies": ["10.0.0.0/8", "::1"]}',
    );
    const config = readConfig(['--config', path, '--port', '3'], {
      OUTCRY_PORT: '2',
      OUTCRY_HOST: '0.0.0.0',
      OUTCRY_LOG_LEVEL: 'warn',
    });
    expect(config).toMatchObject({
      port: 3,
      host: '0.0.0.0',
      logLevels: { all: 'warn' },
      rateLimit: { uid: { budget: 9 } },
    });
    expect(config.http.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
    expect(readConfig([], { OUTCRY_CONFIG: path }).port).toBe(1);
  });

  it('reads limits of single accounts as JSON, and refuses what is none', () => {
    const overrides = { '1000001': { uidBudget: 5000 } };
    expect(readConfig(['--rate-limit-overrides', JSON.stringify(overrides)], {}).rateLimit.overrides).toEqual(
      overrides,
    );
    expect(
      readConfig(['--config', settingsFile(JSON.stringify({ rateLimit: { overrides } }))], {}).rateLimit.overrides,
    ).toEqual(overrides);
    for (const bad of ['{', '[]', '{"x": {}}', '{"1": {"uid": 1}}', '{"1": {"uidBudget": -1}}'])
      expect(refusal(['--rate-limit-overrides', bad])).toContain('needs JSON by account id');
  });

  it('is frozen to the bottom', () => {
    const config = readConfig([], {});
    expect(
      Object.isFrozen(config) && Object.isFrozen(config.rateLimit.ip) && Object.isFrozen(config.http.trustedProxies),
    ).toBe(true);
  });

  it('says what was found, where, and what is needed', () => {
    expect(refusal(['--port', '70000'])).toBe("--port is '70000', needs a whole number from 0 to 65535");
    expect(refusal(['--port'])).toBe('--port needs a value');
    expect(refusal([], { OUTCRY_SEED: 'é' })).toBe("OUTCRY_SEED is 'é', needs 1 to 64 characters of printable ASCII");
    expect(refusal(['--locale-default', 'fr'])).toBe("--locale-default is 'fr', needs one of en-US, zh-CN");
    expect(refusal(['--store', 'mysql://x'])).toBe(
      '--store is no such address (it is not shown, it may hold a password), needs postgres://user@host/database',
    );
    expect(refusal(['--prot', '1'])).toBe('unknown option --prot; did you mean --port?');
    expect(refusal(['--no-port'])).toBe('unknown option --no-port; did you mean --port?');
    expect(refusal(['somewhere'])).toBe("'somewhere' is not an option; options start with --");
    const path = settingsFile('{"rateLimits": {"uid": 1}}');
    expect(refusal(['--config', path])).toContain(`${path} has an unknown setting 'rateLimits.uid'`);
    expect(refusal(['--config', settingsFile('{')])).toContain("can't be read as JSON");
  });

  it('takes a node among several, whole or not at all', () => {
    const journal = 'etcd://10.0.0.1:2379,etcd-b:2379,[::1]:2379/main';
    const store = ['--store', 'postgres://h/db'];
    expect(readConfig([], {}).node).toBeNull();
    expect(readConfig([...store, '--node', 'a', '--reads', 'local'], { OUTCRY_JOURNAL: journal }).node).toEqual({
      members: ['10.0.0.1:2379', 'etcd-b:2379', '[::1]:2379'],
      exchange: 'main',
      name: 'a',
      reads: 'local',
      access: { tlsCa: null, tlsCert: null, tlsKey: null, user: null, passwordFile: null },
    });
    expect(readConfig(['--journal', journal, ...store], {}).node).toMatchObject({ reads: 'confirmed' });
    const file = settingsFile(JSON.stringify({ journal, store: 'postgres://h/db', node: 'b' }));
    expect(readConfig(['--config', file], {}).node?.name).toBe('b');
    expect(refusal(['--journal', journal])).toContain('needs --store postgres://');
    expect(refusal(['--node', 'a'])).toBe('--node is of a node among several, which --journal etcd://… makes this one');
    const place = ['--journal', journal, ...store];
    const user = ['--journal-user', 'u'];
    expect(refusal([...place, ...user])).toBe('--journal-user and --journal-password-file go together');
    expect(refusal([...place, '--journal-tls-ca', 'a', '--journal-tls-cert', 'b'])).toContain('go together');
    expect(refusal([...place, '--journal-tls-cert', 'b', '--journal-tls-key', 'c'])).toContain('with --journal-tls-ca');
    expect(refusal(user)).toBe('--journal-user is of etcd, which --journal etcd://… names');
    const access = ['--journal-tls-ca', 'a', ...user, '--journal-password-file', 'p'];
    expect(readConfig([...place, ...access], {}).node?.access).toMatchObject({ tlsCa: 'a', user: 'u' });
    expect(readOrderPlace(['--journal', journal, ...access], {}).access.passwordFile).toBe('p');
    expect(() => readOrderPlace([], {})).toThrow('--journal etcd://… is needed');
    for (const bad of ['etcd://a/main', 'etcd://a:1', 'http://a:1/main', 'etcd://a:1,/main', 'etcd://a:1/Main'])
      expect(refusal(['--journal', bad, ...store]), bad).toContain('needs etcd://, its members with their ports');
  });

  it('shows every setting in the help', () => {
    const help = settingsHelp();
    for (const flag of ['--data DIR', '--port …', '--market …', '--json', '--rate-limit-orders-per-second …'])
      expect(help).toContain(flag);
  });
});

describe('nearest', () => {
  it('finds the word that was meant, and none when nothing is like it', () => {
    expect(nearest('acount', ['account', 'allowlist', 'start'])).toBe('account');
    expect(nearest('zzzzzz', ['account', 'allowlist', 'start'])).toBeNull();
  });
});

describe('a password in an address', () => {
  const addresses = [
    'mysql://bob:PASSWORD@127.0.0.1/outcry',
    'postgres://bob:PASSWORD@:notaport:/outcry',
    'postgres://bob:PASS WORD@127.0.0.1/outcry',
    'bob:PASSWORD@127.0.0.1/outcry',
    'postgres:/bob:PASSWORD@127.0.0.1/outcry',
    'http://h/outcry?user=bob&password=PASSWORD',
  ];
  it.each(addresses)('is never shown, wherever it was given wrongly: %s', (address) => {
    const file = settingsFile(JSON.stringify({ store: address }));
    const refusals = [
      refusal(['--store', address]),
      refusal([`--store=${address}`]),
      refusal([], { OUTCRY_STORE: address }),
      refusal(['--config', file]),
    ];
    for (const said of refusals) {
      expect(said).toContain('needs postgres://user@host/database');
      expect(said).not.toMatch(/PASS|WORD/);
    }
  });

  it('is not shown either where an address stands in the place of something else', () => {
    const address = 'postgres://bob:PASSWORD@127.0.0.1/outcry';
    const broken = settingsFile(`{"store": "${address}"`);
    const unquoted = settingsFile(`{"store": ${address}}`);
    const wrongs = [[address], ['--port', address], [`--${address}`], ['--config', broken], ['--config', unquoted]];
    for (const argv of wrongs) expect(refusal(argv), argv.join(' ')).not.toMatch(/PASSWORD|accepted/);
    expect(shownAddress(address)).toBe('postgres://bob:***@127.0.0.1/outcry');
    expect(shownAddress('postgres://127.0.0.1/outcry?schema=a&sslpassword=PASSWORD')).toBe(
      'postgres://127.0.0.1/outcry?schema=a&sslpassword=***',
    );
  });

  it('takes a level of the log for all, and others for parts', () => {
    const levels = (text: string) => readConfig(['--log-level', text], {}).logLevels;
    expect(levels('warn')).toEqual({ all: 'warn', parts: {} });
    expect(levels('disk=debug, journal=silent')).toEqual({ all: 'info', parts: { disk: 'debug', journal: 'silent' } });
    expect(levels('error,disk=info')).toEqual({ all: 'error', parts: { disk: 'info' } });
    for (const wrong of ['loud', 'disk', 'disk=loud', 'cellar=info', '=info', 'warn,'])
      expect(() => levels(wrong), wrong).toThrow(/--log-level is '.*', needs one of debug, .*\(parts: start, api, /);
  });
});
