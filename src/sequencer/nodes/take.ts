/**
 * The batches that come from an order and fit, taken by a replica one after the other. A batch that does not fit may be
 * the fault of the member it came from, so the order is opened again elsewhere, a few times; found there too, it is the
 * end.
 */
import { machine } from '../../time/machine.ts';
import { BatchUnreadable } from './batch.ts';
import { Diverged, type Replica, type Taken } from './replica.ts';
import {
  OrderCompacted,
  type OrderedBatch,
  OrderUnreachable,
  type ReadsArchive,
  type SharedOrder,
} from './shared-order.ts';

/** Nothing of the order can be read: it is tried again. */
const AGAIN_MS = 100;
/** As many members are asked for a batch that does not fit. */
const MOST_DOUBTS = 5;

/** The order, and where its older batches are. */
export interface Source {
  readonly order: Pick<SharedOrder, 'follow'>;
  readonly archive: ReadsArchive;
}

/**
 * Until `signal`. Whoever takes one settles it before the next.
 * @param opening gives, each time the order is opened, the signal that closes it again
 * @throws Diverged, BatchUnreadable, CoreUnknown, OrderForked; Error
 * when the archive lacks what the order has forgotten
 */
export async function* takeFrom(
  { order, archive }: Source,
  replica: Replica,
  signal: AbortSignal,
  opening: () => AbortSignal = () => signal,
): AsyncGenerator<Taken, void, undefined> {
  let doubted = { revision: -1, times: 0 };
  while (!signal.aborted) {
    const until = AbortSignal.any([signal, opening()]);
    const { revision } = replica;
    try {
      yield* takeAll(order.follow(revision, until, replica), replica, until);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof OrderCompacted) {
        yield* takeAll(archive.read(revision), replica, until);
        if (replica.revision === revision)
          throw new Error(`the archive has nothing after revision ${revision}; ${error.message}`, { cause: error });
        continue;
      }
      const isDoubtful = (error instanceof Diverged && error.kind === 'order') || error instanceof BatchUnreadable;
      if (!isDoubtful && !(error instanceof OrderUnreachable)) throw error;
      const at = replica.revision;
      if (isDoubtful) doubted = { revision: at, times: doubted.revision === at ? doubted.times + 1 : 1 };
      if (doubted.times > MOST_DOUBTS) throw error;
      await machine.sleep(AGAIN_MS);
    }
  }
}

async function* takeAll(
  batches: AsyncIterable<OrderedBatch>,
  replica: Replica,
  until: AbortSignal,
): AsyncGenerator<Taken, void, undefined> {
  for await (const batch of batches) {
    const taken = replica.take(batch);
    if (taken !== null) yield taken;
    if (until.aborted) return;
  }
}
