/** Nodes of `outcry serve` in processes of their own, over members of etcd and one schema of a PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drawKey } from '../../src/folder/disk/log-key.ts';
import { outcryArgs, root } from '../cli/process.ts';
import { freePort } from '../free-port.ts';
import { type Members, startMembers } from './etcd-members.ts';
import { freshSchema, type Schema } from './schema.ts';

const READY_MS = 60_000;
const LOOK_MS = 50;

/** Variables that make another program of the sources. */
export type Program = Readonly<Record<'OUTCRY_TEST_RULES' | 'OUTCRY_TEST_THROWS', string | undefined>>;

export interface RealNode {
  readonly name: string;
  readonly data: string;
  readonly url: string;
  /** What it wrote on standard error. */
  log(): string;
  /**
   * Starts it, unless it runs.
   * @param program of another release, from now on (other-program.mjs)
   */
  start(program?: Program): void;
  /** Resolves when it says that it is ready. @throws Error when it ended before */
  ready(): Promise<void>;
  adminUrl(): string;
  signal(name: NodeJS.Signals): void;
  /** Resolves when its process is gone. */
  gone(): Promise<number | null>;
  /** Its data folder holds nothing but its keys from now on. */
  empty(): void;
  pid(): number | undefined;
}

export interface RealCluster {
  readonly members: Members;
  /** The order, as `--journal` takes it. */
  readonly journal: string;
  readonly nodes: readonly RealNode[];
  readonly store: Schema;
  /** Address of the order, as `--journal`. */
  readonly order: string;
  /** In which everything lies. */
  readonly folder: string;
  /** The administration's token, of all nodes. */
  readonly token: string;
  stop(): Promise<void>;
}

const OTHER = new URL('./other-program.mjs', import.meta.url).href;
/** What every node needs the same of. */
const SHARED_FILES = ['key-file', 'ailog-key', 'admin-token'];

/** @param postgres address of a database in which a schema is made */
export async function startCluster(
  postgres: string,
  args: readonly string[] = [],
  count = 3,
  program?: Program,
): Promise<RealCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-cluster-'));
  const [members, store] = await Promise.all([startMembers(), freshSchema(postgres)]);
  const token = randomBytes(32).toString('base64url');
  const keys = join(folder, 'keys');
  mkdirSync(keys);
  const contents = [`${randomBytes(32).toString('hex')}\n`, drawKey(), token];
  for (const [at, name] of SHARED_FILES.entries()) writeFileSync(join(keys, name), contents[at]!, { mode: 0o600 });
  const nodes: RealNode[] = [];
  const order = `etcd://${members.all.map(({ address }) => address).join(',')}/main`;
  for (let at = 0; at < count; at++) {
    const name = `n${at + 1}`;
    const place = ['--journal', order, '--store', store.url, '--node', name, '--origin', 'cluster.example/log'];
    nodes.push(nodeOf(name, join(folder, name), keys, await freePort(), [...place, ...args]));
  }
  for (const node of nodes) node.start(program);
  return {
    members,
    journal: order,
    nodes,
    store,
    order,
    folder,
    token,
    async stop() {
      for (const node of nodes) {
        node.signal('SIGCONT');
        node.signal('SIGKILL');
        await node.gone();
      }
      await members.stop();
      await store.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function nodeOf(name: string, data: string, keys: string, port: number, args: readonly string[]): RealNode {
  let child: ChildProcess | null = null;
  let program: Program | null = null;
  let said = { stdout: '', stderr: '' };
  const empty = (): void => {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { mode: 0o700 });
    for (const file of SHARED_FILES) cpSync(join(keys, file), join(data, file));
  };
  empty();
  const isOver = (): boolean => child === null || child.exitCode !== null || child.signalCode !== null;
  return {
    name,
    data,
    url: `http://127.0.0.1:${port}`,
    log: () => said.stderr,
    start(other) {
      if (!isOver()) return;
      program = other ?? program;
      said = { stdout: '', stderr: '' };
      const own = said;
      const verb = ['serve', '--json', '--port', String(port), '--data', data, ...args];
      const env = { ...process.env, OUTCRY_FOLLOW_PARENT: '1', OUTCRY_WARM_UP: 'false' };
      // Of the sources, which a pack would stand for.
      const changed = program === null ? {} : { ...program, OUTCRY_PACK: '' };
      child = spawn(process.execPath, [...outcryArgs(...(program === null ? [] : [OTHER])), ...verb], {
        cwd: root,
        env: { ...env, ...changed, OUTCRY_PARENT_PID: String(process.pid) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (own.stdout += text));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (own.stderr += text));
    },
    async ready() {
      for (const untilMs = performance.now() + READY_MS; !said.stdout.includes('\n'); await pause(LOOK_MS))
        if (isOver() || performance.now() > untilMs) throw new Error(`${name} did not get ready: ${said.stderr}`);
    },
    adminUrl: () => readFileSync(join(data, 'admin-url'), 'utf8'),
    signal: (signal) => void (isOver() ? undefined : child?.kill(signal)),
    async gone() {
      if (child !== null && !isOver()) await once(child, 'exit');
      return child?.exitCode ?? null;
    },
    empty,
    pid: () => child?.pid,
  };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
