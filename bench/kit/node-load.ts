/** Nodes over members of etcd, and callers that ask again as soon as they are answered, for the benches of nodes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { EtcdOrder } from '../../src/sequencer/etcd/etcd-order.ts';
import type { Sequencer } from '../../src/sequencer/sequencer.ts';
import { etcdVersion, type Members, startMembers } from '../../test/cluster/etcd-members.ts';
import { type SimulatedNode, startNode } from '../../test/cluster/simulated-node.ts';
import { percentile } from './figures.ts';
import { type BenchOptions, inFolder } from './result.ts';

const ACCOUNT = 1_000_001;
export const clock = (): number => Date.now();

/** Works over three members of etcd on this machine, in a folder that is gone afterwards. */
export function overMembers<T>(
  options: BenchOptions,
  work: (members: Members, folder: string, version: string) => Promise<T>,
): Promise<T> {
  return inFolder(options, async (folder) => {
    const version = etcdVersion();
    if (version === null) throw new Error('etcd is not on the path: install it (Debian: apt-get install etcd-server)');
    const members = await startMembers();
    try {
      return await work(members, folder, version);
    } finally {
      await members.stop();
    }
  });
}

export interface Round {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export async function openNodes(members: Members, folder: string, count: number): Promise<SimulatedNode[]> {
  const nodes: SimulatedNode[] = [];
  let id: string | null = null;
  for (let at = 0; at < count; at++) {
    const addresses = members.all.map(({ address }) => address);
    const order: EtcdOrder = new EtcdOrder({ members: addresses, exchange: 'bench', node: `n${at}` });
    ({ id } = await order.open(id));
    mkdirSync(join(folder, `node-${at}`));
    nodes.push(await startNode({ order, clock, path: join(folder, `node-${at}`, 'journal.log') }));
  }
  return nodes;
}

const DEPOSIT = { name: 'deposit', account: ACCOUNT, amount: '1' } as const;

export function writes(to: readonly Pick<Sequencer, 'submit'>[], callers: number, seconds: number): Promise<Round> {
  return timed(callers, seconds, (at) => to[at % to.length]!.submit<'deposit'>(DEPOSIT));
}

/** Each caller writes at one node, then reads at the next: that alone is timed. @param read by the write's sequence */
export function readsElsewhere(
  nodes: readonly SimulatedNode[],
  callers: number,
  seconds: number,
  read: (at: SimulatedNode, sequence: number) => Promise<void>,
): Promise<Round> {
  const nodeOf = (at: number): SimulatedNode => nodes[at % nodes.length]!;
  const write = async (at: number): Promise<number> => (await nodeOf(at).sequencer.submit<'deposit'>(DEPOSIT)).sequence;
  return timed(callers, seconds, (at, sequence: number) => read(nodeOf(at + 1), sequence), write);
}

/** Each caller asks again as soon as it is answered. @param before what it does first each time, which is not timed */
export async function timed<T>(
  callers: number,
  seconds: number,
  ask: (at: number, first: T) => Promise<unknown>,
  before?: (at: number) => Promise<T>,
): Promise<Round> {
  const waits: number[] = [];
  const startedMs = performance.now();
  const call = async (at: number): Promise<void> => {
    while (performance.now() - startedMs < seconds * 1_000) {
      const first = (await before?.(at)) as T;
      const sentMs = performance.now();
      await ask(at, first);
      waits.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, at) => call(at)));
  const perSecond = (waits.length * 1_000) / (performance.now() - startedMs);
  const sorted = waits.toSorted((a, b) => a - b);
  return { perSecond, p50Ms: percentile(sorted, 0.5), p99Ms: percentile(sorted, 0.99) };
}
