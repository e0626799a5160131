/**
 * Publishes one node's commands into the shared order, under an id that is never used again: one batch at a time, and
 * the same one again for as long as nobody knows what became of it.
 *
 * A batch that has no answer for two seconds holds up the queue: what waits behind it is refused, since nothing of that
 * was sent. One that was sent and is not met within ten seconds is answered as unknown; it may still be ordered.
 */
import { createHash, randomBytes } from 'node:crypto';
import { machine } from '../../time/machine.ts';
import type { Submitted } from '../gather.ts';
import type { Unordered } from '../order.ts';
import { NotExecuted, OutcomeUnknown, type PublishFailed } from '../refusals.ts';
import { encodeBatch, MOST_BODY_BYTES } from './batch.ts';
import type { Replica } from './replica.ts';
import {
  GatewayFenced,
  type OrderedBatch,
  OrderUnreachable,
  type RoleClaim,
  type SharedOrder,
  type Unplaced,
} from './shared-order.ts';

/** A batch unanswered for so long holds up what waits. */
const STUCK_MS = 2_000;
/** A batch that is not met by then is answered as unknown. */
const UNKNOWN_MS = 10_000;
/** A batch that has its place and is not met by then is looked for elsewhere. */
const SILENT_MS = 300;
/** So long a gateway tries to say that it ends. */
const FINISH_MS = 1_000;
/** A member that refuses at once is not asked again at once. */
const PAUSE_MS = 50;

/** The role of this gateway is somebody else's now: the batch will never be in the order. */
class RoleLost extends Error implements PublishFailed {
  readonly mayReplay = false;
  readonly why = 'order';

  constructor({ role }: RoleClaim) {
    super(`the role ${role} is held by another node now`);
    this.name = 'RoleLost';
  }
}

/** A batch whose fate this side has lost sight of, with all that comes after it. */
class PublishingEnded extends Error implements PublishFailed {
  readonly mayReplay = true;
  readonly why = 'order';
}

export interface GatewayParts {
  readonly order: Pick<SharedOrder, 'publish'>;
  readonly replica: Pick<Replica, 'seen'>;
  /** Ends every attempt. */
  readonly signal: AbortSignal;
  /** Its batches are ordered only while this is held; null: no role is needed. */
  readonly role: RoleClaim | null;
  /** Why what waits must be refused; null when it need not any more. */
  readonly onStuck: (refusal: NotExecuted | null) => void;
  /** A batch that has its place has not come back. */
  readonly onSilent: () => void;
  /** So many were refused here, one by one. */
  readonly onAnswered: (count: number) => void;
}

/** Sent, and not met. */
interface UnderWay {
  readonly batch: readonly Submitted[];
  readonly print: string;
  readonly unknown: { cancel(): void };
}

export class Gateway {
  readonly id = randomBytes(6).toString('hex');
  /** Attempts after the first. */
  resent = 0;
  /** Milliseconds the last batch took until it had its place. */
  publishMs = 0;
  readonly #parts: GatewayParts;
  readonly #underWay = new Map<number, UnderWay>();
  #n = 0;
  #isFenced = false;
  #isOver = false;

  constructor(parts: GatewayParts) {
    this.#parts = parts;
  }

