/**
 * The generations of an order. Where etcd was lost for good the order begins anew, in an empty one, and says which
 * place of the generation before it continues: sequences, time and chain go on, revisions and gateways begin again.
 * What came before is in the archive, complete.
 */
import { GENESIS, type Replica, type ReplicaMark, type Taken } from './replica.ts';
import { type ArchivedBatch, OrderForked } from './shared-order.ts';

/** The end of the generation before. */
export interface Continues {
  readonly generation: number;
  readonly revision: number;
  readonly sequence: number;
  readonly timeMs: number;
  readonly chain: string;
  /** Version of the rules in force. */
  readonly core: number;
}

export interface Generation {
  /** From 1. */
  readonly generation: number;
  /** The order's name in it. */
  readonly id: string;
  /** Null for the first. */
  readonly continues: Continues | null;
}

export interface ReadsGenerations {
  /** Batches of a generation behind `after`, in order, as far as they are there. */
  readOf(generation: number, after: number): AsyncIterable<ArchivedBatch>;
}

/** A replica's place before the first batch of a generation. */
export function beginningOf({ continues }: Pick<Generation, 'continues'>): ReplicaMark {
  if (continues === null) return GENESIS;
  const { sequence, timeMs, chain, core } = continues;
  return { ...GENESIS, sequence, timeMs, chain, core };
}

/**
 * The archive's batches of the generations before the last, from the replica's place in `from` on. Whoever takes one
 * settles it before the next. In the end the replica stands at the beginning of the last generation.
 * @throws OrderForked when a generation does not continue what the archive has
 */
export async function* takePast(
  archive: ReadsGenerations,
  replica: Replica,
  from: number,
  generations: readonly Generation[],
): AsyncGenerator<Taken, void, undefined> {
  const rest = generations.filter(({ generation }) => generation >= from);
  for (const [at, { generation }] of rest.slice(0, -1).entries()) {
    for await (const batch of archive.readOf(generation, replica.revision)) {
      const taken = replica.take(batch);
      if (taken !== null) yield taken;
    }
    const next = rest[at + 1]!;
    const { sequence, chain } = replica.mark;
    const beginning = beginningOf(next);
    if (next.continues?.generation !== generation || sequence !== beginning.sequence || chain !== beginning.chain)
      throw new OrderForked(
        `generation ${next.generation} continues sequence ${beginning.sequence} (chain ${beginning.chain}), and ` +
          `generation ${generation} ends in the archive at sequence ${sequence} (chain ${chain})`,
      );
    replica.begin(beginning);
  }
}
