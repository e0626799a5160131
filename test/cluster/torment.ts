/**
 * Nodes over three real members of etcd, callers at all of them, and one fault after the other: the leader or another
 * member killed or paused, a node killed and started again, the order compacted. What the callers noted is judged by
 * the checker.
 */
import { createRandom } from '../../src/market/random.ts';
import { EtcdOrder } from '../../src/sequencer/etcd/etcd-order.ts';
import { GENESIS, Replica } from '../../src/sequencer/nodes/replica.ts';
import type { ArchivedBatch } from '../../src/sequencer/nodes/shared-order.ts';
import { takeFrom } from '../../src/sequencer/nodes/take.ts';
import { Callers, entriesOf } from './callers.ts';
import { check } from './check.ts';
import { type Member, type Members, startMembers } from './etcd-members.ts';
import { type SimulatedNode, startNode } from './simulated-node.ts';

const START_MS = 1_700_000_000_000;
const NODES = 3;
/** Nobody waits longer for an answer; a killed node gives none. */
const PATIENCE_MS = 6_000;

export type TormentFault = 'kill leader' | 'pause leader' | 'kill member' | 'kill node' | 'compact';

export interface Torment {
  readonly objections: readonly string[];
  readonly failures: readonly unknown[];
  readonly hashes: readonly string[];
  readonly answered: number;
  readonly unknown: number;
  readonly refused: number;
  readonly reads: number;
  /** By fault, the longest time without an answer anywhere that began in it, each time it was met. */
  readonly silences: ReadonlyMap<TormentFault, readonly number[]>;
}

export interface TormentOptions {
  readonly seed: number;
  readonly faults: readonly TormentFault[];
  readonly callers: number;
  /** Between two faults. */
  readonly calmMs: number;
  readonly say?: (line: string) => void;
}

export async function torment(options: TormentOptions): Promise<Torment> {
  const members = await startMembers();
  try {
    return await tormented(members, options);
  } finally {
    await members.stop();
  }
}

async function tormented(members: Members, { seed, faults, callers, calmMs, say }: TormentOptions): Promise<Torment> {
  const random = createRandom(seed, 1);
  const world = await openWorld(members);
  const calling = new Callers(random, PATIENCE_MS);
  const silences = new Map<TormentFault, number[]>();
  let goesOn = true;
  const calls = Promise.all(Array.from({ length: callers }, () => calling.call(world.nodes, () => goesOn)));
  await pause(calmMs);
  for (const fault of faults) {
    const fromMs = performance.now();
    await world.meet(fault, random.below(NODES));
    await pause(calmMs);
    const silence = longestSilence(calling.notes, fromMs);
    silences.set(fault, [...(silences.get(fault) ?? []), silence]);
    say?.(`${fault}: ${silence.toFixed(0)} ms without an answer, ${calling.notes.length} commands so far`);
  }
  goesOn = false;
  const noted = [...calling.notes];
  await calls;
  const { nodes } = world;
  for (const { sequencer } of nodes) await sequencer.confirmed();
  const order = entriesOf(nodes[0]!);
  const last = order.at(-1)?.sequence;
  const hashes = nodes.map((node) => (node.state.sequence === last ? node.hash() : `at ${node.state.sequence}`));
  const failures = nodes.map((node) => node.failed()).filter((one) => one !== null);
  await world.close();
  const of = (kind: string): number => noted.filter(({ answer }) => answer.kind === kind).length;
  return {
    objections: check({ notes: noted, reads: calling.reads, order }),
    failures,
    hashes,
    answered: of('done'),
    unknown: of('unknown'),
    refused: of('refused'),
    reads: calling.reads.length,
    silences,
  };
}

interface World {
  readonly nodes: SimulatedNode[];
  meet(fault: TormentFault, at: number): Promise<void>;
  close(): Promise<void>;
}

async function openWorld(members: Members): Promise<World> {
  const orders: EtcdOrder[] = [];
  let id: string | null = null;
  const connect = async (node: string): Promise<EtcdOrder> => {
    const order = new EtcdOrder({ members: members.all.map(({ address }) => address), exchange: 'torment', node });
    orders.push(order);
    ({ id } = await order.open(id));
    return order;
  };
  const archive = await keepArchive(await connect('archiver'));
  const start = async (at: number, folder?: Parameters<typeof startNode>[0]['folder']): Promise<SimulatedNode> =>
    startNode({
      order: await connect(`n${at}`),
      clock: () => START_MS + Math.floor(performance.now()) + at * 50,
      archive,
      ...(folder === undefined ? {} : { folder }),
    });
  const nodes: SimulatedNode[] = [];
  for (let at = 0; at < NODES; at++) nodes.push(await start(at));
  const anyBut = (leader: Member): Member => members.all.find((member) => member !== leader)!;
  return {
    nodes,
    async meet(fault, at) {
      if (fault === 'compact') return orders[0]!.compact(archive.kept.at(-1)?.revision ?? 0);
      if (fault === 'kill node') {
        const folder = nodes[at]!.kill();
        // The first one loses its folder too.
        return void (nodes[at] = await start(at, at === 0 ? undefined : folder));
      }
      const leader = await members.leader();
      const member = fault === 'kill member' ? anyBut(leader) : leader;
      member.signal(fault === 'pause leader' ? 'SIGSTOP' : 'SIGKILL');
      await pause(3_000);
      if (fault === 'pause leader') member.signal('SIGCONT');
      else member.start();
    },
    async close() {
      for (const node of nodes) await node.stop();
      archive.end();
      for (const order of orders) order.close();
    },
  };
}

/** Follows the order and keeps its batches, as the archive does. */
async function keepArchive(order: EtcdOrder) {
  const kept: ArchivedBatch[] = [];
  const ending = new AbortController();
  const replica = new Replica(GENESIS);
  const archive = {
    kept,
    async *read(after: number) {
      yield* kept.filter(({ revision }) => revision > after);
    },
    end: () => ending.abort(),
  };
  void (async () => {
    for await (const { batch } of takeFrom({ order, archive }, replica, ending.signal)) {
      kept.push({ ...batch, chain: replica.mark.chain, lastSequence: replica.mark.sequence });
      replica.settle('');
    }
  })();
  return archive;
}

/** The longest time between two answers from a moment on. */
function longestSilence(
  notes: readonly { readonly answeredMs: number | null; answer: { kind: string } }[],
  from: number,
) {
  const times = notes
    .flatMap(({ answeredMs, answer }) => (answeredMs !== null && answer.kind === 'done' ? [answeredMs] : []))
    .filter((ms) => ms >= from)
    .toSorted((a, b) => a - b);
  return Math.max(...[from, ...times].map((ms, at) => (times[at] ?? ms) - ms), 0);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
