/**
 * Ends a thread of the journal's at its next pause. Not where it is: a thread that is ended while the runtime opens a
 * compressor takes the whole process with it ("close before init"), and these open one for each segment.
 */
import type { Worker } from 'node:worker_threads';
import { machine } from '../../time/machine.ts';

/** Less than a stop may take; a segment takes a second. */
const WITHIN_MS = 2_500;

/** Shared with the thread: whether it is to end. */
export type Ending = Int32Array<SharedArrayBuffer>;

export function newEnding(): Ending {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** To be asked by the thread between two pieces of its work. */
export function isEnding(ending: Ending): boolean {
  return Atomics.load(ending, 0) !== 0;
}

/** Resolves when it is gone; one that doesn't come to a pause in time is ended where it is. */
export async function endThread(worker: Worker | null, ending: Ending): Promise<void> {
  if (worker === null) return;
  Atomics.store(ending, 0, 1);
  const { promise, resolve } = Promise.withResolvers<void>();
  worker.once('exit', () => resolve());
  worker.ref();
  const late = machine.after(WITHIN_MS, resolve);
  await promise;
  late.cancel();
  await worker.terminate();
}
