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
 * @param isRight asked where a batch tells of another state than this replica's; else it is not
 * @param opening gives, each time the order is opened, the signal that closes it again
 * @throws Diverged, BatchUnreadable, CoreUnknown, OrderForked; Error
 * when the archive lacks what the order has forgotten
 */
export async function* takeFrom(
  { order, archive }: Source,
  replica: Replica,
  signal: AbortSignal,
  opening: () => AbortSignal = () => signal,
  isRight: IsRight = async () => false,
): AsyncGenerator<Taken, void, undefined> {
  let doubted = { revision: -1, times: 0 };
  while (!signal.aborted) {
    const until = AbortSignal.any([signal, opening()]);
    const { revision } = replica;
    try {
      yield* takeAll(order.follow(revision, until, replica), replica, until, isRight);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof OrderCompacted) {
        yield* takeAll(archive.read(revision), replica, until, isRight);
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

/** Whether this replica's state after the batch at a revision is the right one, where a batch tells of another. */
export type IsRight = (revision: number) => Promise<boolean>;

async function takeJudged(batch: OrderedBatch, replica: Replica, isRight: IsRight): Promise<Taken | null> {
  try {
    return replica.take(batch);
  } catch (error) {
    if (!(error instanceof Diverged) || error.at === null || !(await isRight(error.at))) throw error;
    return replica.take(batch, true);
  }
}

async function* takeAll(
  batches: AsyncIterable<OrderedBatch>,
  replica: Replica,
  until: AbortSignal,
  isRight: IsRight,
): AsyncGenerator<Taken, void, undefined> {
  for await (const batch of batches) {
    const taken = await takeJudged(batch, replica, isRight);
    if (taken !== null) yield taken;
    if (until.aborted) return;
  }
}
