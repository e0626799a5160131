/**
 * Says who is right when states of nodes differ: those that most of the living ones agree with. A node that finds
 * another print than its own in a batch asks the others, in its heartbeat, for theirs at that place, and goes on only
 * when more than half of all that live have its own; else it stops, and has applied nothing of the batch. So one that
 * errs stops alone, and without a majority all do.
 *
 * A node without batches of its own is compared too: each heartbeat has the print after the last command whose sequence
 * is divisible by 1,000.
 */
import { machine } from '../../time/machine.ts';
import { Diverged } from './replica.ts';
import type { Heartbeat } from './shared-order.ts';

/** Prints are compared at such sequences. */
export const PRINT_EVERY = 1_000;
const REMEMBERED = 1_024;
/** Four beats and their way; whoever says nothing by then does not agree. */
const ANSWER_MS = 5_000;
const LOOK_MS = 20;

export interface JudgeParts {
  /** Of this node. */
  readonly name: string;
  /** Print of its state after the batch at a revision; '' when it is not known. */
  readonly printAt: (revision: number) => string;
  /** Told when others differ from most, this one not among them; by name. */
  readonly onOthers?: (names: readonly string[]) => void;
}

export class Judge {
  readonly #parts: JudgeParts;
  /** Own prints by sequence, the latest. */
  readonly #prints = new Map<number, string>();
  #last: readonly [sequence: number, print: string] | null = null;
  #nodes: readonly Heartbeat[] = [];
  /** Whether a node agreed when it was last compared, by name. */
  readonly #agrees = new Map<string, boolean>();
  #asks: number | null = null;
  #said = '';

  constructor(parts: JudgeParts) {
    this.#parts = parts;
  }

  /** A command was applied, `print` gives that of the state after it. */
  applied(sequence: number, print: () => string): void {
    if (sequence % PRINT_EVERY !== 0) return;
    this.#last = [sequence, print()];
    this.#prints.set(...this.#last);
    const [oldest] = this.#prints.keys();
    if (this.#prints.size > REMEMBERED && oldest !== undefined) this.#prints.delete(oldest);
  }

  /** Its part of a heartbeat. */
  says(): Pick<Heartbeat, 'print' | 'asks' | 'prints'> {
    const asked = this.#nodes.flatMap(({ asks }) => asks ?? []);
    const { printAt } = this.#parts;
    return {
      ...(this.#last === null ? {} : { print: this.#last }),
      ...(this.#asks === null ? {} : { asks: this.#asks }),
      ...(asked.length === 0 ? {} : { prints: Object.fromEntries(asked.map((at) => [at, printAt(at)])) }),
    };
  }

  /**
   * The heartbeats of the nodes that live, this one too.
   * @throws Diverged when most of them do not agree with this node
   */
  hear(nodes: readonly Heartbeat[]): void {
    this.#nodes = nodes;
    const others = nodes.filter(({ name }) => name !== this.#parts.name);
    for (const name of this.#agrees.keys()) if (!others.some((one) => one.name === name)) this.#agrees.delete(name);
    for (const { name, print } of others) {
      const own = print === undefined ? undefined : this.#prints.get(print[0]);
      if (own !== undefined) this.#agrees.set(name, own === print![1]);
    }
    const apart = others.filter(({ name }) => this.#agrees.get(name) === false);
    if (apart.length === 0) return;
    const same = 1 + others.filter(({ name }) => this.#agrees.get(name) === true).length;
    if (isMost(same, nodes.length)) return this.#say(apart.map(({ name }) => name));
    // Those that were not compared yet may agree.
    if (isMost(nodes.length - apart.length, nodes.length)) return;
    const [{ name, print }] = apart as [Heartbeat];
    const found = `after sequence ${print![0]} ${name} has ${print![1]}, here is ${this.#prints.get(print![0])}`;
    throw Diverged.ofState(`${found}; ${same} of ${nodes.length} nodes agree with this one`);
  }

  /** Whether most nodes have this one's print after the batch at a revision. */
  async isRight(revision: number): Promise<boolean> {
    const own = this.#parts.printAt(revision);
    this.#asks = revision;
    try {
      for (const untilMs = machine.steadyMs() + ANSWER_MS; ; await machine.sleep(LOOK_MS)) {
        const others = this.#nodes.filter(({ name }) => name !== this.#parts.name);
        const answers = others.map(({ prints }) => prints?.[revision]);
        const same = 1 + answers.filter((print) => print === own).length;
        if (others.length > 0 && isMost(same, others.length + 1)) return true;
        const isAnswered = others.length > 0 && answers.every((print) => print !== undefined);
        if (isAnswered || machine.steadyMs() > untilMs) return false;
      }
    } finally {
      this.#asks = null;
    }
  }

  #say(names: readonly string[]): void {
    const said = names.join(' ');
    if (said !== this.#said) this.#parts.onOthers?.(names);
    this.#said = said;
  }
}

const isMost = (count: number, of: number): boolean => count * 2 > of;
