/**
 * Nodes over one order in memory, callers at all of them, and every fault at will, drawn from a seed: lost requests and
 * answers, batches that come late, twice or not at all, cut connections, clocks apart, kills with a power cut, and
 * compaction. What the callers noted is judged by the checker.
 */
import { createRandom } from '../../src/market/random.ts';
import { type MemoryFaults, MemoryOrder } from '../../src/sequencer/memory/memory-order.ts';
import { Replica, GENESIS } from '../../src/sequencer/nodes/replica.ts';
import type { ReadsArchive } from '../../src/sequencer/nodes/shared-order.ts';
import { Callers, entriesOf } from './callers.ts';
import type { Run } from './check.ts';
import { type SimulatedNode, startNode } from './simulated-node.ts';

const START_MS = 1_700_000_000_000;
/** A killed node never answers; its callers go on elsewhere. */
const PATIENCE_MS = 60;

export interface Simulated extends Run {
  readonly hashes: readonly string[];
  readonly failures: readonly unknown[];
  readonly kills: number;
  readonly faults: number;
}

export interface SimulationOptions {
  readonly seed: number;
  readonly nodes: number;
  readonly steps: number;
  readonly callers: number;
}

export async function simulate({ seed, nodes: count, steps, callers }: SimulationOptions): Promise<Simulated> {
  const random = createRandom(seed, 1);
  const order = new MemoryOrder();
  const archive = archiveOf(order);
  const nowMs = (): number => performance.now();
  let faults = 0;
  let isCalm = false;
  const oneIn = (n: number): boolean => !isCalm && random.below(n) === 0 && ++faults > 0;
  const faulty: MemoryFaults = {
    publish: () => (oneIn(8) ? 'before' : oneIn(8) ? 'after' : null),
    follow: () => (oneIn(30) ? 'again' : oneIn(40) ? 'left out' : oneIn(40) ? 'cut' : oneIn(40) ? 'silent' : null),
    delayMs: () => (oneIn(6) ? random.below(4) : 0),
  };
  const clockOf = (at: number) => () => START_MS + Math.floor(nowMs()) + at * 100 - 100;
  const start = (at: number, folder?: Parameters<typeof startNode>[0]['folder']): Promise<SimulatedNode> =>
    startNode({
      order: order.connect(`n${at}`, faulty),
      clock: clockOf(at),
      archive,
      keeps: () => random.below(2) === 0,
      ...(folder === undefined ? {} : { folder }),
    });
  const nodes = await Promise.all(Array.from({ length: count }, (_, at) => start(at)));
  let kills = 0;

  const calling = new Callers(random, PATIENCE_MS);
  const call = (): Promise<void> => {
    let left = steps;
    return calling.call(nodes, () => left-- > 0);
  };

  async function breakThings(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      await new Promise((resolve) => setTimeout(resolve, 30 + random.below(40)));
      const at = random.below(count);
      kills += 1;
      const folder = nodes[at]!.kill();
      if (random.below(2) === 0) await order.connect('compacts').compact(order.batches.at(-1)?.revision ?? 0);
      const isEmpty = random.below(3) === 0;
      nodes[at] = await start(at, isEmpty ? undefined : folder);
    }
  }

  await Promise.all([...Array.from({ length: callers }, call), breakThings()]);
  isCalm = true;
  // Some are still under way at nodes that were killed; what is answered later is not looked at.
  const notes = [...calling.notes];
  for (const node of nodes)
    await node.sequencer.confirmed().catch((error: unknown) => {
      throw new Error('a node does not catch up', { cause: node.failed() ?? error });
    });
  const last = Math.max(...nodes.map(({ state }) => state.sequence));
  const hashes = nodes.map((node) => (node.state.sequence === last ? node.hash() : `at ${node.state.sequence}`));
  const entries = entriesOf(nodes[0]!);
  for (const node of nodes) await node.stop();
  return {
    notes,
    reads: calling.reads,
    order: entries,
    hashes,
    failures: nodes.map((node) => node.failed()),
    kills,
    faults,
  };
}

/** All batches, with their chains, as the archive has them. */
function archiveOf(order: MemoryOrder): ReadsArchive {
  return {
    async *read(after) {
      const replica = new Replica(GENESIS);
      for (const batch of order.batches) {
        replica.take(batch);
        replica.settle('');
        if (batch.revision > after) yield { ...batch, chain: replica.mark.chain, lastSequence: replica.mark.sequence };
      }
    },
  };
}
