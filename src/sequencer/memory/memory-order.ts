/**
 * A shared order in memory, with every fault at will: for tests, and for the simulation of several nodes. It promises
 * what etcd does, and breaks on the way to a node whatever a network and a member may break.
 */
import type { Command } from '../../core/language/commands.ts';
import { machine } from '../../time/machine.ts';
import { FENCE } from '../nodes/batch.ts';
import { operatorBatch } from '../nodes/operator-batch.ts';
import {
  type Heartbeat,
  type Met,
  OrderCompacted,
  type OrderedBatch,
  OrderForked,
  OrderUnreachable,
  type RoleClaim,
  type SharedOrder,
  type Unplaced,
} from '../nodes/shared-order.ts';

/** Faults between one node and the order; asked each time. */
export interface MemoryFaults {
  /** `before`: it does not arrive. `after`: it does, and the answer is lost. */
  readonly publish: () => 'before' | 'after' | null;
  /** `again`: a batch comes twice. `left out`: it does not come. `cut`: the connection is. `silent`: it comes late. */
  readonly follow: () => 'again' | 'left out' | 'cut' | 'silent' | null;
  /** Before anything is answered. */
  readonly delayMs: () => number;
}

const NO_FAULTS: MemoryFaults = { publish: () => null, follow: () => null, delayMs: () => 0 };
const SILENT_MS = 20;

export class MemoryOrder {
  /** All there ever were, those that are compacted too. */
  readonly batches: OrderedBatch[] = [];
  readonly #versions = new Map<string, number>();
  readonly #roles = new Map<string, { readonly node: string; readonly since: number }>();
  readonly #hearts = new Map<string, Heartbeat>();
  readonly #diverged = new Set<string>();
  #revision = 0;
  #firstKept = 0;
  #wake = Promise.withResolvers<void>();

  /** A node's way to it. */
  connect(node: string, faults: MemoryFaults = NO_FAULTS): SharedOrder {
    return {
      publish: async (batch, _attempt, role) => {
        await pause(faults);
        const fault = faults.publish();
        if (fault === 'before') throw new OrderUnreachable('it did not arrive');
        const verdict = this.#put(batch, role);
        if (fault === 'after') throw new OrderUnreachable('the answer was lost');
        return verdict;
      },
      follow: (after, signal, met) => this.#follow(after, signal, faults, met),
      readPosition: async () => {
        await pause(faults);
        return this.#newest;
      },
      claim: async (role) => {
        await pause(faults);
        const held = this.#roles.get(role);
        if (held !== undefined) return held.node === node ? { role, since: held.since } : null;
        const since = ++this.#revision;
        this.#roles.set(role, { node, since });
        return { role, since };
      },
      release: async ({ role, since }) => {
        if (this.#roles.get(role)?.since === since) this.#roles.delete(role);
      },
      beat: async (heartbeat) => {
        await pause(faults);
        this.#hearts.set(node, heartbeat);
        const [nodes, diverged] = [[...this.#hearts.values()], [...this.#diverged]];
        return { nodes, newest: this.#newest, place: this.batches.length, diverged };
      },
      diverged: async (why) => {
        if (why === null) this.#diverged.delete(node);
        else this.#diverged.add(node);
      },
      compact: async (revision) => {
        this.#firstKept = Math.max(this.#firstKept, revision);
      },
    };
  }

  /** The role's lease is over: another node may have it. */
  expire(role: string): void {
    this.#roles.delete(role);
  }

  /** Ends a gateway, as an operator does. */
  fence(gateway: string): void {
    const n = (this.#versions.get(gateway) ?? 0) + 1;
    this.#put({ gateway, n, body: FENCE }, null);
  }

  /** A command of the operator's, who is no node. */
  order(command: Command): void {
    const batch = operatorBatch(command);
    this.#put(batch, null);
    this.fence(batch.gateway);
  }

  get #newest(): number {
    return this.batches.at(-1)?.revision ?? 0;
  }

  #put(batch: Unplaced, role: RoleClaim | null): 'ordered' | 'lost' | 'fenced' {
    const version = this.#versions.get(batch.gateway) ?? 0;
    if (version === batch.n) return 'ordered';
    if (version !== batch.n - 1) return 'fenced';
    if (role !== null && this.#roles.get(role.role)?.since !== role.since) return 'lost';
    this.#revision += 1;
    const place = this.batches.length + 1;
    this.batches.push({ ...batch, body: Uint8Array.from(batch.body), revision: this.#revision, place });
    this.#versions.set(batch.gateway, batch.n);
    this.#wake.resolve();
    this.#wake = Promise.withResolvers();
    return 'ordered';
  }

  async *#follow(after: number, signal: AbortSignal, faults: MemoryFaults, met?: Met): AsyncGenerator<OrderedBatch> {
    if (after > this.#revision) throw new OrderForked(`it ends at revision ${this.#revision}, before ${after}`);
    if (met !== undefined && after > 0) this.#mustBe(after, met);
    if (
      after + 1 < this.#firstKept &&
      this.batches.some(({ revision }) => revision > after && revision < this.#firstKept)
    )
      throw new OrderCompacted(this.#firstKept);
    const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    let at = this.batches.findIndex(({ revision }) => revision > after);
    if (at < 0) at = this.batches.length;
    while (!signal.aborted) {
      const batch = this.batches[at];
      if (batch === undefined) {
        await Promise.race([this.#wake.promise, aborted]);
        continue;
      }
      at += 1;
      const fault = faults.follow();
      if (fault === 'cut') throw new OrderUnreachable('the connection was cut');
      if (fault === 'left out') continue;
      if (fault === 'silent') await machine.sleep(SILENT_MS);
      yield batch;
      if (fault === 'again') yield batch;
    }
  }

  /** The batch that was met at a revision is the one here. */
  #mustBe(revision: number, met: Met): void {
    const own = this.batches.find((batch) => batch.revision === revision);
    if (own === undefined || own.place !== met.place || own.n !== met.numberOf(own.gateway))
      throw new OrderForked(`another batch is at revision ${revision}`);
  }
}

async function pause({ delayMs }: MemoryFaults): Promise<void> {
  const ms = delayMs();
  await (ms > 0 ? machine.sleep(ms) : Promise.resolve());
}
