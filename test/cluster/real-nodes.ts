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
import { type Members, type MembersOptions, startMembers } from './etcd-members.ts';
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

export interface ClusterOptions {
  readonly members?: MembersOptions;
  /** Of a node's data; in a temporary folder when not given. */
  readonly dataOf?: (at: number) => string;
  /** The way of a node to a member that listens there; the same address when not given. */
  readonly toMember?: (at: number, member: number, address: string) => Promise<string>;
  /** The way of a node to PostgreSQL, by `host:port`. */
  readonly toStore?: (at: number, address: string) => Promise<string>;
  readonly count?: number;
  /** Of another release, which all of them are begun with. */
  readonly program?: Program;
  /** Variables of a node's process. */
  readonly envOf?: (at: number) => Readonly<Record<string, string>>;
}

/** @param postgres address of a database in which a schema is made */
export async function startCluster(
  postgres: string,
  args: readonly string[] = [],
  options: ClusterOptions = {},
): Promise<RealCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-cluster-'));
  const [members, store] = await Promise.all([startMembers(options.members), freshSchema(postgres)]);
  const token = randomBytes(32).toString('base64url');
  const keys = join(folder, 'keys');
  mkdirSync(keys);
  const contents = [`${randomBytes(32).toString('hex')}\n`, drawKey(), token];
  for (const [at, name] of SHARED_FILES.entries()) writeFileSync(join(keys, name), contents[at]!, { mode: 0o600 });
  const nodes: RealNode[] = [];
  const {
    count = 3,
    program,
    toMember = async (_, __, address) => address,
    toStore = async (_, address) => address,
  } = options;
  for (let at = 0; at < count; at++) {
    const name = `n${at + 1}`;
    const addresses: string[] = [];
    for (const [member, { address }] of members.all.entries()) addresses.push(await toMember(at, member, address));
    const url = new URL(store.url);
    url.host = await toStore(at, `${url.hostname}:${url.port === '' ? '5432' : url.port}`);
    const order = ['--journal', `etcd://${addresses.join(',')}/main`, '--store', url.toString()];
    const given = [...order, '--node', name, '--origin', 'cluster.example/log', ...args];
    const data = options.dataOf?.(at) ?? join(folder, name);
    nodes.push(nodeOf({ name, data, keys, port: await freePort(), args: given, env: options.envOf?.(at) ?? {} }));
  }
  for (const node of nodes) node.start(program);
  return {
    members,
    nodes,
    store,
    order: `etcd://${members.all.map(({ address }) => address).join(',')}/main`,
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

interface NodeParts {
  readonly name: string;
  readonly data: string;
  /** Folder of the files that all nodes have. */
  readonly keys: string;
  readonly port: number;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

function nodeOf({ name, data, keys, port, args, env: own }: NodeParts): RealNode {
  let child: ChildProcess | null = null;
  let program: Program | null = null;
  let said = { stdout: '', stderr: '' };
  const empty = (): void => {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data, { recursive: true, mode: 0o700 });
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
      const heard = said;
      const verb = ['serve', '--json', '--port', String(port), '--data', data, ...args];
      const env = { ...process.env, ...own, OUTCRY_FOLLOW_PARENT: '1', OUTCRY_WARM_UP: 'false' };
      // Of the sources, which a pack would stand for.
      const changed = program === null ? {} : { ...program, OUTCRY_PACK: '' };
      child = spawn(process.execPath, [...outcryArgs(...(program === null ? [] : [OTHER])), ...verb], {
        cwd: root,
        env: { ...env, ...changed, OUTCRY_PARENT_PID: String(process.pid) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (heard.stdout += text));
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (heard.stderr += text));
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
