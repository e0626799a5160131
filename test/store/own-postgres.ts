// A PostgreSQL server of a test's own, that can be stopped and started as servers are. Its programs must be installed,
// and they don't run as root: then user postgres has to be there.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

export interface OwnPostgres {
  readonly url: string;
  start(): void;
  /** `immediate`: as after a crash; `fast`: in order. */
  stop(mode: 'immediate' | 'fast'): void;
  /** Stops it and removes its files. */
  remove(): void;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

function programs(): string | null {
  const base = '/usr/lib/postgresql';
  const folders = existsSync(base) ? readdirSync(base).map((version) => join(base, version, 'bin')) : [];
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** Who it runs as; null where nobody can. */
function user(): User | null {
  const [uid, gid] = [process.getuid?.() ?? -1, process.getgid?.() ?? -1];
  if (uid > 0) return { uid, gid };
  const idOf = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout || 0);
  return uid === 0 && idOf('-u') > 0 ? { uid: idOf('-u'), gid: idOf('-g') } : null;
}

/** Why there can be none here; '' when there can. */
export function whyNoPostgres(): string {
  if (programs() === null) return 'the programs of a PostgreSQL server are not installed';
  return user() === null ? 'PostgreSQL does not run as root, and there is no user postgres' : '';
}

export async function ownPostgres(): Promise<OwnPostgres> {
  const bin = programs() as string;
  const as = user() as User;
  const folder = mkdtempSync(join(tmpdir(), 'outcry-postgres-'));
  chownSync(folder, as.uid, as.gid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  // With the mark by which a run of the tests finds its processes (scripts/leftovers.ts).
  const env = { LC_ALL: 'C', OUTCRY_TEST_RUN: process.env['OUTCRY_TEST_RUN'] ?? '' };
  const run = (program: string, ...argv: string[]): void =>
    void execFileSync(join(bin, program), argv, { ...as, cwd: folder, stdio: 'ignore', env });
  run('initdb', '-D', data, '-A', 'trust', '-U', 'outcry', '-N');
  const port = await freePort();
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`;
  const stop: OwnPostgres['stop'] = (mode) => run('pg_ctl', 'stop', '-w', '-m', mode, '-D', data);
  return {
    url: `postgres://outcry@127.0.0.1:${port}/postgres`,
    start: () => run('pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', options),
    stop,
    remove() {
      if (existsSync(join(data, 'postmaster.pid'))) stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
