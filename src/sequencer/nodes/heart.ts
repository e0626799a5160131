/**
 * A node's heart: twice a second it says of itself what others must know, and hears the same of them, and which batch
 * is the order's newest. What it keeps: the nodes that live, since when nobody answers, and how far this machine's
 * clock is from the others'.
 *
 * A heartbeat that is heard is up to one beat old, so a clock is told from the youngest of many, which come at uneven
 * times; they are held against the clock that is never set, so that a step of this machine's own shows at once. Times
 * of commands come from the nodes and never fall: a clock that is too far ahead of the median publishes nothing. With
 * two nodes nobody knows which one is wrong, and both go on.
 */
import { machine } from '../../time/machine.ts';
import type { Heartbeat, Pulse, SharedOrder } from './shared-order.ts';

const BEAT_MS = 400;
/** Beats come so much later at most, each time another time. */
const UNEVEN_MS = 200;
/** The first ones, from which the clocks are told. */
const QUICK_BEATS = 12;
const QUICK_MS = 50;
/** Nobody answers for so long: there is no majority, or no way to it. */
const SILENT_MS = 2_000;
const REMEMBERED = 30;
/** A heartbeat is gone when it is so old. */
const OLDEST_MS = 4_000;
/** With fewer nodes no clock can be told to be the wrong one. */
const JUDGES = 3;
const MOST_AHEAD_MS = 250;
const MOST_BEHIND_MS = 1_000;

export interface HeartParts {
  readonly order: Pick<SharedOrder, 'beat'>;
  /** Of this node. */
  readonly name: string;
  /** The rest of what there is to say now, but for the clock. */
  readonly says: () => Omit<Heartbeat, 'name' | 'wallMs'>;
  /** Called after each beat that was answered; `atMs` by `machine.steadyMs()`, of before it was asked. */
  readonly onPulse: (pulse: Pulse, atMs: number) => void;
  /** This machine's clock. */
  readonly wallMs?: () => number;
  /** 0 to 1. */
  readonly random: () => number;
}

/** A clock among others, ms; above 0 it is ahead of their median. */
export interface ClockFinding {
  readonly byMs: number;
  readonly nodes: number;
  /** Whether it is so far off that no command may be stamped by it. */
  readonly isWrong: boolean;
}

export class Heart {
  readonly #parts: HeartParts;
  readonly #wallMs: () => number;
  readonly #ending = new AbortController();
  readonly #clocks = new Map<string, number[]>();
  #nodes: readonly Heartbeat[] = [];
  #heardMs = machine.steadyMs();
  #beats = 0;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: HeartParts) {
    this.#parts = parts;
    this.#wallMs = parts.wallMs ?? machine.wallMs;
  }

  /** Resolves when the clocks of the others are known. */
  async begin(): Promise<void> {
    for (; this.#beats < QUICK_BEATS; await machine.sleep(QUICK_MS)) await this.#beat();
    this.#running = this.#goOn();
  }

  /** Of the nodes that live, this one too. */
  get nodes(): readonly Heartbeat[] {
    return this.#nodes;
  }

  /** Milliseconds since the last answer, while that is too long ago to believe in a majority; else null. */
  get silentMs(): number | null {
    const ms = machine.steadyMs() - this.#heardMs;
    return ms > SILENT_MS ? ms : null;
  }

  /** The least of what the other nodes say of it (`Heartbeat`); null while nobody can be heard. */
  get othersUnseenMs(): number | null {
    if (this.silentMs !== null) return null;
    const others = this.#nodes.filter(({ name }) => name !== this.#parts.name);
    return Math.min(...others.map(({ unseenMs = 0 }) => unseenMs));
  }

  clock(): ClockFinding {
    const own = this.#wallMs() - machine.steadyMs();
    const { name: ownName } = this.#parts;
    const others = this.#nodes.filter((node) => node.name !== ownName);
    const offsets = [own, ...others.map((node) => Math.max(...(this.#clocks.get(node.name) ?? [own])))];
    const byMs = own - medianOf(offsets);
    const isFar = byMs > MOST_AHEAD_MS || byMs < -MOST_BEHIND_MS;
    return { byMs, nodes: offsets.length, isWrong: isFar && offsets.length >= JUDGES };
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running.catch(() => undefined);
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      await this.#beat();
      await machine.sleep(BEAT_MS + this.#parts.random() * UNEVEN_MS, signal).catch(() => undefined);
    }
  }

  async #beat(): Promise<void> {
    const { order, name, says, onPulse } = this.#parts;
    this.#beats += 1;
    const askedMs = machine.steadyMs();
    try {
      const pulse = await order.beat({ ...says(), name, wallMs: this.#wallMs() });
      this.#heardMs = askedMs;
      this.#nodes = pulse.nodes;
      this.#note(pulse.nodes);
      onPulse(pulse, askedMs);
    } catch {
      // Nobody answers: `silentMs` says so in time.
    }
  }

  #note(nodes: readonly Heartbeat[]): void {
    const steadyMs = machine.steadyMs();
    for (const { name, wallMs } of nodes) {
      const heard = this.#clocks.get(name) ?? [];
      const offsetMs = wallMs - steadyMs;
      // Later than any heartbeat is: that clock was set back, and what it said before is over.
      if (offsetMs < Math.max(...heard) - OLDEST_MS) heard.length = 0;
      heard.push(offsetMs);
      // Kept while it is gone: after a time without a majority its first beats come late.
      this.#clocks.set(name, heard.slice(-REMEMBERED));
    }
  }
}

/** Of two, the mean. */
function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}
