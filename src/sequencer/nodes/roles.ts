/**
 * Work that only one node does at a time. A role is held with the node's lease; whoever has it is looked up after each
 * beat of the heart, and whoever finds it free takes it. What a role sends into the order is refused there from the
 * moment another has it (shared-order.ts), so that two that work for a moment do no harm.
 */
import { NotExecuted } from '../refusals.ts';
import type { RoleClaim, SharedOrder } from './shared-order.ts';

/** Ends the work; resolves when nothing more of it will happen. */
export type EndWork = () => Promise<void>;

export interface RoleWork {
  readonly role: string;
  readonly begin: (claim: RoleClaim) => Promise<EndWork>;
}

export interface RolesParts {
  readonly order: Pick<SharedOrder, 'claim' | 'release'>;
  readonly works: readonly RoleWork[];
  /** Told of roles that are got and lost. */
  readonly say: (role: string, isHeld: boolean) => void;
  /** Work that can't be begun or ended. */
  readonly onFault: (error: unknown) => void;
}

export class Roles {
  readonly #parts: RolesParts;
  readonly #held = new Map<string, { readonly claim: RoleClaim; readonly end: EndWork }>();
  readonly #busy = new Map<string, Promise<void>>();
  #isStopping = false;

  constructor(parts: RolesParts) {
    this.#parts = parts;
  }

  get held(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** Takes what is free, and ends what is another's now. Not waited for. */
  look(): void {
    if (this.#isStopping) return;
    for (const work of this.#parts.works) {
      if (this.#busy.has(work.role)) continue;
      const looking = this.#lookAt(work)
        .catch((error: unknown) => this.#parts.onFault(error))
        .finally(() => this.#busy.delete(work.role));
      this.#busy.set(work.role, looking);
    }
  }

  /** Ends all work, and gives the roles up. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#busy.values());
    const { order } = this.#parts;
    await Promise.all(
      [...this.#held].map(async ([role, { claim, end }]) => {
        this.#held.delete(role);
        await end();
        // Nobody there: the lease ends by itself.
        await order.release(claim).catch(() => undefined);
      }),
    );
  }

  async #lookAt({ role, begin }: RoleWork): Promise<void> {
    const { order, say } = this.#parts;
    let claim: RoleClaim | null;
    try {
      claim = await order.claim(role);
    } catch {
      // Nobody knows; what it sends is judged where it is ordered.
      return;
    }
    const held = this.#held.get(role);
    if (held !== undefined && held.claim.since !== claim?.since) {
      this.#held.delete(role);
      say(role, false);
      await held.end();
    }
    if (claim === null || this.#held.has(role)) return;
    if (this.#isStopping) return order.release(claim).catch(() => undefined);
    say(role, true);
    try {
      this.#held.set(role, { claim, end: await begin(claim) });
    } catch (error) {
      if (!(error instanceof NotExecuted)) throw error;
      // It can't begin now; another may.
      say(role, false);
      await order.release(claim).catch(() => undefined);
    }
  }
}
