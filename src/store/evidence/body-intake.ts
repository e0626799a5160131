/**
 * Takes bodies of AI logs into the read store, out of the queue in which uploads made them durable (decision 0015).
 *
 * A body is in the queue before its log is in the journal. So taking what there is, after hearing of a log, brings in
 * its body; the store's thread does so before it makes rows of logs. The queue is read again from its beginning by a
 * thread that takes this one's place: a body that is there already stays as it is.
 */
import type { Database } from '../database/db.ts';
import { bodyOfRecord } from './body-record.ts';
import { type Payload, payloadsPut } from './payloads.ts';

/** The queue, in order. */
export interface SpooledBodies {
  read(bytes: number): readonly Uint8Array[];
}

export interface BodyIntake {
  /** Resolves when everything that was in the queue is durable in the store. */
  take(): Promise<void>;
}

/** Bytes of bodies in one transaction. */
const PIECE_BYTES = 4 * 1024 * 1024;

export function createBodyIntake(database: Database, spooled: SpooledBodies): BodyIntake {
  /** Read, but not known to be stored. */
  let ready: Payload[] = [];
  let last: Promise<void> = Promise.resolve();

  const takeAll = async (): Promise<void> => {
    for (;;) {
      if (ready.length === 0) ready = spooled.read(PIECE_BYTES).map(bodyOfRecord);
      if (ready.length === 0) return;
      await payloadsPut(database, ready);
      ready = [];
    }
  };
  return {
    take() {
      const turn = last.then(takeAll);
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
