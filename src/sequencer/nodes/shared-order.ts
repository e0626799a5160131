/**
 * The total order of batches that all nodes share, whoever keeps it: etcd between machines, memory in tests. It knows
 * nothing of what is in a batch.
 *
 * A gateway's batches are numbered from 1, and each number has one place in the order, or none yet. That is what makes
 * an attempt repeatable for ever: the same batch under the same number can't be ordered twice.
 */
import type { CoreRange } from '../../core/language/core-version.ts';

/** A batch in its place. */
export interface OrderedBatch {
  /** The order's own count; it rises, with holes. */
  readonly revision: number;
  /** Among all batches of the order, from 1, without holes: so a batch that does not come is missed by the next one. */
  readonly place: number;
  readonly gateway: string;
  readonly n: number;
  readonly body: Uint8Array;
}

/** A batch on its way into the order. */
export type Unplaced = Omit<OrderedBatch, 'revision' | 'place'>;

/** The last batch that a replica met, as far as it knows it. */
export interface Met {
  readonly place: number;
  /** The last number of a gateway; 0: it has published nothing. */
  numberOf(gateway: string): number;
}

/** Holds a role as long as it is the latest to have got it. */
export interface RoleClaim {
  readonly role: string;
  /** The place in the order at which it was got. */
  readonly since: number;
}

/** A node's word of itself, twice a second; gone three seconds after the last. */
export interface Heartbeat {
  readonly name: string;
  /** Its machine's clock. */
  readonly wallMs: number;
  /** Applied there. */
  readonly revision: number;
  readonly sequence: number;
  /** The gateway ids it publishes under. */
  readonly gateways: readonly string[];
  readonly version: string;
  /** Whether it takes commands, and why not. */
  readonly trouble: string | null;
  /** How long it has not looked at what is shared beside the order, API keys above all. */
  readonly unseenMs?: number;
  /** Versions of the rules that its program has; not there: the first alone. */
  readonly core?: CoreRange & {
    /** In force at `sequence`; null while nothing is applied there yet. */
    readonly inForce: number | null;
  };
  /** Of its state after the last command whose sequence is divisible by 1,000. */
  readonly print?: readonly [sequence: number, print: string];
  /** The revision at which it found another print than its own: all that live say theirs. */
  readonly asks?: number;
  /** Of its state after the batches that others ask about, by revision; '' where it does not know it. */
  readonly prints?: Readonly<Record<number, string>>;
  /** Of its whole state at the sequence its operator asks about; '' where it had got past it. */
  readonly hash?: readonly [sequence: number, hash: string];
  /** Of its state in the latest snapshot that all nodes write, each its own. */
  readonly snapshot?: readonly [sequence: number, hash: string];
}

/** The command at which the engine of a node threw, and the node stopped. */
export interface EngineFault {
  readonly sequence: number;
  /** The command's name. */
  readonly command: string;
  /** SHA-256 of its text, 64 hex digits. */
  readonly hash: string;
  /** The message of its error. */
  readonly why: string;
  readonly node: string;
}

/** Heartbeats of the nodes that live, and the order's newest batch at that moment. */
export interface Pulse {
  readonly nodes: readonly Heartbeat[];
  readonly newest: number;
  /** Its place. */
  readonly place: number;
  /** Names of nodes that stopped because they met another order or state than the others, and are not back. */
  readonly diverged: readonly string[];
  /** The sequence at which the operator wants the hash of every node's state; not there: none. */
  readonly hashAt?: number;
}

export interface SharedOrder {
  /**
   * One attempt. `ordered`: it has its place, by this attempt or an earlier one. `lost`: the role is, and this batch
   * will never be in the order. `fenced`: somebody ended this gateway.
   * @param attempt counts those of this batch, from 0
   * @throws OrderUnreachable when nobody knows; the same batch may be tried again for ever
   */
  publish(batch: Unplaced, attempt: number, role: RoleClaim | null): Promise<'ordered' | 'lost' | 'fenced'>;
  /**
   * Every batch behind `after`, in order; one may come again, and what is missed shows in the places.
   * @param met what was met there, which must be the same in it
   * @throws OrderCompacted when batches behind it are no longer kept; OrderForked when it ends before `after`, or is
   * another order than was followed up to there
   */
  follow(after: number, signal: AbortSignal, met?: Met): AsyncIterable<OrderedBatch>;
  /**
   * A revision such that everything answered anywhere before the call is at or below it.
   * @throws OrderUnreachable
   */
  readPosition(): Promise<number>;
  /**
   * The role, if nobody has it or this node does; kept while its node's heart beats. `since` tells whether it was
   * another's meanwhile.
   * @throws OrderUnreachable
   */
  claim(role: string): Promise<RoleClaim | null>;
  /** Gives a role up. @throws OrderUnreachable */
  release(claim: RoleClaim): Promise<void>;
  /** @throws OrderUnreachable */
  beat(heartbeat: Heartbeat): Promise<Pulse>;
  /** Says to the others why this node stops, or that it is back: null. @throws OrderUnreachable */
  diverged(why: string | null): Promise<void>;
  /** Forgets the places before `revision`; the newest batch of every gateway stays. @throws OrderUnreachable */
  compact(revision: number): Promise<void>;
}

/** A batch as the archive holds it: `chain` is over all batches up to it. */
export interface ArchivedBatch extends OrderedBatch {
  readonly chain: string;
  /** Of the last command up to its end. */
  readonly lastSequence: number;
}

/** The order's older batches, kept for good. */
export interface ReadsArchive {
  /** Those behind `after`, in order, as far as they are there. */
  read(after: number): AsyncIterable<ArchivedBatch>;
}

/** Nobody answered, so what was asked may have been done, or not. */
export class OrderUnreachable extends Error {
  constructor(why: string, cause?: unknown) {
    super(`the order of the cluster can't be reached: ${why}`, cause === undefined ? undefined : { cause });
    this.name = 'OrderUnreachable';
  }
}

/** The order no longer keeps what is asked for; it is in the archive. */
export class OrderCompacted extends Error {
  /** Kept from here on. */
  readonly firstRevision: number;

  constructor(firstRevision: number) {
    super(`the order keeps its batches from revision ${firstRevision} on; earlier ones are in the archive`);
    this.name = 'OrderCompacted';
    this.firstRevision = firstRevision;
  }
}

/** It is not the order that this node has followed, or an old copy of it. Nothing may be changed. */
export class OrderForked extends Error {
  constructor(found: string) {
    super(
      `this is not the order that was followed here, or an old copy of it: ${found}. Nothing was changed. Bring etcd's ` +
        'own disks back; where they are lost, stop all nodes and begin the next generation of the order with `outcry ' +
        'cluster recover` (docs/cluster.md)',
    );
    this.name = 'OrderForked';
  }
}

/** The gateway was ended from outside, or its batches are not its own. It starts anew under another id. */
export class GatewayFenced extends Error {
  constructor(gateway: string) {
    super(`gateway ${gateway} was fenced: what was under way there may have happened; it has to start anew`);
    this.name = 'GatewayFenced';
  }
}
