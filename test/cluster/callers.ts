/** Callers of several nodes: they write and read at any of them, and note what they sent and got. */
import type { Random } from '../../src/market/random.ts';
import { NotExecuted } from '../../src/sequencer/refusals.ts';
import type { Entry, Note, ReadNote } from './check.ts';
import type { SimulatedNode } from './simulated-node.ts';

const FIRST_ACCOUNT = 1_000_001;
const ACCOUNTS = 5;
const UNIT = 100_000_000;

export class Callers {
  readonly notes: Note[] = [];
  readonly reads: ReadNote[] = [];
  readonly #random: Random;
  readonly #patienceMs: number;
  #amount = 0;

  /** @param patienceMs a caller goes on elsewhere when nothing was answered for so long: its node may be gone */
  constructor(random: Random, patienceMs: number) {
    this.#random = random;
    this.#patienceMs = patienceMs;
  }

  /** One caller, who asks one thing after the other at a node drawn each time. */
  async call(nodes: readonly SimulatedNode[], goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const node = nodes[this.#random.below(nodes.length)]!;
      const gone = new Promise<void>((resolve) => setTimeout(resolve, this.#patienceMs));
      await Promise.race([this.#random.below(3) === 0 ? this.#read(node) : this.#write(node), gone]);
    }
  }

  async #write({ sequencer }: SimulatedNode): Promise<void> {
    this.#amount += 1;
    const name = String(this.#amount);
    const account = FIRST_ACCOUNT + this.#random.below(ACCOUNTS);
    const note: Note = { name, sentMs: performance.now(), answeredMs: null, answer: { kind: 'unknown' } };
    const place = this.notes.push(note) - 1;
    const answered = (answer: Note['answer']): void =>
      void (this.notes[place] = { ...note, answeredMs: performance.now(), answer });
    try {
      const { sequence } = await sequencer.submit<'deposit'>({ name: 'deposit', account, amount: name });
      answered({ kind: 'done', sequence });
    } catch (error) {
      answered({ kind: error instanceof NotExecuted ? 'refused' : 'unknown' });
    }
  }

  async #read({ sequencer, state }: SimulatedNode): Promise<void> {
    const account = FIRST_ACCOUNT + this.#random.below(ACCOUNTS);
    const sentMs = performance.now();
    try {
      await sequencer.confirmed();
    } catch {
      return;
    }
    const sum = Number(state.accounts.get(account)?.shared.amount ?? 0) / UNIT;
    this.reads.push({ sentMs, sequence: state.sequence, account, sum });
  }
}

/** The order, as the journal of a node has it. */
export function entriesOf({ journal }: SimulatedNode): Entry[] {
  return [...journal.read()].map(({ sequence, timeMs, command }) => {
    if (command.name === 'activateCore') return { sequence, timeMs, name: command.name, account: 0, amount: 0 };
    if (command.name !== 'deposit') throw new Error(`expected deposits alone, found ${command.name}`);
    const { account, amount } = command;
    return { sequence, timeMs, name: amount, account, amount: Number(amount) };
  });
}
