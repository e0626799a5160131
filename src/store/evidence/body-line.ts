/**
 * The bodies of uploads on their way to the store. Those that come while a group is on its way are the next group, so
 * that uploads together cost one message, one transaction and one sync, however many they are.
 */
import type { Store } from '../store.ts';
import type { Payload } from './payloads.ts';

export interface BodyLine {
  /**
   * Resolves when the body is durable.
   * @throws what `Store.ask` throws: bodies of one group fail together
   */
  put(payload: Payload): Promise<void>;
}

/** Bodies in one group, in bytes; one alone may have more. */
const GROUP_BYTES = 16 * 1024 * 1024;

interface Waiting {
  readonly payload: Payload;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createBodyLine(store: Pick<Store, 'ask'>): BodyLine {
  let queue: Waiting[] = [];
  let isBusy = false;

  /** The store has its next group before those of the last go on. */
  const settle = (act: () => void): void => {
    isBusy = queue.length > 0;
    if (isBusy) sendGroup();
    act();
  };

  const sendGroup = (): void => {
    const group = takeGroup(queue);
    queue = queue.slice(group.length);
    const payloads = group.map(({ payload }) => payload);
    store.ask('payloadsPut', payloads, 0).then(
      () => settle(() => group.forEach(({ resolve }) => resolve())),
      (error: unknown) => settle(() => group.forEach(({ reject }) => reject(error))),
    );
  };

  return {
    put(payload) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      queue.push({ payload, resolve, reject });
      // Once the event loop has come round: the first does not go alone.
      if (!isBusy) setImmediate(sendGroup);
      isBusy = true;
      return promise;
    },
  };
}

function takeGroup(queue: readonly Waiting[]): Waiting[] {
  const group: Waiting[] = [];
  let bytes = 0;
  for (const waiting of queue) {
    bytes += waiting.payload.body.length;
    if (group.length > 0 && bytes > GROUP_BYTES) break;
    group.push(waiting);
  }
  return group;
}
