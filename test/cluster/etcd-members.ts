/** Three members of etcd on this machine, in a temporary folder, which can be killed, paused and started again. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
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
  start(): void;
  pid(): number | undefined;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

export interface Members {
  readonly all: readonly Member[];
  /** The one that leads, as the others say. */
  leader(): Promise<Member>;
  stop(): Promise<void>;
}

/** Files by which members and their callers know each other, PEM. */
export interface Certificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** @param certificates the members ask their callers for one that the same authority vouches for */
export async function startMembers(count = 3, certificates: Certificates | null = null): Promise<Members> {
  const folder = mkdtempSync(join(tmpdir(), 'outcry-etcd-'));
  const places: { readonly name: string; readonly client: string; readonly peer: string }[] = [];
  for (let at = 0; at < count; at++)
    places.push({ name: `m${at}`, client: `127.0.0.1:${await freePort()}`, peer: `127.0.0.1:${await freePort()}` });
  const cluster = places.map(({ name, peer }) => `${name}=http://${peer}`).join(',');
  const running = new Map<string, ChildProcess>();
  const all = places.map(({ name, client, peer }): Member => {
    const args = [`--name=${name}`, `--data-dir=${join(folder, name)}`, `--initial-cluster=${cluster}`, ...TUNED];
    args.push(...tlsArgs(certificates));
    const urls = ['client', 'peer'].flatMap((kind) => {
      const url = kind === 'client' ? `${certificates === null ? 'http' : 'https'}://${client}` : `http://${peer}`;
      const advertised = kind === 'client' ? '--advertise-client-urls' : '--initial-advertise-peer-urls';
      return [`--listen-${kind}-urls=${url}`, `${advertised}=${url}`];
    });
    return {
      address: client,
      start: () => void running.set(name, spawn('etcd', [...args, ...urls], { stdio: 'ignore' })),
      pid: () => running.get(name)?.pid,
      signal: (signal) => void running.get(name)?.kill(signal),
    };
  });
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
    async stop() {
      for (const child of running.values()) {
        child.kill('SIGCONT');
        child.kill('SIGKILL');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await (certificates === null ? untilLed(members) : undefined);
  return members;
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
