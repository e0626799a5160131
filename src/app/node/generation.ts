/**
 * The generation of the order that a node enters, and from which place: the newest that the archive knows, which must
 * be the one in etcd. A folder of an earlier generation goes on where its mark is in the archive; where it is not,
 * because the last batches were put there from a journal, all of the folder is compared.
 */
import { beginningOf, type Generation } from '../../sequencer/nodes/generations.ts';
import { OrderForked } from '../../sequencer/nodes/shared-order.ts';
import type { JournalArchive } from '../../store/archive/journal-archive.ts';
import type { NodeMark } from './mark-file.ts';

/** Known before etcd is asked. */
export interface Known {
  readonly generation: number;
  /** Name of the order in it; null: neither folder nor archive knows one. */
  readonly id: string | null;
}

/** @throws OrderForked when the archive does not know the folder's order */
export function knownOrder(kept: NodeMark | null, generations: readonly Generation[]): Known {
  const last = generations.at(-1);
  if (last === undefined) return { generation: kept?.generation ?? 1, id: kept?.order ?? null };
  if (kept !== null && !generations.some(({ id }) => id === kept.order)) {
    const ids = generations.map(({ id }) => id).join(', ');
    throw new OrderForked(`the archive in PostgreSQL is of order ${ids}, this data folder of ${kept.order}`);
  }
  return { generation: last.generation, id: last.id };
}

/** The place from which a folder goes on. */
export interface Entrance {
  /** Null: at the beginning. */
  readonly kept: NodeMark | null;
  /** From the one of `kept`, or the first, to the last; null where there is only that. */
  readonly generations: readonly Generation[] | null;
}

export async function entranceOf(
  kept: NodeMark | null,
  generations: readonly Generation[],
  archive: Pick<JournalArchive, 'chainAt'>,
): Promise<Entrance> {
  const at = generations.findIndex(({ id }) => id === kept?.order);
  const own = generations[at];
  if (kept === null || own === undefined) return { kept: null, generations: pastOf(generations) };
  if (at === generations.length - 1) return { kept, generations: null };
  const { revision, chain } = kept.mark;
  const there = revision === 0 ? beginningOf(own).chain : await archive.chainAt(own.generation, revision);
  return there === chain
    ? { kept, generations: generations.slice(at) }
    : { kept: null, generations: pastOf(generations) };
}

const pastOf = (generations: readonly Generation[]): readonly Generation[] | null =>
  generations.length > 1 ? generations : null;
