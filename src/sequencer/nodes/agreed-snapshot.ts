/** The snapshot that all nodes have written alike, as their heartbeats say. */
import type { Heartbeat } from './shared-order.ts';

export type SnapshotSaid = NonNullable<Heartbeat['snapshot']>;

/**
 * Null: not all have written that of one sequence (yet).
 * @param nodes all that live
 * @throws SnapshotsDiffer when two have another state at one sequence
 */
export function agreedSnapshot(nodes: readonly Pick<Heartbeat, 'name' | 'snapshot'>[]): SnapshotSaid | null {
  const [first, ...others] = nodes;
  if (first === undefined) return null;
  const hashes = new Map<number, readonly [name: string, hash: string]>();
  for (const { name, snapshot } of nodes) {
    if (snapshot === undefined) continue;
    const [sequence, hash] = snapshot;
    const before = hashes.get(sequence) ?? [name, hash];
    if (before[1] !== hash) throw new SnapshotsDiffer(sequence, before, [name, hash]);
    hashes.set(sequence, before);
  }
  const { snapshot: said } = first;
  return said !== undefined && others.every(({ snapshot }) => snapshot?.[0] === said[0]) ? said : null;
}

/** Two nodes, each with the hash of its state. */
export class SnapshotsDiffer extends Error {
  constructor(sequence: number, one: readonly [string, string], other: readonly [string, string]) {
    super(`after sequence ${sequence} the state of ${one[0]} has hash ${one[1]}, that of ${other[0]} ${other[1]}`);
    this.name = 'SnapshotsDiffer';
  }
}
