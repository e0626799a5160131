/**
 * Cuts off the beginning of a batch: what another node has stored already. For that a batch that several nodes may
 * write notes, after each command, how long its lists were then.
 *
 * Plan orders and copy relations stay whole: their rows are what they were after the batch's last command, so writing
 * one again that was stored at an earlier command brings it up to date.
 */
import type { Batch } from './batch.ts';

const LISTS = [
  'bills',
  'fills',
  'fundingRates',
  'bars',
  'skips',
  'orders',
  'leaves',
  'nodes',
  'aiOrders',
  'namedOrders',
  'aiLogs',
  'points',
  'minutes',
] as const;

/** The lengths of a batch's lists after a command, in the order of `LISTS`. */
interface Cut {
  readonly sequence: number;
  readonly lengths: number[];
  size: number;
}

/** The places where a batch can be cut, rising. */
export type Cuts = Cut[];

/** Must be called after each command was collected. */
export function noteCut(batch: Batch, cuts: Cuts): void {
  const { sequence, size } = batch;
  cuts.push({ sequence, size, lengths: LISTS.map((list) => batch[list].length) });
}

/** Drops from the batch, and from the places where it can be cut, everything up to a sequence. */
export function cutBatch(batch: Batch, cuts: Cuts, upTo: number): void {
  const kept = cuts.findIndex(({ sequence }) => sequence > upTo);
  const gone = kept < 0 ? cuts.at(-1) : cuts[kept - 1];
  if (gone === undefined) return;
  for (const [at, list] of LISTS.entries()) batch[list].splice(0, gone.lengths[at]);
  batch.size -= gone.size;
  cuts.splice(0, kept < 0 ? cuts.length : kept);
  for (const cut of cuts) {
    for (const at of LISTS.keys()) cut.lengths[at]! -= gone.lengths[at]!;
    cut.size -= gone.size;
  }
  if (kept >= 0) return;
  for (const rows of [batch.plans, batch.relations, batch.filledPlans]) rows.clear();
}
