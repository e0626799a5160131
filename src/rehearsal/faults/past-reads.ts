/**
 * Answers to reads as they were, of those who meet stale ones and for what they have asked before: at each second, and
 * whenever they ask. No longer than a minute, and for no more than so many things an account asks for.
 */
import { MOST_STALE_MS } from './profile.ts';

const MOST_TARGETS = 64;

/** When, and the answer as JSON. */
type Read = readonly [ms: number, answer: string];

interface Target {
  readonly account: number;
  readonly target: string;
  readonly reads: Read[];
}

/** Plain JSON. */
export type SavedReads = readonly Target[];

export class PastReads {
  /** How one is answered now. */
  read: (account: number, target: string) => unknown = () => undefined;
  readonly #nowMs: () => number;
  readonly #targets = new Map<string, Target>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** It is asked for now, and kept from now on. */
  ask(account: number, target: string): void {
    const name = `${account} ${target}`;
    let found = this.#targets.get(name);
    if (found === undefined) {
      this.#makeRoom(account);
      this.#targets.set(name, (found = { account, target, reads: [] }));
    }
    void this.#keep(found);
  }

  /** The newest answer that is not younger; undefined: it was not kept so early. */
  at(account: number, target: string, ms: number): unknown {
    const read = this.#targets.get(`${account} ${target}`)?.reads.findLast(([at]) => at <= ms);
    return read === undefined ? undefined : (JSON.parse(read[1]) as unknown);
  }

  async keep(): Promise<void> {
    for (const target of this.#targets.values()) await this.#keep(target);
  }

  clear(): void {
    this.#targets.clear();
  }

  save(): SavedReads {
    return [...this.#targets.values()];
  }

  restore(saved: SavedReads): void {
    this.#targets.clear();
    for (const { account, target, reads } of saved)
      this.#targets.set(`${account} ${target}`, { account, target, reads: [...reads] });
  }

  async #keep({ account, target, reads }: Target): Promise<void> {
    const nowMs = this.#nowMs();
    try {
      const found = this.read(account, target);
      const answer = found instanceof Promise ? await (found as Promise<unknown>) : found;
      const last = reads.at(-1);
      // The first of a moment that stands: later ones would show what the account did in it.
      if (last?.[0] === nowMs) return;
      const text = JSON.stringify(answer);
      if (text !== undefined) reads.push([nowMs, text]);
    } catch {
      // It is refused now, and was not answered then.
    }
    const first = reads.findIndex(([ms]) => ms >= nowMs - MOST_STALE_MS);
    // One before them is the answer of their beginning.
    if (first > 1) reads.splice(0, first - 1);
  }

  #makeRoom(account: number): void {
    const own = [...this.#targets].filter(([, target]) => target.account === account);
    if (own.length >= MOST_TARGETS) this.#targets.delete(own[0]![0]);
  }
}
