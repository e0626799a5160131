/** The way of an operator's verbs to the order of a cluster, from any machine. */
import { EtcdLook } from '../../sequencer/etcd/etcd-look.ts';
import { OrderUnreachable } from '../../sequencer/nodes/shared-order.ts';
import type { OrderPlace } from '../settings/config.ts';
import { accessBy } from '../settings/etcd-access.ts';

export type { EtcdLook, NodeSeen, OrderSeen } from '../../sequencer/etcd/etcd-look.ts';

/**
 * Resolves with what `work` does with it, or with why the order can't be reached.
 * @throws NotReadable of the files that the place names, and what `work` throws
 */
export async function lookAtOrder<T>(
  place: OrderPlace,
  work: (look: EtcdLook) => Promise<T>,
): Promise<T | OrderUnreachable> {
  const look = new EtcdLook({ ...place, ...accessBy(place.access) });
  try {
    return await work(look);
  } catch (error) {
    if (error instanceof OrderUnreachable) return error;
    throw error;
  } finally {
    look.close();
  }
}
