/** Members of etcd on this machine, in a temporary folder, which can be killed, paused, replaced and started again. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';

const READY_MS = 20_000;
const TUNED = ['--heartbeat-interval=50', '--election-timeout=500', '--snapshot-count=5000'];

/** What etcd on the path says of itself; null when there is none. */
export function etcdVersion(): string | null {
  try {
    return execFileSync('etcd', ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '';
  } catch {
    return null;
  }
}

export interface Member {
  /** `host:port` for callers. */
  readonly address: string;
  /** Of what it keeps. */
  readonly data: string;
  start(): void;
  pid(): number | undefined;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Whether its process is gone. */
  isOver(): boolean;
  /** Resolves when it is. */
  gone(): Promise<void>;
  /** What it wrote since it was last started. */
  log(): string;
  /** Leaves the others for good; another one, with nothing, takes its place and its addresses. */
  replace(): Promise<void>;
}

export interface Members {
  readonly all: readonly Member[];
  /** The one that leads, as the others say. */
  leader(): Promise<Member>;
  /** Resolves when all of them know who leads. */
  led(): Promise<void>;
  /** Kills all and throws their disks away; new ones run at the same addresses then. */
  replaceAll(): Promise<void>;
  stop(): Promise<void>;
}

/** Files by which members and their callers know each other, PEM. */
export interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export interface MembersOptions {
  readonly count?: number;
  /** The members ask their callers for one that the same authority vouches for. */
  readonly certificates?: Certificates | null;
  /** Beside those that all of them have. */
  readonly args?: readonly string[];
  /** Of what a member keeps; in a temporary folder when not given. */
  readonly dataOf?: (at: number) => string;
  /** The address, `host:port`, at which the others find a member that listens at `peer`. */
  readonly foundAt?: (at: number, peer: string) => Promise<string>;
}

interface Place {
  readonly name: string;
  readonly data: string;
  readonly client: string;
  readonly peer: string;
  /** Where the others find it. */
  readonly found: string;
}

export async function startMembers(options: MembersOptions = {}): Promise<Members> {
  const { count = 3, certificates = null, args = [], foundAt = async (_, peer) => peer } = options;
  const folder = mkdtempSync(join(tmpdir(), 'outcry-etcd-'));
  const places: Place[] = [];
  for (let at = 0; at < count; at++) {
    const [name, peer] = [`m${at}`, `127.0.0.1:${await freePort()}`];
    const data = options.dataOf?.(at) ?? join(folder, name);
    places.push({ name, data, client: `127.0.0.1:${await freePort()}`, peer, found: await foundAt(at, peer) });
  }
  const cluster = places.map(({ name, found }) => `${name}=http://${found}`).join(',');
  const given = [...TUNED, ...tlsArgs(certificates), ...args];
  const running: Running[] = places.map((place) => new Running(place, cluster, given, certificates !== null, folder));
  const all = running.map((one) => memberOf(one, running));
  /** Without a trace. */
  async function end(): Promise<void> {
    for (const member of all) {
      member.signal('SIGCONT');
      member.signal('SIGKILL');
      await member.gone();
      rmSync(member.data, { recursive: true, force: true });
    }
  }
  // Nobody waits for them when this process is ended from outside.
  const leave = (): void => {
    for (const member of all) member.signal('SIGKILL');
  };
  process.once('exit', leave);
  for (const member of all) member.start();
  const members: Members = {
    all,
    async leader() {
      for (const untilMs = performance.now() + READY_MS; performance.now() < untilMs; await pause(50)) {
        const said = await Promise.all(all.map(statusOf));
        const leading = said.find((one) => one !== null)?.leader;
        const at = said.findIndex((one) => one !== null && one.header.member_id === leading);
        if (at >= 0) return all[at]!;
      }
      throw new Error('no member says who leads');
    },
    led: () => untilLed(members),
    async replaceAll() {
      await end();
      for (const member of all) member.start();
      await untilLed(members);
    },
    async stop() {
      await end();
      process.off('exit', leave);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await (certificates === null ? untilLed(members) : undefined);
  return members;
}

/** The process of a member. */
class Running {
  readonly place: Place;
  /** `existing`: it joins those that there are. */
  state: 'new' | 'existing' = 'new';
  child: ChildProcess | null = null;
  #isKilled = false;
  readonly #args: readonly string[];
  readonly #log: string;

  constructor(place: Place, cluster: string, args: readonly string[], isTls: boolean, folder: string) {
    const { name, data, client, peer, found } = place;
    const clientUrl = `${isTls ? 'https' : 'http'}://${client}`;
    this.place = place;
    this.#log = join(folder, `${name}.log`);
    this.#args = [
      `--name=${name}`,
      `--data-dir=${data}`,
      `--initial-cluster=${cluster}`,
      `--listen-client-urls=${clientUrl}`,
      `--advertise-client-urls=${clientUrl}`,
      `--listen-peer-urls=http://${peer}`,
      `--initial-advertise-peer-urls=http://${found}`,
      '--logger=zap',
      `--log-outputs=${this.#log}`,
      '--log-level=warn',
      ...args,
    ];
  }

  start(): void {
    if (this.child !== null && !this.isOver && !this.#isKilled) return;
    this.#isKilled = false;
    writeFileSync(this.#log, '');
    this.child = spawn('etcd', [...this.#args, `--initial-cluster-state=${this.state}`], { stdio: 'ignore' });
  }

  signal(name: NodeJS.Signals): void {
    this.#isKilled ||= name === 'SIGKILL';
    this.child?.kill(name);
  }

  get isOver(): boolean {
    return this.child === null || this.child.exitCode !== null || this.child.signalCode !== null;
  }

  async gone(): Promise<void> {
    if (!this.isOver) await once(this.child!, 'exit');
  }

  log(): string {
    return readFileSync(this.#log, 'utf8');
  }
}

function memberOf(own: Running, all: readonly Running[]): Member {
  const { client, data, found } = own.place;
  return {
    address: client,
    data,
    start: () => own.start(),
    pid: () => own.child?.pid,
    signal: (signal) => own.signal(signal),
    isOver: () => own.isOver,
    gone: () => own.gone(),
    log: () => own.log(),
    async replace() {
      const others = all.filter((one) => one !== own);
      const ask = (path: string, body: object): Promise<Answer> => askAny(others, path, body);
      const { members = [] } = await ask('list', {});
      const { ID } = members.find(({ peerURLs }) => peerURLs.includes(`http://${found}`)) ?? {};
      own.signal('SIGKILL');
      await own.gone();
      rmSync(data, { recursive: true, force: true });
      // An attempt whose answer was lost has been carried out.
      await ask('remove', { ID });
      await ask('add', { peerURLs: [`http://${found}`] });
      own.state = 'existing';
      own.start();
    },
  };
}

interface Answer {
  readonly members?: readonly { readonly ID: string; readonly peerURLs: readonly string[] }[];
  readonly error?: string;
}

/** A question about the members themselves, at one after the other until it is carried out. */
async function askAny(of: readonly Running[], path: string, body: object): Promise<Answer> {
  let why = '';
  for (let nth = 0; nth < 50; nth++, await pause(200)) {
    const { client } = of[nth % of.length]!.place;
    const sent = { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(5_000) };
    const answer = await fetch(`http://${client}/v3/cluster/member/${path}`, sent)
      .then(async (response) => (await response.json()) as Answer)
      .catch((error: unknown) => ({ error: String(error) }));
    why = answer.error ?? '';
    if (why === '' || /not found|already/.test(why)) return answer;
  }
  throw new Error(`member ${path}: ${why}`);
}

function tlsArgs(certificates: Certificates | null): string[] {
  if (certificates === null) return [];
  const { ca, cert, key } = certificates;
  return ['--client-cert-auth', `--trusted-ca-file=${ca}`, `--cert-file=${cert}`, `--key-file=${key}`];
}

interface Status {
  readonly header: { readonly member_id: string };
  readonly leader?: string;
}

async function statusOf({ address }: Member): Promise<Status | null> {
  try {
    const url = `http://${address}/v3/maintenance/status`;
    const response = await fetch(url, { method: 'POST', body: '{}', signal: AbortSignal.timeout(500) });
    const status = (await response.json()) as Status;
    return status.leader === undefined || status.leader === '0' ? null : status;
  } catch {
    return null;
  }
}

async function untilLed(members: Members): Promise<void> {
  for (const untilMs = performance.now() + READY_MS; ; ) {
    const said = await Promise.all(members.all.map(statusOf));
    if (said.every((one) => one !== null)) return;
    if (performance.now() > untilMs) throw new Error('the members of etcd found no leader');
    await pause(50);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
