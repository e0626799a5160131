// The files of ops/, as far as this machine has the programs that read them: each check that can't be made says so.
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { cleanUp, newFolder } from './cli/process.ts';
import { PATIENCE_MS } from './patience.ts';
import { read } from './source.ts';

const has = (command: string): boolean =>
  process.platform !== 'win32' && spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

function run(command: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(command, words, { encoding: 'utf8', timeout: PATIENCE_MS });
  return { status, said: stdout + stderr };
}

afterAll(cleanUp);

describe('the systemd unit', () => {
  const unit = read('ops/outcry.service');

  it('runs what npm installs, on the settings that init writes, as nobody special', () => {
    expect(unit).toMatch(/^ExecStart=\/usr\/local\/bin\/outcry serve$/m);
    expect(unit).toMatch(/^Environment=OUTCRY_CONFIG=\/var\/lib\/outcry\/config\.json$/m);
    expect(unit).toMatch(/^User=outcry$/m);
    expect(unit).toMatch(/^After=.*time-sync\.target/m);
  });

  it.skipIf(!has('systemd-analyze'))('is one that systemd understands (needs systemd-analyze)', () => {
    const path = join(newFolder(), 'outcry.service');
    writeFileSync(path, unit.replace('/usr/local/bin/outcry', process.execPath));
    expect(run('systemd-analyze', 'verify', path)).toEqual({ status: 0, said: '' });
  });

  it.skipIf(!has('systemd-analyze'))('may do little (needs systemd-analyze)', () => {
    const path = join(newFolder(), 'outcry.service');
    writeFileSync(path, unit);
    const { status, said } = run('systemd-analyze', 'security', '--offline=yes', '--threshold=20', path);
    expect([status, said.split('\n').findLast((line) => line.includes('→'))]).toEqual([
      0,
      expect.stringMatching(/exposure level for outcry\.service: [01]\.\d OK/),
    ]);
  });
});

describe('the proxies', () => {
  it.skipIf(!has('nginx') || !has('openssl'))('nginx takes its file (needs nginx and openssl)', () => {
    const folder = newFolder();
    const key = join(folder, 'key.pem');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const cert = join(folder, 'cert.pem');
    const made = run('openssl', 'req', '-x509', '-key', key, '-out', cert, '-days', '1', '-subj', '/CN=outcry.example');
    expect(made).toMatchObject({ status: 0 });
    mkdirSync(join(folder, 'logs'));
    const site = read('ops/nginx.conf')
      .replace('/etc/ssl/outcry.pem', cert)
      .replace('/etc/ssl/outcry.key', key)
      .replace(/listen \d+/g, (listen) => `${listen}0`);
    const rest = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}`;
    writeFileSync(join(folder, 'nginx.conf'), `${rest}\nhttp { access_log off;\n${site}\n}`);
    const { status, said } = run('nginx', '-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf'));
    // Newer ones say that `http2` is written in another way now.
    expect([status, said.split('\n').filter((line) => /emerg|error/.test(line))], said).toEqual([0, []]);
  });

  it.skipIf(!has('caddy'))('Caddy takes its file (needs caddy)', () => {
    const words = ['validate', '--adapter', 'caddyfile', '--config', 'ops/Caddyfile'];
    expect(run('caddy', ...words)).toMatchObject({ status: 0 });
  });
});
