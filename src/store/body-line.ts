/**
 * The bodies of uploads on their way to the store. A body is durable once it is in a queue on disk, in which it waits
 * for the store's thread to take it (body-intake.ts): an upload waits for a sync, and never for the store. Those that
 * come while others are being written form the next group, so that uploads together cost one write and one sync.
 *
 * A file of the queue is removed when the store has taken all of it: when it is large, or a few seconds after its first
 * body. A store that is away leaves them there, and when there are too many no body is accepted.
 *
 * Where nodes share the store an upload waits for it too: the log may be followed by nodes that never see this disk,
 * and this one may be gone a moment later. Then a store that is away takes no body.
 */
import { StoreAway, StoreFault } from './errors.ts';
import type { Store } from './store.ts';
import { bodyRecord } from './evidence/body-record.ts';
import type { Payload } from './evidence/payloads.ts';
import { machine } from '../time/machine.ts';
import type { Timer } from '../time/time.ts';
import { soon } from '../time/event-loop.ts';

/** The queue on disk (sequencer/disk/spool.ts). */
export interface BodySpool {
  readonly bytes: number;
  readonly openBytes: number;
  append(records: readonly Uint8Array[]): Promise<void>;
  seal(): number;
  remove(number: number): Promise<void>;
  close(): void;
}

export interface BodyLineParts {
  readonly store: Pick<Store, 'ask' | 'shared'>;
  readonly spool: BodySpool;
  readonly log: { warn(fields: unknown, text: string): void };
}

/** Bodies in one group, in bytes: they are put together, and their checksums made, in one go by whoever trades. */
const GROUP_BYTES = 2 * 1024 * 1024;
/** A file this large is taken and removed. */
const FILE_BYTES = 8 * 1024 * 1024;
/** So is any file this long after its first body, whatever its size. */
const FILE_MS = 2_000;
const AGAIN_MS = 5_000;
/** Bytes that may wait for a store that is away. */
const MOST_BYTES = 256 * 1024 * 1024;
const STOP_MS = 1_000;

interface Waiting {
  readonly record: Uint8Array;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class BodyLine {
  readonly #parts: BodyLineParts;
  #queue: Waiting[] = [];
  #isBusy = false;
  #draining: Promise<void> | null = null;
  #timer: Timer | null = null;
  /** Files of earlier processes stay until the store has come this far. */
  #afterSequence = 0;
  /** The store was away, and is asked whether it is back before anything is put into the queue. */
  #isAway = false;

  constructor(parts: BodyLineParts) {
    this.#parts = parts;
  }

  /**
   * Resolves when the body is durable.
   * @throws StoreAway when too many wait for the store; what the disk throws: bodies of one group fail together
   */
  put(payload: Payload): Promise<void> {
    const { bytes } = this.#parts.spool;
    if (bytes >= MOST_BYTES)
      return Promise.reject(new StoreAway(`${bytes} bytes of bodies of AI logs wait for the read store`));
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#queue.push({ record: bodyRecord(payload), resolve, reject });
    // After the event loop has come round, so that the first does not go alone.
    if (!this.#isBusy) soon(() => void this.#write());
    this.#isBusy = true;
    return promise;
  }

  /** Has the store take what earlier processes left, once it has come to `sequence`. */
  begin(sequence: number): void {
    this.#afterSequence = sequence;
    this.#drain();
  }

  /** Has the store take what there is, if it can do so soon. No body may be put after that. */
  async stop(): Promise<void> {
    const late = new Promise<void>((resolve) => machine.after(STOP_MS, resolve).unref());
    await Promise.race([this.#draining, late]);
    this.#drain();
    await Promise.race([this.#draining, late]);
    this.#timer?.cancel();
    this.#parts.spool.close();
  }

  async #writeGroup(): Promise<void> {
    const group = takeGroup(this.#queue);
    this.#queue = this.#queue.slice(group.length);
    try {
      if (this.#isAway) await this.#stored();
      await this.#parts.spool.append(group.map(({ record }) => record));
      if (this.#parts.store.shared !== null) await this.#stored();
      for (const { resolve } of group) resolve();
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  async #stored(): Promise<void> {
    this.#isAway = true;
    await this.#parts.store.ask('bodiesTake', null, 0);
    this.#isAway = false;
  }

  async #write(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#writeGroup();
      if (this.#parts.spool.openBytes >= FILE_BYTES) this.#drain();
    }
    this.#isBusy = false;
    this.#drainIn(FILE_MS);
  }

  #drainIn(ms: number): void {
    this.#timer ??= machine
      .after(ms, () => {
        this.#timer = null;
        if (!this.#isBusy) this.#drain();
      })
      .unref();
  }

  /** Must be called while nothing is being written. */
  #drain(): void {
    const { spool, log } = this.#parts;
    this.#draining ??= this.#take(spool.seal()).then(
      () => void (this.#draining = null),
      (error: unknown) => {
        this.#draining = null;
        // Then the store has ended, and the next process does it.
        if (error instanceof StoreFault) return;
        if (!(error instanceof StoreAway)) log.warn({ err: error }, 'bodies of AI logs wait for the read store');
        this.#drainIn(AGAIN_MS);
      },
    );
  }

  /** @param number of the last file that is sealed; 0: there is none */
  async #take(number: number): Promise<void> {
    if (number === 0) return;
    const { store, spool } = this.#parts;
    await store.ask('bodiesTake', null, this.#afterSequence);
    this.#afterSequence = 0;
    await spool.remove(number);
  }
}

function takeGroup(queue: readonly Waiting[]): Waiting[] {
  const group: Waiting[] = [];
  let bytes = 0;
  for (const waiting of queue) {
    bytes += waiting.record.length;
    if (group.length > 0 && bytes > GROUP_BYTES) break;
    group.push(waiting);
  }
  return group;
}