  /** Resolves when all of it has its place. @throws PublishFailed */
  async publish(batch: readonly Unordered[]): Promise<void> {
    for (const part of this.#parted(batch as readonly Submitted[])) await this.#publishPart(part);
  }

  /** It publishes nothing any more: somebody else may end it. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Publishes that nothing comes after it. */
  async finish(): Promise<void> {
    this.#isOver = true;
    // Whoever can't say so now is ended by others.
    if (this.#n > 0 && !this.#isFenced) await Promise.race([this.#publishPart([]), machine.sleep(FINISH_MS)]);
  }

  /**
   * The commands of a batch of this gateway, which was met in the order; their callers are waiting.
   * @throws GatewayFenced when it is not the one that was sent
   */
  met({ n, body }: OrderedBatch): readonly Submitted[] {
    const sent = this.#underWay.get(n);
    this.#underWay.delete(n);
    sent?.unknown.cancel();
    // It was over, and others have ended it, as they must.
    if (sent === undefined && this.#isOver) return [];
    if (sent !== undefined && sent.print === printOf(body)) return sent.batch;
    this.#isFenced = true;
    for (const one of sent?.batch ?? []) one.reject(new OutcomeUnknown(new GatewayFenced(this.id)));
    throw new GatewayFenced(this.id);
  }

  /** Nothing will be met any more: what was sent is unknown. */
  end(cause: unknown): void {
    this.#isFenced = true;
    for (const { batch, unknown } of this.#underWay.values()) {
      unknown.cancel();
      for (const one of batch) one.reject(new OutcomeUnknown(cause));
    }
  }

  /** In parts that fit. One command that does not is refused. */
  #parted(batch: readonly Submitted[]): readonly Submitted[][] {
    const body = encodeBatch(0, this.#parts.replica.seen, textsOf(batch));
    if (body.length <= MOST_BODY_BYTES) return [[...batch]];
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      return [...this.#parted(batch.slice(0, half)), ...this.#parted(batch.slice(half))];
    }
    const found = `${body.length} bytes when packed, at most ${MOST_BODY_BYTES} fit into the order`;
    for (const one of batch) one.reject(new RangeError(`a command is too long: ${found}`));
    this.#parts.onAnswered(batch.length);
    return [];
  }

  async #publishPart(batch: readonly Submitted[]): Promise<void> {
    const { replica, role } = this.#parts;
    const n = ++this.#n;
    const body = encodeBatch(batch[0]?.timeMs ?? 0, replica.seen, textsOf(batch));
    const unknown = machine.after(UNKNOWN_MS, () => {
      const cause = new OrderUnreachable(`batch ${n} of ${this.id} was sent and not met within ${UNKNOWN_MS} ms`);
      for (const one of batch) one.reject(new OutcomeUnknown(cause));
    });
    unknown.unref();
    this.#underWay.set(n, { batch, print: printOf(body), unknown });
    const verdict = await this.#send({ gateway: this.id, n, body });
    if (verdict === 'ordered') return this.#expect(n);
    unknown.cancel();
    this.#underWay.delete(n);
    this.#isOver = true;
    if (verdict === 'lost') throw new RoleLost(role!);
    this.#isFenced = true;
    throw new PublishingEnded(`gateway ${this.id} was fenced`);
  }

  #expect(n: number): void {
    const late = (): void => {
      if (this.#underWay.has(n)) this.#parts.onSilent();
    };
    if (this.#underWay.has(n)) machine.after(SILENT_MS, late).unref();
  }

  async #send(batch: Unplaced): Promise<'ordered' | 'lost' | 'fenced'> {
    const { order, role, signal, onStuck } = this.#parts;
    const startedMs = machine.steadyMs();
    let isStuck = false;
    const stuck = machine.after(STUCK_MS, () => {
      isStuck = true;
      onStuck(new NotExecuted('order'));
    });
    try {
      for (let attempt = 0; ; attempt++) {
        // Its answer was lost, and it has come back.
        if (!this.#underWay.has(batch.n)) return 'ordered';
        if (signal.aborted) throw new PublishingEnded('it ends here', { cause: signal.reason });
        const verdict = await order.publish(batch, attempt, role).catch(unlessUnreachable);
        if (verdict !== null) return verdict;
        this.resent += 1;
        await machine.sleep(PAUSE_MS);
      }
    } finally {
      stuck.cancel();
      this.publishMs = machine.steadyMs() - startedMs;
      if (isStuck) onStuck(null);
    }
  }
}

function unlessUnreachable(error: unknown): null {
  if (error instanceof OrderUnreachable) return null;
  throw error;
}

const textsOf = (batch: readonly Submitted[]): string[] => batch.map(({ text }) => text);

function printOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('hex');
}
