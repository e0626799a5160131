// The files of ops/, as far as this machine has the programs that read them: each check that can't be made says so.
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { cleanUp, newFolder, startExchange } from './cli/process.ts';
import { useIt } from './newcomer.ts';
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
    const rooms = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    writeFileSync(join(folder, 'nginx.conf'), `${rest}\nhttp { access_log off; ${rooms.join(' ')}\n${site}\n}`);
    const { status, said } = run('nginx', '-t', '-q', '-p', folder, '-c', join(folder, 'nginx.conf'));
    // Newer ones say that `http2` is written in another way now.
    expect([status, said.split('\n').filter((line) => /emerg|error/.test(line))], said).toEqual([0, []]);
  });

  it.skipIf(!has('caddy'))('Caddy takes its file (needs caddy)', () => {
    for (const path of ['ops/Caddyfile', 'ops/cluster/Caddyfile']) {
      const words = ['validate', '--adapter', 'caddyfile', '--config', path];
      expect(run('caddy', ...words), path).toMatchObject({ status: 0 });
    }
  });
});

describe('dashboard and alarms', () => {
  type Rule = { readonly alert: string; readonly expr: string; readonly annotations: Readonly<Record<string, string>> };
  const parsed = parse(read('ops/prometheus-alerts.yaml')) as {
    readonly groups: readonly { rules: readonly Rule[] }[];
  };
  const { groups } = parsed;
  const rules = groups.flatMap((group) => group.rules);
  const ofNodes = (parse(read('ops/cluster/prometheus-alerts.yaml')) as typeof parsed).groups.flatMap(
    (group) => group.rules,
  );
  const dashboard = JSON.parse(read('ops/grafana-dashboard.json')) as {
    readonly panels: readonly {
      readonly id: number;
      readonly title: string;
      readonly type: string;
      readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
    }[];
  };
  const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
  /** Every expression, with the text beside it that names labels. */
  const asked = [
    ...rules.map(({ expr, annotations }) => [expr, Object.values(annotations).join(' ')] as const),
    ...targets.map(({ expr, legendFormat }) => [expr, legendFormat.replaceAll('{{', '{{ $labels.')] as const),
  ];

  it('ask for what a started exchange says of itself, by labels that it has', async () => {
    const running = await startExchange('start', newFolder());
    await useIt(running);
    const said = await (await fetch(`${running.ready.url}/metrics`)).text();
    await running.stop();
    const names = new Set([...said.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!));
    const labels = new Map<string, ReadonlySet<string>>();
    for (const [, name, inside = ''] of said.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm))
      labels.set(name!, new Set([...inside.matchAll(/(\w+)="/g)].map(([, label]) => label!)));
    expect(names.size).toBeGreaterThan(50);

    expect(asked.length).toBeGreaterThan(50);
    const unknown: string[] = [];
    for (const [expr, beside] of asked) {
      const wanted = [...expr.matchAll(/outcry_\w+/g)].map(([name]) => name);
      if (!expr.startsWith('up{')) expect(wanted.length, expr).toBeGreaterThan(0);
      for (const name of wanted) if (!names.has(name) && !labels.has(name)) unknown.push(`${name} in ${expr}`);
      // Of a figure that nothing has happened to yet no label is known.
      const known = wanted.map((name) => labels.get(name)).filter((one) => one !== undefined);
      const named = [...expr.matchAll(/[{,]\s*(\w+)=~?"/g), ...expr.matchAll(/by \((\w+)\)/g)].map(
        ([, label]) => label!,
      );
      const shown = [...beside.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!);
      for (const label of [...named, ...shown].filter((one) => one !== 'instance' && one !== 'job'))
        if (known.length > 0 && !known.some((one) => one.has(label))) unknown.push(`label ${label} in ${expr}`);
    }
    expect(unknown).toEqual([]);
  });

  it('ring for every figure that the documents call an alarm, and say what to do', () => {
    const alarms = read('docs/operating.md')
      .split('\n')
      .filter((line) => line.startsWith('| `outcry_') && /alarm/i.test(line))
      .flatMap((line) => [...line.split('|')[1]!.matchAll(/outcry_\w+/g)].map(([name]) => name));
    expect(alarms.length).toBeGreaterThan(3);
    const rung = [...rules, ...ofNodes].map(({ expr }) => expr).join('\n');
    expect(alarms.filter((name) => !rung.includes(name))).toEqual([]);
    for (const { alert, annotations } of rules) {
      expect(alert).toMatch(/^Outcry[A-Z]\w+$/);
      expect(Object.keys(annotations)).toEqual(['summary', 'action']);
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it('have beside them those of several nodes, each with what to do', () => {
    for (const { alert, annotations } of ofNodes) {
      expect(alert).toMatch(/^Outcry[A-Z]\w+$/);
      expect(Object.keys(annotations)).toEqual(['summary', 'action']);
    }
    const names = [...rules, ...ofNodes].map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has panels that are told apart, each with something to show', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { type, title, targets: own = [] } of panels) expect(own.length > 0, title).toBe(type !== 'row');
  });

  it.skipIf(!has('promtool'))('are ones that Prometheus understands (needs promtool)', () => {
    expect(run('promtool', 'check', 'config', 'ops/prometheus.yaml')).toMatchObject({ status: 0 });
    // It knows no dashboards: their questions are asked as rules.
    const record = targets.map(({ expr }, at) => ({
      record: `q${at}`,
      expr: expr.replaceAll('$__rate_interval', '1m'),
    }));
    const path = join(newFolder(), 'rules.yaml');
    writeFileSync(path, stringify({ groups: [{ name: 'dashboard', rules: record }] }));
    expect(run('promtool', 'check', 'rules', path)).toMatchObject({ status: 0 });
  });
});
